/** Plans as Stripe's prices: the lookup key of a price is the plan's id. */
import { z } from 'zod'
import { ChargeRefused, type CardChannel } from '#app/domain/billing/channel.ts'
import { currency, plans, type Plan } from '#app/domain/plans/catalog.ts'
import { productName } from '#app/lib/product.ts'
import { minuteMillis } from '#app/lib/time.ts'
import { planMetadata, priceShape } from './snapshots.ts'
import { codeOf, type StripeClient } from './stripe-client.server.ts'

/** Plans that are charged by card. */
export const paidPlans: readonly Plan[] = plans.filter(
  ({ channel, priceCents }) => channel === 'card' && priceCents > 0,
)

const cachedMillis = 5 * minuteMillis

const pricesShape = z.object({ data: z.array(priceShape) })

export type Prices = Pick<CardChannel, 'createPrices'> & {
  /** The plan's price. @throws ChargeRefused when Stripe has none, or another amount */
  findPrice: FindPrice
}

export type FindPrice = (plan: Plan) => Promise<z.output<typeof priceShape>>

export function createPrices({ ask, now }: StripeClient): Prices {
  let cached: { at: number; prices: z.output<typeof pricesShape>['data'] } | undefined

  async function readPrices() {
    const { data } = await ask(async (stripe) => {
      const lookupKeys = paidPlans.map(({ id }) => id)
      const params = { lookup_keys: lookupKeys, active: true, limit: 100 }
      return pricesShape.parse(await stripe.prices.list(params))
    })
    return data
  }

  async function cachedPrices() {
    const at = now().getTime()
    if (cached && at < cached.at + cachedMillis) return cached.prices
    const prices = await readPrices()
    // A catalog that isn't complete yet is read again.
    if (prices.length === paidPlans.length) cached = { at, prices }
    return prices
  }

  /** Takes over the lookup key of a price with another amount. Its subscriptions keep the old price. */
  const createPrice = ({ id, name, priceCents }: Plan) =>
    ask(async (stripe) => {
      const product = `footfall-${id}`
      try {
        await stripe.products.create({ id: product, name: `${productName} ${name}` })
      } catch (error) {
        if (codeOf(error) !== 'resource_already_exists') throw error
      }
      const price = await stripe.prices.create({
        product,
        currency,
        unit_amount: priceCents,
        recurring: { interval: 'month' },
        lookup_key: id,
        transfer_lookup_key: true,
        metadata: { [planMetadata]: id },
      })
      return price.id
    })

  return {
    async findPrice(plan) {
      const price = (await cachedPrices()).find(({ lookup_key: key }) => key === plan.id)
      // No one pays another amount than the screen shows.
      if (price && isRight(price, plan)) return price
      throw new ChargeRefused('other', `Stripe has no right price for ${plan.id}.`)
    },

    async createPrices() {
      const known = await readPrices()
      const all = []
      for (const plan of paidPlans) {
        const price = known.find(({ lookup_key: key }) => key === plan.id)
        const isKept = price !== undefined && isRight(price, plan)
        const priceId = isKept ? price.id : await createPrice(plan)
        all.push({ planId: plan.id, priceId, isNew: !isKept })
      }
      cached = undefined
      return all
    },
  }
}

const isRight = (price: z.output<typeof priceShape>, plan: Plan) =>
  price.unit_amount === plan.priceCents && price.currency === currency
