/** The discounts of a subscription after a switch. */
import type { DiscountParam } from './coupons.server.ts'
import { couponOf, isOffer, type Discount } from './discounts.ts'
import type { StripeSubscription } from './snapshots.ts'

/** Stripe's parameter. Empty text: none. Undefined: they stay as they are. */
type DiscountsParam = '' | (DiscountParam | { discount: string })[] | undefined

type Entered = { param: DiscountParam; isOnce: boolean }
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

/** Those of the invoices after that: the switch's has used what applies once. */
export function previewedLater(before: Discounted, coupon: Entered | null): DiscountsParam {
  if (coupon !== null) return coupon.isOnce ? paramOf(inherited(before)) : [coupon.param]
  const kept = before.discounts.filter((one) => typeof one === 'string' || !isOfOffer(one))
  const isLeft = (one: Discount | string) =>
    typeof one === 'string' || couponOf(one)?.duration !== 'once'
  const left = kept.filter(isLeft)
  if (left.length > 0) return left.length === before.discounts.length ? undefined : paramOf(left)
  // Without any of its own, the switch itself uses the customer's.
  const ofCustomer = inherited(before).filter((one) => kept.length > 0 || isLeft(one))
  const isAsBefore = before.discounts.length === 0 && ofCustomer.length === inherited(before).length
  return isAsBefore ? undefined : paramOf(ofCustomer)
}

const inherited = ({ customerDiscount }: Discounted): Discount[] =>
  customerDiscount === null ? [] : [customerDiscount]

const isOfOffer = (discount: Discount): boolean => isOffer(couponOf(discount))

const paramOf = (discounts: readonly (Discount | string)[]): Exclude<DiscountsParam, undefined> =>
  discounts.length === 0
    ? ''
    : discounts.map((one) => ({ discount: typeof one === 'string' ? one : one.id }))
