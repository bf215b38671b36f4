/** Connects to NATS and opens the log of events there. */
import path from 'node:path'
import type { EventLog } from '#app/domain/events/log/event-log.ts'
import type { ShareStreams } from '#app/domain/events/log/shared-streams.ts'
import type { Log } from '#app/lib/log.server.ts'
import { ensureEventStream } from './event-stream.server.ts'
import { connectNats, type NatsAccount } from './nats-link.server.ts'
import { openNatsLog } from './nats-log.server.ts'

export type OpenNats = {
  openLog: (share: ShareStreams) => EventLog
  /** After the log. */
  close: () => Promise<void>
}

/** @throws ConfigError when no server answers, or none that may be used */
export async function openNats(
  account: NatsAccount,
  { log, dataDir }: { log: Pick<Log, 'info' | 'warn' | 'error'>; dataDir: string },
): Promise<OpenNats> {
  const link = await connectNats(account, { log })
  try {
    const stream = await ensureEventStream(link, account)
    return {
      openLog: (share) =>
        openNatsLog({ link, stream, share, log, folder: path.join(dataDir, 'event-log-nats') }),
      close: link.close,
    }
  } catch (error) {
    await link.close()
    throw error
  }
}
