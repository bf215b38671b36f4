/**
 * How many different visitors a site and its pages had in a window of at most a day, counted from the
 * stored visits. Kept for a minute: a busy site's day is long to read, and its payload changes often.
 *
 * Counts are floors, as in counts.server.ts: of a window that reaches over midnight (UTC) the larger
 * day is told, and whoever will have left the window while it is told is not counted. Bots and what
 * came from elsewhere than the site's own pages are never counted.
 */
import { sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { createTtlCache } from '#app/lib/cache/ttl-cache.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { countExpiry } from '#app/contract/count-expiry.ts'

export type WindowCounts = {
  visitors: number
  /** By path; the most visited ones with at least two. */
  pages: Record<string, number>
  /** When it ceases to be told. */
  until: Date
}

type Window = { seconds: number; at: Date }

const cacheMillis = 60_000
const maxSites = 5_000
const mostPages = 20
/** A page with a single visitor has nobody but the viewer. */
const leastVisitors = 2

const memory = createTtlCache<WindowCounts>({ ttlMillis: cacheMillis, maxEntries: maxSites })

/** The viewer is among those counted: see others.ts. */
export function countWindow(
  tx: Queries,
  site: SiteScope,
  { seconds, at }: Window,
): Promise<WindowCounts> {
  const until = countExpiry(seconds, at)
  const key = `${site.siteUuid} ${String(seconds)} ${String(until.getTime())}`
  return memory.getOrRead(key, at, () => readWindow(tx, site, { seconds, at, until }))
}

type Row = { page: string | null; total: number }

/**
 * Who agreed to be recognised while the page was open was seen under two keys (visitor-key.server.ts):
 * the larger kind is told, since nobody can know who of the one is who of the other.
 */
const people = sql`greatest(
  count(distinct visitor) filter (where get_byte(visitor, 0) % 2 = 0),
  count(distinct visitor) filter (where get_byte(visitor, 0) % 2 = 1)
)::int`

async function readWindow(
  tx: Queries,
  site: SiteScope,
  { seconds, at, until }: Window & { until: Date },
): Promise<WindowCounts> {
  const from = new Date(until.getTime() - seconds * 1000)
  const { rows } = await tx.execute<Row>(sql`
    with seen as materialized (
      select page, visitor, (received_at at time zone 'UTC')::date as day
      from pixel_events
      where site_id = ${site.siteId} and team_id = ${site.teamId}
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
