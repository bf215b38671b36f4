/** Discounts of a plan that ended, for the subscription that continues it. */
import { monthsAfter } from '#app/lib/days/months-after.ts'
import { isOffer, keptCodeMetadata, type Coupon, type Discount } from './discounts.ts'
import { codeOf, type StripeClient } from './stripe-client.server.ts'

type Continued = {
  /** When the period ends that is paid, so that the next invoice is issued. */
  next: Date
}

/** Months are counted no further. */
const mostMonths = 120

/** Monthly invoices from the next one on that are issued before the discount ends. */
function monthsLeft(end: number, { next }: Continued): number {
  let months = 0
  while (months < mostMonths && monthsAfter(next, months).getTime() < end * 1_000) months += 1
  return months
}

/**
 * Discounts go on as they are where Stripe can give them again. Others become coupons that work once: those that
 * are used up or were entered by a code, with its name, and those of so many months, with the months that are left.
 * One of a single invoice isn't kept: whether an invoice of $0 uses it up isn't said on Stripe's pages.
 */
export async function keptDiscounts(
  { ask }: StripeClient,
  discounts: readonly (Discount | string)[],
  of: Continued,
): Promise<{ coupon: string }[]> {
  const kept: { coupon: string }[] = []
  for (const discount of discounts) {
    const coupon = typeof discount === 'string' ? null : discount.source.coupon
    if (typeof discount === 'string' || coupon === null || typeof coupon === 'string') continue
    const { duration, valid } = coupon
    const isSame = duration === 'forever' && valid && discount.promotion_code === null
    if (isOffer(coupon) || isSame) {
      kept.push({ coupon: coupon.id })
      continue
    }
    const months = discount.end === null ? null : monthsLeft(discount.end, of)
    if (duration === 'once' || months === 0) continue
    const id = `kept-${discount.id}`
    const code = discount.promotion_code ?? coupon.metadata?.[keptCodeMetadata] ?? coupon.id
    await ask(async (stripe) => {
      try {
        await stripe.coupons.create({ id, ...termsOf(coupon, { months, code }) })
      } catch (error) {
        if (codeOf(error) !== 'resource_already_exists') throw error
      }
    })
    kept.push({ coupon: id })
  }
  return kept
}

const termsOf = (coupon: Coupon, { months, code }: { months: number | null; code: string }) => ({
  ...(coupon.amount_off === null || coupon.currency === null
    ? { percent_off: coupon.percent_off ?? 0 }
    : { amount_off: coupon.amount_off, currency: coupon.currency }),
  ...(months === null
    ? { duration: 'forever' as const }
    : { duration: 'repeating' as const, duration_in_months: months }),
  ...(coupon.applies_to ? { applies_to: { products: coupon.applies_to.products } } : {}),
  max_redemptions: 1,
  metadata: { [keptCodeMetadata]: code },
})
