/** The built product on its own database, with sites that show nudges. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '#app/config.server.ts'
import { openDatabase } from '#app/db/open.server.ts'
import { createLog } from '#app/lib/log.server.ts'
import { composeServices } from '#app/server/compose.server.ts'
import type { Services } from '#app/services.ts'
import { createMakers, type TestSite } from '#tests/support/makers.ts'
import { startPostgres, type PostgresServer } from '#tests/support/postgres-server.ts'
import { startProductServer, type ProductServer } from '#tests/support/product-server.ts'
import { storePurchase } from '#tests/support/purchases.ts'
import { copySite } from './copy-site.ts'
import type { ServedProcesses } from './rounds.ts'

type Engine = 'pglite' | 'postgres'

export type BenchShop = {
  engine: Engine
  product: ProductServer
  dataDir: string
  served: () => ServedProcesses
  /** The database's main process; 0 when it runs inside the product. */
  databasePid: number
  databaseUrl: string | undefined
  sites: { uuid: string; url: string }[]
  /** Services next to the product, on the same database. */
  withServices: <Result>(work: (services: Services) => Promise<Result>) => Promise<Result>
  /** The first site. All others are copies of it. */
  first: TestSite
  stop: () => Promise<void>
}

type Wanted = {
  engine: Engine
  sites: number
  /** Called when PostgreSQL has started, for benches that restart it differently. */
  prepare?: (server: PostgresServer) => Promise<void>
  /** More of the product's variables. */
  environment?: Readonly<Record<string, string>>
}

/** Durability settings of a production server. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }

const purchasesPerSite = 5
/** A team's meter is one row. With several teams, reports don't all write to the same one. */
const teamCount = 20

export async function openShop({
  engine,
  sites,
  prepare,
  environment,
}: Wanted): Promise<BenchShop> {
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-bench-'))
  const server = engine === 'postgres' ? await openPostgres(folder) : undefined
  if (server) await prepare?.(server)
  const databaseUrl = server?.urlOf('bench')
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir)
  const product = await startProductServer({
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    // On disk, not in memory, because the cost of a commit is part of the measurement.
    environment: {
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      TRUST_PROXY: '1',
      ...environment,
    },
  })
  const withServices = servicesOn({ dataDir, databaseUrl, address: product.baseUrl })
  const made = await withServices((services) => makeSites(services, sites))
  // A running database has statistics for its planner by now. PostgreSQL lets only the owner collect them.
  if (databaseUrl !== undefined) await query(databaseUrl, 'analyze')
  const databasePid = server ? postmasterOf(folder) : 0

  return {
    engine,
    product,
    dataDir,
    databasePid,
    databaseUrl,
    ...made,
    withServices,
    served: () => ({
      port: Number(new URL(product.baseUrl).port),
      pids: [product.pid(), ...(databasePid > 0 ? [databasePid] : [])],
    }),
    async stop() {
      await product.remove()
      await server?.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

async function openPostgres(folder: string): Promise<PostgresServer> {
  const dataFolder = path.join(folder, 'postgres')
  mkdirSync(dataFolder)
  // The server may run as another user.
  chmodSync(folder, 0o755)
  const server = await startPostgres(dataFolder, durable)
  await query(server.urlOf('postgres'), 'create database bench')
  return server
}

const postmasterOf = (folder: string) =>
  Number(readFileSync(path.join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n', 1)[0])

export async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

type Place = { dataDir: string; databaseUrl: string | undefined; address: string }

export function servicesOn({ dataDir, databaseUrl, address }: Place): BenchShop['withServices'] {
  return async (work) => {
    const config = readConfig({
      APP_ENV: 'local',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
    })
    const database = await openDatabase({
      url: databaseUrl,
      dataDir,
      address,
      joinRunning: true,
    })
    try {
      const { services } = composeServices(database, config, { log: createLog('error') })
      return await work(services)
    } finally {
      await database.close()
    }
  }
}

async function makeSites(services: Services, count: number) {
  const makers = createMakers(services)
  const first = await makers.site()
  const teamIds = [first.team.scope.teamId]
  while (teamIds.length < teamCount) {
    const { scope } = await makers.team({ owner: first.owner })
    teamIds.push(scope.teamId)
  }
  await makers.nudge(first)
  for (let purchase = 0; purchase < purchasesPerSite; purchase += 1) {
    await storePurchase(services, first, {
      productTitle: `Blue Kettle ${String(purchase + 1)}`,
      occurredAt: new Date(services.now().getTime() - (purchase + 1) * 600_000),
    })
  }
  // No plan limit stops a bench.
  await services.pool.query('update teams set plan_limit = null')
  await copySite(services.pool, first.scope.siteId, { count: count - 1, teamIds })
  const { rows } = await services.pool.query<{ uuid: string; url: string }>(
    'select uuid, url from sites order by id',
  )
  return { first, sites: rows }
}
