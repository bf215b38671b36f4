/**
 * How many activities there were in a window: of the whole site, and by the page of the product.
 *
 * A busy site's payload is made anew each second, and to count takes longest: what was counted is kept
 * for some seconds. Further activities only make it too small. Once one that could be told was taken
 * back, changed or erased it is not used any more.
 */
import { and, count, countDistinct, desc, eq, isNotNull, lte, ne, sql, sum } from 'drizzle-orm'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { NudgeQuery } from '#app/contract/nudges.ts'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/index.ts'
import { createTtlCache } from '#app/lib/cache/ttl-cache.ts'
import { countExpiry } from '#app/contract/count-expiry.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { AverageRating } from '#app/domain/wording/review.ts'
import { isInView } from './recent-activities.server.ts'

export type CountView = {
  kind: ActivityKind
  query: Pick<NudgeQuery, 'ago' | 'integration'>
  at: Date
  /** Until when the number is told; of the facts only those count that are in the window till then. */
  until: Date
  /** See `sites.withdrawals`. */
  withdrawals: number
}

export const viewOf = (
  { query, at, withdrawals }: Pick<CountView, 'query' | 'at' | 'withdrawals'>,
  kind: ActivityKind,
): CountView => ({ kind, query, at, until: countExpiry(query.ago, at), withdrawals })

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

/** `isFromFile`: some of what is counted was taken in from a file. */
type Total = { total: number; isFromFile: boolean }
export type PathTotals = { totals: Record<string, number>; isFromFile: boolean }
export type CountedRating = AverageRating & { isFromFile: boolean }

const isFromFile = sql<boolean | null>`bool_or(${activities.source} = 'import')`

/** Orders, or people as far as their addresses tell them apart: who gave none counts by the report. */
export const countDistinctly = async (
  tx: Queries,
  site: SiteScope,
  view: CountView,
): Promise<number> => (await totalOf(tx, site, view)).total

/** Whether some of what is counted so was taken in from a file. */
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
      ? activities.externalId
      : sql`coalesce('address ' || ${activities.emailHash}, 'id ' || ${activities.externalId})`
  const [row] = await tx
    .select({ total: countDistinct(oneOf), isFromFile })
    .from(activities)
    .where(isInView(site, view))
  return { total: row?.total ?? 0, isFromFile: row?.isFromFile ?? false }
}

/** Addresses read, most ordered first; variants of a page share its path. */
const maxAddresses = 500
const maxPaths = 50

/** Orders by the path of the product's page on the site itself, the most ordered ones. */
export const countByPath = (tx: Queries, site: SiteScope, asked: PathsAsked): Promise<PathTotals> =>
  totalsByPath.getOrRead(
    keyOf(site, asked.view, asked.siteName, asked.minimum),
    asked.view.at,
    () => readPaths(tx, site, asked),
  )

type PathsAsked = { view: CountView; siteName: string; minimum: number }

async function readPaths(
  tx: Queries,
  site: SiteScope,
  { view, siteName, minimum }: PathsAsked,
): Promise<PathTotals> {
  const rows = await tx
    .select({ address: activities.productUrl, total: count(), isFromFile })
    .from(activities)
    .where(and(isInView(site, view), isNotNull(activities.productUrl)))
    .groupBy(activities.productUrl)
    .orderBy(desc(count()), activities.productUrl)
    .limit(maxAddresses)

  const found = new Map<string, number>()
  const shared = new Set<string>()
  for (const { address, total } of rows) {
    const page = pageOn(siteName, address)
    if (!page) continue
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
    isFromFile: rows.some((row) => row.isFromFile === true),
  }
}

/** Null for pages of other hosts. */
function pageOn(siteName: string, address: string | null): URL | null {
  if (address === null || !URL.canParse(address)) return null
  const page = new URL(address)
  return bareHost(page.host) === bareHost(siteName) ? page : null
}

/** The path of the product's own page on the site, as far as no other product shares it. */
export function productPath(siteName: string, address: string | null): string | undefined {
  const page = pageOn(siteName, address)
  return page && isOfOneProduct(page) ? page.pathname : undefined
}

/** What may stand in a query without naming another product. */
const harmless = /^(?:variant|utm_\w+|gclid|fbclid|srsltid|ref)$/

/**
 * Shops that name the product in the query (`?product_id=7`) have one path for all of them, and the
 * pixel never tells a query: such a path has no count of its own.
 */
const isOfOneProduct = ({ pathname, searchParams }: URL) =>
  pathname !== '/' && [...searchParams.keys()].every((name) => harmless.test(name))

const bareHost = (host: string) => host.replace(/^www\./, '')

/**
 * Whether the shop's data reach back to the window's beginning: a count of "7 days" from three days of
 * data would be told as less than it was.
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
        eq(activities.teamId, site.teamId),
        eq(activities.siteId, site.siteId),
        eq(activities.kind, view.kind),
        ne(activities.trust, 'unknown'),
        lte(activities.occurredAt, begin),
      ),
    )
    .limit(1)
  return older !== undefined
}

/** All reviews of the window, whatever they say; null when there is none. */
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
  // In whole numbers: 4.35 × 10 is 43.5 only on paper.
  const average = Math.floor((row.stars * 10) / row.total) / 10
  return { average, total: row.total, isFromFile: row.isFromFile ?? false }
}
