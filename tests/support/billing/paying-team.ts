/** A world whose cards are charged by the double of Stripe, and a team in it. */
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { BillingStep } from '#app/domain/billing/channel.ts'
import { choosePlan } from '#app/domain/billing/choose-plan.server.ts'
import { startCardSetup, storeCard } from '#app/domain/billing/pay.server.ts'
import { plans } from '#app/domain/plans/catalog.ts'
import type { CardName } from '#workshop/doubles/stripe-billing/cards.ts'
import {
  startStripeBilling,
  stripeKeys,
  type StripeBilling,
} from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import type { TestTeam } from '../makers.ts'
import { createWorld, type World } from '../world.ts'
import { details } from './billing-details.ts'
import { retryAtOnce } from './quick-retries.ts'

export { details }

export type BillingWorld = World & { stripe: StripeBilling }

/** Stripe's clock is the world's. */
export async function createBillingWorld(): Promise<BillingWorld> {
  retryAtOnce()
  const clock: { now: () => Date } = { now: () => new Date(Date.UTC(2026, 2, 2, 10)) }
  const stripe = await startStripeBilling(() => clock.now())
  onTestFinished(stripe.stop)
  for (const { id, channel, priceCents } of plans) {
    if (channel === 'card' && priceCents > 0) stripe.addPrice(id, priceCents)
  }
  const world = await createWorld({
    environment: {
      STRIPE_SECRET_KEY: stripeKeys.secret,
      STRIPE_PUBLISHABLE_KEY: stripeKeys.publishable,
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdefghij',
      STRIPE_DOUBLE_URL: stripe.url,
    },
  })
  clock.now = world.clock.now
  return { ...world, stripe }
}

export const operation = (): string => randomUUID()

/** Enters a card as the browser does it, with the billing details. */
export async function enterCard(
  { services, stripe }: BillingWorld,
  { scope, owner }: TestTeam,
  card: CardName = 'visa',
): Promise<string> {
  const { clientSecret } = await startCardSetup(services, scope, operation())
  const paymentMethod = stripe.enterCard(clientSecret, card)
  await storeCard(services, scope, { paymentMethod, userId: owner.id, details })
  return paymentMethod
}

/** A team with a card. */
export async function teamWithCard(world: BillingWorld, card: CardName = 'visa') {
  const team = await world.team()
  return { ...team, paymentMethod: await enterCard(world, team, card) }
}

export const choose = (
  { services }: BillingWorld,
  { scope, owner }: TestTeam,
  {
    planId,
    coupon = null,
    form = operation(),
    countedFrom = null,
  }: { planId: string; coupon?: string | null; form?: string; countedFrom?: Date | null },
): Promise<BillingStep> =>
  choosePlan(services, scope, {
    planId,
    coupon,
    operation: form,
    actor: { userId: owner.id },
    returnUrl: 'http://footfall.test/billing/checkout/success',
    countedFrom,
  })
