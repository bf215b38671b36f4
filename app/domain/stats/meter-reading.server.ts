/** A team's plan usage this month, with what its sites had of it and what the month will need. */
import { sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import { hourlyEvents, visitorDays } from '#app/db/schema/events.ts'
import { forecastUsage } from '#app/domain/plans/forecast.ts'
import {
  monthAround,
  readSiteBoosts,
  readUsage,
  type PlanUsage,
  type SiteBoost,
} from '#app/domain/plans/meter.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { dayOf } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

export type MeterReading = PlanUsage & {
  /** When usage resets. */
  renewsAt: Date
  /** Projected usage at the end of the month without a limit. Null: too early. */
  forecast: number | null
  /** Usage by site, highest first, with what their own boosts granted. */
  sites: { uuid: string; name: string; used: number }[]
  siteBoosts: SiteBoost[]
}

export async function readMeter({ db, now }: Services, scope: TeamScope): Promise<MeterReading> {
  const at = now()
  const { from, to } = monthAround(at)
  return db.asTeam(scope, async (tx) => {
    const { createdAt, ...use } = await readUsage(tx, scope, at)
    const forecast = forecastUsage({
      used: use.used,
      since: createdAt > from ? createdAt : from,
      until: use.reachedAt && use.reachedAt < at ? use.reachedAt : at,
      end: to,
    })
    const ofSite = use.meteredBy === 'visitors' ? visitorsOfSite : impressionsOfSite
    return {
      ...use,
      renewsAt: to,
      forecast,
      sites: await splitBySite(tx, scope, ofSite(from, to)),
      siteBoosts: await readSiteBoosts(tx, scope, at),
    }
  })
}

/**
 * Adds up to the meter, and to what boosts of single sites granted, unless a site was deleted: the sums
 * contain what was billed, and nothing over a limit.
 */
async function splitBySite(
  tx: Queries,
  team: TeamScope,
  ofSite: SQL,
): Promise<MeterReading['sites']> {
  const used = sql<number>`coalesce(${ofSite}, 0)::float8`
  return tx
    .select({ uuid: sites.uuid, name: sites.name, used })
    .from(sites)
    .where(inTeam(sites, team))
    .orderBy(sql`3 desc`, sites.id)
}

/** Visitors in the holdout group, or while nudges were paused, see nothing and aren't billed. */
const visitorsOfSite = (from: Date, to: Date) => sql`(
  select sum(${visitorDays.visitors}) from ${visitorDays}
  where ${visitorDays.siteId} = ${sites.id} and ${visitorDays.arm} not in ('holdout', 'paused')
    and ${visitorDays.day} >= ${dayOf(from)}::date and ${visitorDays.day} < ${dayOf(to)}::date)`

const impressionsOfSite = (from: Date, to: Date) => sql`(
  select sum(${hourlyEvents.total}) from ${hourlyEvents}
  where ${hourlyEvents.siteId} = ${sites.id} and ${hourlyEvents.type} = 'impression'
    and ${hourlyEvents.hour} >= ${from.toISOString()}::timestamptz
    and ${hourlyEvents.hour} < ${to.toISOString()}::timestamptz)`
