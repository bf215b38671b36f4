/** Filters of the activity list. */
import {
  and,
  desc,
  eq,
  gt,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { containing } from '#app/lib/like-pattern.ts'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { ActivitySource } from '#app/contract/activity-sources.ts'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/index.ts'
import type { ActivityState } from '#app/domain/activities/activity-state.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { searchedRows } from '#app/domain/activities/searched-rows.ts'

export type FeedFilter = {
  state?: ActivityState | undefined
  source?: ActivitySource | undefined
  /** Part of a product title, first name or city, or the shop's full id. */
  text?: string | undefined
}

type Kept = { site: SiteScope; kind: ActivityKind }
type Window = { seconds: number; at: Date }

export async function fitsFilter(
  tx: Queries,
  { state, source, text }: FeedFilter,
  { seconds, at, ...kept }: Kept & Window,
): Promise<SQL | undefined> {
  return and(
    state === undefined ? undefined : isInState(state, { seconds, at }),
    source === undefined ? undefined : eq(activities.source, source),
    text === undefined ? undefined : await holdsText(tx, { ...kept, text }),
  )
}

/** Activities that could be shown if the owner approved them, as the partial index says it. */
export const isWaiting = (): SQL | undefined =>
  and(
    eq(activities.isShowable, true),
    ne(activities.trust, 'unknown'),
    sql`${activities.approval} = 'quarantined'`,
  )

/** Must decide like `activityState`. */
function isInState(state: ActivityState, { seconds, at }: Window): SQL | undefined {
  if (state === 'withheld') return eq(activities.isShowable, false)
  const isShowable = eq(activities.isShowable, true)
  if (state === 'hidden') return and(isShowable, eq(activities.approval, 'hidden'))
  if (state === 'unsigned') {
    return and(isShowable, ne(activities.approval, 'hidden'), eq(activities.trust, 'unknown'))
  }
  if (state === 'waiting') return isWaiting()
  const isProven = and(isShowable, ne(activities.trust, 'unknown'))

  const isApproved = and(isProven, eq(activities.approval, 'approved'))
  if (state === 'unproved') return and(isApproved, eq(activities.isUnproved, true))
  const ofPage = and(isApproved, eq(activities.isUnproved, false))
  if (state === 'unlisted') return and(ofPage, isNotNull(activities.unlistedAt))
  const isListed = and(ofPage, isNull(activities.unlistedAt))
  if (state === 'unreached') return and(isListed, lte(activities.keptUntil, at))
  const isShown = and(isListed, or(isNull(activities.keptUntil), gt(activities.keptUntil, at)))
  const begin = new Date(at.getTime() - seconds * 1000)
  if (state === 'ahead') return and(isShown, gt(activities.occurredAt, at))
  if (state === 'old') return and(isShown, lt(activities.occurredAt, begin))
  return and(isShown, gte(activities.occurredAt, begin), lte(activities.occurredAt, at))
}

/** An exact match of an id or an order's number anywhere, or a text match among the newest rows. */
async function holdsText(
  tx: Queries,
  { site, kind, text }: Kept & { text: string },
): Promise<SQL | undefined> {
  const ofKind = and(inSite(activities, site), eq(activities.kind, kind))
  const named = await tx
    .select({ id: activities.id })
    .from(activities)
    .where(and(ofKind, or(eq(activities.externalId, text), eq(activities.orderNumber, text))))
  if (named.length > 0) {
    return inArray(
      activities.id,
      named.map(({ id }) => id),
    )
  }

  const [oldest] = await tx
    .select({ occurredAt: activities.occurredAt })
    .from(activities)
    .where(ofKind)
    .orderBy(desc(activities.occurredAt), desc(activities.id))
    .offset(searchedRows - 1)
    .limit(1)
  const part = containing(text)
  return and(
    oldest ? gte(activities.occurredAt, oldest.occurredAt) : undefined,
    or(
      ilike(activities.productTitle, part),
      ilike(activities.firstName, part),
      ilike(activities.city, part),
    ),
  )
}
