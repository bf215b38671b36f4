/** Single activities that a nudge can show, with the facts that its text needs. */
import { and, countDistinct, desc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { ActivitySource } from '#app/contract/activity-sources.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import type { PixelItem } from '#app/contract/pixel.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/index.ts'
import { whereShowable } from './showable.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { hasPlace, initialOf, type PersonFacts } from '#app/domain/wording/person.ts'
import { webAddress } from '#app/lib/web/web-address.ts'

export type RecentActivity = PersonFacts & {
  id: number
  source: ActivitySource
  productTitle: string | null
  productUrl: string | null
  productImage: string | null
  /** For a review. */
  stars: number | null
  body: string | null
  occurredAt: Date
}

/** What the list depends on: the nudge's query, the site's options, and the time. */
export type ActivityView = {
  kind: ActivityKind
  query: Pick<NudgeQuery, 'ago' | 'listSize' | 'integration'>
  options: Pick<SiteOptions, 'conversion' | 'showVisitorsWithLocationOnly'>
  at: Date
  /** Skips reviews with fewer stars. */
  minStars?: number
  /** Skips reviews without text. */
  requiresText?: boolean
}

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
    query.integration === null ? undefined : eq(activities.source, query.integration),
  )

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
      occurredAt: activities.occurredAt,
    })
    .from(activities)
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

/** Everything that the pixel shows except the text, and when the activity expires. */
export function itemDetails(
  { occurredAt, productImage, productUrl, ...person }: RecentActivity,
  { query, options }: Pick<ActivityView, 'query' | 'options'>,
): Pick<PixelItem, 'at' | 'until' | 'image' | 'initial' | 'url'> {
  const image = webAddress(productImage)
  const initial = initialOf(person, options.conversion)
  const url = webAddress(productUrl)
  const at = Math.floor(occurredAt.getTime() / 1000)
  return {
    at,
    until: at + query.ago,
    ...(image === undefined ? {} : { image }),
    ...(image !== undefined || initial === undefined ? {} : { initial }),
    ...(url === undefined ? {} : { url }),
  }
}

/**
 * Counts people as far as they can be told apart, so that one person's orders don't make a city
 * look shared.
 */
const oneOf = sql`coalesce(${activities.emailHash}, lower(${activities.firstName}), ${activities.externalId})`

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
