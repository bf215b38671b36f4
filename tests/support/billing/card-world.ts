/** A world with a double of Stripe that bills, on the same clock. */
import { onTestFinished } from 'vitest'
import { webhookEvents } from '#app/clients/stripe/events.server.ts'
import { paidPlans } from '#app/clients/stripe/prices.server.ts'
import type { CardChannel } from '#app/domain/billing/channel.ts'
import {
  startStripeBilling,
  type StripeBilling,
} from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import type { Clock } from '../clock.ts'
import type { Served } from '../serve.ts'
import { createWorld, type World } from '../world.ts'
import { retryAtOnce } from './quick-retries.ts'

export const webhookSecrets = {
  current: 'whsec_current0123456789',
  previous: 'whsec_previous0123456789',
}

export type CardWorld = World & {
  stripe: StripeBilling
  card: CardChannel
  /** Moves the clock, and lets happen at Stripe what is due by then. */
  advance: (millis: number) => Promise<void>
  /** From now on events go to the served product. */
  connect: (served: Served) => void
}

/** Variables with which the product uses the double. */
const stripeEnvironment = ({ url, keys }: Pick<StripeBilling, 'url' | 'keys'>) => ({
  STRIPE_SECRET_KEY: keys.secret,
  STRIPE_PUBLISHABLE_KEY: keys.publishable,
  STRIPE_WEBHOOK_SECRET: webhookSecrets.current,
  STRIPE_PREVIOUS_WEBHOOK_SECRET: webhookSecrets.previous,
  STRIPE_DOUBLE_URL: url,
})

/**
 * @param environment variables in addition to Stripe's
 * @param offset by how many milliseconds Stripe's clock is ahead of ours
 */
export async function createCardWorld(
  environment: Record<string, string> = {},
  offset = 0,
): Promise<CardWorld> {
  retryAtOnce()
  const shared: { clock?: Clock } = {}
  const stripe = await startStripeBilling(
    () => new Date((shared.clock?.now().getTime() ?? 0) + offset),
  )
  onTestFinished(stripe.stop)
  const world = await createWorld({
    environment: { ...stripeEnvironment(stripe), ...environment },
  })
  shared.clock = world.clock
  for (const { id, priceCents } of paidPlans) stripe.addPrice(id, priceCents)
  const { card } = world.services.billing
  if (!card) throw new Error('The product has no card channel.')
  return {
    ...world,
    stripe,
    card,
    async advance(millis) {
      world.clock.advance(millis)
      await stripe.settle()
    },
    connect(served) {
      stripe.addEndpoint({
        url: `${world.services.config.appUrl}/hooks/stripe`,
        events: webhookEvents,
        receiver: {
          send: (init) => served.fetch('/hooks/stripe', init),
          secrets: [webhookSecrets.current],
        },
      })
    },
  }
}
