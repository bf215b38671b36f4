/** What a plan includes in addition to its limits. Safe in the browser. */
import { findPlan, plans, type MeteredUnit, type Plan } from './catalog.ts'

/** By the plan's name, because its variants for other channels include the same. */
const allowedBy = {
  /** Not on the free plans. */
  skipSeenNudges: ({ priceCents }: Plan) => priceCents > 0,
  /** Nudges without our link. */
  brandingRemoval: ({ name }: Plan) => ['Genius', 'Agency', 'Enterprise'].includes(name),
} as const
export type Feature = keyof typeof allowedBy

export const features = Object.keys(allowedBy) as Feature[]

/** An unknown plan includes no paid features. */
export function allowsFeature(planId: string, feature: Feature): boolean {
  const plan = findPlan(planId)
  return plan !== undefined && allowedBy[feature](plan)
}

/** Cheaper plans are never recommended as an upgrade. */
export const leastNamedCents = 500

/**
 * Name of the cheapest plan with the feature, among plans with the same metering. Empty if that
 * would be nearly free.
 */
export function minimumPlan(feature: Feature, meteredBy: MeteredUnit): string {
  const plan = plans.find((one) => one.meteredBy === meteredBy && allowedBy[feature](one))
  return plan !== undefined && plan.priceCents > leastNamedCents ? plan.name : ''
}

/** Null when the plan includes it; otherwise the name of the plan that does, which may be empty. */
export const neededPlan = (team: { plan: string; meteredBy: MeteredUnit }, feature: Feature) =>
  allowsFeature(team.plan, feature) ? null : minimumPlan(feature, team.meteredBy)
