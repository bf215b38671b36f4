/** Coupons: promotion codes, which merchants enter, and coupons by their ids. */
import { z } from 'zod'
import { ChargeRefused, type CardChannel } from '#app/domain/billing/channel.ts'
import { currency } from '#app/domain/plans/catalog.ts'
import { couponShape, storedDiscount, type Coupon } from './snapshots.ts'
import { codeOf, type StripeClient } from './stripe-client.server.ts'

/** Stripe's parameter for one discount. */
export type DiscountParam = { coupon: string } | { promotion_code: string }

type Found = { coupon: Coupon; code: string; param: DiscountParam }

const codesShape = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      promotion: z.object({ coupon: couponShape }),
    }),
  ),
})

export type Coupons = Pick<CardChannel, 'findCoupon'> & {
  /** @throws ChargeRefused `coupon` */
  readDiscount: (code: string) => Promise<DiscountParam>
}

/** What Stripe accepts as an id; anything else is none. */
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
    return coupon && usable({ coupon, code, param: { coupon: coupon.id } })
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
  }
}

/** Null: expired, used up, or an amount of another currency. */
function usable(found: Found): Found | null {
  const { valid, amount_off: amount, currency: given, metadata } = found.coupon
  const isOffer = metadata?.['kind'] !== undefined
  return valid && !isOffer && (amount === null || given === currency) ? found : null
}
