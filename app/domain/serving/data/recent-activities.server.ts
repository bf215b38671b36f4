/** Which activities nudges can show, and the facts that the text of a single one needs. */
import {
  and,
  countDistinct,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import type { Queries } from '#app/db/db.ts'
import type { QuerySource } from '#app/contract/activity-sources.ts'
import { activities } from '#app/db/schema/activities.ts'
import { connections } from '#app/db/schema/connections.ts'
import type { ActivityView, RecentActivity } from '#app/domain/activities/item-details.ts'
import { storedAs } from '#app/domain/activities/sources.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { hasPlace } from '#app/domain/wording/person.ts'

type ShowableWindow = {
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
export const whereShowable = (site: SiteScope, { kind, ...window }: ShowableWindow) =>
  and(whereAnyShowable(site, window), eq(activities.kind, kind))

/** As `whereShowable`, for all kinds. */
export const whereAnyShowable = (
  site: SiteScope,
  { seconds, at, until = at }: Omit<ShowableWindow, 'kind'>,
) =>
  and(
    inSite(activities, site),
    ne(activities.trust, 'unknown'),
    eq(activities.approval, 'approved'),
    eq(activities.isShowable, true),
    isListed(until),
    gte(activities.occurredAt, new Date(until.getTime() - seconds * 1000)),
    lte(activities.occurredAt, at),
  )

/** Reviews of a page that is the site's, and that their source still lists. Others are always so. */
const isListed = (until: Date) =>
  and(
    eq(activities.isUnproved, false),
    isNull(activities.unlistedAt),
    or(isNull(activities.keptUntil), gt(activities.keptUntil, until)),
  )

/** Within the look-back period and from the chosen source. */
export const isInView = (
  site: SiteScope,
  {
    kind,
    query,
    ...moment
  }: Pick<ActivityView, 'kind' | 'at'> & {
    query: Pick<NudgeQuery, 'ago' | 'integration'>
    until?: Date
  },
) =>
  and(
    whereShowable(site, { kind, seconds: query.ago, ...moment }),
    query.integration === null ? undefined : isOfSource(site, query.integration),
  )

/**
 * A service's activities are those its connections delivered, including ended connections, and the orders
 * that were paid through it.
 */
function isOfSource(site: SiteScope, name: QuerySource) {
  const { source, service } = storedAs(name)
  if (service === null) return eq(activities.source, source)
  const delivering = sql`(select ${connections.id} from ${connections}
    where ${inSite(connections, site)} and ${eq(connections.integration, service)})`
  const isPaidThrough = sql`exists (select from ${activities} as payment
    where payment.same_sale_as = ${activities.id} and payment.connection_id in ${delivering})`
  const isDelivered = or(inArray(activities.connectionId, delivering), isPaidThrough)
  return and(eq(activities.source, source), isDelivered)
}

/** Distinguishes cities. */
export const cityKey = sql<string | null>`lower(trim(${activities.city}))`

/** Newest first, up to `listSize`. */
export async function listRecentActivities(
  tx: Queries,
  site: SiteScope,
  view: ActivityView,
): Promise<RecentActivity[]> {
  const { minStars, requiresText = false, options } = view
  const rows = await tx
    .select({
      id: activities.id,
      source: activities.source,
      firstName: activities.firstName,
      lastName: activities.lastName,
      city: activities.city,
      cityKey,
      country: activities.country,
      productTitle: activities.productTitle,
      productUrl: activities.productUrl,
      productImage: activities.productImage,
      stars: activities.stars,
      body: activities.body,
      language: activities.language,
      occurredAt: activities.occurredAt,
      sourceUrl: activities.sourceUrl,
      isVerified: activities.isVerified,
      keptUntil: activities.keptUntil,
      service: connections.integration,
      page: connections.label,
    })
    .from(activities)
    .leftJoin(connections, eq(connections.id, activities.connectionId))
    .where(
      and(
        isInView(site, view),
        minStars === undefined ? undefined : gte(activities.stars, minStars),
        requiresText ? isNotNull(activities.body) : undefined,
        options.showVisitorsWithLocationOnly
          ? sql`(${activities.country} is not null or ${activities.city} is not null)`
          : undefined,
      ),
    )
    .orderBy(desc(activities.occurredAt), desc(activities.id))
    .limit(view.query.listSize)

  const keys = rows.flatMap((row) => row.cityKey ?? [])
  const needsCities = options.conversion.location || options.showVisitorsWithLocationOnly
  const totals = await countByCity(tx, site, { view, keys: needsCities ? keys : [] })
  const single = rows.map(({ cityKey: key, ...row }) => ({
    ...row,
    sameCity: (key !== null && totals.get(placeKey(key, row.country))) || 0,
  }))
  return options.showVisitorsWithLocationOnly ? single.filter(hasPlace) : single
}

/**
 * Counts people as far as they can be distinguished, so one person's orders don't make a city look
 * shared.
 */
const oneOf = sql`coalesce(${activities.emailHash}, lower(${activities.firstName}), ${activities.id}::text)`

/** By `placeKey`: cities with the same name in two countries are different places. */
export async function countByCity(
  tx: Queries,
  site: SiteScope,
  { view, keys }: { view: Pick<ActivityView, 'kind' | 'query' | 'at'>; keys: string[] },
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const rows = await tx
    .select({ cityKey, country: activities.country, total: countDistinct(oneOf) })
    .from(activities)
    .where(and(isInView(site, view), inArray(cityKey, [...new Set(keys)])))
    .groupBy(cityKey, activities.country)
  return new Map(rows.map((row) => [placeKey(row.cityKey ?? '', row.country), row.total]))
}

export const placeKey = (city: string, country: string | null) => `${country ?? ''} ${city}`
