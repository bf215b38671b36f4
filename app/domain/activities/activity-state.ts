/** Whether an activity can be shown to visitors, and why not. Safe in the browser. */
import type { ActivityKind, ReportedState } from '#app/contract/activities.ts'

export type ActivityFacts = {
  trust: 'signed' | 'origin' | 'unknown'
  approval: 'approved' | 'quarantined' | 'hidden'
  isShowable: boolean
  /** Absent, like the next: not of a service that lists reviews. */
  isUnproved?: boolean
  unlistedAt?: Date | null
  keptUntil?: Date | null
  occurredAt: Date
}

/**
 * - `live`: a published nudge of its kind can show it.
 * - `old`: older than the look-back period.
 * - `ahead`: its time is in the future.
 * - `withheld`: a test, an order worth nothing, refunded, the payment of an order, or a buyer who is no sign-up.
 * - `unsigned`: not proven to come from the shop.
 * - `waiting`: needs approval by the owner.
 * - `unproved`: a review of a page that isn't proven to be the site's.
 * - `unlisted`: a review that its source no longer lists.
 * - `unreached`: a review that wasn't listed for too long: it's older than those that the plan includes, or its
 *   source isn't read. Its source may list it still.
 * - `hidden`: hidden by the owner or an exclusion.
 */
export const activityStates = [
  'live',
  'waiting',
  'hidden',
  'old',
  'withheld',
  'unsigned',
  'ahead',
  'unproved',
  'unlisted',
  'unreached',
] as const
export type ActivityState = (typeof activityStates)[number]

/** @param windowSeconds the nudge's look-back period */
export function activityState(
  facts: ActivityFacts,
  windowSeconds: number,
  now: Date,
): ActivityState {
  const { trust, approval, isShowable, occurredAt } = facts
  if (!isShowable) return 'withheld'
  if (approval === 'hidden') return 'hidden'
  if (trust === 'unknown') return 'unsigned'
  if (approval === 'quarantined') return 'waiting'
  if (facts.isUnproved) return 'unproved'
  if (facts.unlistedAt) return 'unlisted'
  if (facts.keptUntil && facts.keptUntil <= now) return 'unreached'
  if (occurredAt > now) return 'ahead'
  return now.getTime() - occurredAt.getTime() > windowSeconds * 1000 ? 'old' : 'live'
}

/** Why an activity is withheld. Null: it isn't, or it was stored before its reason was. */
export type WithheldReason = 'test' | 'same_sale' | 'canceled' | 'refunded' | 'free' | 'buyer'

type WithheldFacts = {
  kind: ActivityKind
  isShowable: boolean
  state: ReportedState | null
  isTest: boolean | null
  amountCents: number | null
  sameSaleAs: number | null
}

/**
 * A test is one whatever became of it, and so is the payment of an order. A refunded order may be worth
 * nothing by now. Sign-ups are withheld if they
 * are customers of a service that has guests (sales/buyers.server.ts).
 */
export function withheldReason({
  kind,
  isShowable,
  state,
  isTest,
  amountCents,
  sameSaleAs,
}: WithheldFacts): WithheldReason | null {
  if (isShowable) return null
  if (isTest === true) return 'test'
  if (sameSaleAs !== null) return 'same_sale'
  if (state === 'cancelled') return 'canceled'
  if (state === 'refunded') return 'refunded'
  if (kind === 'signup') return state === 'confirmed' ? 'buyer' : null
  return amountCents === 0 ? 'free' : null
}
