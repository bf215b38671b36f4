/** Until when the sums that screens show have every event, when that isn't nearly now. */
import { and, sql } from 'drizzle-orm'
import { eventStreams } from '#app/db/schema/events.ts'
import { minuteMillis, secondMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { isOpen } from './stream-cursors.server.ts'

/** Screens show a notice when sums are older than this. */
const shownMillis = 5 * secondMillis

/** Running processes move the rows of idle logs and streams each minute, so an older one has ended or hangs. */
const movedMillis = 3 * minuteMillis

/** @returns null when nothing waits for long, and without a log */
export async function readCountedUntil({
  config,
  db,
  now,
}: Pick<Services, 'config' | 'db' | 'now'>): Promise<Date | null> {
  if (config.eventLog === 'off') return null
  const at = now()
  const { countedUntil, waitingSince } = eventStreams
  const unmoved = new Date(at.getTime() - movedMillis)
  const [row] = await db.system
    .select({
      until: sql<Date | null>`min(least(${waitingSince},
        case when ${countedUntil} < ${unmoved} then ${countedUntil} end))`.mapWith(countedUntil),
    })
    .from(eventStreams)
    .where(and(isOpen(at)))
  const until = row?.until ?? null
  return until !== null && at.getTime() - until.getTime() > shownMillis ? until : null
}
