/** Discounts by coupons and by the offer to teams that cancel. Safe in the browser. */
import type { SingleDiscount, StoredDiscount, StoredPeriod } from '#app/db/schema/billing.ts'
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

/** Each of them, in the order in which they're taken off. */
export function discountsOf(discount: StoredDiscount | null): SingleDiscount[] {
  if (discount === null) return []
  const { further = [], ...first } = discount
  return [first, ...further]
}

/** As it's stored. Null: there is none. */
export function joinDiscounts(all: readonly SingleDiscount[]): StoredDiscount | null {
  const [first, ...further] = all
  if (first === undefined) return null
  return further.length === 0 ? first : { ...first, further }
}

/** Those that haven't ended. The provider reports an end later, or not at all. Null: there are none. */
export const runningDiscount = (discount: StoredDiscount | null, at: Date): StoredDiscount | null =>
  joinDiscounts(
    discountsOf(discount).filter(({ endsAt }) => endsAt === null || new Date(endsAt) > at),
  )

/** Those that go on after the next invoice. Null: there are none. */
export const withoutOnce = (discount: StoredDiscount | null): StoredDiscount | null =>
  joinDiscounts(discountsOf(discount).filter(({ duration }) => duration !== 'once'))

const isOfSubscription = ({ of }: SingleDiscount): boolean => of === undefined

/** Those that are taken off: a subscription has its customer's only while it has none of its own. */
export function appliedOf(discount: StoredDiscount | null): SingleDiscount[] {
  const all = discountsOf(discount)
  return all.some(isOfSubscription) ? all.filter(({ of }) => of !== 'customer') : all
}

/** The customer's, which follows once those of the subscription are used up or over. Empty: none does. */
export function followingOf(discount: StoredDiscount | null): SingleDiscount[] {
  const all = discountsOf(discount)
  const first = all.filter(isOfSubscription)
  if (first.length === 0 || first.some(({ duration, endsAt }) => isLasting(duration, endsAt)))
    return []
  const last = first
    .flatMap(({ endsAt }) => endsAt ?? [])
    .sort()
    .at(-1)
  return all.filter(
    ({ of, endsAt }) =>
      of === 'customer' && (endsAt === null || last === undefined || endsAt > last),
  )
}

const isLasting = (duration: SingleDiscount['duration'], endsAt: string | null): boolean =>
  duration !== 'once' && endsAt === null

/** Those that a coupon replaces: all that are taken off but an item's. */
export const replacedBy = (discount: StoredDiscount | null): SingleDiscount[] =>
  appliedOf(discount).filter(({ of }) => of !== 'item')

/** The code of the subscription’s own coupon. Null: it has none. */
export const subscriptionCode = (discount: StoredDiscount | null): string | null =>
  discountsOf(discount).find(isOfSubscription)?.code ?? null

/** Price per month after the discount as it is at that moment. */
export function monthlyCents(price: Price, at: Date): number {
  const cents = periodCents(price, at)
  return price.period ? monthlyPart(cents, price.period) : cents
}

/** An amount off is off each invoice, whatever its period is. */
function periodCents({ quantity, unitCents, period, discount: stored }: Price, at: Date): number {
  const full = quantity * (period?.cents ?? unitCents)
  return appliedOf(runningDiscount(stored, at)).reduce((left, { amountOffCents, percentOff }) => {
    const off = amountOffCents ?? Math.round((left * (percentOff ?? 0)) / 100)
    return Math.max(0, left - off)
  }, full)
}

/** Made to who cancels. It belongs to its plan, and ends with a switch. Null: there is none. */
export const offerIn = (discount: StoredDiscount | null): SingleDiscount | null =>
  discountsOf(discount).find(({ code }) => code === null) ?? null

/** Those that are there with a switch, which ends an offer. Null: there are none. */
export const withoutOffer = (discount: StoredDiscount | null): StoredDiscount | null =>
  joinDiscounts(discountsOf(discount).filter(({ code }) => code !== null))

/**
 * The offer is only one if it is less than what the team pays from its next invoice on. It's by the month,
 * and in the catalog's currency. Null: it isn't.
 */
export function offerFor(
  price: Price & { currency: string; currentPeriodEndsAt: Date | null },
  at: Date,
) {
  if (price.period !== null || price.currency !== catalogCurrency) return null
  // It would go on being taken off, next to the offer.
  if (discountsOf(price.discount).some(({ of }) => of === 'item')) return null
  const next = price.currentPeriodEndsAt ?? at
  const isMore = (discount: StoredDiscount | null) =>
    monthlyCents({ ...price, discount }, next) > cancellationDiscountCents
  // The offer would keep away the customer's, which comes back without it.
  const following = joinDiscounts(followingOf(runningDiscount(price.discount, next)))
  return isMore(price.discount) && isMore(following) ? cancellationDiscountCents : null
}

/** All of them. @param currency of what they're for */
export const allCouponWords = (discount: StoredDiscount, currency: string): string =>
  [appliedOf(discount), followingOf(discount)]
    .filter((some) => some.length > 0)
    .map((some) => some.map((one) => couponWords(one, currency)).join(' + '))
    .join(', then ')

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
