/** Stripe's coupons, and the discounts that they become. Everything that is read of them is checked here. */
import { z } from 'zod'
import type { SubscriptionSnapshot } from '#app/domain/billing/channel.ts'

type StoredDiscount = Omit<NonNullable<SubscriptionSnapshot['discount']>, 'further'>

/** Marks coupons that are offered at a cancellation. */
export const offerMetadata = { kind: 'cancellation_offer' } as const

/** In the metadata of coupons that go on with a discount of a plan that ended: its code. */
export const keptCodeMetadata = 'code'

export const couponShape = z.object({
  id: z.string(),
  valid: z.boolean(),
  percent_off: z.number().nullable(),
  amount_off: z.number().nullable(),
  currency: z.string().nullable(),
  duration: z.string(),
  duration_in_months: z.number().nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
  /** Only where it's expanded. Absent: it applies to every product. */
  applies_to: z.object({ products: z.array(z.string()) }).nullish(),
})
export type Coupon = z.output<typeof couponShape>

export const discountShape = z.object({
  id: z.string(),
  end: z.number().nullable(),
  source: z.object({
    /** Its ID where it isn't expanded. Null: it was deleted. */
    coupon: z.union([couponShape, z.string()]).nullable(),
  }),
  promotion_code: z
    .union([z.object({ code: z.string() }).transform(({ code }) => code), z.string()])
    .nullable(),
})
export type Discount = z.output<typeof discountShape>

/** Null: it was deleted, or isn't expanded. */
export const couponOf = ({ source: { coupon } }: Discount): Coupon | null =>
  typeof coupon === 'string' ? null : coupon

export const isOffer = (coupon: Coupon | null): boolean =>
  coupon?.metadata?.['kind'] === offerMetadata.kind

/** A coupon for other products leaves the price as it is. */
export const appliesTo = ({ applies_to: limit }: Coupon, product: string | null): boolean =>
  limit == null || (product !== null && limit.products.includes(product))

export const storedDiscount = (
  coupon: Coupon,
  code: string | null,
  end: Date | null,
): StoredDiscount => ({
  code,
  percentOff: coupon.percent_off,
  amountOffCents: coupon.amount_off,
  duration: durationOf(coupon),
  months: coupon.duration === 'repeating' ? coupon.duration_in_months : null,
  endsAt: end?.toISOString() ?? null,
})

/** A duration that we don't know lasts as long as Stripe says by its end. */
const durationOf = ({ duration }: Coupon): StoredDiscount['duration'] =>
  duration === 'once' || duration === 'repeating' ? duration : 'forever'
