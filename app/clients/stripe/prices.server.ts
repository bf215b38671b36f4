/** Plans as Stripe's prices: the lookup key of a price is the plan's id. */
import { z } from 'zod'
import { ChargeRefused } from '#app/domain/billing/channel.ts'
import { currency, plans, type Plan } from '#app/domain/plans/catalog.ts'
import { minuteMillis } from '#app/lib/time.ts'
import { priceShape } from './snapshots.ts'
import type { StripeClient } from './stripe-client.server.ts'

/** Plans that are charged by card. */
export const paidPlans: readonly Plan[] = plans.filter(
  ({ channel, priceCents }) => channel === 'card' && priceCents > 0,
)

const cachedMillis = 5 * minuteMillis

const pricesShape = z.object({ data: z.array(priceShape) })

/** Id of the plan's price. @throws ChargeRefused when Stripe has none, or another amount */
export type FindPrice = (plan: Plan) => Promise<string>

export function createPriceFinder({ ask, now }: StripeClient): FindPrice {
  let cached: { at: number; prices: z.output<typeof pricesShape>['data'] } | undefined

  async function readPrices() {
    const at = now().getTime()
    if (cached && at < cached.at + cachedMillis) return cached.prices
    const { data } = await ask(async (stripe) => {
      const lookupKeys = paidPlans.map(({ id }) => id)
      const params = { lookup_keys: lookupKeys, active: true, limit: 100 }
      return pricesShape.parse(await stripe.prices.list(params))
    })
    // A catalog that isn't complete yet is read again.
    if (data.length === paidPlans.length) cached = { at, prices: data }
    return data
  }

  return async (plan) => {
    const price = (await readPrices()).find(({ lookup_key: key }) => key === plan.id)
    const isRight = price?.unit_amount === plan.priceCents && price.currency === currency
    // No one pays another amount than the screen shows.
    if (!isRight) throw new ChargeRefused('other', `Stripe has no right price for ${plan.id}.`)
    return price.id
  }
}
