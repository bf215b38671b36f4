/** The double of Stripe for `npm run dev`, with all prices, and a page where time passes. */
import { webhookEvents } from '#app/clients/stripe/events.server.ts'
import { paidPlans } from '#app/clients/stripe/prices.server.ts'
import type { MovedClock } from '../moved-clock.ts'
import { startServiceDesk } from '../shops/service-desk.ts'
import { testCards } from './cards.ts'
import { startStripeBilling } from './stripe-billing-server.ts'

export type BillingDouble = {
  /** The page with the cards, and with buttons that let time pass. */
  deskUrl: string
  /** Variables with which the product uses it. */
  environment: Readonly<Record<string, string>>
  stop: () => Promise<void>
}

const webhookSecret = 'whsec_development0123456789'

/**
 * @param appUrl where the product is, which gets the events
 * @param port the first of two ports, which are taken when they are free
 * @param clock the product's as well
 */
export async function startBillingDouble(
  appUrl: string,
  port: number,
  clock: MovedClock,
): Promise<BillingDouble> {
  // Ids of an earlier start are in the product's database.
  const lastId = Math.floor(Date.now() / 1_000)
  const stripe = await startStripeBilling(clock.now, { port: port + 1, lastId })
  for (const { id, priceCents } of paidPlans) stripe.addPrice(id, priceCents)
  stripe.addCoupon({ id: 'TENPERCENT', percent_off: 10, duration: 'forever' })
  stripe.addCoupon({
    id: 'HALF3',
    percent_off: 50,
    duration: 'repeating',
    duration_in_months: 3,
  })
  const url = `${appUrl}/hooks/stripe`
  stripe.addEndpoint({
    url,
    events: webhookEvents,
    receiver: { send: (init) => fetch(url, init), secrets: [webhookSecret] },
  })
  clock.onDay(stripe.settle)
  const details = Object.values(testCards).map(({ number, behavior, country }) => {
    const label = `${number} (${country})`
    return [label, `This card ${behavior}.`] as const
  })
  const desk = await startServiceDesk(
    [
      {
        name: 'Card payments',
        get details() {
          return {
            ...Object.fromEntries(details),
            Coupons: 'TENPERCENT, HALF3',
            'Time, also in Footfall': clock.now().toUTCString(),
          }
        },
        actions: {
          'Let a day pass': () => clock.pass(1),
          'Let a month pass': () => clock.pass(31),
        },
      },
    ],
    port,
    'Pay with these cards under Billing.',
  )
  return {
    deskUrl: desk.url,
    environment: {
      STRIPE_SECRET_KEY: stripe.keys.secret,
      STRIPE_PUBLISHABLE_KEY: stripe.keys.publishable,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_DOUBLE_URL: stripe.url,
    },
    async stop() {
      await Promise.all([desk.stop(), stripe.stop()])
    },
  }
}
