/** Journeys with a product that is paid by card, with a double of Stripe. */
import { plans } from '#app/domain/plans/catalog.ts'
import {
  startStripeBilling,
  type StripeBilling,
} from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import { startProductServer, type ProductServer } from '../support/product-server.ts'
import { test as base } from './product-test.ts'

type Paying = {
  product: ProductServer
  stripe: StripeBilling
  /** Moves Stripe's clock for the rest of the test. */
  advance: (millis: number) => void
}

export const test = base.extend<{ paying: Paying }>({
  paying: async ({ products }, use) => {
    const { clock, product, stripe } = await products.special('paying', start)
    await use({
      product,
      stripe,
      advance: (millis) => {
        clock.ahead += millis
      },
    })
    clock.ahead = 0
  },
})

async function start() {
  const clock = { ahead: 0 }
  const stripe = await startStripeBilling(() => new Date(Date.now() + clock.ahead))
  for (const { id, channel, priceCents } of plans) {
    if (channel === 'card' && priceCents > 0) stripe.addPrice(id, priceCents)
  }
  const product = await startProductServer({
    environment: {
      STRIPE_SECRET_KEY: stripe.keys.secret,
      STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
      STRIPE_WEBHOOK_SECRET: 'whsec_current0123456789',
      STRIPE_DOUBLE_URL: stripe.url,
    },
  })
  const stop = async () => {
    await product.remove()
    await stripe.stop()
  }
  return { clock, product, stripe, stop }
}
