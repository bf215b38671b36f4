/** Three NATS servers of Debian's package that replicate streams among each other. */
import { spawnSync } from 'node:child_process'
import { findNatsServer, startNats, type NatsServers } from '#tests/support/nats/nats-servers.ts'
import { ensureNatsServer } from '../run/nats-server.js'

/** The servers of a trial have 4 GB each. */
const maxBytes = 1024 ** 3

export type ClusterNats = {
  url: string
  /** Variables of a node that logs events there. */
  environment: Record<string, string>
  version: string
  servers: NatsServers['servers']
  stop: () => Promise<void>
}

/** @returns null when this machine has no NATS server, and none can be installed */
export async function startNatsServers(folder: string): Promise<ClusterNats | null> {
  await ensureNatsServer()
  const program = findNatsServer()
  if (program === null) return null

  const { url, servers, stop } = await startNats(folder, { count: 3 })
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return {
    url,
    environment: {
      EVENT_LOG: 'nats',
      NATS_URL: url,
      NATS_ALLOW_OLD: '1',
      NATS_MAX_BYTES: String(maxBytes),
    },
    version: /v(\d\S*)/.exec(stdout)?.[1] ?? '',
    servers,
    stop,
  }
}
