/** The discounts of a subscription after a switch. */
import type { DiscountParam } from './coupons.server.ts'
import { isOffer, type StripeSubscription } from './snapshots.ts'

/** Stripe's parameter. Empty text: none. Undefined: they stay as they are. */
type DiscountsParam = '' | (DiscountParam | { discount: string })[] | undefined

type Entered = { param: DiscountParam; isOnce: boolean }
type Discounted = Pick<StripeSubscription, 'discounts'>
type Discount = Exclude<Discounted['discounts'][number], string>

/**
 * A coupon replaces what was there. The offer of a cancellation belongs to its plan, and ends with it.
 *
 * @param before its discounts are expanded
 */
export function discountsAfter(before: Discounted, coupon: Entered | null): DiscountsParam {
  return coupon === null ? without(before, ({ source }) => isOffer(source.coupon)) : [coupon.param]
}

/** Those of the invoices after that: the switch's has used what applies once. */
export function discountsLater(before: Discounted, coupon: Entered | null): DiscountsParam {
  if (coupon !== null) return coupon.isOnce ? '' : [coupon.param]
  return without(before, ({ source: { coupon: of } }) => isOffer(of) || of?.duration === 'once')
}

function without({ discounts }: Discounted, ends: (discount: Discount) => boolean): DiscountsParam {
  const kept = discounts.filter((one) => typeof one === 'string' || !ends(one))
  if (kept.length === discounts.length) return undefined
  if (kept.length === 0) return ''
  return kept.map((one) => ({ discount: typeof one === 'string' ? one : one.id }))
}
