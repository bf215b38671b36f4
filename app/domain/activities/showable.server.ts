/** Which activities nudges can show. */
import { and, count, eq, gte, lte, ne } from 'drizzle-orm'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/index.ts'
import type { SiteScope } from '#app/domain/scope.ts'

export type ShowableWindow = {
  kind: ActivityKind
  /** The nudge's look-back period. */
  seconds: number
  at: Date
  /** Excludes activities that will be too old by then. Absent: now. */
  until?: Date
}

/**
 * Reported by the shop, or by a page and approved; not a test, not refunded, within the time frame
 * and not in the future.
 */
export const whereShowable = (site: SiteScope, { kind, seconds, at, until = at }: ShowableWindow) =>
  and(
    eq(activities.teamId, site.teamId),
    eq(activities.siteId, site.siteId),
    eq(activities.kind, kind),
    ne(activities.trust, 'unknown'),
    eq(activities.approval, 'approved'),
    eq(activities.isShowable, true),
    gte(activities.occurredAt, new Date(until.getTime() - seconds * 1000)),
    lte(activities.occurredAt, at),
  )

/** The count that `purchases` or `conversions` show: all activities in their time frame. */
export async function countShowable(
  tx: Queries,
  site: SiteScope,
  window: ShowableWindow,
): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(activities)
    .where(whereShowable(site, window))
  return row?.total ?? 0
}
