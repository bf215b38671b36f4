/**
 * Live counts of visitors, cached for some seconds: one query per site in that time, for any number
 * of pages.
 *
 * Counts are lower bounds. At midnight (UTC) every visitor without consent gets another key
 * (domain/events/visitor-key.server.ts), so if the time frame spans midnight, the larger day
 * counts, because the two can't be matched.
 */
import { sql } from 'drizzle-orm'
import type { PixelCounts } from '#app/contract/pixel.ts'
import type { Database } from '#app/db/db.ts'
import { createTtlCache } from '#app/lib/cache/ttl-cache.ts'
import { cartSeconds, nowSeconds } from './live-counts.ts'

/** How long a count can be shown. */
const shownSeconds = 60

const cacheMillis = 5_000
const maxSites = 5_000

/** Per kind. A subject with a single visitor has only the viewer. */
const mostSubjects = 20
const leastVisitors = 2

export type LiveCounts = {
  /** Includes the viewer, see live-counts.ts. */
  of: (siteId: number) => Promise<PixelCounts>
}

type Parts = { db: Database; now: () => Date }

export function createLiveCounts({ db, now }: Parts): LiveCounts {
  const memory = createTtlCache<PixelCounts>({ ttlMillis: cacheMillis, maxEntries: maxSites })

  return {
    of(siteId) {
      const at = now()
      return memory.getOrRead(String(siteId), at, () => readCounts(db, siteId, at))
    },
  }
}

type Row = { kind: 'site' | 'page' | 'product' | 'cart'; subject: string; total: number }

async function readCounts(db: Database, siteId: number, at: Date): Promise<PixelCounts> {
  const { rows } = await db.system.execute<Row>(sql`
    with there as materialized (
      select kind, subject, visitor, (seen_at at time zone 'UTC')::date as day
      from presence
      where site_id = ${siteId} and seen_at <= ${at.toISOString()}::timestamptz
        and (seen_at >= ${before(at, nowSeconds)}::timestamptz
          or kind = 'cart' and seen_at >= ${before(at, cartSeconds)}::timestamptz)
    ),
    daily as (
      select kind, subject, day, count(*)::int as total from there group by kind, subject, day
      union all
      select 'site', '', day, count(distinct visitor)::int from there where kind = 'page' group by day
    ),
    ranked as (
      select kind, subject, max(total) as total,
        row_number() over (partition by kind order by max(total) desc, subject) as place
      from daily
      group by kind, subject
    )
    select kind, subject, total
    from ranked
    where kind = 'site' or total >= ${leastVisitors} and place <= ${mostSubjects}
    order by kind, place`)

  const totals = (kind: Row['kind']) =>
    Object.fromEntries(
      rows.filter((row) => row.kind === kind).map(({ subject, total }) => [subject, total]),
    )
  return {
    until: Math.floor(at.getTime() / 1000) + shownSeconds,
    window: nowSeconds,
    visitors: rows.find(({ kind }) => kind === 'site')?.total ?? 0,
    pages: totals('page'),
    products: totals('product'),
    carts: { window: cartSeconds, products: totals('cart') },
  }
}

const before = (at: Date, seconds: number) => new Date(at.getTime() - seconds * 1000).toISOString()

/**
 * Removes everything that no count reads any more: presence soon, carts after a day.
 *
 * @returns how many rows were removed
 */
export async function sweepPresence({ db, now }: Parts): Promise<number> {
  const at = now()
  const { rowCount } = await db.system.execute(sql`
    with old as materialized (
      select site_id, kind, subject, visitor from presence
      where seen_at < ${before(at, cartSeconds)}::timestamptz
        or kind <> 'cart' and seen_at < ${before(at, 2 * nowSeconds)}::timestamptz
      -- A visitor who comes back is being written: the next sweep looks again.
      for update skip locked
    )
    delete from presence
    where (site_id, kind, subject, visitor) in (
      select site_id, kind, subject, visitor from old)`)
  return rowCount ?? 0
}
