/** A team's plan usage this month. */
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites, teams } from '#app/db/schema/ground.ts'
import { meters, siteMeters } from '#app/db/schema/plans.ts'
import { Refusal } from '#app/lib/errors.ts'
import { monthOf } from '#app/lib/time.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { MeteredUnit } from './catalog.ts'
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
