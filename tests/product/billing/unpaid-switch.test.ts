/** A switch that isn’t paid changes nothing: not the plan, not a cancellation, not a coupon. */
import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEntries, givenCoupons } from '#app/db/schema/index.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { cancelPlan } from '#app/domain/billing/cancel-plan.server.ts'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { createCardDesk } from '../../support/billing/card-desk.ts'
import { changesOf } from '../../support/billing/card-team.ts'
import {
  choose,
  createBillingWorld,
  enterCard,
  operation,
  teamWithCard,
  type BillingWorld,
} from '../../support/billing/paying-team.ts'
import { withFailingCard } from '../../support/billing/failing-card.ts'
import type { TestTeam } from '../../support/makers.ts'

/** Ways in which a payment comes to nothing. */
const ways = ['refused at the bank', 'declined', 'never answered'] as const
type Way = (typeof ways)[number]

const cardOf = (way: Way) => (way === 'declined' ? 'declining' : 'asking')

const half = { id: 'HALF', percent_off: 50, duration: 'once' } as const

async function canceledDesk(way: Way) {
  const desk = await createCardDesk()
  const { stripe, channel, customer } = desk
  stripe.addCoupon(half)
  stripe.giveCard(customer.providerId, 'visa')
  await channel.subscribe(customer, desk.order('plus'))
  const { providerId: subscription } = await desk.readOnly()
  await channel.cancel(customer, { subscription, operation: 'cancel-1' })
  stripe.giveCard(customer.providerId, cardOf(way))
  return { ...desk, subscription }
}

describe('at Stripe', () => {
  test.each(ways)('a canceled plan whose switch is %s stays canceled', async (way) => {
    const desk = await canceledDesk(way)
    const { stripe, channel, customer, subscription } = desk
    const before = await desk.readOnly()
    const order = { ...desk.order('agency', { coupon: 'HALF' }), subscription }
    const pendingSwitch = { planId: 'agency', invoice: expect.any(String) as string }

    if (way === 'declined') {
      await expect(channel.switchPlan(customer, order)).rejects.toMatchObject({ reason: 'card' })
    } else {
      const step = await channel.switchPlan(customer, order)
      if (step.kind !== 'authenticate') throw new Error(step.kind)
      expect(await desk.readOnly()).toEqual({ ...before, pendingSwitch })
      if (way === 'never answered') await desk.advance(dayMillis)
      else stripe.authenticate(step.clientSecret, false)
    }

    const waits = way === 'refused at the bank' ? { pendingSwitch } : {}
    expect(await desk.readOnly()).toEqual({ ...before, ...waits })
    expect(stripe.account.get('coupon', 'HALF').times_redeemed).toBe(0)
    const paid = (await channel.listInvoices(customer)).filter(({ state }) => state === 'paid')
    expect(paid).toHaveLength(1)
  })

  test('all of a switch is one request, and all of it counts once it’s paid', async () => {
    const desk = await canceledDesk('refused at the bank')
    const { stripe, channel, customer, subscription } = desk
    const updates = () =>
      stripe.seen.filter(
        ({ method, path }) => method === 'POST' && path.startsWith('/v1/subscriptions/'),
      ).length
    const before = updates()

    const order = { ...desk.order('agency', { coupon: 'HALF' }), subscription }
    const step = await channel.switchPlan(customer, order)
    expect(updates() - before).toBe(1)
    if (step.kind !== 'authenticate') throw new Error(step.kind)
    stripe.authenticate(step.clientSecret, true)

    expect(await desk.readOnly()).toMatchObject({ planId: 'agency', state: 'active', endsAt: null })
    expect(stripe.account.get('coupon', 'HALF').times_redeemed).toBe(1)
    expect((await channel.listInvoices(customer))[0]).toMatchObject({
      state: 'paid',
      totalCents: 8_900 / 2 - 2_900,
    })
  })

  test('a discount that applies once isn’t used by a switch that is declined', async () => {
    const desk = await createCardDesk()
    const { stripe, channel, customer } = desk
    stripe.addCoupon(half)
    stripe.giveCard(customer.providerId, 'visa')
    await channel.subscribe(customer, desk.order('plus'))
    const { providerId: subscription } = await desk.readOnly()
    await channel.applyCoupon(customer, { subscription, code: 'HALF', operation: 'coupon-1' })
    stripe.giveCard(customer.providerId, 'declining')

    const declined = channel.switchPlan(customer, { ...desk.order('agency'), subscription })
    await expect(declined).rejects.toMatchObject({ reason: 'card' })

    expect((await desk.readOnly()).discount).toMatchObject({ code: 'HALF' })
  })

  test('canceling gives up a switch that waits for the bank', async () => {
    const desk = await createCardDesk()
    const { stripe, channel, customer } = desk
    const visa = stripe.giveCard(customer.providerId, 'visa')
    await channel.subscribe(customer, desk.order('plus'))
    const { providerId: subscription } = await desk.readOnly()
    stripe.changeCard(visa, 'asks at payments')
    const step = await channel.switchPlan(customer, { ...desk.order('genius'), subscription })
    if (step.kind !== 'authenticate') throw new Error(step.kind)

    await channel.cancel(customer, { subscription, operation: 'cancel-1' })

    expect((await channel.listInvoices(customer)).map(({ state }) => state)).toEqual([
      'void',
      'paid',
    ])
    expect(await desk.readOnly()).toMatchObject({ planId: 'plus', state: 'cancelled' })
  })
})

const actsOf = async ({ services }: BillingWorld, { scope }: TestTeam) => {
  const rows = await services.db.system
    .select({ act: auditEntries.act })
    .from(auditEntries)
    .where(eq(auditEntries.teamId, scope.teamId))
    .orderBy(asc(auditEntries.id))
  return rows.map(({ act }) => act).filter((act) => act.startsWith('billing.'))
}

/** A team that has canceled Plus, with a coupon of staff and a card that doesn’t pay. */
async function canceledTeam(world: BillingWorld, way: Way) {
  const { services, stripe } = world
  const team = await teamWithCard(world)
  stripe.addCoupon(half)
  await choose(world, team, { planId: 'plus' })
  await cancelPlan(services, team.scope, { operation: operation(), userId: team.owner.id })
  await services.db.system.insert(givenCoupons).values({
    teamId: team.scope.teamId,
    code: 'HALF',
    providerId: 'promo_half',
    percentOff: 50,
    duration: 'once',
    createdAt: services.now(),
  })
  await enterCard(world, team, cardOf(way))
  return team
}

const factsOf = async (world: BillingWorld, team: TestTeam) => {
  const { planId, subscription } = await readBilling(world.services, team.scope)
  const [given] = await world.services.db.system
    .select({ usedAt: givenCoupons.usedAt })
    .from(givenCoupons)
    .where(eq(givenCoupons.teamId, team.scope.teamId))
  return {
    planId,
    subscription,
    given,
    acts: await actsOf(world, team),
    changes: await changesOf({ services: world.services, scope: team.scope }),
  }
}

describe('in the product', () => {
  test.each(ways)('a switch that is %s leaves no trace of being done', async (way) => {
    const world = await createBillingWorld()
    const { services, stripe, clock } = world
    const team = await canceledTeam(world, way)
    const before = await factsOf(world, team)
    expect(before.subscription?.state).toBe('cancelled')

    const run = choose(world, team, { planId: 'agency', coupon: 'HALF' })
    if (way === 'declined') {
      await expect(run).rejects.toMatchObject({ code: 'invalid' })
    } else {
      const step = await run
      if (step.kind !== 'authenticate') throw new Error(step.kind)
      if (way === 'never answered') clock.advance(dayMillis)
      else stripe.authenticate(step.clientSecret, false)
    }
    await stripe.settle()
    await syncBilling(services, team.scope)

    expect(await factsOf(world, team)).toEqual(before)
  })

  test('a switch whose answer is lost isn’t done before it’s paid, and then is its person’s', async () => {
    const world = await createBillingWorld()
    const { services, stripe } = world
    const team = await canceledTeam(world, 'refused at the bank')
    const before = await factsOf(world, team)
    const form = operation()
    const wanted = { planId: 'agency', coupon: 'HALF', form }
    // Until the order has arrived there.
    let lost = false
    for (let at = 0; !lost; at += 1) {
      const failing = withFailingCard(services, { at, when: 'after' })
      await choose({ ...world, services: failing.services }, team, wanted).catch(() => null)
      lost = [...stripe.account.tables.subscription.values()].some((one) => one.pending_update)
    }
    await syncBilling(services, team.scope)
    expect(await factsOf(world, team)).toEqual(before)

    const step = await choose(world, team, wanted)
    if (step.kind !== 'authenticate') throw new Error(step.kind)
    expect(await factsOf(world, team)).toEqual(before)
    stripe.authenticate(step.clientSecret, true)
    await syncBilling(services, team.scope)

    const after = await factsOf(world, team)
    expect(after).toMatchObject({ planId: 'agency', subscription: { state: 'active' } })
    expect(after.given?.usedAt).not.toBeNull()
    expect(after.acts.slice(before.acts.length).sort()).toEqual([
      'billing.coupon_applied',
      'billing.plan_chosen',
    ])
    expect(after.changes.at(-1)).toMatchObject({ actor: 'member', userId: team.owner.id })
    await syncBilling(services, team.scope)
    expect((await factsOf(world, team)).acts).toEqual(after.acts)
  })

  test('a coupon that was used up by an order can’t be used again', async () => {
    const world = await createBillingWorld()
    const team = await teamWithCard(world)
    world.stripe.addCoupon(half)
    await choose(world, team, { planId: 'plus', coupon: 'HALF' })

    await expect(choose(world, team, { planId: 'genius', coupon: 'half' })).rejects.toMatchObject({
      details: { errors: { coupon: ['This coupon code is invalid.'] } },
    })

    await choose(world, team, { planId: 'genius' })
    const totals = await listInvoices(world.services, team.scope)
    expect(totals.map(({ totalCents }) => totalCents)).toEqual([4_900 - 1_450, 1_450])
  })
})
