/** Activities of one kind for the owner: what visitors see, or why they don't see it. */
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { ActivityKind, ReportedState } from '#app/contract/activities.ts'
import type { ActivitySource } from '#app/contract/activity-sources.ts'
import type { ConnectableName } from '#app/contract/integrations.ts'
import type { NudgeLanguage, SiteOptions } from '#app/contract/site-options.ts'
import type { Queries } from '#app/db/db.ts'
import { activities, connections, exclusions, sites } from '#app/db/schema/index.ts'
import type { ListOrder } from '#app/lib/list-order.ts'
import type { Services } from '#app/services.ts'
import { fullOptions } from '#app/contract/site-options.ts'
import { cityKey } from '#app/domain/serving/data/recent-activities.server.ts'
import { wordsOf } from '#app/domain/wording/words-of.ts'
import {
  activityState,
  withheldReason,
  type ActivityState,
  type WithheldReason,
} from '#app/domain/activities/activity-state.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { activityCursor } from '#app/domain/activities/cursor.server.ts'
import { describeExclusion } from '#app/domain/activities/exclusion.ts'
import { fitsFilter, type FeedFilter } from './filter.server.ts'
import { countSameCity, formatActivity } from './activity-text.server.ts'
import { listActivityQueries, activityWindowOf } from './nudges-showing.server.ts'

export type FeedRow = {
  uuid: string
  title: string
  text: string
  state: ActivityState
  /** Description of the exclusion that hides it. */
  rule: string | null
  /** Why it's excluded. Null: it isn't, or no one knows. */
  withheld: WithheldReason | null
  source: ActivitySource
  /** The connected service that delivered it. Null: none did. */
  service: ConnectableName | null
  trust: 'signed' | 'origin' | 'unknown'
  productTitle: string | null
  city: string | null
  country: string | null
  stars: number | null
  occurredAt: Date
  receivedAt: Date
}

export type ActivityFeed = {
  rows: FeedRow[]
  nextCursor: string | null
  isFirst: boolean
  /** Language of the nudges. */
  language: NudgeLanguage
  direction: SiteOptions['direction']
  /** A published nudge shows this kind, with this look-back period. */
  isPublished: boolean
  windowSeconds: number
  /** Activities that only a page reported are approved automatically. */
  preApproves: boolean
  now: Date
}

/** Keys that the list can be sorted by. The index is read in both directions. */
export const feedOrderKeys = ['date'] as const
export type FeedOrder = ListOrder<(typeof feedOrderKeys)[number]>

type FeedWanted = {
  kind: ActivityKind
  filter: FeedFilter
  /** Absent: newest first. */
  order?: FeedOrder
  /** Null, and anything else that isn't one of its cursors: the first page. */
  cursor: string | null
}

export const feedPageSize = 25

const preApproval = {
  purchase: 'preApprovePurchases',
  signup: 'preApproveSignups',
  review: 'preApproveReviews',
} as const

export const feedColumns = {
  id: activities.id,
  uuid: activities.uuid,
  kind: activities.kind,
  source: activities.source,
  /** The connected service that delivered it. Null: none did. */
  service: sql<ConnectableName | null>`(select ${connections.integration} from ${connections}
    where ${connections.id} = ${activities.connectionId})`,
  trust: activities.trust,
  approval: activities.approval,
  isShowable: activities.isShowable,
  sameSaleAs: activities.sameSaleAs,
  isKeptApart: activities.isKeptApart,
  reportedState: activities.state,
  isTest: activities.isTest,
  amountCents: activities.amountCents,
  isUnproved: activities.isUnproved,
  unlistedAt: activities.unlistedAt,
  keptUntil: activities.keptUntil,
  sourceUrl: activities.sourceUrl,
  isVerified: activities.isVerified,
  page: sql<string | null>`(select ${connections.label} from ${connections}
    where ${connections.id} = ${activities.connectionId})`,
  firstName: activities.firstName,
  lastName: activities.lastName,
  city: activities.city,
  cityKey,
  country: activities.country,
  productTitle: activities.productTitle,
  stars: activities.stars,
  body: activities.body,
  occurredAt: activities.occurredAt,
  receivedAt: activities.receivedAt,
  ruleField: exclusions.field,
  ruleValue: exclusions.value,
}

/** Site options that the screens' texts depend on. */
export async function readOptions(tx: Queries, site: SiteScope) {
  const [row] = await tx.select({ options: sites.options }).from(sites).where(inSite(sites, site))
  return fullOptions(row?.options ?? {})
}

/** In pages. */
export function readActivityFeed(
  { db, now }: Services,
  site: SiteScope,
  { kind, filter, order, cursor }: FeedWanted,
): Promise<ActivityFeed> {
  const after = activityCursor.read(cursor)
  const at = now()
  const isNewestFirst = order?.isDescending ?? true
  const direction = isNewestFirst ? desc : asc
  return db.asTeam(site, async (tx) => {
    const options = await readOptions(tx, site)
    const activityWindow = activityWindowOf(await listActivityQueries(tx, site), kind)
    const found = await tx
      .select(feedColumns)
      .from(activities)
      .leftJoin(exclusions, eq(exclusions.id, activities.exclusionId))
      .where(
        and(
          inSite(activities, site),
          eq(activities.kind, kind),
          await fitsFilter(tx, filter, { site, kind, seconds: activityWindow.seconds, at }),
          after
            ? sql`(${activities.occurredAt}, ${activities.id}) ${sql.raw(isNewestFirst ? '<' : '>')} (${after.occurredAt.toISOString()}::timestamptz, ${after.id}::bigint)`
            : undefined,
        ),
      )
      .orderBy(direction(activities.occurredAt), direction(activities.id))
      .limit(feedPageSize + 1)

    const page = found.slice(0, feedPageSize)
    const last = found.length > feedPageSize ? page.at(-1) : undefined
    const sameCity = await countSameCity(tx, site, { kind, rows: page, activityWindow, at })
    const rule = { options, words: wordsOf(options.language) }
    return {
      rows: page.map((row, index) => ({
        ...feedRow(row, activityWindow.seconds, at),
        ...formatActivity(row, sameCity[index] ?? 0, rule),
      })),
      nextCursor: last ? activityCursor.write(last) : null,
      isFirst: after === null,
      language: options.language,
      direction: options.direction,
      isPublished: activityWindow.isPublished,
      windowSeconds: activityWindow.seconds,
      preApproves: options[preApproval[kind]],
      now: at,
    }
  })
}

type StoredRow = Omit<FeedRow, 'title' | 'text' | 'state' | 'rule' | 'withheld'> &
  Parameters<typeof activityState>[0] & {
    kind: ActivityKind
    reportedState: ReportedState | null
    isTest: boolean | null
    amountCents: number | null
    sameSaleAs: number | null
    ruleField: Parameters<typeof describeExclusion>[0]['field'] | null
    ruleValue: string | null
  }

/** Everything except the text. */
export function feedRow(
  row: StoredRow,
  windowSeconds: number,
  at: Date,
): Omit<FeedRow, 'title' | 'text'> {
  const { uuid, source, service, trust, productTitle, city, country, stars } = row
  const { occurredAt, receivedAt, ruleField, ruleValue } = row
  const rule =
    ruleField === null || ruleValue === null
      ? null
      : describeExclusion({ field: ruleField, value: ruleValue })
  return {
    uuid,
    source,
    service,
    trust,
    productTitle,
    city,
    country,
    stars,
    occurredAt,
    receivedAt,
    rule,
    withheld: withheldReason({ ...row, state: row.reportedState }),
    state: activityState(row, windowSeconds, at),
  }
}
