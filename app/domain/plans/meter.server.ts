/** A team's plan usage this month. */
import { and, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import {
  hourlyEvents,
  meters,
  siteMeters,
  sites,
  teams,
  visitorDays,
} from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { dayOf, monthOf } from '#app/lib/time.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { MeteredUnit } from './catalog.ts'
import { forecastUsage } from './forecast.ts'
import { allowanceAt, isLimitReached, joinsSiteMeter, usedUnits } from './limit.server.ts'

export type PlanUsage = {
  /** Plan id. */
  plan: string
  meteredBy: MeteredUnit
  /** In units of `meteredBy`. */
  used: number
  /** Plan and boost together. Null: unlimited. */
  allowance: number | null
  /** Whole percent, rounded down, so that 100 means the limit is reached. Null: unlimited. */
  percent: number | null
  /** Nudges pause. The specification's visit_limit_exceeded. */
  isLimitReached: boolean
  /** Null below the limit. */
  reachedAt: Date | null
  /** The running boost, if any. */
  boost: { units: number; expiresAt: Date } | null
}

/** A running boost of one site. Its use isn't part of the team's. */
export type SiteBoost = {
  uuid: string
  name: string
  units: number
  /** This month, once the team's limit was reached. */
  used: number
  expiresAt: Date
}

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

/** @throws Refusal `not_found` when the team no longer exists */
export async function readUsage(
  queries: Queries,
  team: TeamScope,
  at: Date,
): Promise<PlanUsage & { createdAt: Date }> {
  const [row] = await queries
    .select({
      plan: teams.plan,
      meteredBy: teams.meteredBy,
      used: usedUnits,
      allowance: allowanceAt(at),
      isLimitReached: isLimitReached(at),
      limitReachedAt: meters.limitReachedAt,
      boostUnits: teams.visitorBoost,
      boostExpiresAt: teams.visitorBoostExpiresAt,
      createdAt: teams.createdAt,
    })
    .from(teams)
    .leftJoin(meters, and(eq(meters.teamId, teams.id), eq(meters.month, monthOf(at))))
    .where(inTeam(teams, team))
  if (!row) throw new Refusal('not_found', 'Organization not found.')

  const { limitReachedAt, boostUnits, boostExpiresAt, ...use } = row
  const boost =
    boostExpiresAt && boostExpiresAt > at && boostUnits > 0
      ? { units: boostUnits, expiresAt: boostExpiresAt }
      : null
  return {
    ...use,
    boost,
    percent: percentOf(use.used, use.allowance),
    reachedAt: use.isLimitReached ? limitReachedAt : null,
  }
}

/**
 * `readUsage` as it applies to one site: with units of its own boost left, its nudges go on when the
 * team's limit is reached.
 *
 * @throws Refusal `not_found` when the team no longer exists
 */
export async function readSiteUsage(
  queries: Queries,
  site: SiteScope,
  at: Date,
): Promise<PlanUsage & { createdAt: Date; isLifted: boolean }> {
  const use = await readUsage(queries, site, at)
  if (!use.isLimitReached) return { ...use, isLifted: false }
  const boosts = await readSiteBoosts(queries, site, at)
  const isLifted = boosts.some(({ uuid, used, units }) => uuid === site.siteUuid && used < units)
  return isLifted
    ? { ...use, isLimitReached: false, reachedAt: null, isLifted }
    : { ...use, isLifted }
}

/** The team's running boosts of single sites, by name. */
export const readSiteBoosts = (queries: Queries, team: TeamScope, at: Date): Promise<SiteBoost[]> =>
  queries
    .select({
      uuid: sites.uuid,
      name: sites.name,
      units: sites.visitorBoost,
      used: sql<number>`coalesce(${siteMeters.used}, 0)::float8`,
      expiresAt: sql<Date>`${sites.visitorBoostExpiresAt}`.mapWith(sites.visitorBoostExpiresAt),
    })
    .from(sites)
    .innerJoin(teams, eq(teams.id, sites.teamId))
    .leftJoin(siteMeters, joinsSiteMeter(monthOf(at)))
    .where(and(inTeam(sites, team), gt(sites.visitorBoostExpiresAt, at), gt(sites.visitorBoost, 0)))
    .orderBy(sites.name, sites.id)

function percentOf(used: number, allowance: number | null): number | null {
  if (allowance === null) return null
  return allowance > 0 ? Math.floor((used * 100) / allowance) : 100
}

/** The month in UTC that contains a time. */
export function monthAround(at: Date): { from: Date; to: Date } {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  return { from: new Date(Date.UTC(year, month)), to: new Date(Date.UTC(year, month + 1)) }
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
