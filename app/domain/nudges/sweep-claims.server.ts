/** Removes claims that nothing refers to any more. */
import { sql } from 'drizzle-orm'
import type { Config } from '#app/config.server.ts'
import type { Services } from '#app/services.ts'
import { claimDays } from '#app/contract/claims.ts'
import { dayMillis } from '#app/lib/time.ts'

/** Small batches, so that nothing else waits for long. */
const batch = 1_000

/** How long a claim is kept after its last use. */
export const keptClaimDays = ({ rawEventDays }: Pick<Config, 'rawEventDays'>): number =>
  rawEventDays + claimDays + 1

/**
 * Claims are kept as long as single events (`RAW_EVENT_DAYS`), counted from the last event that can
 * refer to them: events are refused from `claimDays` after a claim was last used. Plus one day,
 * because events are dropped in whole days. Claims in current payloads were used within the last
 * day.
 *
 * @returns how many were removed
 */
export async function sweepClaims({ db, now, config }: Services): Promise<number> {
  const limit = new Date(now().getTime() - keptClaimDays(config) * dayMillis).toISOString()
  for (let removed = 0; ;) {
    // A claim that is being used now is locked, or has a newer date after the lock is released.
    const { rowCount } = await db.system.execute(sql`
      with old as materialized (
        select id from claims where told_at < ${limit}::timestamptz
        order by told_at limit ${batch} for update skip locked)
      delete from claims
      where told_at < ${limit}::timestamptz and id in (select id from old)`)
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < batch) return removed
  }
}
