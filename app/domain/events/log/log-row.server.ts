/**
 * The row of a log itself. By it, days wait for streams that have no row yet, since a process may die before
 * anything of its stream is applied, and screens show until when events are counted.
 */
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import type { EventLog } from './event-log.ts'
import { moveLog, registerLog, writeWaiting } from './stream-cursors.server.ts'

/** A busy node applies within a second, so what waits for longer is worth a row. Screens show five seconds. */
const lateMillis = 3 * secondMillis

export type LogRow = {
  /** Whether the log's events are for this database. @throws the driver's error, LogUnavailable */
  open: () => Promise<boolean>
  /** Days wait for streams from their row on, and for the log's row until then. At most once a minute. */
  noteStreams: () => Promise<void>
  /**
   * Writes since when the oldest event waits, once that is seconds ago, and when none does any more.
   *
   * @param since in milliseconds since 1970; null: nothing waits
   */
  noteLag: (since: number | null) => Promise<void>
  /** No day waits for a log without a process when all its streams have their rows. */
  end: () => Promise<void>
}

export function createLogRow(
  { pool, now, log: notes }: Pick<Services, 'pool' | 'now' | 'log'>,
  log: Pick<EventLog, 'identify' | 'streams'>,
): LogRow {
  let notedAt: number | null = null
  /** As the database has it. Undefined: as a process before this one left it. */
  let waiting: number | null | undefined
  let isWriting = false
  async function move(to: { until: Date; endedAt: Date | null }): Promise<void> {
    const { node } = await log.identify()
    await moveLog(pool, { id: node, streams: log.streams() }, to)
  }
  return {
    async open() {
      const identity = await log.identify()
      const isOurs = await registerLog(pool, identity, now())
      if (!isOurs) {
        notes.error(
          { log: identity.id },
          'the log of events is of another database, so no event is taken',
        )
      }
      return isOurs
    },
    async noteLag(since) {
      const isLate = since !== null && now().getTime() - since > lateMillis
      const wanted = isLate ? since : null
      if (isWriting || wanted === waiting) return
      isWriting = true
      try {
        const { node } = await log.identify()
        await writeWaiting(pool, node, wanted === null ? null : new Date(wanted))
        waiting = wanted
      } catch {
        // A database that is away is reported by what applies, and written to a second later.
      } finally {
        isWriting = false
      }
    },
    async noteStreams() {
      const at = now()
      if (notedAt !== null && at.getTime() - notedAt < minuteMillis) return
      // Events that were received meanwhile may be in a stream that begins just now.
      const until = new Date(at.getTime() - minuteMillis)
      await move({ until, endedAt: null })
      notedAt = at.getTime()
    },
    async end() {
      try {
        const at = now()
        await move({ until: at, endedAt: at })
      } catch (error) {
        notes.warn({ err: error }, 'days wait until the log of events is opened again')
      }
    },
  }
}
