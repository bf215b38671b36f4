/** One subscription with everything that Stripe takes off it. */
import { couponShape, type Coupon } from './discounts.ts'
import { subscriptionShape, type StripeSubscription } from './snapshots.ts'
import { codeOf, isRefusedExpansion, type StripeClient } from './stripe-client.server.ts'

/**
 * Stripe expands four levels. In a list the products of coupons would be a level too deep, and here the
 * coupons of an item's and of the customer's discounts are, so those are read one by one.
 */
const deepDiscounts = [
  'discounts.source.coupon.applies_to',
  'discounts.promotion_code',
  'items.data.discounts.promotion_code',
]
const customerPath = 'customer.discount.promotion_code'

/** Throws as the library does, so it's called within `ask`. */
export async function readSubscription(
  stripe: StripeClient['stripe'],
  id: string,
): Promise<StripeSubscription> {
  const subscription = subscriptionShape.parse(await retrieve(stripe, id))
  const { items, customerDiscount } = subscription
  const others = [...items.data.flatMap(({ discounts }) => discounts), customerDiscount]
  for (const discount of others) {
    if (discount === null || typeof discount === 'string') continue
    const { source } = discount
    if (typeof source.coupon === 'string') source.coupon = await readCoupon(stripe, source.coupon)
  }
  return subscription
}

/**
 * A deleted customer has no discount. Stripe's types say that it's expanded as one without it, and its pages
 * don't say whether the path to it is refused then.
 */
async function retrieve(stripe: StripeClient['stripe'], id: string): Promise<unknown> {
  try {
    return await stripe.subscriptions.retrieve(id, { expand: [...deepDiscounts, customerPath] })
  } catch (error) {
    if (!isRefusedExpansion(error)) throw error
    return stripe.subscriptions.retrieve(id, { expand: deepDiscounts })
  }
}

/** One that was deleted still takes off what it did, but no longer says how much. */
export async function readCoupon(
  stripe: StripeClient['stripe'],
  id: string,
): Promise<Coupon | null> {
  try {
    return couponShape.parse(await stripe.coupons.retrieve(id, { expand: ['applies_to'] }))
  } catch (error) {
    if (codeOf(error) !== 'resource_missing') throw error
    return null
  }
}
