/** The card channel and its double, without the rest of the product. */
import { onTestFinished } from 'vitest'
import { createCardChannel } from '#app/clients/stripe/card-channel.server.ts'
import { paidPlans } from '#app/clients/stripe/prices.server.ts'
import type { StripeAccount } from '#app/config.server.ts'
import type { BillingCustomer, CardChannel, PlanOrder } from '#app/domain/billing/channel.ts'
import { findPlan, type Plan } from '#app/domain/plans/catalog.ts'
import {
  startStripeBilling,
  type StripeBilling,
} from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import { createClock, type Clock } from '../clock.ts'

export type CardDesk = {
  stripe: StripeBilling
  channel: CardChannel
  clock: Clock
  /** Customer of team 1, without a card. */
  customer: BillingCustomer
  createCustomer: (teamId: number) => Promise<BillingCustomer>
  /** @throws when there is no such plan */
  plan: (id: string) => Plan
  order: (planId: string, over?: Partial<PlanOrder>) => PlanOrder
  /** Moves the clock, and lets happen at Stripe what is due by then. */
  advance: (millis: number) => Promise<void>
  /** The only subscription that hasn't ended. */
  readOnly: () => Promise<Awaited<ReturnType<CardChannel['listSubscriptions']>>[number]>
}

export async function createCardDesk(settings: Partial<StripeAccount> = {}): Promise<CardDesk> {
  const clock = createClock()
  const stripe = await startStripeBilling(clock.now)
  onTestFinished(stripe.stop)
  for (const { id, priceCents } of paidPlans) stripe.addPrice(id, priceCents)
  const account: StripeAccount = {
    secretKey: stripe.keys.secret,
    publishableKey: stripe.keys.publishable,
    webhookSecret: 'whsec_current0123456789',
    previousWebhookSecret: undefined,
    hasTax: false,
    double: stripe.url,
    ...settings,
  }
  const channel = createCardChannel(account, clock.now)
  const createCustomer = async (teamId: number): Promise<BillingCustomer> => {
    const name = `Team ${String(teamId)}`
    const email = `owner-${String(teamId)}@shop.example`
    return { teamId, providerId: await channel.createCustomer({ teamId, name, email }) }
  }
  const customer = await createCustomer(1)
  const plan = (id: string) => {
    const found = findPlan(id)
    if (!found) throw new Error(`There is no plan ${id}.`)
    return found
  }
  return {
    stripe,
    channel,
    clock,
    customer,
    createCustomer,
    plan,
    order: (planId, over = {}) => ({
      plan: plan(planId),
      quantity: 1,
      coupon: null,
      operation: `subscribe-${planId}`,
      returnUrl: 'http://footfall.test/billing',
      ...over,
    }),
    async advance(millis) {
      clock.advance(millis)
      await stripe.settle()
    },
    async readOnly() {
      const all = await channel.listSubscriptions(customer)
      const [only, ...others] = all.filter(({ state }) => state !== 'ended')
      if (!only || others.length > 0) throw new Error('There isn’t one subscription.')
      return only
    },
  }
}
