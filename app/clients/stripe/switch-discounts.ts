/** The discounts of a subscription after a switch. */
import type { DiscountParam } from './coupons.server.ts'
import { isOffer, type StripeSubscription } from './snapshots.ts'

/** Stripe's parameter. Empty text: none. Undefined: they stay as they are. */
type DiscountsParam = '' | (DiscountParam | { discount: string })[] | undefined

/**
 * A coupon replaces what was there. The offer of a cancellation belongs to its plan, and ends with it.
 *
 * @param before its discounts are expanded
 */
export function discountsAfter(
  { discounts }: Pick<StripeSubscription, 'discounts'>,
  coupon: DiscountParam | null,
): DiscountsParam {
  if (coupon !== null) return [coupon]
  const kept = discounts.filter((one) => typeof one === 'string' || !isOffer(one.source.coupon))
  if (kept.length === discounts.length) return undefined
  if (kept.length === 0) return ''
  return kept.map((one) => ({ discount: typeof one === 'string' ? one : one.id }))
}
