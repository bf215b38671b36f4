/** Which activities nudges may tell. */
import { and, count, eq, gte, lte, ne } from 'drizzle-orm'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/index.ts'
import type { SiteScope } from '#app/domain/scope.ts'

export type ShowableWindow = {
  kind: ActivityKind
  /** How far back the nudge looks. */
  seconds: number
  at: Date
  /** What will have left the window by then is not told. Absent: what is in it now. */
  until?: Date
}

/**
 * Reported by the shop itself, or by a page of it and let through by the owner; no test, not taken
 * back, inside of the window and not in the future.
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

/** What a nudge of `purchases` or `conversions` may say: how many there were in its window. */
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
