/**
 * Entitlements of a team's plan. Every gate asks here: screens, payloads, the REST API, imports and
 * connections. Safe in the browser.
 */
import type { PlanOverrides } from '#app/db/schema/ground.ts'
import { Refusal } from '#app/lib/errors.ts'
import { findPlan, plans, type MeteredUnit, type Plan } from './catalog.ts'
import type { FeatureFlag } from './feature-flags.ts'
import { gateSentence } from './gate-text.ts'

/** Columns of `teams`. */
export type TeamPlan = {
  /** Plan id. */
  plan: string
  meteredBy: MeteredUnit
  /** Entitlements that staff granted or withheld in addition. */
  overrides: PlanOverrides
}

export type Entitlements = {
  includes: (flag: FeatureFlag) => boolean
  /** Null when included; otherwise the name of the plan that includes it, which may be empty. */
  neededPlan: (flag: FeatureFlag) => string | null
  /**
   * Reviews per nudge, and how many of a source are read at a time. Those that were sent are all stored,
   * and what is stored stays.
   */
  reviewsLimit: number
  /** Null: unlimited. */
  siteLimit: number | null
  /** Null: unlimited. */
  memberLimit: number | null
}

/** An unknown plan includes what the free one does. */
const unknownPlan = plans.find(({ id }) => id === 'free')

export function entitlementsOf({ plan: planId, meteredBy, overrides }: TeamPlan): Entitlements {
  const plan = findPlan(planId) ?? unknownPlan
  if (!plan) throw new Error('The catalog has no free plan.')
  const includes = (flag: FeatureFlag) => overrides.features?.[flag] ?? planIncludes(plan, flag)
  return {
    includes,
    neededPlan: (flag) => (includes(flag) ? null : minimumPlanFor(flag, meteredBy)),
    reviewsLimit: overrides.reviewsLimit ?? plan.reviewsLimit,
    siteLimit: overrides.siteLimit ?? plan.sites,
    memberLimit: overrides.memberLimit ?? plan.teamMembers,
  }
}

export const planIncludes = ({ lacks }: Plan, flag: FeatureFlag): boolean => !lacks.includes(flag)

/** Limits of one organization. Null: as its plan has it. */
export type SeatLimits = { members: number | null; sites: number | null }

/** Exceptions with other limits of members and sites. */
export function withSeats(overrides: PlanOverrides, { members, sites }: SeatLimits): PlanOverrides {
  const changed = { ...overrides }
  delete changed.memberLimit
  delete changed.siteLimit
  if (members !== null) changed.memberLimit = members
  if (sites !== null) changed.siteLimit = sites
  return changed
}

/** Cheaper plans are never recommended as an upgrade. */
const leastNamedCents = 500

/**
 * Name of the first plan with the feature, among those with the same metering. Empty if that plan
 * is nearly free, or if no plan has it.
 */
export function minimumPlanFor(flag: FeatureFlag, meteredBy: MeteredUnit): string {
  const plan = plans.find(
    (one) => one.isActive && one.meteredBy === meteredBy && planIncludes(one, flag),
  )
  return plan !== undefined && plan.priceCents > leastNamedCents ? plan.name : ''
}

/** The cheapest plan that shows more reviews than the team's; null for none. */
export function planWithMoreReviews(team: TeamPlan): { name: string; limit: number } | null {
  const { reviewsLimit } = entitlementsOf(team)
  const better = plans.find(
    (one) =>
      one.isActive &&
      one.meteredBy === team.meteredBy &&
      one.priceCents > leastNamedCents &&
      one.reviewsLimit > reviewsLimit,
  )
  return better === undefined ? null : { name: better.name, limit: better.reviewsLimit }
}

/** Flags that the plan lacks, each with the plan that has it. For screens. */
export type PlanGates = Readonly<Record<string, string>>

export const gatesOf = (
  { neededPlan }: Pick<Entitlements, 'neededPlan'>,
  flags: readonly FeatureFlag[],
): PlanGates =>
  Object.fromEntries(
    flags.flatMap((flag) => {
      const needed = neededPlan(flag)
      return needed === null ? [] : [[flag, needed]]
    }),
  )

/** @throws Refusal `not_on_plan` */
export function requireFeature({ neededPlan }: Entitlements, flag: FeatureFlag): void {
  const needed = neededPlan(flag)
  if (needed !== null) throw new Refusal('not_on_plan', gateSentence(needed))
}
