/** Plans that run and can't be switched: staff paused them or their payments, or nothing of them can be prorated. */
import type { PausedCollection } from '#app/db/schema/billing.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import type { SubscriptionRow } from './subscription-rows.ts'

/** Null: payments are charged, or are again since the day that was set. */
export const pausedUntil = (pause: PausedCollection | null, at: Date): PausedCollection | null =>
  pause?.resumesAt != null && new Date(pause.resumesAt) <= at ? null : pause

type Running = Pick<
  SubscriptionRow,
  'state' | 'planId' | 'collectionPaused' | 'paidUntil' | 'endsAt'
>

/** Null: it can be switched, or its payment comes first. */
export function whyNoSwitch(
  { state, planId, collectionPaused, paidUntil, endsAt }: Running,
  at: Date,
): string | null {
  const name = findPlan(planId)?.name ?? planId
  if (state === 'paused') {
    return `Your ${name} plan is paused. Contact support to resume it, or cancel it to choose a plan.`
  }
  if (paidUntil !== null && paidUntil > at) {
    const isCanceled = endsAt !== null && endsAt <= paidUntil
    return isCanceled
      ? `Your ${name} plan was paid just before it ended, and is canceled, so it can’t be switched until it ends.`
      : `Your ${name} plan was paid just before it ended, so it can’t be switched until the next payment.`
  }
  if (pausedUntil(collectionPaused, at) === null) return null
  return `Payments for your ${name} plan are paused. Contact support to change it.`
}
