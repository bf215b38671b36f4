/** Plans that staff paused in the provider's dashboard: the plan itself, or only its payments. */
import type { PausedCollection } from '#app/db/schema/billing.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import type { SubscriptionRow } from './subscription-rows.ts'

/** Null: payments are charged, or are again since the day that was set. */
export const pausedUntil = (pause: PausedCollection | null, at: Date): PausedCollection | null =>
  pause?.resumesAt != null && new Date(pause.resumesAt) <= at ? null : pause

/**
 * Why a plan can't be switched while it's paused: it has no paid period, or its new price wouldn't be charged.
 * Null: it isn't.
 */
export function pausedWhy(
  {
    state,
    planId,
    collectionPaused,
  }: Pick<SubscriptionRow, 'state' | 'planId' | 'collectionPaused'>,
  at: Date,
): string | null {
  const name = findPlan(planId)?.name ?? planId
  if (state === 'paused') {
    return `Your ${name} plan is paused. Contact support to resume it, or cancel it to choose a plan.`
  }
  if (pausedUntil(collectionPaused, at) === null) return null
  return `Payments for your ${name} plan are paused. Contact support to change it.`
}
