/** Discounts by coupons and by the offer to teams that cancel. Safe in the browser. */
import type { StoredDiscount, StoredPeriod } from '#app/db/schema/billing.ts'
import {
  cancellationDiscountCents,
  currency as catalogCurrency,
} from '#app/domain/plans/catalog.ts'
import { formatCents } from '#app/lib/money.ts'
import { monthlyPart } from './stored/price-period.ts'

type Price = {
  quantity: number
  unitCents: number
  /** Null: by the month. */
  period: StoredPeriod | null
  discount: StoredDiscount | null
}

/** Null: there is none, or it has ended. The provider reports an end later, or not at all. */
export const runningDiscount = (discount: StoredDiscount | null, at: Date): StoredDiscount | null =>
  discount === null || (discount.endsAt !== null && new Date(discount.endsAt) <= at)
    ? null
    : discount

/** Price per month after the discount as it is at that moment. */
export function monthlyCents(price: Price, at: Date): number {
  const cents = periodCents(price, at)
  return price.period ? monthlyPart(cents, price.period) : cents
}

/** An amount off is off each invoice, whatever its period is. */
function periodCents({ quantity, unitCents, period, discount: stored }: Price, at: Date): number {
  const full = quantity * (period?.cents ?? unitCents)
  const discount = runningDiscount(stored, at)
  if (discount === null) return full
  const off = discount.amountOffCents ?? Math.round((full * (discount.percentOff ?? 0)) / 100)
  return Math.max(0, full - off)
}

/** Made to who cancels. It belongs to its plan, and ends with a switch. */
export const isOffer = (discount: StoredDiscount | null): discount is StoredDiscount =>
  discount !== null && discount.code === null

/**
 * The offer is only one if it is less than what the team pays from its next invoice on. It's by the month,
 * and in the catalog's currency. Null: it isn't.
 */
export function offerFor(
  price: Price & { currency: string; currentPeriodEndsAt: Date | null },
  at: Date,
) {
  if (price.period !== null || price.currency !== catalogCurrency) return null
  const next = price.currentPeriodEndsAt ?? at
  return monthlyCents(price, next) > cancellationDiscountCents ? cancellationDiscountCents : null
}

/** "20% off, forever", "$5 off for 3 months", "$5 off once". @param currency of what it's for */
export function couponWords(
  {
    percentOff,
    amountOffCents,
    duration,
    months,
  }: Pick<StoredDiscount, 'percentOff' | 'amountOffCents' | 'duration' | 'months'>,
  currency = catalogCurrency,
): string {
  const off =
    percentOff === null ? formatCents(amountOffCents ?? 0, currency) : `${String(percentOff)}%`
  if (duration === 'once') return `${off} off once`
  if (duration === 'forever') return `${off} off, forever`
  return `${off} off for ${String(months ?? 1)} ${months === 1 ? 'month' : 'months'}`
}
