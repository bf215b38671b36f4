/** Three NATS servers of Debian's package that replicate streams among each other. */
import { spawnSync } from 'node:child_process'
import { findNatsServer, startNats } from '#tests/support/nats/nats-servers.ts'
import { ensureNatsServer } from '../run/nats-server.js'

export type ClusterNats = {
  /** For NATS_URL. */
  url: string
  version: string
  stop: () => Promise<void>
}

/** @returns null when this machine has no NATS server, and none can be installed */
export async function startNatsServers(folder: string): Promise<ClusterNats | null> {
  await ensureNatsServer()
  const program = findNatsServer()
  if (program === null) return null

  const { url, stop } = await startNats(folder, { count: 3 })
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return { url, version: /v(\d\S*)/.exec(stdout)?.[1] ?? '', stop }
}
