/** Three NATS servers of Debian's package that replicate streams among each other. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { installDebianPackage, programOnPath } from '../run/debian-package.js'

export type NatsServers = {
  /** For NATS_URL. */
  urls: string[]
  version: string
  stop: () => Promise<void>
}

type Ports = { client: number; cluster: number; monitor: number }

const count = 3
const readyMillis = 30_000
const pollMillis = 100

/** @returns null when this machine has no NATS server, and none can be installed */
export async function startNatsServers(folder: string): Promise<NatsServers | null> {
  if (programOnPath('nats-server') === undefined) await installDebianPackage('nats-server')
  const program = programOnPath('nats-server')
  if (program === undefined) return null

  const ports: Ports[] = []
  while (ports.length < count) {
    const [client, cluster, monitor] = [await freePort(), await freePort(), await freePort()]
    ports.push({ client, cluster, monitor })
  }
  const servers = ports.map((one, nth) => {
    const name = `nats-${String(nth + 1)}`
    const file = path.join(folder, `${name}.conf`)
    mkdirSync(path.join(folder, name))
    writeFileSync(file, settingsOf(name, { one, all: ports, store: path.join(folder, name) }))
    return spawn(program, ['--config', file], { stdio: 'ignore' })
  })
  const stop = async () => {
    await Promise.all(servers.map(end))
  }
  try {
    for (const { monitor } of ports) await untilHealthy(monitor)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    urls: ports.map(({ client }) => `nats://127.0.0.1:${String(client)}`),
    version:
      /v(\d\S*)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout)?.[1] ?? '',
    stop,
  }
}

type Place = { one: Ports; all: readonly Ports[]; store: string }

/** https://docs.nats.io/running-a-nats-service/configuration/clustering/jetstream_clustering */
const settingsOf = (name: string, { one, all, store }: Place) => `
server_name: ${name}
listen: 127.0.0.1:${String(one.client)}
http: 127.0.0.1:${String(one.monitor)}
jetstream { store_dir: ${JSON.stringify(store)}, max_memory_store: 64MB, max_file_store: 4GB }
cluster {
  name: footfall
  listen: 127.0.0.1:${String(one.cluster)}
  routes: [${all.map(({ cluster }) => `nats-route://127.0.0.1:${String(cluster)}`).join(', ')}]
}
`

/** Until JetStream of the server has found its group. */
async function untilHealthy(monitor: number): Promise<void> {
  const giveUpAt = performance.now() + readyMillis
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${String(monitor)}/healthz`).catch(() => null)
    if (answer?.ok) return
    if (performance.now() > giveUpAt) throw new Error('A NATS server isn’t ready.')
    await new Promise((resolve) => setTimeout(resolve, pollMillis))
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}
