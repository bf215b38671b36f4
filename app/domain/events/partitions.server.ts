/** Creates time partitions before they are needed, and drops old ones. */
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Services } from '#app/services.ts'
import { dayMillis, dayOf, monthOf } from '#app/lib/time.ts'

/** How many days ahead partitions exist: enough to survive a weekend without the job. */
const daysAhead = 7

/** Unique visitors are kept for the current month and the one before. */
const visitorMonths = 1

/** Doesn't change existing partitions. @throws the driver's error */
export async function ensurePartitions(pool: pg.Pool, first: Date, last: Date): Promise<void> {
  await pool.query('select ensure_partitions($1, $2)', [dayOf(first), dayOf(last)])
}

/**
 * Creates the partitions of the coming days, rotates the id tables and drops what is older than
 * configured.
 */
export async function keepPartitions({ db, pool, now, config }: Services): Promise<void> {
  const at = now()
  await ensurePartitions(pool, at, new Date(at.getTime() + daysAhead * dayMillis))
  await db.system.execute(sql`select turn_event_ids(${at.toISOString()}::timestamptz)`)

  const eventsBefore = dayOf(new Date(at.getTime() - config.rawEventDays * dayMillis))
  const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - visitorMonths, 1))
  await db.system.execute(sql`select drop_partitions(${eventsBefore}, ${monthOf(month)})`)
}

/** PostgreSQL's error for a row without a partition: 23514 without one of our constraints. */
export function isPartitionMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23514' &&
    error.message.startsWith('no partition of relation')
  )
}
