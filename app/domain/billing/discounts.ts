/** Discounts by coupons and by the offer to teams that cancel. Safe in the browser. */
import type { StoredDiscount } from '#app/db/schema/billing.ts'
import { cancellationDiscountCents } from '#app/domain/plans/catalog.ts'
import { formatCents } from '#app/lib/money.ts'

type Price = { quantity: number; unitCents: number; discount: StoredDiscount | null }

/** Price per month after the discount, in US cents. */
export function monthlyCents({ quantity, unitCents, discount }: Price): number {
  const full = quantity * unitCents
  if (discount === null) return full
  const off = discount.amountOffCents ?? Math.round((full * (discount.percentOff ?? 0)) / 100)
  return Math.max(0, full - off)
}

/** Made to who cancels. It belongs to its plan, and ends with a switch. */
export const isOffer = (discount: StoredDiscount | null): discount is StoredDiscount =>
  discount !== null && discount.code === null

/** The offer is only one if it is less than what the team pays. Null: it isn't. */
export const offerFor = (price: Price): number | null =>
  monthlyCents(price) > cancellationDiscountCents ? cancellationDiscountCents : null

/** "20% off, forever", "$5 off for 3 months", "$5 off once". */
export function couponWords({
  percentOff,
  amountOffCents,
  duration,
  months,
}: Pick<StoredDiscount, 'percentOff' | 'amountOffCents' | 'duration' | 'months'>): string {
  const off = percentOff === null ? formatCents(amountOffCents ?? 0) : `${String(percentOff)}%`
  if (duration === 'once') return `${off} off once`
  if (duration === 'forever') return `${off} off, forever`
  return `${off} off for ${String(months ?? 1)} ${months === 1 ? 'month' : 'months'}`
}
