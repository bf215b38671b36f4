/**
 * How many unique visitors a site and its pages had within up to a day, from stored visits. Cached
 * for a minute, because reading a busy site's day takes long and its payload changes often.
 *
 * Counts are lower bounds, as in counts.server.ts: if the time frame spans midnight (UTC), the
 * larger day counts, and visitors who leave the time frame before the count expires are excluded.
 * Bots and other hosts' pages never count.
 */
import { sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { pixelEvents } from '#app/db/schema/events.ts'
import { createTtlCache } from '#app/lib/cache/ttl-cache.ts'
import type { WindowAsked, WindowCounts } from '#app/domain/nudges/types/kit/nudge-data.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { countExpiry } from '#app/contract/count-expiry.ts'

const cacheMillis = 60_000
const maxSites = 5_000
const mostPages = 20
/** A page with a single visitor has only the viewer. */
const leastVisitors = 2

const memory = createTtlCache<WindowCounts>({ ttlMillis: cacheMillis, maxEntries: maxSites })

/** Includes the viewer, see live-counts.ts. */
export function countWindow(
  tx: Queries,
  site: SiteScope,
  { seconds, at }: WindowAsked,
): Promise<WindowCounts> {
  const until = countExpiry(seconds, at)
  const key = `${site.siteUuid} ${String(seconds)} ${String(until.getTime())}`
  return memory.getOrRead(key, at, () => readWindow(tx, site, { seconds, at, until }))
}

type Row = { page: string | null; total: number }

/**
 * A visitor who consents while a page is open has two keys (visitor-key.server.ts). The larger kind
 * of key counts, because the two can't be matched.
 */
const people = sql`greatest(
  count(distinct visitor) filter (where get_byte(visitor, 0) % 2 = 0),
  count(distinct visitor) filter (where get_byte(visitor, 0) % 2 = 1)
)::int`

async function readWindow(
  tx: Queries,
  site: SiteScope,
  { seconds, at, until }: WindowAsked & { until: Date },
): Promise<WindowCounts> {
  const from = new Date(until.getTime() - seconds * 1000)
  const { rows } = await tx.execute<Row>(sql`
    with seen as materialized (
      select page, visitor, (received_at at time zone 'UTC')::date as day
      from pixel_events
      where ${inSite(pixelEvents, site)}
        and received_at > ${from.toISOString()}::timestamptz
        and received_at <= ${at.toISOString()}::timestamptz
        and type = 'visit' and outcome in ('accepted', 'over_limit')
    ),
    daily as (
      select page, ${people} as total from seen group by page, day
    ),
    pages as (
      select page, max(total) as total from daily group by page
      having max(total) >= ${leastVisitors}
      order by max(total) desc, page
      limit ${mostPages}
    )
    select null as page, coalesce(max(total), 0) as total
    from (select ${people} as total from seen group by day) as site
    union all
    select page, total from pages`)

  const pages = rows.flatMap(({ page, total }) => (page === null ? [] : [[page, total] as const]))
  return {
    visitors: rows.find(({ page }) => page === null)?.total ?? 0,
    pages: Object.fromEntries(pages),
    until,
  }
}
