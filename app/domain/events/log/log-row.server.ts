/**
 * The row of a log itself, by which days wait for streams that have none yet: a process may die before
 * anything of its stream is applied.
 */
import { minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { EventLog } from './event-log.ts'
import { moveLog } from './stream-cursors.server.ts'

export type LogRow = {
  /** Days wait for streams from their row on, and for the log's row until then. At most once a minute. */
  noteStreams: () => Promise<void>
  /** No day waits for a log without a process when all its streams have their rows. */
  end: () => Promise<void>
}

export function createLogRow(
  { pool, now, log: notes }: Pick<Services, 'pool' | 'now' | 'log'>,
  log: Pick<EventLog, 'id' | 'streams'>,
): LogRow {
  let notedAt: number | null = null
  return {
    async noteStreams() {
      const at = now()
      if (notedAt !== null && at.getTime() - notedAt < minuteMillis) return
      // Events that were received meanwhile may be in a stream that begins just now.
      const until = new Date(at.getTime() - minuteMillis)
      await moveLog(pool, { id: log.id, streams: log.streams() }, { until, endedAt: null })
      notedAt = at.getTime()
    },
    async end() {
      try {
        const at = now()
        await moveLog(pool, { id: log.id, streams: log.streams() }, { until: at, endedAt: at })
      } catch (error) {
        notes.warn({ err: error }, 'days wait until the log of events is opened again')
      }
    },
  }
}
