/**
 * Compares plans with what a team really used, without I/O: what each would have covered in the last 30
 * days and cost in the last complete months, and which is the cheapest that fits.
 */
import { planLimitOf, plans, type MeteredUnit, type Plan } from '#app/domain/plans/catalog.ts'
import { planIncludes } from '#app/domain/plans/entitlements.ts'
import { featureFlags, type FeatureFlag } from '#app/domain/plans/feature-flags.ts'
import { forecastUsage } from '#app/domain/plans/forecast.ts'
import { dayMillis } from '#app/lib/time.ts'
import { audienceOf } from './plan-audience.ts'
import {
  recentOutcome,
  recentUnits,
  type RecentOutcome,
  type RecentUnits,
  type RecentUse,
} from './recent-use.ts'

/** Complete months that are compared. */
export const comparedMonths = 3

/** One complete month of a team. */
export type UsedMonth = {
  /** First day of the month: `2026-03-01`. */
  month: string
  used: Readonly<Record<MeteredUnit, number>>
  /** When the plan's limit paused nudges. Null: it didn't, so all use was counted. */
  limitReachedAt: Date | null
  /** New units per day, oldest first. Empty: not recorded. */
  days: Readonly<Record<MeteredUnit, readonly { day: string; units: number }[]>>
}

/** A month as it would have been on a plan. */
export type MonthOnPlan = {
  month: string
  /** Counted units, or projected ones when nudges were paused. */
  units: number
  /** Nudges were paused in this month, so its real use is higher than what was counted. */
  isProjected: boolean
  /** `unknown`: paused too early in the month to project the rest. */
  outcome: 'covered' | 'reached' | 'unknown'
  /** For `reached`: the day on which nudges would have paused. Null: unknown. */
  reachedOn: string | null
}

/** Differences between plans beyond their numbers. */
type PlanExtra = { name: string; isIncluded: boolean }

export type ComparedPlan = {
  id: string
  name: string
  /** For whom it is, in a sentence. */
  audience: string
  /** Per month, in US cents. */
  priceCents: number
  meteredBy: MeteredUnit
  /** Per month. Null: unlimited. */
  limit: number | null
  reviewsLimit: number
  isCurrent: boolean
  /** Discontinued: can be kept, and not chosen. */
  isDiscontinued: boolean
  extras: PlanExtra[]
  /** Null: there are no three complete months yet. */
  months: MonthOnPlan[] | null
  /** For these months, in US cents. Use beyond a limit is never billed. Null with `months`. */
  billedCents: number | null
  /** The last 30 days in its unit, and whether it covers them. */
  recent: RecentUnits & { outcome: RecentOutcome }
  /**
   * Covers each month and the last 30 days, as far as they are known, and pauses nothing more than now.
   * Null: neither is known.
   */
  fits: boolean | null
  /** Features in use that the plan pauses, in sentences. */
  pauses: readonly string[]
}

export type PlanComparison = {
  plans: ComparedPlan[]
  /** The months that were compared, oldest first. Null: there are no three complete months yet. */
  months: string[] | null
  /** The last 30 days, in the unit of the current plan. */
  recent: RecentUnits
  /** Id of the cheapest plan that fits. Null: none does, or there is nothing to compare. */
  recommended: string | null
}

type Compared = {
  /** Cheapest first. */
  offered: readonly Plan[]
  currentId: string
  /** Exactly three complete months, oldest first. Null: there are none yet. */
  months: readonly UsedMonth[] | null
  recent: RecentUse
  /** By plan id: what the plan pauses that works now. */
  pauses: ReadonlyMap<string, readonly string[]>
}

export function comparePlans({
  offered,
  currentId,
  months,
  recent,
  pauses,
}: Compared): PlanComparison {
  const compared = offered.map((plan): ComparedPlan => {
    const paused = pauses.get(plan.id) ?? []
    const { meteredBy } = plan
    const limit = planLimitOf(plan, meteredBy)
    const outcomes = months && months.map((one) => monthOnPlan(one, { meteredBy, limit }))
    const units = recentUnits(recent, meteredBy)
    const ofRecent = { ...units, outcome: recentOutcome(units, limit) }
    return {
      id: plan.id,
      name: plan.name,
      audience: audienceOf(plan, limit),
      priceCents: plan.priceCents,
      meteredBy,
      limit,
      reviewsLimit: plan.reviewsLimit,
      isCurrent: plan.id === currentId,
      isDiscontinued: !plan.isActive,
      extras: extrasOf(plan, offered),
      months: outcomes,
      billedCents: outcomes && plan.priceCents * outcomes.length,
      recent: ofRecent,
      fits: covers(outcomes, ofRecent) && paused.length === 0,
      pauses: paused,
    }
  })
  const meteredBy = compared.find(({ isCurrent }) => isCurrent)?.meteredBy ?? 'visitors'
  const fitting = compared.filter(({ fits, isDiscontinued }) => fits && !isDiscontinued)
  const [cheapest] = fitting.toSorted((one, other) => one.priceCents - other.priceCents)
  return {
    plans: compared,
    months: months && months.map(({ month }) => month),
    recent: recentUnits(recent, meteredBy),
    recommended: cheapest?.id ?? null,
  }
}

/** Null: nothing is known. */
function covers(
  months: readonly MonthOnPlan[] | null,
  { estimate, outcome }: ComparedPlan['recent'],
): boolean | null {
  if (months === null && estimate === null) return null
  const outcomes = [
    ...(months ?? []).map((one) => one.outcome),
    ...(estimate === null && outcome === 'unknown' ? [] : [outcome]),
  ]
  return outcomes.every((one) => one === 'covered')
}

type Measure = { meteredBy: MeteredUnit; limit: number | null }

function monthOnPlan(
  { month, used, limitReachedAt, days }: UsedMonth,
  { meteredBy, limit }: Measure,
): MonthOnPlan {
  const counted = used[meteredBy]
  const isProjected = limitReachedAt !== null
  const start = new Date(month)
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1))
  const projected = isProjected
    ? forecastUsage({ used: counted, since: start, until: limitReachedAt, end })
    : counted
  const units = Math.max(counted, projected ?? 0)
  const base = { month, units, isProjected, reachedOn: null }
  if (limit === null) return { ...base, outcome: 'covered' }
  if (units < limit) return { ...base, outcome: projected === null ? 'unknown' : 'covered' }
  const reachedOn =
    dayOfUnit(days[meteredBy], limit) ??
    (isProjected && counted < limit
      ? dayByRate({ start, until: limitReachedAt, counted, limit })
      : null)
  return { ...base, outcome: 'reached', reachedOn }
}

/** The day on which this many units were there. Null: they aren't in the days. */
function dayOfUnit(days: readonly { day: string; units: number }[], limit: number): string | null {
  let sum = 0
  for (const { day, units } of days) {
    sum += units
    if (sum >= limit) return day
  }
  return null
}

type Rate = { start: Date; until: Date; counted: number; limit: number }

/** At the rate of the days before nudges paused. */
function dayByRate({ start, until, counted, limit }: Rate): string | null {
  const elapsed = until.getTime() - start.getTime()
  if (counted <= 0 || elapsed < dayMillis) return null
  return new Date(start.getTime() + (elapsed * limit) / counted).toISOString().slice(0, 10)
}

/** Keyed by flag, so two flags of one feature are one line. */
const extraNames: Partial<Record<FeatureFlag, string>> = {
  'options.branding': 'Removing the “Powered by” link',
  'options.inlineBranding': 'Removing the “Powered by” link',
  'nudge_query_options.skipSeenNudges': 'Skipping items that a visitor has seen',
}

/** Flags that some plans have and others lack. */
export const differingFlags: readonly FeatureFlag[] = featureFlags.filter((flag) => {
  const having = plans.filter((plan) => planIncludes(plan, flag))
  return having.length > 0 && having.length < plans.length
})

export const extraNameOf = (flag: FeatureFlag): string => extraNames[flag] ?? flag

function extrasOf(plan: Plan, offered: readonly Plan[]): PlanExtra[] {
  const byName = new Map<string, boolean>()
  for (const flag of differingFlags) {
    // A feature that all of these have, or lack, isn't a difference.
    if (offered.every((one) => planIncludes(one, flag) === planIncludes(plan, flag))) continue
    const name = extraNameOf(flag)
    byName.set(name, (byName.get(name) ?? true) && planIncludes(plan, flag))
  }
  return [...byName].map(([name, isIncluded]) => ({ name, isIncluded }))
}
