/** The discounts of a subscription after a switch. */
import { monthsAfter } from '#app/lib/days/months-after.ts'
import type { DiscountParam } from './coupons.server.ts'
import { couponOf, isOffer, type Discount } from './discounts.ts'
import type { StripeSubscription } from './snapshots.ts'

/** Stripe's parameter. Empty text: none. Undefined: they stay as they are. */
type DiscountsParam = '' | (DiscountParam | { discount: string })[] | undefined

type Entered = {
  param: DiscountParam
  isOnce: boolean
  /** Null: it doesn't end by time. */
  months: number | null
}
/** Moments in seconds: of the switch, and of the next invoice. Null: not known. */
type Moments = { at: number; nextAt: number | null }
type Discounted = Pick<StripeSubscription, 'discounts' | 'customerDiscount'>

/**
 * A coupon replaces what was there. The offer of a cancellation belongs to its plan, and ends with it. A
 * subscription that is left without any has its customer's.
 *
 * @param before its discounts are expanded
 */
export function discountsAfter(before: Discounted, coupon: Entered | null): DiscountsParam {
  if (coupon !== null) return [coupon.param]
  const kept = before.discounts.filter((one) => typeof one === 'string' || !isOfOffer(one))
  return kept.length === before.discounts.length ? undefined : paramOf(kept)
}

/** The same for a preview, whose empty text leaves out the customer's as well. */
export function previewedAfter(before: Discounted, coupon: Entered | null): DiscountsParam {
  const after = discountsAfter(before, coupon)
  return after === '' ? paramOf(inherited(before)) : after
}

/**
 * Those of the next invoice after that. The switch's has used what applies once, and what ends by then is
 * over.
 */
export function previewedLater(
  before: Discounted,
  coupon: Entered | null,
  { at, nextAt }: Moments,
): DiscountsParam {
  const isRunning = (one: Discount | string) => typeof one === 'string' || !isOverAt(one, nextAt)
  const isLeft = (one: Discount | string) => isLeftAt(one, nextAt)
  const ofCustomer = inherited(before)
  if (coupon !== null) {
    return isUsedUp(coupon, { at, nextAt }) ? paramOf(ofCustomer.filter(isRunning)) : [coupon.param]
  }
  const kept = before.discounts.filter((one) => typeof one === 'string' || !isOfOffer(one))
  const left = kept.filter(isLeft)
  if (left.length > 0) return left.length === before.discounts.length ? undefined : paramOf(left)
  // Without any of its own, the switch itself uses the customer's.
  const following = ofCustomer.filter(kept.length > 0 ? isRunning : isLeft)
  const isAsBefore = before.discounts.length === 0 && following.length === ofCustomer.length
  return isAsBefore ? undefined : paramOf(following)
}

/** The same of the subscription's item, whose discounts a coupon leaves as they are. */
export function previewedOfItem(
  discounts: readonly (Discount | string)[],
  { nextAt }: Moments,
): DiscountsParam {
  const left = discounts.filter((one) => isLeftAt(one, nextAt))
  return left.length === discounts.length ? undefined : paramOf(left)
}

/** Whether the invoice after the switch's has it. */
const isLeftAt = (one: Discount | string, nextAt: number | null): boolean =>
  typeof one === 'string' || (!isOverAt(one, nextAt) && couponOf(one)?.duration !== 'once')

/** Whether a coupon that is entered with a switch applies to its invoice alone. */
export const isUsedUp = ({ isOnce, months }: Entered, { at, nextAt }: Moments): boolean =>
  isOnce ||
  (months !== null &&
    nextAt !== null &&
    monthsAfter(new Date(at * 1_000), months).getTime() <= nextAt * 1_000)

/** @param at in seconds. Null: not known */
export const isOverAt = ({ end }: Discount, at: number | null): boolean =>
  end !== null && at !== null && end <= at

const inherited = ({ customerDiscount }: Discounted): Discount[] =>
  customerDiscount === null ? [] : [customerDiscount]

const isOfOffer = (discount: Discount): boolean => isOffer(couponOf(discount))

const paramOf = (discounts: readonly (Discount | string)[]): Exclude<DiscountsParam, undefined> =>
  discounts.length === 0
    ? ''
    : discounts.map((one) => ({ discount: typeof one === 'string' ? one : one.id }))
