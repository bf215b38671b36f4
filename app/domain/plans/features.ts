/** What a plan allows beside its numbers. Specification sections 6 and 9. Safe in the browser. */
import { findPlan, plans, type MeteredUnit, type Plan } from './catalog.ts'

/** By the plan's name: its variants for other channels allow the same. */
const allowedBy = {
  /** Spec §9: off on the free plans. */
  skipSeenNudges: ({ priceCents }: Plan) => priceCents > 0,
  /** Spec §9: nudges without the link to us. */
  brandingRemoval: ({ name }: Plan) => ['Genius', 'Agency', 'Enterprise'].includes(name),
} as const
export type Feature = keyof typeof allowedBy

/** A plan that we don't know allows nothing that others have to pay for. */
export function allowsFeature(planId: string, feature: Feature): boolean {
  const plan = findPlan(planId)
  return plan !== undefined && allowedBy[feature](plan)
}

/** Spec §6: what costs less is not worth a name. */
const leastNamedCents = 500

/**
 * The name of the first plan that allows the feature, of those that are measured like the team's own.
 * Empty where it would cost next to nothing.
 */
export function minimumPlan(feature: Feature, meteredBy: MeteredUnit): string {
  const plan = plans.find((one) => one.meteredBy === meteredBy && allowedBy[feature](one))
  return plan !== undefined && plan.priceCents > leastNamedCents ? plan.name : ''
}

/** Null when the plan allows it; else the name of the plan that is needed, which may be empty. */
export const neededPlan = (team: { plan: string; meteredBy: MeteredUnit }, feature: Feature) =>
  allowsFeature(team.plan, feature) ? null : minimumPlan(feature, team.meteredBy)
