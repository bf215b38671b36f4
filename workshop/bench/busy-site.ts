/** A full site: 1,000 nudges, and a year of events about them. */
import pg from 'pg'
import { nudgeTypes } from '#app/contract/nudges.ts'
import { rollDays } from '#app/domain/events/roll-days.server.ts'
import { daysOfYear, lastYear } from './benches/year.ts'
import { openShop, type BenchShop } from './shop.ts'

export type BusySite = {
  shop: BenchShop
  /** Id of a published popup. */
  nudge: string
  /** The logged-in owner's. */
  cookie: string
}

const nudgeCount = 1_000
const activityCount = 10_000
const productCount = 500
const rawCount = 300_000
/** Number of events per generated row of sums. */
const eventsPerRow = 5

/**
 * @param events of which the site's sums are made
 * @param printLine progress
 * @param environment more of the product's variables
 */
export async function openBusySite(
  events: number,
  printLine: (line: string) => void,
  environment: Readonly<Record<string, string>> = {},
): Promise<BusySite> {
  const shop = await openShop({ engine: 'postgres', sites: 1, environment })
  // Its own jobs would roll up half of a year.
  await shop.product.stop()
  const year = lastYear(new Date())
  const client = new pg.Client({ connectionString: String(shop.databaseUrl) })
  await client.connect()
  try {
    await client.query('set role footfall_system')
    await client.query("set work_mem = '256MB'")
    await client.query('select ensure_partitions($1, $2)', [year.from, year.to])
    const site = shop.first.scope.siteId
    printLine(`  ${nudgeCount.toLocaleString('en')} nudges, ${events.toLocaleString('en')} events`)
    await client.query(moreNudges, [site, nudgeTypes, nudgeCount - 1])
    await client.query(activities, [site, activityCount])
    await client.query(products, [site, productCount])
    await client.query(rawEvents, [site, year.from, daysOfYear, rawCount])
    const rows = Math.round(events / eventsPerRow)
    await client.query(sums, [site, year.from, daysOfYear, rows, eventsPerRow])
    await client.query(pages, [site, year.from, daysOfYear, rows, eventsPerRow])
    await client.query(days, [site, year.from, daysOfYear])
    await client.query(speeds, [site, year.from, daysOfYear])
    await client.query('update sites set pixel_seen_at = now()')
    // Makes it the owner's only organization, so they start there.
    await client.query('delete from team_members where team_id <> $1', [
      shop.first.team.scope.teamId,
    ])
    printLine('  rolling the days')
    await shop.withServices((services) => rollDays(services))
    await client.query('reset role')
    await client.query('analyze')
    const { rows: found } = await client.query<{ uuid: string }>(
      "select uuid from nudges where site_id = $1 and type = 'purchase' and surface = 'popup' limit 1",
      [site],
    )
    await shop.product.restart()
    return { shop, nudge: found[0]?.uuid ?? '', cookie: shop.first.owner.cookie }
  } catch (error) {
    await shop.stop()
    throw error
  } finally {
    await client.end()
  }
}

const moreNudges = `
insert into nudges (team_id, site_id, surface, type, name, state, position, created_at, updated_at)
select team_id, id, case when number % 3 = 0 then 'inline' else 'popup' end,
  ($2::text[])[1 + number % array_length($2::text[], 1)], 'Nudge ' || number,
  case when number % 5 = 0 then 'draft' else 'published' end, 1 + number, now(), now()
from sites, generate_series(1, $3::int) as number
where id = $1`

const activities = `
insert into activities (team_id, site_id, kind, external_id, source, trust, first_name, city,
  country, product_title, is_showable, body_hash, stars, body, occurred_at, received_at)
select team_id, id, (array['purchase', 'signup', 'review'])[1 + number % 3], 'bench-' || number,
  'rest_api', 'signed', 'Ann', 'Utrecht', 'NL', 'Kettle ' || number % 50, true, 'none',
  1 + number % 5, case when number % 3 = 2 then 'It does what it says.' end,
  now() - number * interval '4 minutes', now()
from sites, generate_series(1, $2::int) as number
where id = $1`

const products = `
insert into products (team_id, site_id, external_id, title, price_cents, currency, stock,
  is_available, updated_at)
select team_id, id, 'sku-' || number, 'Kettle ' || number, 1995, 'EUR', number % 40, true, now()
from sites, generate_series(1, $2::int) as number
where id = $1`

/** Source of view-through conversions and product statistics. In chronological order. */
const rawEvents = `
insert into pixel_events (site_id, id, team_id, type, nudge_id, page, product, device, country,
  reason, amount, visitor, arm, outcome, is_billed, received_at)
select sites.id, 'bench-' || number, sites.team_id, drawn.type,
  case when drawn.type = 'visit' then null else nudges.id end,
  '/page/' || number % 300, 'sku-' || floor(500 * random() ^ 2)::int, 'mobile', 'NL', '', 1,
  decode(md5((number / 6)::text), 'hex'), 'shown', 'accepted', false,
  $2::timestamptz + (number - 1) * ($3::int * interval '1 day' / $4::int)
from generate_series(1, $4::int) as number
cross join lateral (
  select (array['visit', 'visit', 'impression', 'impression', 'click', 'cart'])[1 + number % 6] as type,
    floor(1000 * random() ^ 3)::int as at
) as drawn
join sites on sites.id = $1
join (
  select id, row_number() over (order by id) - 1 as at from nudges where site_id = $1
) as nudges on nudges.at = drawn.at`

const drawnHours = `
  $2::timestamptz + floor($3::int * 24 * random()) * interval '1 hour' as hour`

/** A few nudges are shown often, most of them rarely. */
const sums = `
with ranked as (
  select id, row_number() over (order by id) - 1 as at from nudges where site_id = $1
),
drawn as (
  select number, floor(1000 * random() ^ 3)::int as at, ${drawnHours},
    (array['visit', 'visit', 'impression', 'impression', 'impression', 'hover', 'click', 'close',
      'not_shown', 'goal'])[1 + floor(10 * random())::int] as type,
    (array['desktop', 'mobile', 'mobile', 'tablet'])[1 + floor(4 * random())::int] as device,
    chr(65 + floor(8 * random() ^ 2)::int) || 'A' as country
  from generate_series(1, $4::int) as number
)
insert into hourly_events (site_id, team_id, hour, nudge_id, type, detail, device, country, total)
select sites.id, team_id, hour, case when type in ('visit', 'goal') then 0 else ranked.id end, type,
  case when type = 'not_shown' then 'no_data' when type = 'goal' then '1' else '' end,
  device, country, count(*) * $5::int
from drawn join ranked using (at) join sites on sites.id = $1
group by 1, 2, 3, 4, 5, 6, 7, 8
order by hour`

const pages = `
with drawn as (
  select '/page/' || floor(300 * random() ^ 3)::int as page, ${drawnHours},
    (array['visit', 'visit', 'impression', 'click'])[1 + floor(4 * random())::int] as type
  from generate_series(1, $4::int) as number
)
insert into hourly_pages (site_id, team_id, hour, page, type, total)
select sites.id, team_id, hour, page, type, count(*) * $5::int
from drawn join sites on sites.id = $1
group by 1, 2, 3, 4, 5
order by hour`

const days = `
insert into visitor_days (site_id, team_id, day, hour, arm, visitors, converters)
select id, team_id, ($2::timestamptz)::date + day, hour, arm,
  case when arm = 'shown' then 375 else 42 end, case when arm = 'shown' then 12 else 1 end
from sites, generate_series(0, $3::int - 1) as day, generate_series(0, 23) as hour,
  unnest(array['shown', 'holdout']) as arm
where id = $1`

const speeds = `
insert into speed_days (site_id, team_id, day, arm, metric, bucket, total)
select id, team_id, ($2::timestamptz)::date + day, arm, metric, bucket, 5
from sites, generate_series(0, $3::int - 1) as day, unnest(array['shown', 'holdout']) as arm,
  unnest(array['lcp', 'cls', 'inp', 'own']) as metric, generate_series(5, 24) as bucket
where id = $1`
