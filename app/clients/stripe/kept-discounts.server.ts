/** Discounts of a plan that ended, for the subscription that continues it. */
import type { ContinuedTerms } from '#app/domain/billing/channels/continuation.ts'
import { monthsAfter } from '#app/lib/days/months-after.ts'
import { isOffer, keptCodeMetadata, type Coupon, type Discount } from './discounts.ts'
import { readCoupon } from './read-subscription.server.ts'
import { codeOf, type StripeClient } from './stripe-client.server.ts'

type Continued = {
  /** When the period ends that is paid, so that the next invoice is issued. */
  next: Date
}

/** Months are counted no further. */
const mostMonths = 120

/** Monthly invoices from the next one on that are issued before the discount ends. */
function monthsLeft(end: string, { next }: Continued): number {
  let months = 0
  while (months < mostMonths && monthsAfter(next, months) < new Date(end)) months += 1
  return months
}

/** A coupon outlives the subscription that it was given to. A discount whose coupon was deleted can't go on. */
export const continuedDiscounts = (
  discounts: readonly (Discount | string)[],
): ContinuedTerms['discounts'] =>
  discounts.flatMap((discount) => {
    if (typeof discount === 'string') return []
    const { id, end, promotion_code: code, source } = discount
    const coupon = typeof source.coupon === 'string' ? source.coupon : source.coupon?.id
    if (coupon === undefined) return []
    const endsAt = end === null ? null : new Date(end * 1_000).toISOString()
    return { id, coupon, code, endsAt }
  })

/**
 * Discounts go on as they are where Stripe can give them again. Others become coupons that work once: those that
 * are used up or were entered by a code, with its name, and those of so many months, with the months that are left.
 * One of a single invoice isn't kept: whether an invoice of $0 uses it up isn't said on Stripe's pages.
 */
export async function keptDiscounts(
  { ask }: StripeClient,
  discounts: ContinuedTerms['discounts'],
  of: Continued,
): Promise<{ coupon: string }[]> {
  const kept: { coupon: string }[] = []
  for (const discount of discounts) {
    const coupon = await ask((stripe) => readCoupon(stripe, discount.coupon))
    if (coupon === null) continue
    const { duration, valid } = coupon
    const isSame = duration === 'forever' && valid && discount.code === null
    if (isOffer(coupon) || isSame) {
      kept.push({ coupon: coupon.id })
      continue
    }
    const months = discount.endsAt === null ? null : monthsLeft(discount.endsAt, of)
    if (duration === 'once' || months === 0) continue
    const id = `kept-${discount.id}`
    const code = discount.code ?? coupon.metadata?.[keptCodeMetadata] ?? coupon.id
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
