/** Coupons: promotion codes, which merchants enter, and coupons by their ids. */
import { z } from 'zod'
import {
  ChargeRefused,
  type BillingCustomer,
  type CardChannel,
} from '#app/domain/billing/channel.ts'
import type { CouponAnswer, CouponUse } from '#app/domain/billing/channels/coupon.ts'
import { currency } from '#app/domain/plans/catalog.ts'
import type { FindPrice } from './prices.server.ts'
import { appliesTo, couponShape, isOffer, storedDiscount, type Coupon } from './discounts.ts'
import { itemOf, reference, subscriptionShape, unitCentsOf } from './snapshots.ts'
import { codeOf, keyOf, type StripeClient } from './stripe-client.server.ts'

/** Stripe's parameter for one discount. */
export type DiscountParam = { coupon: string } | { promotion_code: string }

type PromotionCode = z.output<typeof codesShape>['data'][number]
type Found = { coupon: Coupon; code: string; param: DiscountParam; promotion: PromotionCode | null }

/** Marks coupons that staff give. They're entered only by their code, which is for one customer. */
const givenMetadata = { kind: 'given' } as const

const createdShape = z.object({ id: z.string() })
const redeemedShape = z.object({ times_redeemed: z.number() })

const codesShape = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      active: z.boolean(),
      customer: reference,
      // Null: its coupon was deleted.
      promotion: z.object({ coupon: couponShape.nullable() }),
      restrictions: z.object({
        first_time_transaction: z.boolean(),
        minimum_amount: z.number().nullable(),
        minimum_amount_currency: z.string().nullable(),
      }),
    }),
  ),
})

/** The order that a coupon is used for. */
type Bought = { product: string | null; amountCents: number; currency: string }

const issuedShape = z.array(
  z.object({
    status: z.string().nullable(),
    parent: z
      .object({ subscription_details: z.object({ subscription: reference }).nullish() })
      .nullish(),
  }),
)

/** A coupon as a parameter. `months`: it ends then. Null: it doesn't end by time. */
type EnteredDiscount = {
  param: DiscountParam
  /** The coupon without its code, and so without the code’s limits: for previews alone. */
  plain: DiscountParam
  isOnce: boolean
  months: number | null
}

export type Coupons = Pick<CardChannel, 'findCoupon' | 'giveCoupon' | 'revokeCoupon'> & {
  /** Without its limits, which Stripe checks with the order. @throws ChargeRefused `coupon` */
  readDiscount: (code: string) => Promise<EnteredDiscount>
}

/** IDs that Stripe accepts. Anything else isn't one. */
const idPattern = /^[\w.-]{1,200}$/

export function createCoupons({ ask }: StripeClient, findPrice: FindPrice): Coupons {
  async function find(given: string): Promise<Found | null> {
    const code = given.trim()
    if (!idPattern.test(code)) return null
    const named = await listCodes({ code })
    const promotion = named.find(({ active }) => active)
    if (promotion) {
      const { coupon } = promotion.promotion
      const param = { promotion_code: promotion.id }
      return coupon && usable({ coupon, code: promotion.code, param, promotion })
    }
    // A word that staff deactivated doesn't come back as the ID of a coupon, which has no limits.
    if (named.length > 0) return null
    const coupon = await ask(async (stripe) => {
      try {
        return couponShape.parse(await stripe.coupons.retrieve(code, { expand: ['applies_to'] }))
      } catch (error) {
        if (codeOf(error) === 'resource_missing') return null
        throw error
      }
    })
    if (coupon === null || kindOf(coupon) !== undefined) return null
    // Its codes have limits, and its ID would pass them.
    if ((await listCodes({ coupon: coupon.id })).length > 0) return null
    return usable({ coupon, code, param: { coupon: coupon.id }, promotion: null })
  }

  /** Also those that can't be used any more: Stripe lists them, and compares them without case. */
  const listCodes = (of: { code: string } | { coupon: string }): Promise<PromotionCode[]> =>
    ask(async (stripe) => {
      const expand = ['data.promotion.coupon.applies_to']
      return codesShape.parse(await stripe.promotionCodes.list({ ...of, limit: 100, expand })).data
    })

  /** Whether one of these codes was another name of the coupon. */
  async function isAmong(codes: readonly string[], { id }: Coupon): Promise<boolean> {
    for (const code of codes) {
      if (code === id) return true
      const named = await listCodes({ code })
      if (named.some(({ promotion }) => promotion.coupon?.id === id)) return true
    }
    return false
  }

  async function readBought(use: CouponUse): Promise<Bought> {
    if ('plan' in use) {
      const { product } = await findPrice(use.plan)
      return { product, amountCents: use.plan.priceCents * use.quantity, currency }
    }
    const { price, quantity } = itemOf(
      await ask(async (stripe) =>
        subscriptionShape.parse(await stripe.subscriptions.retrieve(use.subscription)),
      ),
    )
    const amountCents = unitCentsOf(price) * quantity
    return { product: price.product, amountCents, currency: price.currency }
  }

  /**
   * Whether Stripe takes the customer for one that has bought before. Drafts and void ones don't count, and
   * the invoice of an order that is replaced is void by then.
   */
  const hasBought = ({ providerId: customer }: BillingCustomer, replaced: string | null) =>
    ask(async (stripe) => {
      const { data } = await stripe.invoices.list({ customer, limit: 100 })
      return issuedShape.parse(data).some(({ status, parent }) => {
        const of = parent?.subscription_details?.subscription ?? null
        const isReplaced = status === 'open' && of !== null && of === replaced
        return status !== 'draft' && status !== 'void' && !isReplaced
      })
    })

  async function refusalOf(
    { coupon, promotion }: Found,
    customer: BillingCustomer,
    use: CouponUse,
  ): Promise<CouponAnswer | null> {
    if (promotion?.customer && promotion.customer !== customer.providerId) {
      return { refused: 'customer' }
    }
    const { minimum_amount: leastCents = null, minimum_amount_currency: of = null } =
      promotion?.restrictions ?? {}
    if (leastCents !== null && of !== currency) return { refused: 'unknown' }
    if (coupon.applies_to || coupon.amount_off !== null || leastCents !== null) {
      const { product, amountCents, currency: paidIn } = await readBought(use)
      const isOfAmounts = coupon.amount_off !== null || leastCents !== null
      if (!appliesTo(coupon, product) || (isOfAmounts && paidIn !== currency)) {
        return { refused: 'plan' }
      }
      if (leastCents !== null && amountCents < leastCents) return { refused: 'amount', leastCents }
    }
    const isForFirst = promotion?.restrictions.first_time_transaction ?? false
    return isForFirst && (await hasBought(customer, use.replaces ?? null))
      ? { refused: 'first' }
      : null
  }

  return {
    async findCoupon(customer, use) {
      const found = await find(use.code)
      if (!found) return { refused: 'unknown' }
      if (await isAmong(use.used ?? [], found.coupon)) return { refused: 'used' }
      return (
        (await refusalOf(found, customer, use)) ?? {
          discount: storedDiscount(found.coupon, found.code, null),
        }
      )
    },
    async readDiscount(code) {
      const found = await find(code)
      if (found) {
        const { duration, duration_in_months: months } = found.coupon
        const plain = { coupon: found.coupon.id }
        return { param: found.param, plain, isOnce: duration === 'once', months }
      }
      throw new ChargeRefused('coupon', 'The coupon can’t be used.')
    },
    async giveCoupon({ teamId, providerId: customer }, { code, terms, operation }) {
      const { percentOff, amountOffCents, duration, months } = terms
      return ask(async (stripe) => {
        const created = await stripe.coupons.create(
          {
            ...(amountOffCents === null
              ? { percent_off: percentOff ?? 0 }
              : { amount_off: amountOffCents, currency }),
            duration,
            ...(months === null ? {} : { duration_in_months: months }),
            max_redemptions: 1,
            metadata: { ...givenMetadata, team_id: String(teamId) },
          },
          keyOf(teamId, 'give-coupon', operation),
        )
        const { id: coupon } = createdShape.parse(created)
        const promotion = await stripe.promotionCodes.create(
          { promotion: { type: 'coupon', coupon }, code, customer, max_redemptions: 1 },
          keyOf(teamId, 'give-code', operation),
        )
        return createdShape.parse(promotion).id
      })
    },
    async revokeCoupon(id) {
      return ask(async (stripe) => {
        const revoked = await stripe.promotionCodes.update(id, { active: false })
        return { wasUsed: redeemedShape.parse(revoked).times_redeemed > 0 }
      })
    },
  }
}

const kindOf = ({ metadata }: Coupon) => metadata?.['kind']

/** Null: expired, used up, or an amount of another currency. */
function usable(found: Found): Found | null {
  const { valid, amount_off: amount, currency: given } = found.coupon
  return valid && !isOffer(found.coupon) && (amount === null || given === currency) ? found : null
}
