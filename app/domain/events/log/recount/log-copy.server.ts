/**
 * A copy of the tables that events are stored in, for one transaction. Its tables hide the real ones: they are
 * temporary, and PostgreSQL looks for a table among those first.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { copyStatement } from '../apply-statement.ts'
import { isRefusedData, parseEvents } from '../apply-groups.server.ts'

/**
 * Everything that the statement writes. The list of erased visitors is empty: their events were counted
 * before they were erased.
 */
const copied = [
  'erasures',
  'event_ids',
  'event_ids_before',
  'event_streams',
  'experiment_days',
  'goal_hits',
  'hourly_events',
  'hourly_pages',
  'meters',
  'pixel_events',
  'site_meters',
  'visitor_days',
  'visitors',
]

/** All events of the copy are of one stream, whose cursor stays. */
const stream = '00000000-0000-0000-0000-000000000000'

/** @param since the copy has what was there before it, as far as later events depend on it */
export async function createCopy(tx: Queries, since: Date): Promise<void> {
  for (const table of copied) {
    const name = sql.raw(table)
    await tx.execute(
      sql`create temporary table ${name} (like public.${name} including all) on commit drop`,
    )
  }
  const at = sql`${since.toISOString()}::timestamptz`
  await tx.execute(
    sql`insert into event_streams (id, n, counted_until) values (${stream}::uuid, 0, ${at})`,
  )
  await tx.execute(sql`
    insert into event_ids_before (site_id, id)
    select site_id, id from (
      select site_id, id from public.event_ids
      union select site_id, id from public.event_ids_before
    ) as known
    where not exists (
      select from public.pixel_events as event
      where event.site_id = known.site_id and event.id = known.id and event.received_at >= ${at}
    )`)
  await tx.execute(sql`
    insert into goal_hits select * from public.goal_hits
    where source <> 'pixel' or reached_at < ${at}`)
  await tx.execute(sql`
    insert into visitors (site_id, month, visitor, mark)
    select distinct site_id, date_trunc('month', received_at at time zone 'UTC')::date, visitor, mark
    from (
      select *, case type when 'visit' then 'seen' else 'converted' end as mark
      from public.pixel_events
      union all
      select *, case type when 'visit' then 'seen:' else 'converted:' end || experiment_id::text
      from public.pixel_events where experiment_id is not null
    ) as marked
    where type in ('visit', 'goal') and outcome in ('accepted', 'over_limit') and visitor <> ''
      and received_at >= date_trunc('month', ${at}, 'UTC') and received_at < ${at}`)
  await seedMeters(tx, at)
}

/** Units that were used before the moment: all but those of events behind it. */
async function seedMeters(tx: Queries, at: SQL): Promise<void> {
  await tx.execute(sql`
    insert into meters select * from public.meters
    where month = date_trunc('month', ${at} at time zone 'UTC')::date and exists (
      select from public.pixel_events as event
      where event.team_id = meters.team_id and event.received_at < ${at}
        and event.received_at >= date_trunc('month', ${at}, 'UTC')
    )`)
  await tx.execute(sql`
    update meters set visitors = visitors - later.visits, impressions = impressions - later.shown
    from (
      select team_id, count(*) filter (where type = 'visit') as visits,
        count(*) filter (where type = 'impression') as shown
      from public.pixel_events
      where is_billed and received_at >= ${at}
        and received_at < date_trunc('month', ${at}, 'UTC') + interval '1 month'
      group by team_id
    ) as later
    where later.team_id = meters.team_id`)
}

/**
 * Stores events in the copy, as they were stored when they were applied. Those that the database refuses were
 * set aside then, and are left out.
 *
 * @param body texts of events, joined by commas
 */
export async function storeInCopy(tx: Queries, body: string): Promise<void> {
  await tx.execute(sql`savepoint before_events`)
  try {
    await tx.execute(statementFor(body))
    await tx.execute(sql`release savepoint before_events`)
  } catch (error) {
    if (!isRefusedData(error instanceof Error && error.cause ? error.cause : error)) throw error
    await tx.execute(sql`rollback to savepoint before_events`)
    const events = parseEvents(body)
    const half = Math.ceil(events.length / 2)
    for (const some of [events.slice(0, half), events.slice(half)]) {
      if (some.length === 0 || some.length === events.length) continue
      await storeInCopy(tx, some.map((event) => JSON.stringify(event)).join(','))
    }
  }
}

/** The applying statement, whose parameters have numbers. */
function statementFor(body: string): SQL {
  const values = [`[${body}]`, stream, 0, 0, new Date(0).toISOString(), false]
  const parts = copyStatement.split(/\$(\d)/)
  return sql.join(
    parts.map((part, index) =>
      index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`,
    ),
  )
}
