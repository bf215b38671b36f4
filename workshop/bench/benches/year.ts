/** A year of events, generated in SQL: sums for all sites, and one site's raw events as well. */
import pg from 'pg'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { query, type BenchShop } from '../shop.ts'
import { dayMillis } from '#app/lib/time.ts'

export type Year = { from: Date; to: Date }

/** Share of the largest site in all events: Zipf's law for the first of a thousand. */
const largestShare = 0.13

/** Number of events per hourly row of the other sites. */
const eventsPerRow = 10

export const daysOfYear = 365

/** The last 365 closed days. */
export function lastYear(now: Date): Year {
  const to = new Date(Math.floor(now.getTime() / dayMillis) * dayMillis - dayMillis)
  return { from: new Date(to.getTime() - daysOfYear * dayMillis), to }
}

/**
 * Fills the tables and rolls up the days like the product's job.
 *
 * @param log progress
 */
export async function makeYear(
  shop: BenchShop,
  { year, events, log: printLine }: { year: Year; events: number; log: (line: string) => void },
): Promise<void> {
  const client = new pg.Client({ connectionString: String(shop.databaseUrl) })
  await client.connect()
  try {
    await client.query('set role footfall_system')
    await client.query("set work_mem = '256MB'")
    await client.query('select ensure_partitions($1, $2)', [year.from, year.to])
    const largest = shop.first.scope.siteId
    const raw = Math.round(events * largestShare)
    printLine(`  ${raw.toLocaleString('en')} raw events of the largest site`)
    await client.query(rawEvents, [raw, year.from, daysOfYear, largest])
    await client.query(sumsOfRaw, [largest])
    await client.query(pagesOfRaw, [largest])
    const rows = Math.round((events - raw) / eventsPerRow)
    printLine(`  ${rows.toLocaleString('en')} rows of sums of the other sites`)
    await client.query(otherSums, [rows, year.from, daysOfYear, largest, eventsPerRow])
    await client.query(otherPages, [largest])
  } finally {
    await client.end()
  }
  printLine('  rolling the days')
  await shop.withServices((services) => rollDays(services))
  await query(String(shop.databaseUrl), 'analyze daily_events')
}

/** In chronological order, as they arrive. A few things are frequent and many are rare. */
const rawEvents = `
insert into pixel_events (site_id, id, team_id, type, nudge_id, page, device, country, reason, amount,
  visitor, arm, outcome, is_billed, received_at)
select sites.id, 'bench-' || number, sites.team_id, drawn.type,
  case when drawn.type = 'visit' then null else nudges.id end,
  '/page/' || floor(300 * random() ^ 3)::int,
  (array['desktop', 'mobile', 'mobile', 'tablet'])[1 + floor(4 * random())::int],
  chr(65 + floor(8 * random() ^ 2)::int) || 'A', '', 1,
  decode(md5((number % 100000)::text), 'hex'), 'shown', 'accepted', false,
  $2::timestamptz + (number - 1) * ($3::int * interval '1 day' / $1::int)
from generate_series(1, $1::int) as number
cross join lateral (
  select (array['visit', 'visit', 'visit', 'visit', 'impression', 'impression', 'impression', 'hover',
    'click', 'close'])[1 + floor(10 * random())::int] as type, number as of
) as drawn
join sites on sites.id = $4
join nudges on nudges.site_id = sites.id`

const sumsOfRaw = `
insert into hourly_events (site_id, team_id, hour, nudge_id, type, detail, device, country, total)
select site_id, team_id, date_trunc('hour', received_at, 'UTC'), coalesce(nudge_id, 0), type, '',
  device, country, sum(amount)
from pixel_events where site_id = $1
group by 1, 2, 3, 4, 5, 7, 8`

const pagesOfRaw = `
insert into hourly_pages (site_id, team_id, hour, page, type, total)
select site_id, team_id, date_trunc('hour', received_at, 'UTC'), page, type, sum(amount)
from pixel_events where site_id = $1
group by 1, 2, 3, 4, 5`

const otherSums = `
with numbered as (
  select sites.id, sites.team_id, nudges.id as nudge_id,
    row_number() over (order by sites.id) - 1 as at, count(*) over () as sites
  from sites join nudges on nudges.site_id = sites.id
  where sites.id <> $4
),
drawn as (
  select number, floor((select max(sites) from numbered) * random() ^ 2)::int as at,
    $2::timestamptz + floor($3::int * 24 * random()) * interval '1 hour' as hour,
    (array['visit', 'visit', 'impression', 'impression', 'click'])[1 + floor(5 * random())::int] as type,
    (array['desktop', 'mobile', 'mobile', 'tablet'])[1 + floor(4 * random())::int] as device,
    chr(65 + floor(8 * random() ^ 2)::int) || 'A' as country
  from generate_series(1, $1::int) as number
)
insert into hourly_events (site_id, team_id, hour, nudge_id, type, detail, device, country, total)
select numbered.id, team_id, hour, case when type = 'visit' then 0 else nudge_id end, type, '',
  device, country, count(*) * $5::int
from drawn join numbered using (at)
group by 1, 2, 3, 4, 5, 7, 8
order by hour, numbered.id`

const otherPages = `
insert into hourly_pages (site_id, team_id, hour, page, type, total)
select site_id, team_id, hour, '/page/' || (nudge_id % 7), type, sum(total)
from hourly_events where site_id <> $1
group by 1, 2, 3, 4, 5`
