/** PostgreSQL, NATS, two nodes of the built product and a proxy, on this machine. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProductServer, type ProductServer } from '#tests/support/product-server.ts'
import { openShop, type BenchShop } from '../bench/shop.ts'
import { startNatsServers, type ClusterNats } from './nats-servers.ts'
import { startProxy, type Proxy } from './proxy.ts'

export type Cluster = {
  /** With the first node. */
  shop: BenchShop
  nodes: readonly ProductServer[]
  /** Null without a NATS server. */
  nats: ClusterNats | null
  /** Null without a proxy: requests go to the nodes. */
  proxy: Proxy | null
  /** How the nodes log events. */
  eventLog: string
}

/** Can be stopped at any moment, with as much as was started until then. */
type Started = { cluster: Promise<Cluster>; stop: () => Promise<void> }

const siteCount = 10

/** @param eventLog a value of EVENT_LOG */
export function openCluster(eventLog: string): Started {
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-cluster-'))
  const stops: (() => unknown)[] = [
    () => {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  ]
  const started = async <Part extends { stop: () => unknown } | null>(part: Promise<Part>) => {
    const one = await part
    if (one) stops.push(one.stop)
    return one
  }
  return {
    cluster: (async () => {
      const nats = await started(startNatsServers(folder))
      if (eventLog === 'nats' && !nats) {
        throw new Error('EVENT_LOG=nats needs nats-server, for example Debian’s package.')
      }
      const environment = {
        EVENT_LOG: eventLog,
        ...(eventLog === 'nats' ? nats?.environment : {}),
      }
      const shop = await started(openShop({ engine: 'postgres', sites: siteCount, environment }))
      const second = await startSecond(shop, { folder, environment })
      stops.push(second.remove)
      const nodes = [shop.product, second]
      const nodePorts = nodes.map(({ baseUrl }) => Number(new URL(baseUrl).port))
      const proxy = await started(startProxy({ folder, nodePorts }))
      return { shop, nodes, nats, proxy, eventLog }
    })(),
    async stop() {
      for (let last = stops.pop(); last; last = stops.pop()) await last()
    },
  }
}

type Second = { folder: string; environment: Record<string, string> }

/** With the key of the first. */
function startSecond({ databaseUrl = '', dataDir }: BenchShop, { folder, environment }: Second) {
  const folderOfSecond = path.join(folder, 'node-2')
  mkdirSync(folderOfSecond)
  return startProductServer({
    databaseUrl,
    environment: {
      APP_KEY: readFileSync(path.join(dataDir, 'app-key'), 'utf8').trim(),
      DATA_DIR: folderOfSecond,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      TRUST_PROXY: '1',
      ...environment,
    },
  })
}
