/**
 * Sums of closed days and months, one dimension at a time. A site's year is then a few thousand
 * rows, while hours with all dimensions crossed have nearly as many rows as there were events.
 */
import { sql, type SQL } from 'drizzle-orm'

/** Dimensions with so many members that reading a year of days would be slow. */
export const monthlyDimensions = ['nudge', 'page', 'country', 'product', 'after'] as const
export type MonthlyDimension = (typeof monthlyDimensions)[number]

export type DailyDimension = MonthlyDimension | 'site' | 'device' | 'detail' | 'reason'

/** The name under which a dimension's months are stored, each on its first day. */
export const monthsOf = (dimension: MonthlyDimension) => `${dimension}_month` as const

/** A half-open span of days, and the sites to sum. */
export type SiteDays = { from: string; to: string; siteIds: readonly number[] }

const among = (siteIds: readonly number[]) => sql`any(${sql.param(siteIds)}::bigint[])`

/**
 * A day's 24 sums, from which the days of any zone follow. Needs rows of `total` and `hour_of_day`
 * (UTC).
 */
export const totalsByHour = sql`array[${sql.join(
  Array.from({ length: 24 }, (_one, at) =>
    sql.raw(`coalesce(sum(total) filter (where hour_of_day = ${String(at)}), 0)`),
  ),
  sql`, `,
)}]::bigint[]`

/** @param at a `timestamptz` */
export const hourOfDay = (at: SQL): SQL => sql`extract(hour from ${at} at time zone 'UTC')::int`

const inSpan = ({ from, to }: SiteDays) => sql`hour >= ${from}::timestamp at time zone 'UTC'
  and hour < ${to}::timestamp at time zone 'UTC'`

/**
 * Rows of `daily_events` from the hourly sums; raw-marginals.ts has the rest. Nudge 0 and an empty
 * detail mean "none" and get no row; an empty country or page means "unknown".
 */
export const dailyMarginals = (span: SiteDays): SQL => sql`
  select site_id, sites.team_id, day, dimension, member, type, sum(total) as total,
    ${totalsByHour} as hours
  from sites cross join lateral (
    select site_id, (hour at time zone 'UTC')::date as day, ${hourOfDay(sql`hour`)} as hour_of_day,
      dimension, member, type, total
    from hourly_events cross join lateral (values
      ('site', ''),
      ('nudge', nullif(nudge_id, 0)::text),
      ('device', device),
      ('country', country),
      ('detail', nullif(detail, '')),
      ('reason', case type when 'not_shown' then nudge_id || ' ' || detail end)
    ) as marginal (dimension, member)
    where site_id = sites.id and member is not null and ${inSpan(span)}
    union all
    select site_id, (hour at time zone 'UTC')::date, ${hourOfDay(sql`hour`)}, 'page', page, type,
      total
    from hourly_pages
    where site_id = sites.id and ${inSpan(span)}
  ) as hourly
  where sites.id = ${among(span.siteIds)}
  group by 1, 2, 3, 4, 5, 6`

/** The months' rows from the days. @param span consists of whole months */
export const monthlyMarginals = ({ from, to, siteIds }: SiteDays): SQL => sql`
  select site_id, team_id, date_trunc('month', day)::date as day,
    dimension || '_month' as dimension, member, type, sum(total) as total,
    null::bigint[] as hours
  from daily_events
  where site_id = ${among(siteIds)} and day >= ${from}::date and day < ${to}::date
    and dimension = any(${sql.param([...monthlyDimensions])}::text[])
  group by 1, 2, 3, 4, 5, 6`

/**
 * Inserts rows of either kind, sorted by key, so that a site's rows of a day are stored together.
 */
export const insertMarginals = (rows: SQL): SQL => sql`
  insert into daily_events (site_id, team_id, day, dimension, member, type, total, hours)
  select site_id, team_id, day, dimension, member, type, total, hours
  from (${rows}) as marginals
  order by site_id, dimension, type, day, member`
