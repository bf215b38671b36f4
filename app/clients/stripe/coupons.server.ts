/** Coupons: promotion codes, which merchants enter, and coupons by their ids. */
import { z } from 'zod'
import { ChargeRefused, type CardChannel } from '#app/domain/billing/channel.ts'
import { currency } from '#app/domain/plans/catalog.ts'
import { couponShape, offerMetadata, storedDiscount, type Coupon } from './snapshots.ts'
import { codeOf, keyOf, type StripeClient } from './stripe-client.server.ts'

/** Stripe's parameter for one discount. */
export type DiscountParam = { coupon: string } | { promotion_code: string }

type Found = { coupon: Coupon; code: string; param: DiscountParam }

/** Marks coupons that staff give. They're entered only by their code, which is for one customer. */
const givenMetadata = { kind: 'given' } as const

const createdShape = z.object({ id: z.string() })
const redeemedShape = z.object({ times_redeemed: z.number() })

const codesShape = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      promotion: z.object({ coupon: couponShape }),
    }),
  ),
})

export type Coupons = Pick<CardChannel, 'findCoupon' | 'giveCoupon' | 'revokeCoupon'> & {
  /** @throws ChargeRefused `coupon` */
  readDiscount: (code: string) => Promise<DiscountParam>
}

/** IDs that Stripe accepts. Anything else isn't one. */
const idPattern = /^[\w.-]{1,200}$/

export function createCoupons({ ask }: StripeClient): Coupons {
  async function find(given: string): Promise<Found | null> {
    const code = given.trim()
    if (!idPattern.test(code)) return null
    const { data } = await ask(async (stripe) => {
      const expand = ['data.promotion.coupon']
      return codesShape.parse(
        await stripe.promotionCodes.list({ code, active: true, limit: 1, expand }),
      )
    })
    const [promotion] = data
    if (promotion) {
      const { coupon } = promotion.promotion
      const param = { promotion_code: promotion.id }
      return usable({ coupon, code: promotion.code, param })
    }
    const coupon = await ask(async (stripe) => {
      try {
        return couponShape.parse(await stripe.coupons.retrieve(code))
      } catch (error) {
        if (codeOf(error) === 'resource_missing') return null
        throw error
      }
    })
    if (coupon === null || kindOf(coupon) !== undefined) return null
    return usable({ coupon, code, param: { coupon: coupon.id } })
  }

  return {
    async findCoupon(code) {
      const found = await find(code)
      return found && storedDiscount(found.coupon, found.code, null)
    },
    async readDiscount(code) {
      const found = await find(code)
      if (found) return found.param
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
  const isOffer = kindOf(found.coupon) === offerMetadata.kind
  return valid && !isOffer && (amount === null || given === currency) ? found : null
}
