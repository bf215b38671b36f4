/** Keeps the time partitions: made before they are needed, dropped when they are too old. */
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Services } from '#app/services.ts'
import { dayMillis, dayOf, monthOf } from '#app/lib/time.ts'

/** How far ahead partitions stand ready: more than a weekend without the job. */
const daysAhead = 7

/** Distinct visitors are kept for the month that runs and the one before. */
const visitorMonths = 1

/** @throws the driver's error; what exists already is left as it is */
export async function ensurePartitions(pool: pg.Pool, first: Date, last: Date): Promise<void> {
  await pool.query('select ensure_partitions($1, $2)', [dayOf(first), dayOf(last)])
}

/** Makes those of the coming days, turns the ids and drops what is older than the setting says. */
export async function keepPartitions({ db, pool, now, config }: Services): Promise<void> {
  const at = now()
  await ensurePartitions(pool, at, new Date(at.getTime() + daysAhead * dayMillis))
  await db.system.execute(sql`select turn_event_ids(${at.toISOString()}::timestamptz)`)

  const eventsBefore = dayOf(new Date(at.getTime() - config.rawEventDays * dayMillis))
  const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - visitorMonths, 1))
  await db.system.execute(sql`select drop_partitions(${eventsBefore}, ${monthOf(month)})`)
}

/** PostgreSQL's answer to a row that no partition takes: 23514 without a constraint of ours. */
export function isPartitionMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23514' &&
    error.message.startsWith('no partition of relation')
  )
}
