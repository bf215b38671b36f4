/** Retains a site's plan usage when the site is deleted or transferred. */
import { inArray, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { meters } from '#app/db/schema/plans.ts'
import { units } from '#app/domain/events/counters.ts'

/** Usage of one organization in one month. */
export type RetainedUsage = { teamId: number; month: string; visitors: number; impressions: number }

/**
 * Usage stays with the organization that used it. The events are deleted, so the meter stores their
 * number and can be verified without them.
 */
export async function retainUsage(tx: Queries, siteId: number, teamId: number): Promise<void> {
  // Blocks events that arrive during the deletion until their usage is counted.
  await lockMeters(tx, [teamId])
  const { rows } = await tx.execute<Row>(usageOfSite(siteId, sql`team_id = ${teamId}`))
  await addRetained(tx, rows.map(asRetained))
}

/** The same when the events move to another organization, whose meter has to exclude them. */
export async function retainUsageElsewhere(
  tx: Queries,
  used: readonly RetainedUsage[],
  teamId: number,
): Promise<void> {
  if (used.length === 0) return
  await lockMeters(tx, [teamId, ...used.map((one) => one.teamId)])
  await addRetained(tx, used)
  for (const { month, visitors, impressions } of used) {
    await tx.execute(sql`
      insert into meters as meter (team_id, month, visitors, impressions, gone_visitors,
        gone_impressions, metered_by, allowance, granted)
      select id, ${month}::date, 0, 0, -${visitors}::bigint, -${impressions}::bigint, metered_by,
        plan_limit + case when visitor_boost_expires_at > now() then visitor_boost else 0 end, 0
      from teams where id = ${teamId}
      on conflict (team_id, month) do update set
        gone_visitors = meter.gone_visitors + excluded.gone_visitors,
        gone_impressions = meter.gone_impressions + excluded.gone_impressions`)
  }
}

/**
 * Reassigns the site's raw events. Reads their usage in the same statement: an event stored in
 * between would be moved but not counted.
 *
 * @returns usage of other organizations
 */
export async function reassignEvents(
  tx: Queries,
  siteId: number,
  teamId: number,
): Promise<RetainedUsage[]> {
  const { rows } = await tx.execute<Row>(sql`
    with moved as (
      update pixel_events set team_id = ${teamId}
      where site_id = ${siteId} and team_id <> ${teamId}
    )
    ${usageOfSite(siteId, sql`team_id <> ${teamId}`)}`)
  return rows.map(asRetained)
}

/** In the same order as collection, to avoid deadlocks. */
export async function lockMeters(tx: Queries, teamIds: readonly number[]): Promise<void> {
  await tx
    .select({ month: meters.month })
    .from(meters)
    .where(inArray(meters.teamId, [...teamIds]))
    .orderBy(meters.teamId, meters.month)
    .for('update')
}

async function addRetained(tx: Queries, used: readonly RetainedUsage[]): Promise<void> {
  for (const { teamId, month, visitors, impressions } of used) {
    await tx.execute(sql`
      update meters set
        gone_visitors = gone_visitors + ${visitors}::bigint,
        gone_impressions = gone_impressions + ${impressions}::bigint
      where team_id = ${teamId} and month = ${month}::date`)
  }
}

type Row = { team_id: string; month: string; visitors: string; impressions: string }

const asRetained = (row: Row): RetainedUsage => ({
  teamId: Number(row.team_id),
  month: row.month,
  visitors: Number(row.visitors),
  impressions: Number(row.impressions),
})

/**
 * A visitor's first event of a month is determined across the whole site, even if another
 * organization counted it. Units that the site's own boost granted go with the site, and
 * were on no meter.
 */
const usageOfSite = (siteId: number, where: SQL): SQL => sql`
  select team_id::text, month::text,
    coalesce(sum(total) filter (where unit = 'visitors'), 0)::text as visitors,
    coalesce(sum(total) filter (where unit = 'impressions'), 0)::text as impressions
  from (
    select counted.team_id, counted.month, counted.unit, total - coalesce(own.used, 0) as total
    from (${units(sql`site_id = ${siteId}`)}) as counted
    left join site_meters as own on own.site_id = ${siteId} and own.team_id = counted.team_id
      and own.month = counted.month and own.unit = counted.unit
  ) as unit
  where ${where}
  group by team_id, month`
