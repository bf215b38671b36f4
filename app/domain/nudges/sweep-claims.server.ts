/** Removes claims that nothing points to any more. */
import { sql } from 'drizzle-orm'
import type { Services } from '#app/services.ts'
import { claimDays } from '#app/contract/claims.ts'
import { dayMillis } from '#app/lib/time.ts'

/** So many at once that nobody waits for long. */
const batch = 1_000

/**
 * A claim is kept for as long as single events are (`RAW_EVENT_DAYS`), counted from the last event that
 * can point to it: none is taken later than `claimDays` after the claim was told. One more day, since
 * events leave by whole days. What a payload still tells was told within the last day.
 *
 * @returns how many were removed
 */
export async function sweepClaims({ db, now, config }: Services): Promise<number> {
  const days = config.rawEventDays + claimDays + 1
  const limit = new Date(now().getTime() - days * dayMillis).toISOString()
  for (let removed = 0; ;) {
    // A claim that is told again just now is locked, or newer once its lock is gone.
    const { rowCount } = await db.system.execute(sql`
      delete from claims
      where told_at < ${limit}::timestamptz and id in (
        select id from claims where told_at < ${limit}::timestamptz
        order by told_at limit ${batch} for update skip locked)`)
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < batch) return removed
  }
}
