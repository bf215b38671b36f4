/**
 * Counts activities within a time frame: for the whole site, and by product page.
 *
 * A busy site's payload is compiled every second, and counting is the slowest part, so counts are
 * cached for some seconds. New activities only make a cached count too low. As soon as a counted
 * activity is refunded, changed or erased, the cached count is dropped.
 */
import {
  and,
  count,
  countDistinct,
  desc,
  eq,
  inArray,
  isNotNull,
  lte,
  ne,
  sql,
  sum,
} from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import type { CountView } from '#app/domain/activities/count-view.ts'
import { isOfOneProduct, pageOn } from '#app/domain/activities/product-path.ts'
import { sourcesWhere } from '#app/domain/activities/sources.ts'
import { createTtlCache } from '#app/lib/cache/ttl-cache.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type {
  CountedRating,
  PathTotals,
  ProductsAsked,
} from '#app/domain/nudges/types/kit/nudge-data.ts'
import { isInView } from './recent-activities.server.ts'

const cacheMillis = 5_000
const maxCached = 5_000

const cache = { ttlMillis: cacheMillis, maxEntries: maxCached }
const totals = createTtlCache<Total>(cache)
const totalsByPath = createTtlCache<PathTotals>(cache)
const coverages = createTtlCache<boolean>(cache)
const ratings = createTtlCache<CountedRating | null>(cache)

const keyOf = (
  { siteUuid }: SiteScope,
  { kind, query, until, withdrawals }: CountView,
  ...more: (string | number)[]
) => [siteUuid, kind, query.ago, query.integration, until.getTime(), withdrawals, ...more].join(' ')

/** `isFromFile`: some of the counted activities were imported. */
type Total = { total: number; isFromFile: boolean }

const fileSources = sourcesWhere(({ isFromFile }) => isFromFile)
const isFromFile = sql<boolean | null>`bool_or(${inArray(activities.source, fileSources)})`

/**
 * Orders, or people as far as email addresses identify them. Without an address each report counts.
 */
export const countDistinctly = async (
  tx: Queries,
  site: SiteScope,
  view: CountView,
): Promise<number> => (await totalOf(tx, site, view)).total

/** Whether some of the counted activities were imported. */
export const restsOnFile = async (
  tx: Queries,
  site: SiteScope,
  view: CountView,
): Promise<boolean> => (await totalOf(tx, site, view)).isFromFile

const totalOf = (tx: Queries, site: SiteScope, view: CountView): Promise<Total> =>
  totals.getOrRead(keyOf(site, view), view.at, () => readTotal(tx, site, view))

async function readTotal(tx: Queries, site: SiteScope, view: CountView): Promise<Total> {
  const oneOf =
    view.kind === 'purchase'
      ? sql`${activities.id}`
      : sql`coalesce('address ' || ${activities.emailHash}, 'id ' || ${activities.id}::text)`
  const [row] = await tx
    .select({ total: countDistinct(oneOf), isFromFile })
    .from(activities)
    .where(isInView(site, view))
  return { total: row?.total ?? 0, isFromFile: row?.isFromFile ?? false }
}

/** Product URLs read, most ordered first. Variants of a product share its path. */
const maxAddresses = 500
const maxPaths = 50

/** Orders by path of the product page on this site, most ordered first. */
export const countByPath = (
  tx: Queries,
  site: SiteScope,
  asked: ProductsAsked,
): Promise<PathTotals> =>
  totalsByPath.getOrRead(
    keyOf(site, asked.view, asked.siteName, asked.minimum),
    asked.view.at,
    () => readPaths(tx, site, asked),
  )

const latestTitle = sql<
  string | null
>`(array_agg(${activities.productTitle} order by ${activities.occurredAt} desc, ${activities.id} desc)
  filter (where ${activities.productTitle} is not null))[1]`

async function readPaths(
  tx: Queries,
  site: SiteScope,
  { view, siteName, minimum }: ProductsAsked,
): Promise<PathTotals> {
  const rows = await tx
    .select({ address: activities.productUrl, total: count(), isFromFile, title: latestTitle })
    .from(activities)
    .where(and(isInView(site, view), isNotNull(activities.productUrl)))
    .groupBy(activities.productUrl)
    .orderBy(desc(count()), activities.productUrl)
    .limit(maxAddresses)

  const found = new Map<string, number>()
  const shared = new Set<string>()
  const titles = new Map<string, string>()
  for (const { address, total, title } of rows) {
    const page = pageOn(siteName, address)
    if (!page) continue
    if (title !== null && !titles.has(page.pathname)) titles.set(page.pathname, title)
    found.set(page.pathname, (found.get(page.pathname) ?? 0) + total)
    if (!isOfOneProduct(page)) shared.add(page.pathname)
  }
  for (const path of shared) found.delete(path)
  const productRows = [...found]
    .filter(([, total]) => total >= minimum)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxPaths)
  return {
    totals: Object.fromEntries(productRows),
    titles: Object.fromEntries(
      [...titles].filter(([path]) => productRows.some(([shown]) => shown === path)),
    ),
    isFromFile: rows.some((row) => row.isFromFile === true),
  }
}

/**
 * Whether the shop's data covers the whole time frame: a count for "7 days" from three days of data
 * would be too low.
 */
export const isCovered = (tx: Queries, site: SiteScope, view: CountView): Promise<boolean> =>
  coverages.getOrRead(keyOf(site, view), view.at, () => readCoverage(tx, site, view))

async function readCoverage(tx: Queries, site: SiteScope, view: CountView): Promise<boolean> {
  const begin = new Date(view.at.getTime() - view.query.ago * 1000)
  const [older] = await tx
    .select({ id: activities.id })
    .from(activities)
    .where(
      and(
        inSite(activities, site),
        eq(activities.kind, view.kind),
        ne(activities.trust, 'unknown'),
        lte(activities.occurredAt, begin),
      ),
    )
    .limit(1)
  return older !== undefined
}

/** All reviews in the time frame, with any rating. Null when there are none. */
export const rate = (
  tx: Queries,
  site: SiteScope,
  view: CountView,
): Promise<CountedRating | null> =>
  ratings.getOrRead(keyOf(site, view), view.at, () => readRating(tx, site, view))

async function readRating(
  tx: Queries,
  site: SiteScope,
  view: CountView,
): Promise<CountedRating | null> {
  const [row] = await tx
    .select({
      stars: sum(activities.stars).mapWith(Number),
      total: count(activities.stars),
      isFromFile,
    })
    .from(activities)
    .where(isInView(site, view))
  if (!row || row.total === 0) return null
  // In integers, because 4.35 × 10 isn't exactly 43.5 in floating point.
  const average = Math.floor((row.stars * 10) / row.total) / 10
  return { average, total: row.total, isFromFile: row.isFromFile ?? false }
}
