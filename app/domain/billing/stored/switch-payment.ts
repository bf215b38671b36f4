/**
 * A switch to another plan is one invoice of prorations. Until it’s paid nothing changes, and it’s owed by
 * no one. Safe in the browser.
 */
import { findPlan } from '#app/domain/plans/catalog.ts'
import { hourMillis, minuteMillis, secondMillis } from '#app/lib/time.ts'

/**
 * For so long Stripe keeps a change back that isn’t paid, and no longer than the period or the trial in
 * which it was ordered: "Pending updates" in its documentation.
 */
const waitingMillis = 23 * hourMillis

/** Two times of Stripe’s clock, in full seconds, that one request set. */
export const sameMillis = 2 * secondMillis

/** The end of the period in which an invoice was issued, also once the next period is read. */
export function periodEndAt(
  issuedAt: Date,
  { startedAt, endsAt }: { startedAt: Date | null; endsAt: Date | null },
): Date | null {
  const isNext = startedAt !== null && startedAt.getTime() > issuedAt.getTime() + sameMillis
  return isNext ? startedAt : endsAt
}

/** @param periodEndsAt of the subscription, which is the trial's end within a trial */
export function payableUntil(issuedAt: Date, periodEndsAt: Date | null): Date {
  const end = issuedAt.getTime() + waitingMillis
  const isSooner = periodEndsAt !== null && periodEndsAt > issuedAt && periodEndsAt.getTime() < end
  return isSooner ? periodEndsAt : new Date(end)
}

export const isOfSwitch = ({ lines }: { lines: readonly { isProration: boolean }[] }): boolean =>
  lines.some(({ isProration }) => isProration)

/**
 * The order is noted right before its invoice is issued, by two clocks. A later order is another one, which
 * didn't reach Stripe.
 */
const clockMillis = 5 * minuteMillis

/** The plan of a switch that was dropped before it was read, from its order. Null: it wasn't ordered here. */
export function orderedPlan(
  order: { planId: string | null; at: Date | null } | null | undefined,
  { issuedAt, currentPlanId }: { issuedAt: Date; currentPlanId: string },
): string | null {
  const isOrder =
    order?.at != null &&
    Math.abs(order.at.getTime() - issuedAt.getTime()) <= clockMillis &&
    order.planId !== currentPlanId
  return isOrder ? order.planId : null
}

export type WaitingSwitch = {
  /** The provider's id of the subscription. */
  subscription: string
  /** In our addresses. */
  invoice: string
  /** As the provider names it. Null: it isn’t a plan of the catalog. */
  planId: string | null
  /** To be paid for it. */
  cents: number
  currency: string
  payBy: Date
}

/**
 * The reason for which a switch was dropped, from Stripe’s times alone. A plan that is canceled takes the
 * switch with it. One that is canceled after a card declined the switch doesn’t, and nor does one whose end we
 * changed for the switch, right before its invoice was issued.
 *
 * @param canceledAt of the plan, also if it was resumed since
 * @param voidedAt of the switch’s invoice. Null: Stripe hasn’t said so yet, or no longer has the invoice
 */
export function whyDropped(
  {
    issuedAt,
    payBy,
    voidedAt,
    canceledAt,
  }: { issuedAt: Date; payBy: Date; voidedAt: Date | null; canceledAt: Date | null },
  at: Date,
): WhyDropped {
  const end = voidedAt ?? at
  if (end.getTime() >= payBy.getTime() - sameMillis) return 'expired'
  const isCanceled =
    voidedAt !== null &&
    canceledAt !== null &&
    canceledAt > issuedAt &&
    canceledAt.getTime() <= voidedAt.getTime() + sameMillis
  return isCanceled ? 'canceled' : 'declined'
}

/** `declined`: its payment failed, for whatever reason. */
export type WhyDropped = 'canceled' | 'expired' | 'declined'

/** A switch that was ordered here and came to nothing. */
export type DroppedSwitch = {
  /** `replaced`: for another one, which wasn’t ordered in the end. */
  why: WhyDropped | 'replaced'
  planId: string
  /** The plan that stayed. */
  currentPlanId: string
}

/** The one place that says why a switch was dropped. */
export function droppedWords({ why, planId, currentPlanId }: DroppedSwitch): string {
  const [wanted, current] = [nameOf(planId), nameOf(currentPlanId)]
  return `${wordsOf[why](wanted, current)} You haven’t been charged for it.`
}

const wordsOf: Record<DroppedSwitch['why'], (wanted: string, current: string) => string> = {
  canceled: (wanted, current) =>
    `The ${current} plan was canceled before the switch to ${wanted} was paid, so the switch was dropped.`,
  replaced: (wanted, current) =>
    `The switch to ${wanted} was dropped because you chose another plan, which couldn’t be ordered. You’re still on ${current}.`,
  expired: (wanted) => `The switch to ${wanted} wasn’t paid in time, so it was dropped.`,
  declined: (wanted, current) =>
    `The payment for the switch to ${wanted} failed, so you’re still on ${current}.`,
}

const nameOf = (id: string) => findPlan(id)?.name ?? id
