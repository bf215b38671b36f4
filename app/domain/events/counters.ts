/** Computes all sums a second time, slowly, from the raw events only. */
import { sql, type SQL } from 'drizzle-orm'

export type Counter = {
  table: string
  /** Owner of the sum. */
  owner: 'sites' | 'teams'
  /** The time column. */
  at: string
  /** The period that has to be complete to compute the sum. */
  unit: 'hour' | 'month'
  /** Columns that identify a sum, including `at` and the owner's id. */
  keys: readonly string[]
  /** Selects `keys` and `total` as stored. */
  stored: SQL
  /** Selects the same from raw events. @param from start of a period */
  counted: (from: Date) => SQL
  /** Rewrites the sums of one owner and one `at`. */
  repair: (ownerId: number, at: Date) => SQL
}

const since = (from: Date) => sql`received_at >= ${from.toISOString()}::timestamptz`

const hourly = (where: SQL) => sql`
  select site_id, team_id, date_trunc('hour', received_at, 'UTC') as hour,
    coalesce(nudge_id, 0) as nudge_id, type, coalesce(goal_id::text, reason) as detail, device,
    country, sum(amount) as total
  from pixel_events
  where outcome = 'accepted' and amount > 0 and ${where}
  group by 1, 2, 3, 4, 5, 6, 7, 8`

const paged = (where: SQL) => sql`
  select site_id, team_id, date_trunc('hour', received_at, 'UTC') as hour, page, type,
    sum(amount) as total
  from pixel_events
  where outcome = 'accepted' and amount > 0 and ${where}
  group by 1, 2, 3, 4, 5`

/**
 * A visitor counts with their first visit of the month. If that was over the limit it wasn't
 * counted, and later visits aren't the first.
 */
const firsts = (where: SQL) => sql`
  select distinct on (site_id, month, visitor, mark) *
  from (
    select site_id, team_id, visitor, arm, outcome, received_at,
      date_trunc('month', received_at at time zone 'UTC')::date as month,
      (received_at at time zone 'UTC')::date as day,
      extract(hour from received_at at time zone 'UTC')::int2 as hour,
      case type when 'visit' then 'seen' else 'converted' end as mark
    from pixel_events
    where outcome in ('accepted', 'over_limit') and type in ('visit', 'goal') and visitor <> ''
      and ${where}
  ) as marking
  order by site_id, month, visitor, mark, received_at, outcome desc`

/**
 * The same in an experiment, where a visitor counts once, even if the month had seen them before.
 */
const experimentFirsts = (where: SQL) => sql`
  select distinct on (site_id, month, visitor, experiment_id, mark) *
  from (
    select site_id, team_id, visitor, experiment_id, side, outcome, received_at,
      date_trunc('month', received_at at time zone 'UTC')::date as month,
      (received_at at time zone 'UTC')::date as day,
      case type when 'visit' then 'seen' else 'converted' end as mark
    from pixel_events
    where experiment_id is not null and outcome in ('accepted', 'over_limit')
      and type in ('visit', 'goal') and visitor <> '' and ${where}
  ) as marking
  order by site_id, month, visitor, experiment_id, mark, received_at, outcome desc`

/** The month that contains a time, as its first day. */
const inMonthOf = (at: Date) => sql`
  received_at >= date_trunc('month', ${at.toISOString()}::timestamptz, 'UTC')
  and received_at < date_trunc('month', ${at.toISOString()}::timestamptz, 'UTC') + interval '1 month'`

/** A team's plan usage by month and unit, according to the raw events. */
export const units = (where: SQL) => sql`
  select team_id, month, 'visitors' as unit, count(*) as total
  from (${firsts(where)}) as first
  where outcome = 'accepted' and mark = 'seen' and arm not in ('holdout', 'paused')
  group by 1, 2
  union all
  select team_id, date_trunc('month', received_at at time zone 'UTC')::date, 'impressions', count(*)
  from pixel_events
  where outcome = 'accepted' and type = 'impression' and arm <> 'holdout' and visitor <> ''
    and ${where}
  group by 1, 2`

const inHour = (siteId: number, at: Date) => sql`site_id = ${siteId}
  and received_at >= ${at.toISOString()}::timestamptz
  and received_at < ${at.toISOString()}::timestamptz + interval '1 hour'`

const asDay = (at: Date) => sql`${at.toISOString().slice(0, 10)}::date`

/** Units granted in a month by boosts of single sites. */
const liftedIn = (teamId: number, at: Date, unit: 'visitors' | 'impressions') => sql`coalesce((
  select sum(used) from site_meters
  where team_id = ${teamId} and month = ${asDay(at)} and unit = ${unit}), 0)`

/** Days that have all of their visitors and converters in the hour after noon (UTC). */
const noonDays = sql`
  select site_id, day, 12::int2 as hour, sum(visitors + converters) as total
  from visitor_days
  where visitors <> 0 or converters <> 0
  group by 1, 2
  having every(hour = 12)`

const repairVisitorDay = (siteId: number, at: Date) => sql`
  with gone as (
    update visitor_days as old set visitors = 0, converters = 0
    where site_id = ${siteId} and day = ${asDay(at)} and not exists (
      select from (${firsts(sql`site_id = ${siteId} and ${inMonthOf(at)}`)}) as first
      where outcome = 'accepted' and day = ${asDay(at)}
        and (first.hour, first.arm) = (old.hour, old.arm)
    )
  )
  insert into visitor_days (site_id, team_id, day, hour, arm, visitors, converters)
  select site_id, team_id, day, hour, arm, count(*) filter (where mark = 'seen'),
    count(*) filter (where mark = 'converted')
  from (${firsts(sql`site_id = ${siteId} and ${inMonthOf(at)}`)}) as first
  where outcome = 'accepted' and day = ${asDay(at)}
  group by 1, 2, 3, 4, 5
  on conflict (site_id, day, hour, arm)
    do update set visitors = excluded.visitors, converters = excluded.converters`

export const counters: readonly Counter[] = [
  {
    table: 'hourly_events',
    owner: 'sites',
    at: 'hour',
    unit: 'hour',
    keys: ['site_id', 'hour', 'nudge_id', 'type', 'detail', 'device', 'country'],
    stored: sql`select * from hourly_events`,
    counted: (from) => hourly(since(from)),
    repair: (siteId, at) => sql`
      with gone as (
        delete from hourly_events as old
        where site_id = ${siteId} and hour = ${at.toISOString()}::timestamptz
          and not exists (
            select from (${hourly(inHour(siteId, at))}) as new
            where (new.nudge_id, new.type, new.detail, new.device, new.country)
              = (old.nudge_id, old.type, old.detail, old.device, old.country)
          )
      )
      insert into hourly_events
        (site_id, team_id, hour, nudge_id, type, detail, device, country, total)
      ${hourly(inHour(siteId, at))}
      on conflict (site_id, hour, nudge_id, type, detail, device, country)
        do update set total = excluded.total`,
  },
  {
    table: 'hourly_pages',
    owner: 'sites',
    at: 'hour',
    unit: 'hour',
    keys: ['site_id', 'hour', 'page', 'type'],
    stored: sql`select * from hourly_pages`,
    counted: (from) => paged(since(from)),
    repair: (siteId, at) => sql`
      with gone as (
        delete from hourly_pages as old
        where site_id = ${siteId} and hour = ${at.toISOString()}::timestamptz
          and not exists (
            select from (${paged(inHour(siteId, at))}) as new
            where (new.page, new.type) = (old.page, old.type)
          )
      )
      insert into hourly_pages (site_id, team_id, hour, page, type, total)
      ${paged(inHour(siteId, at))}
      on conflict (site_id, hour, page, type) do update set total = excluded.total`,
  },
  {
    table: 'visitor_days',
    owner: 'sites',
    at: 'day',
    unit: 'month',
    // Without the hour: of two servers, the one that stores first isn't always the one that received
    // first.
    keys: ['site_id', 'day', 'arm', 'mark'],
    stored: sql`
      select site_id, day, arm, mark, sum(total) as total
      from visitor_days cross join lateral
        (values ('seen', visitors), ('converted', converters)) as marked (mark, total)
      where total <> 0
      group by 1, 2, 3, 4`,
    counted: (from) => sql`
      select site_id, day, arm, mark, count(*) as total
      from (${firsts(since(from))}) as first
      where outcome = 'accepted'
      group by 1, 2, 3, 4`,
    repair: repairVisitorDay,
  },
  {
    // Days from before the column `hour` have all of their visitors at noon, see decision 24.
    table: 'visitor_days',
    owner: 'sites',
    at: 'day',
    unit: 'month',
    keys: ['site_id', 'day', 'hour'],
    stored: noonDays,
    counted: (from) => sql`
      select first.site_id, first.day, noon.hour,
        count(*) filter (where first.hour = noon.hour) as total
      from (${firsts(sql`${since(from)} and site_id in (select site_id from (${noonDays}) as noon)`)}) as first
      join (${noonDays}) as noon on noon.site_id = first.site_id and noon.day = first.day
      where outcome = 'accepted'
      group by 1, 2, 3`,
    repair: repairVisitorDay,
  },
  {
    table: 'experiment_days',
    owner: 'sites',
    at: 'day',
    unit: 'month',
    keys: ['site_id', 'day', 'experiment_id', 'side', 'mark'],
    stored: sql`
      select site_id, day, experiment_id, side, mark, total
      from experiment_days cross join lateral
        (values ('seen', visitors), ('converted', converters)) as marked (mark, total)
      where total <> 0`,
    counted: (from) => sql`
      select site_id, day, experiment_id, side, mark, count(*) as total
      from (${experimentFirsts(since(from))}) as first
      where outcome = 'accepted'
      group by 1, 2, 3, 4, 5`,
    repair: (siteId, at) => sql`
      with gone as (
        update experiment_days as old set visitors = 0, converters = 0
        where site_id = ${siteId} and day = ${asDay(at)} and not exists (
          select from (${experimentFirsts(sql`site_id = ${siteId} and ${inMonthOf(at)}`)}) as first
          where outcome = 'accepted' and day = ${asDay(at)}
            and (first.experiment_id, first.side) = (old.experiment_id, old.side)
        )
      )
      insert into experiment_days
        (site_id, team_id, experiment_id, day, side, visitors, converters)
      select site_id, team_id, experiment_id, day, side, count(*) filter (where mark = 'seen'),
        count(*) filter (where mark = 'converted')
      from (${experimentFirsts(sql`site_id = ${siteId} and ${inMonthOf(at)}`)}) as first
      where outcome = 'accepted' and day = ${asDay(at)}
      group by 1, 2, 3, 4, 5
      on conflict (site_id, experiment_id, day, side)
        do update set visitors = excluded.visitors, converters = excluded.converters`,
  },
  {
    table: 'meters',
    owner: 'teams',
    at: 'month',
    unit: 'month',
    keys: ['team_id', 'month', 'unit'],
    // Units granted by boosts of single sites aren't on the meter.
    stored: sql`
      select team_id, month, unit, sum(total) as total
      from (
        select team_id, month, unit, total
        from meters cross join lateral
          (values ('visitors', visitors), ('impressions', impressions)) as counted (unit, total)
        union all
        select team_id, month, unit, used from site_meters
      ) as used
      where total <> 0
      group by 1, 2, 3`,
    counted: (from) => sql`
      select team_id, month, unit, sum(total) as total
      from (
        ${units(since(from))}
        union all
        select team_id, month, unit, total
        from meters cross join lateral
          (values ('visitors', gone_visitors), ('impressions', gone_impressions)) as gone (unit, total)
        where total <> 0
      ) as used
      group by 1, 2, 3`,
    repair: (teamId, at) => sql`
      update meters
      set visitors = gone_visitors + coalesce((
          select total from (${units(sql`team_id = ${teamId} and ${inMonthOf(at)}`)}) as unit
          where unit = 'visitors'), 0) - ${liftedIn(teamId, at, 'visitors')},
        impressions = gone_impressions + coalesce((
          select total from (${units(sql`team_id = ${teamId} and ${inMonthOf(at)}`)}) as unit
          where unit = 'impressions'), 0) - ${liftedIn(teamId, at, 'impressions')}
      where team_id = ${teamId} and month = ${asDay(at)}`,
  },
]
