/** Refusals: by the use cases, and by the database whatever the code does. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { billingAccounts, subscriptions, teams } from '#app/db/schema/index.ts'
import { planIssues } from '#app/domain/billing/plan-issues.server.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { withLease } from '#app/domain/billing/lease.server.ts'
import { startCardSetup, storeCard } from '#app/domain/billing/pay.server.ts'
import { saveBillingDetails } from '#app/domain/billing/save-details.server.ts'
import { subscriptionStates } from '#app/db/schema/index.ts'
import { setPlan } from '#app/domain/plans/change-plan.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import {
  choose,
  createBillingWorld,
  details,
  enterCard,
  operation,
  teamWithCard,
} from '../../support/billing/paying-team.ts'
import { createWorld } from '../../support/world.ts'

test('plans that a team can’t take', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  for (const planId of ['nothing', 'plus-shopify', 'lite1', 'free-special-shopify']) {
    await expect(choose(world, team, { planId }), planId).rejects.toMatchObject({ code: 'invalid' })
  }
  expect(await planIssues(world.services, team.scope, 'plus-shopify')).toMatchObject({
    notEligible: true,
  })
  await expect(choose(world, team, { planId: 'free' })).rejects.toMatchObject({
    message: 'You’re already on the Free plan.',
  })
  expect(world.stripe.account.tables.subscription.size).toBe(0)
})

test('a team with too many members can’t take a plan for fewer', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  await world.member(team)
  await setPlan(world.services, team.scope, {
    wanted: { planId: 'free', overrides: { memberLimit: 1 } },
    cause: { actor: 'staff', userId: null, reason: 'For the test.' },
  })
  await expect(choose(world, team, { planId: 'plus' })).rejects.toMatchObject({
    message: 'A team with too many members can’t take this plan.',
  })
})

test('without a card there is no order, and without Stripe no payment', async () => {
  const world = await createBillingWorld()
  const team = await world.team()
  await expect(choose(world, team, { planId: 'plus' })).rejects.toMatchObject({
    details: { errors: { payment_method: ['Add a card first.'] } },
  })
  const services = { ...world.services, billing: { card: null } }
  expect(await readBilling(services, team.scope)).toMatchObject({
    channel: 'free',
    isConfigured: false,
  })
  await expect(choose({ ...world, services }, team, { planId: 'plus' })).rejects.toMatchObject({
    message: expect.stringContaining('aren’t set up') as string,
  })
  await expect(startCardSetup(services, team.scope, operation())).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a coupon that is unknown, expired or used up', async () => {
  const world = await createBillingWorld()
  const yesterday = Math.floor(world.clock.now().getTime() / 1_000) - 86_400
  world.stripe.addCoupon({ id: 'OLD', redeem_by: yesterday })
  world.stripe.addCoupon({ id: 'EUROS', amount_off: 500, currency: 'eur' })
  const team = await teamWithCard(world)
  for (const coupon of ['NOTHING', 'OLD', 'EUROS', 'two words']) {
    await expect(choose(world, team, { planId: 'plus', coupon })).rejects.toMatchObject({
      details: { errors: { coupon: ['This coupon code is invalid.'] } },
    })
  }
  world.stripe.addCoupon({ id: 'NEW', percent_off: 10, duration: 'forever' })
  await choose(world, team, { planId: 'plus', coupon: ' NEW ' })
  expect((await readBilling(world.services, team.scope)).subscription?.discount).toMatchObject({
    code: 'NEW',
  })
})

test('the card’s country has to be the billing country, else the card is removed', async () => {
  const world = await createBillingWorld()
  const team = await world.team()
  const { services, stripe } = world
  await expect(enterCard(world, team, 'german')).rejects.toMatchObject({
    details: { errors: { billing_country: [expect.stringContaining('from another country')] } },
  })
  const attached = [...stripe.account.tables.payment_method.values()].map((one) => one.customer)
  expect(attached).toEqual([null])
  expect((await readBilling(services, team.scope)).card).toBeNull()

  await enterCard(world, team, 'visa')
  const moved = { ...details, country: 'DE' }
  await expect(
    saveBillingDetails(services, team.scope, { details: moved, userId: team.owner.id }),
  ).rejects.toMatchObject({ code: 'invalid' })

  // Both at the same time.
  const { clientSecret } = await startCardSetup(services, team.scope, operation())
  const paymentMethod = stripe.enterCard(clientSecret, 'german')
  const wanted = { paymentMethod, userId: team.owner.id, details: moved }
  expect(await storeCard(services, team.scope, wanted)).toMatchObject({ country: 'DE' })
  const after = await readBilling(services, team.scope)
  expect([after.card?.country, after.details.country]).toEqual(['DE', 'DE'])
})

test('a card whose country isn’t known is refused as one of another country is', async () => {
  const world = await createBillingWorld()
  const team = await world.team()
  const { services, stripe } = world
  const { clientSecret } = await startCardSetup(services, team.scope, operation())
  const paymentMethod = stripe.enterCard(clientSecret, 'visa')
  const method = stripe.account.get('payment_method', paymentMethod)
  method.card.country = null

  await expect(
    storeCard(services, team.scope, { paymentMethod, userId: team.owner.id, details }),
  ).rejects.toMatchObject({
    details: { errors: { billing_country: [expect.stringContaining('from another country')] } },
  })
  expect(method.customer).toBeNull()
  expect((await readBilling(services, team.scope)).card).toBeNull()
})

test('another team’s card is unknown', async () => {
  const world = await createBillingWorld()
  const [team, other] = [await teamWithCard(world), await world.team()]
  await expect(
    storeCard(world.services, other.scope, {
      paymentMethod: team.paymentMethod,
      userId: other.owner.id,
      details,
    }),
  ).rejects.toMatchObject({ code: 'invalid' })
  expect((await readBilling(world.services, other.scope)).card).toBeNull()
})

test('one change at a time, and a process that died blocks for a minute', async () => {
  const world = await createWorld()
  const team = await world.team()
  const { services } = world
  await withLease(services, team.scope, async () => {
    await expect(withLease(services, team.scope, () => Promise.resolve())).rejects.toMatchObject({
      code: 'conflict',
      message: 'Another change to your plan is in progress. Try again in a minute.',
    })
  })
  await services.db.system
    .update(billingAccounts)
    .set({
      busyUntil: new Date(services.now().getTime() + minuteMillis),
      busyWith: randomUUID(),
    })
    .where(eq(billingAccounts.teamId, team.scope.teamId))
  await expect(withLease(services, team.scope, () => Promise.resolve())).rejects.toThrow()
  world.clock.advance(minuteMillis)
  expect(await withLease(services, team.scope, () => Promise.resolve('ran'))).toBe('ran')
})

const moment = new Date(Date.UTC(2026, 2, 2))

/** Values that a row needs in each state. */
const needs: Record<(typeof subscriptionStates)[number], object> = {
  incomplete: {},
  trialing: { trialEndsAt: moment },
  active: {},
  past_due: { pastDueSince: moment },
  paused: {},
  cancelled: { endsAt: moment },
  ended: { endedAt: moment },
}

/** Values that contradict the state. */
const contradictions: Record<(typeof subscriptionStates)[number], object[]> = {
  incomplete: [{ endedAt: moment }, { pastDueSince: moment }, { quantity: 0 }],
  trialing: [{ trialEndsAt: null }, { endsAt: moment }, { endedAt: moment }],
  active: [{ endsAt: moment }, { endedAt: moment }, { pastDueSince: moment }, { quantity: 0 }],
  past_due: [{ pastDueSince: null }, { endedAt: moment }],
  paused: [{ pastDueSince: moment }, { endedAt: moment }],
  cancelled: [{ endsAt: null }, { endedAt: moment }],
  ended: [{ endedAt: null }, { pastDueSince: moment }],
}

test.each(subscriptionStates)('the database refuses rows that contradict %s', async (state) => {
  const world = await createWorld()
  const insert = async (facts: object) => {
    const team = await world.team()
    return world.services.db.system.insert(subscriptions).values({
      teamId: team.scope.teamId,
      channel: 'card',
      providerId: randomUUID(),
      planId: 'plus',
      providerPlan: 'price',
      state,
      providerStatus: state,
      unitCents: 2_900,
      createdAt: moment,
      updatedAt: moment,
      ...needs[state],
      ...facts,
    })
  }
  await insert({})
  for (const facts of contradictions[state]) {
    await expect(insert(facts), JSON.stringify(facts)).rejects.toMatchObject({
      cause: { code: '23514' },
    })
  }
})

test('the database refuses a second live subscription, and none after that', async () => {
  const world = await createWorld()
  const team = await world.team()
  const { system } = world.services.db
  const row = {
    teamId: team.scope.teamId,
    channel: 'card' as const,
    planId: 'plus',
    providerPlan: 'price',
    state: 'active' as const,
    providerStatus: 'active',
    unitCents: 2_900,
    createdAt: moment,
    updatedAt: moment,
  }
  await system.insert(subscriptions).values({ ...row, providerId: 'one' })
  await expect(
    system.insert(subscriptions).values({ ...row, providerId: 'two' }),
  ).rejects.toMatchObject({ cause: { constraint: 'subscriptions_team_id_type_key' } })
  await system.update(subscriptions).set({ state: 'ended', endedAt: moment })
  await system.insert(subscriptions).values({ ...row, providerId: 'two' })
  await expect(
    system.insert(subscriptions).values({ ...row, providerId: 'one', type: 'other' }),
  ).rejects.toMatchObject({ cause: { constraint: 'subscriptions_provider_key' } })
  expect(await system.$count(teams, sql`true`)).toBeGreaterThan(0)
})
