/** How many reviews one nudge can show on a plan. Safe in the browser. */
import { findPlan, plans, type MeteredUnit } from './catalog.ts'
import { leastNamedCents } from './features.ts'

/**
 * The specification lists 0 for Enterprise, and 300 in its sample team. Taken literally, 0 would take
 * from the most expensive plan what the free one includes, so the sample's number applies.
 */
const sampleLimit = 300

/** An unknown plan shows as many as the free one. */
const unknownPlanLimit = 1

/** Reviews per nudge. What is stored beyond it stays stored. */
export function reviewsLimitOf(planId: string): number {
  const plan = findPlan(planId)
  return plan === undefined ? unknownPlanLimit : plan.reviewsLimit || sampleLimit
}

/** Name of the cheapest plan that shows more, among plans with the same metering; null for none. */
export function planWithMoreReviews(team: {
  plan: string
  meteredBy: MeteredUnit
}): { name: string; limit: number } | null {
  const limit = reviewsLimitOf(team.plan)
  const better = plans.find(
    ({ id, meteredBy, priceCents }) =>
      meteredBy === team.meteredBy && priceCents > leastNamedCents && reviewsLimitOf(id) > limit,
  )
  return better === undefined ? null : { name: better.name, limit: reviewsLimitOf(better.id) }
}
