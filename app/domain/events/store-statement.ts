/**
 * The single statement that stores, meters and counts events, so that raw rows and sums match at
 * every moment. Hand-written, because it runs for every event that a page reports.
 */

/**
 * Combines sets by `in (select …)` instead of joins: the planner doesn't know the number of rows
 * and would choose nested loops, where a hash needs one look-up per row.
 *
 * Every insert is sorted by key, and tables are reached in one order, so concurrent statements wait
 * for each other instead of deadlocking. PostgreSQL inserts when the first row is asked for, or at
 * the end: `answered` asks for the meter's row in batches without a metered unit too, which would
 * lock it after the sums otherwise.
 *
 * A goal that was reached before, usually by a report of the shop's server, is stored with the
 * amount 0: it isn't counted again, but its visitor becomes the converter.
 *
 * A visitor is new when the insert into `visitors` says so, and a unit of the plan is used when the
 * meter's row grants it. Both lock what they decide on, so concurrent statements never count a
 * visitor twice or exceed the limit.
 *
 * Visitors in an experiment get a second mark with its number, because the experiment may start
 * after their first visit of the month. Only the marks of the month use units of the plan.
 *
 * If the team's limit refuses a unit, the site's own boost can grant it, in the same way from the
 * site's row. That row is only locked after the team's, so statements of a team never wait for each
 * other in a circle.
 *
 * In the batch that reaches the limit, new visitors of the holdout group count up to the same point
 * as visitors who can see nudges. Otherwise the groups couldn't be compared.
 *
 * Rows of events have no foreign key, and are deleted with their site by its trigger. So the statement
 * keeps its sites from being deleted until it commits, and a statement that waited for a deletion finds
 * the site missing. Otherwise rows stored meanwhile would stay without a site.
 */
import { claimDays } from '#app/contract/claims.ts'
/**
 * The events to store, in the order of the text. Their place isn't in the text, so that texts of
 * several groups can be joined.
 *
 * @param from sets that the events are joined with; none of the events is given when one is empty
 * @param only a condition on `row`, an event; those that don't meet it aren't given
 */
export const givenEvents = (from = '', only = 'true') => `given as (
  select row.*, date_trunc('month', received_at at time zone 'UTC')::date as month
  from ${from} rows from (json_to_recordset($1::json) as (
    site_id bigint, id text, type text, nudge text, claim text, page text,
    product text, goal_id bigint, goal_key text, goal_cents bigint, goal_currency text, reason text,
    amount int, device text, country text, visitor bytea, arm text, outcome text,
    experiment_id bigint, side text, received_at timestamptz
  )) with ordinality as row (
    site_id, id, type, nudge, claim, page,
    product, goal_id, goal_key, goal_cents, goal_currency, reason,
    amount, device, country, visitor, arm, outcome,
    experiment_id, side, received_at, place
  )
  where ${only}
)`

const wasThere = (table: string) =>
  `and ${table}.created_at <= given.received_at + interval '1 minute'`

type StoreOptions = {
  /**
   * Events may be older than the database, which gives numbers again after a restore: an event is of a site or
   * goal only when that was there when it was received. Nodes' clocks may differ by a minute.
   */
  isLogged?: boolean
  /** For a transaction that stores nothing for others: its sites may be deleted meanwhile. */
  leavesSites?: boolean
}

/**
 * Everything that follows from the given events.
 *
 * The sites' numbers are an array: PostgreSQL reads a site that changed meanwhile again, and can't read sets
 * that follow from a change of the same statement again.
 */
export const storeParts = ({ isLogged = false, leavesSites = false }: StoreOptions = {}) => `
present as materialized (
  select id, team_id, visitor_boost, visitor_boost_expires_at, created_at
  from sites
  where id = any (array (select distinct site_id from given))
  order by id
  ${leavesSites ? '' : 'for key share'}
),
judged as materialized (
  select given.*, sites.team_id, nudges.id as nudge_id, claims.id as claim_id,
    case when sites.visitor_boost_expires_at > given.received_at
      then sites.visitor_boost else 0 end as site_boost,
    case
      when sites.id is null then 'unknown_site'
      when given.nudge is not null and nudges.id is null then 'unknown_nudge'
      when given.claim is not null and claims.id is null then 'unknown_claim'
      when given.goal_id is not null and goals.id is null then 'unknown_goal'
    end as refusal
  from given
  left join present as sites on sites.id = given.site_id ${isLogged ? wasThere('sites') : ''}
  left join nudges on nudges.short_id = given.nudge and nudges.site_id = given.site_id
  left join claims on claims.short_id = given.claim and claims.nudge_id = nudges.id
    and claims.told_at > given.received_at - interval '${String(claimDays)} days'
  left join goals on goals.id = given.goal_id and goals.site_id = given.site_id
    ${isLogged ? wasThere('goals') : ''}
),
fresh as (
  insert into event_ids (site_id, id)
  select distinct site_id, id
  from judged
  where refusal is null and not exists (
    select from event_ids_before as earlier
    where earlier.site_id = judged.site_id and earlier.id = judged.id
  )
  order by site_id, id
  on conflict do nothing
  returning site_id, id
),
sorted as materialized (
  select judged.*, refusal is null and (site_id, id) in (select site_id, id from fresh) as is_fresh
  from judged
),
chosen as materialized (
  select distinct on (site_id, id) * from sorted where is_fresh order by site_id, id, place
),
reached as materialized (
  select distinct on (goal_id, goal_key) *
  from chosen
  where type = 'goal' and outcome = 'accepted'
  order by goal_id, goal_key, place
),
hits as (
  insert into goal_hits
    (goal_id, unique_key, site_id, team_id, source, arm, amount_cents, currency, reached_at)
  select goal_id, goal_key, site_id, team_id, 'pixel', arm, goal_cents, goal_currency, received_at
  from reached
  order by goal_id, goal_key
  on conflict do nothing
  returning goal_id, unique_key
),
kept as materialized (
  select *, amount as counting from chosen where type <> 'goal' or outcome <> 'accepted'
  union all
  select *, case when (goal_id, goal_key) in (select goal_id, unique_key from hits) then 1 else 0 end
  from reached
),
marking as materialized (
  select distinct on (site_id, month, visitor, mark) *
  from (
    select *, case type when 'visit' then 'seen' else 'converted' end as mark
    from kept
    where outcome = 'accepted' and type in ('visit', 'goal')
    union all
    select *,
      case type when 'visit' then 'seen:' else 'converted:' end || experiment_id::text
    from kept
    where experiment_id is not null and outcome = 'accepted' and type in ('visit', 'goal')
  ) as marked
  order by site_id, month, visitor, mark, place
),
marked as (
  insert into visitors (site_id, month, visitor, mark)
  select site_id, month, visitor, mark
  from marking
  order by site_id, month, visitor, mark
  on conflict do nothing
  returning site_id, month, visitor, mark
),
firsts as materialized (
  select *
  from (
    select marking.*,
      (site_id, month, visitor, mark) in (select site_id, month, visitor, mark from marked) as is_first
    from marking
    offset 0
  ) as marking
  where is_first
),
units as materialized (
  select site_id, unit.id, team_id, month, place, unit, metered_by, site_boost,
    plan_limit
      + case when visitor_boost_expires_at > received_at then visitor_boost else 0 end as allowance,
    row_number() over (partition by team_id, month, unit order by place) as rank
  from (
    select site_id, id, team_id, month, received_at, place, site_boost, 'visitors' as unit
    from firsts
    where mark = 'seen' and arm not in ('holdout', 'paused')
    union all
    select site_id, id, team_id, month, received_at, place, site_boost, 'impressions'
    from kept
    where type = 'impression' and outcome = 'accepted' and arm <> 'holdout'
  ) as unit join teams on teams.id = unit.team_id
),
asked as (
  select team_id, month, metered_by, min(allowance) as allowance,
    count(*) filter (where unit = 'visitors') as visitors,
    count(*) filter (where unit = 'impressions') as impressions,
    count(*) filter (where unit = metered_by) as billed
  from units
  group by team_id, month, metered_by
),
metered as (
  insert into meters as meter
    (team_id, month, metered_by, allowance, visitors, impressions, granted, limit_reached_at)
  select team_id, month, metered_by, allowance,
    case metered_by when 'visitors' then least(visitors, allowance) else visitors end,
    case metered_by when 'impressions' then least(impressions, allowance) else impressions end,
    least(billed, allowance),
    case when billed >= allowance then now() end
  from asked
  order by team_id, month
  on conflict (team_id, month) do update set
    metered_by = excluded.metered_by,
    allowance = excluded.allowance,
    visitors = meter.visitors + case excluded.metered_by
      when 'visitors' then greatest(0, least(excluded.granted, excluded.allowance - meter.visitors))
      else excluded.visitors end,
    impressions = meter.impressions + case excluded.metered_by
      when 'impressions' then greatest(0, least(excluded.granted, excluded.allowance - meter.impressions))
      else excluded.impressions end,
    granted = greatest(0, least(excluded.granted, excluded.allowance
      - case excluded.metered_by when 'visitors' then meter.visitors else meter.impressions end)),
    limit_reached_at = case
      when excluded.granted + case excluded.metered_by
        when 'visitors' then meter.visitors else meter.impressions end >= excluded.allowance
      then coalesce(meter.limit_reached_at, now()) end
  returning team_id, month, granted,
    allowance - case metered_by when 'visitors' then visitors else impressions end
      between 1 and greatest(1000, allowance / 50) as is_near
),
answered as materialized (
  select site_id, id, team_id, month, unit, place, site_boost, metered_by,
    rank <= granted as is_granted
  from units join metered using (team_id, month)
),
granted as materialized (
  select * from answered where unit = metered_by
),
lifting as materialized (
  select site_id, id, team_id, month, unit, site_boost,
    row_number() over (partition by site_id, month order by place) as rank
  from granted
  where not is_granted and site_boost > 0
),
lifted as (
  insert into site_meters as meter (site_id, month, unit, team_id, used, allowance, granted)
  select site_id, month, unit, team_id, least(count(*), min(site_boost)), min(site_boost),
    least(count(*), min(site_boost))
  from lifting
  group by site_id, month, unit, team_id
  order by site_id, month
  on conflict (site_id, month, unit) do update set
    allowance = excluded.allowance,
    used = meter.used + greatest(0, least(excluded.granted, excluded.allowance - meter.used)),
    granted = greatest(0, least(excluded.granted, excluded.allowance - meter.used))
  returning site_id, month, granted
),
refused as materialized (
  select site_id, id, team_id, month, unit, place
  from granted
  where not is_granted and (site_id, id) not in (
    select site_id, id from lifting join lifted using (site_id, month) where rank <= granted
  )
),
beyond as materialized (
  select site_id, id from refused
  union all
  select site_id, id
  from firsts join (
    select team_id, month, min(place) as last_place
    from granted
    where unit = 'visitors' and not is_granted
    group by team_id, month
  ) as ended using (team_id, month)
  left join (
    select site_id, month, min(place) as own_place
    from refused
    where unit = 'visitors'
    group by site_id, month
  ) as ended_here using (site_id, month)
  where mark = 'seen' and arm = 'holdout'
    and place > case when site_boost > 0 then own_place else last_place end
),
stored as (
  insert into pixel_events
    (site_id, id, team_id, type, nudge_id, claim_id, goal_id, page, product, device, country,
      reason, amount, visitor, arm, experiment_id, side, outcome, is_billed, received_at)
  select site_id, id, team_id, type, nudge_id, claim_id, goal_id, page, product, device, country,
    reason, counting, visitor, arm, experiment_id, side,
    case when (site_id, id) in (select site_id, id from beyond) then 'over_limit' else outcome end,
    (site_id, id) in (select site_id, id from granted where is_granted), received_at
  from kept
  returning site_id, id, team_id, type, nudge_id, goal_id, page, device, country, reason, amount,
    outcome, received_at
),
counted as (
  insert into hourly_events
    (site_id, team_id, hour, nudge_id, type, detail, device, country, total)
  select site_id, team_id, date_trunc('hour', received_at, 'UTC'), coalesce(nudge_id, 0), type,
    coalesce(goal_id::text, reason), device, country, sum(amount)
  from stored
  where outcome = 'accepted' and amount > 0
  group by 1, 2, 3, 4, 5, 6, 7, 8
  order by 1, 3, 4, 5, 6, 7, 8
  on conflict (site_id, hour, nudge_id, type, detail, device, country)
    do update set total = hourly_events.total + excluded.total
),
paged as (
  insert into hourly_pages (site_id, team_id, hour, page, type, total)
  select site_id, team_id, date_trunc('hour', received_at, 'UTC'), page, type, sum(amount)
  from stored
  where outcome = 'accepted' and amount > 0
  group by 1, 2, 3, 4, 5
  order by 1, 3, 4, 5
  on conflict (site_id, hour, page, type) do update set total = hourly_pages.total + excluded.total
),
dated as (
  insert into visitor_days (site_id, team_id, day, hour, arm, visitors, converters)
  select site_id, team_id, (received_at at time zone 'UTC')::date,
    extract(hour from received_at at time zone 'UTC')::int2, arm,
    count(*) filter (where mark = 'seen'), count(*) filter (where mark = 'converted')
  from firsts
  where mark in ('seen', 'converted') and (site_id, id) not in (select site_id, id from beyond)
  group by 1, 2, 3, 4, 5
  order by 1, 3, 4, 5
  on conflict (site_id, day, hour, arm) do update set
    visitors = visitor_days.visitors + excluded.visitors,
    converters = visitor_days.converters + excluded.converters
),
tried as (
  insert into experiment_days (site_id, team_id, experiment_id, day, side, visitors, converters)
  select site_id, team_id, experiment_id, (received_at at time zone 'UTC')::date, side,
    count(*) filter (where type = 'visit'), count(*) filter (where type = 'goal')
  from firsts
  where mark not in ('seen', 'converted') and (site_id, id) not in (select site_id, id from beyond)
  group by 1, 2, 3, 4, 5
  order by 1, 3, 4, 5
  on conflict (site_id, experiment_id, day, side) do update set
    visitors = experiment_days.visitors + excluded.visitors,
    converters = experiment_days.converters + excluded.converters
)
`

export const storeStatement = `
with ${givenEvents()},
${storeParts()}
select site_id, id, null::int as place, case amount when 0 then 'duplicate' else outcome end as fate
from stored
union all
select null, null, place::int, refusal from judged where refusal is not null`
