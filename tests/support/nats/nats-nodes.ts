/** Nodes of a product whose events are logged in NATS, on the world's database. */
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { ensureEventStream } from '#app/clients/nats/event-stream.server.ts'
import { connectNats, type NatsAccount, type NatsLink } from '#app/clients/nats/nats-link.server.ts'
import { openNatsLog } from '#app/clients/nats/nats-log.server.ts'
import { shareStreams } from '#app/domain/events/log/shared-streams.server.ts'
import type { Services } from '#app/services.ts'
import { logFolder, withApplier, type OpenLog } from '../event-log/log-world.ts'
import { expireLeases, faultyPool } from '../event-log/postgres-place.ts'
import { createNotes } from './nats-world.ts'

export type NatsNode = OpenLog & {
  link: NatsLink
  notes: ReturnType<typeof createNotes>
  /** Holds its copies. */
  folder: string
  /** Reaches neither the servers nor the database any more, as when its process was killed, and others see it. */
  kill: () => Promise<void>
}

/** Ended after the test. */
export async function openNatsNode(
  services: Pick<Services, 'pool' | 'log' | 'now' | 'tracing'>,
  account: NatsAccount,
  folder = path.join(logFolder(), 'copies'),
): Promise<NatsNode> {
  const notes = createNotes()
  const link = await connectNats(account, { log: notes })
  onTestFinished(link.close)
  const { pool, faults } = faultyPool(services.pool)
  const log = openNatsLog(
    {
      link,
      stream: await ensureEventStream(link, account),
      share: (onLost) => shareStreams({ pool, now: services.now }, onLost),
      log: notes,
      folder,
    },
    { retryMillis: 0, patienceMillis: 500 },
  )
  const node = withApplier({ ...services, pool }, log)
  return {
    ...node,
    link,
    notes,
    folder,
    async kill() {
      await expireLeases(services, log)
      faults.isDead = true
      await link.close()
    },
  }
}
