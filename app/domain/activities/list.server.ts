/** The activities of a site, newest first. */
import { and, desc, eq, gte, isNotNull, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm'
import type { ActivityKind, ListedState } from '#app/contract/activities.ts'
import { activities } from '#app/db/schema/activities.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { activityColumns, type Activity } from './columns.ts'
import { activityCursor } from './cursor.server.ts'
import { storedIdOf } from './email-fingerprint.server.ts'
import { namedByCaller } from './same-order.server.ts'

export type ActivityPage = {
  activities: Activity[]
  /** Cursor of the next page; null on the last one. */
  nextCursor: string | null
}

type PageWanted = {
  limit: number
  cursor?: string | undefined
  kind?: ActivityKind | undefined
  state?: ListedState | undefined
  /** The caller's, or a connected service's: several accounts can have it. */
  id?: string | undefined
  /** Only what happened at this time or later. */
  from?: Date | undefined
  /** Only what happened before this time. */
  to?: Date | undefined
}

/** @throws Refusal `invalid` at the cursor when it isn't one of ours */
export async function listActivities(
  { db, security: { secrets } }: Services,
  site: SiteScope,
  { limit, cursor, kind, state, id, from, to }: PageWanted,
): Promise<ActivityPage> {
  const after = cursor === undefined ? null : activityCursor.require(cursor)
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({ ...activityColumns, id: activities.id })
      .from(activities)
      .where(
        and(
          inSite(activities, site),
          kind ? eq(activities.kind, kind) : undefined,
          state ? isInState[state] : undefined,
          id === undefined ? undefined : isCalled(storedIdOf(secrets, id)),
          from ? gte(activities.occurredAt, from) : undefined,
          to ? lt(activities.occurredAt, to) : undefined,
          after
            ? sql`(${activities.occurredAt}, ${activities.id}) < (${after.occurredAt.toISOString()}::timestamptz, ${after.id}::bigint)`
            : undefined,
        ),
      )
      .orderBy(desc(activities.occurredAt), desc(activities.id))
      .limit(limit + 1),
  )

  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    activities: page.map(({ id: _id, ...activity }) => activity),
    nextCursor: last ? activityCursor.write(last) : null,
  }
}

/** Decides like `activityState`, except for the look-back periods of nudges. */
const isInState: Record<ListedState, SQL | undefined> = {
  withheld: or(eq(activities.isShowable, false), isNotNull(activities.unlistedAt)),
  hidden: and(eq(activities.isShowable, true), eq(activities.approval, 'hidden')),
  unsigned: and(
    eq(activities.isShowable, true),
    ne(activities.approval, 'hidden'),
    eq(activities.trust, 'unknown'),
  ),
  waiting: or(isProven('quarantined'), and(isProven('approved'), eq(activities.isUnproved, true))),
  approved: and(
    isProven('approved'),
    eq(activities.isUnproved, false),
    isNull(activities.unlistedAt),
  ),
}

/** By its id, or by the number that people know a shop's order by. */
const isCalled = (id: string) => or(eq(activities.externalId, id), eq(activities.orderNumber, id))

function isProven(approval: 'approved' | 'quarantined') {
  return and(
    eq(activities.isShowable, true),
    ne(activities.trust, 'unknown'),
    eq(activities.approval, approval),
  )
}

/** An activity by our id, of any kind unless one is named, or by the caller's. */
export type ActivityName =
  | { uuid: string; kind?: ActivityKind }
  | { externalId: string; kind: ActivityKind }

/** One activity of the site. @throws Refusal `not_found` */
export async function findActivity(
  { db, security: { secrets } }: Services,
  site: SiteScope,
  name: ActivityName,
): Promise<Activity> {
  const { kind } = name
  const [found] = await db.asTeam(site, (tx) =>
    tx
      .select(activityColumns)
      .from(activities)
      .where(
        and(
          inSite(activities, site),
          'uuid' in name
            ? eq(activities.uuid, name.uuid)
            : // A connected shop's number isn't the caller's, unless the caller sent that order.
              namedByCaller([storedIdOf(secrets, name.externalId)]),
          kind ? eq(activities.kind, kind) : undefined,
        ),
      )
      .orderBy(desc(activities.account))
      .limit(1),
  )
  if (found)
    return 'uuid' in name ? found : { ...found, externalId: storedIdOf(secrets, name.externalId) }
  throw new Refusal('not_found', kind === 'review' ? 'Review not found.' : 'Activity not found.')
}
