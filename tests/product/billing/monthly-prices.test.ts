/**
 * In any order of the offer, coupons, boosts, switches and cancellations, no month costs less than the
 * catalog and the discounts given say. The price of a month is computed from the acts alone.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptOffer, cancelPlan, resumePlan } from '#app/domain/billing/cancel-plan.server.ts'
import { listInvoices, readCredit } from '#app/domain/billing/invoices.server.ts'
import { applyCoupon } from '#app/domain/billing/pay.server.ts'
import { startPurchase } from '#app/domain/billing/purchases.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { Refusal } from '#app/lib/errors.ts'
import { dayMillis } from '#app/lib/time.ts'
import {
  choose,
  createBillingWorld,
  operation,
  teamWithCard,
  type BillingWorld,
} from '../../support/billing/paying-team.ts'
import type { TestTeam } from '../../support/makers.ts'

const priceOf = (planId: string) => findPlan(planId)?.priceCents ?? NaN

/** Discounts of each month, and for how many months. */
const coupons = {
  HALF2: { percent_off: 50, duration: 'repeating', duration_in_months: 2 },
  ONCE: { percent_off: 20, duration: 'once' },
  FIVE: { amount_off: 500, duration: 'forever' },
} as const
type Code = keyof typeof coupons

type Act =
  | { kind: 'offer' | 'boost' | 'cancel' | 'resume' }
  | { kind: 'coupon'; code: Code }
  | { kind: 'switch'; planId: string; code: Code | null }

const acts: readonly Act[] = [
  { kind: 'offer' },
  { kind: 'boost' },
  { kind: 'cancel' },
  { kind: 'resume' },
  { kind: 'coupon', code: 'ONCE' },
  { kind: 'coupon', code: 'HALF2' },
  { kind: 'switch', planId: 'genius', code: null },
  { kind: 'switch', planId: 'enterprise', code: null },
  { kind: 'switch', planId: 'lite', code: 'FIVE' },
  { kind: 'switch', planId: 'agency', code: 'ONCE' },
]

/** Computed from the acts. */
type Expected = {
  planId: string
  isCanceled: boolean
  /** The offer, or a coupon. */
  discount: {
    off: (cents: number) => number
    endsAt: number
    isOffer: boolean
    isOnce: boolean
  } | null
}

const none = Number.POSITIVE_INFINITY

function discountOf(code: Code, at: number): Expected['discount'] {
  const rule = coupons[code]
  const isOnce = rule.duration === 'once'
  const off = (cents: number) =>
    'percent_off' in rule ? Math.round((cents * rule.percent_off) / 100) : rule.amount_off
  // Two months are 59 to 62 days long.
  const endsAt = rule.duration === 'repeating' ? at + 62 * dayMillis : none
  return { off, endsAt, isOffer: false, isOnce }
}

function payCheckouts({ stripe }: BillingWorld): void {
  for (const [id, { status }] of stripe.account.tables['checkout.session']) {
    if (status === 'open') stripe.checkOut(id, 'pay')
  }
}

/** @returns false when the product refused it */
async function run(world: BillingWorld, team: TestTeam, act: Act): Promise<boolean> {
  const { services } = world
  const { scope, owner } = team
  const change = { operation: operation(), userId: owner.id }
  try {
    switch (act.kind) {
      case 'offer':
        await acceptOffer(services, scope, change)
        break
      case 'cancel':
        await cancelPlan(services, scope, change)
        break
      case 'resume':
        await resumePlan(services, scope, change)
        break
      case 'coupon':
        await applyCoupon(services, scope, { ...change, code: act.code })
        break
      case 'switch':
        await choose(world, team, { planId: act.planId, coupon: act.code })
        break
      case 'boost':
        await startPurchase(services, scope, {
          ...change,
          itemId: 'lite-visitors',
          siteId: null,
          returnUrl: 'http://footfall.test/done',
          cancelUrl: 'http://footfall.test/billing',
        })
        payCheckouts(world)
    }
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

function follow(expected: Expected, act: Act, at: number): void {
  switch (act.kind) {
    case 'offer':
      expected.discount = { off: () => 6_500, endsAt: none, isOffer: true, isOnce: false }
      return
    case 'cancel':
    case 'resume':
      expected.isCanceled = act.kind === 'cancel'
      return
    case 'coupon':
      expected.discount = discountOf(act.code, at)
      return
    case 'switch':
      if (act.code !== null) expected.discount = discountOf(act.code, at)
      else if (expected.discount?.isOffer && act.planId !== expected.planId)
        expected.discount = null
      // The invoice of the switch uses it.
      if (expected.discount?.isOnce && act.planId !== expected.planId) expected.discount = null
      Object.assign(expected, { planId: act.planId, isCanceled: false })
      return
    case 'boost':
  }
}

/** A month passes: the team pays the expected price, or has no plan any more. */
async function passMonth(
  world: BillingWorld,
  team: TestTeam,
  expected: Expected,
): Promise<boolean> {
  const { services, stripe, clock } = world
  const before = clock.now()
  clock.advance(31 * dayMillis)
  await stripe.settle()
  await syncBilling(services, team.scope)
  const invoices = await listInvoices(services, team.scope)
  const issued = invoices.filter(({ issuedAt }) => issuedAt > before)
  if (expected.isCanceled) {
    expect(issued).toEqual([])
    return false
  }
  const price = priceOf(expected.planId)
  for (const { totalCents } of issued) {
    const off = expected.discount?.off(price) ?? 0
    expect(totalCents).toBeGreaterThanOrEqual(Math.max(0, price - off))
    expect(totalCents).toBeLessThanOrEqual(price)
    if (expected.discount?.isOnce) expected.discount = null
  }
  expect(issued.length).toBeGreaterThan(0)
  if (expected.discount && expected.discount.endsAt <= clock.now().getTime())
    expected.discount = null
  return true
}

const orders = fc.sample(
  fc.tuple(
    fc.shuffledSubarray([...acts], { minLength: acts.length }),
    fc.array(fc.boolean(), { minLength: acts.length, maxLength: acts.length }),
  ),
  { numRuns: 16, seed: 27 },
)

test.each(orders.map((order, index) => ({ index, order })))(
  'no month is cheaper than its plan and discount: order $index',
  async ({ order: [order, waits] }) => {
    const world = await createBillingWorld()
    const { services, stripe, clock } = world
    for (const [id, rule] of Object.entries(coupons)) stripe.addCoupon({ id, ...rule })
    const team = await teamWithCard(world)
    await choose(world, team, { planId: 'enterprise' })
    const expected: Expected = { planId: 'enterprise', isCanceled: false, discount: null }

    let isRunning = true
    for (const [index, act] of order.entries()) {
      if (!isRunning) {
        await choose(world, team, { planId: 'enterprise' })
        Object.assign(expected, { planId: 'enterprise', isCanceled: false, discount: null })
      }
      const isDone = await run(world, team, act)
      if (isDone) follow(expected, act, clock.now().getTime())
      // Credit is what was paid for time that is left: never more than the dearest month.
      expect((await readCredit(services, team.scope)).cents).toBeLessThanOrEqual(
        priceOf('enterprise'),
      )
      isRunning = waits[index] ? await passMonth(world, team, expected) : true
    }
    // Two more months, in which nothing is left of what has ended.
    for (let month = 0; month < 2 && isRunning; month += 1) {
      isRunning = await passMonth(world, team, expected)
    }
    const boosts = (await listInvoices(services, team.scope)).filter(({ lines }) =>
      lines.some(({ description }) => description.startsWith('Boost')),
    )
    expect(boosts.map(({ totalCents, paidCents }) => [totalCents, paidCents])).toEqual([[900, 900]])
  },
)

test('the offer ends with its plan, also on the way back', async () => {
  const world = await createBillingWorld()
  const { services, clock, stripe } = world
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'enterprise' })
  await acceptOffer(services, team.scope, { operation: operation(), userId: team.owner.id })

  for (const planId of ['genius', 'plus', 'lite', 'agency', 'enterprise']) {
    await choose(world, team, { planId })
    clock.advance(31 * dayMillis)
    await stripe.settle()
    await syncBilling(services, team.scope)
    const [renewal] = await listInvoices(services, team.scope)
    expect([planId, renewal?.totalCents]).toEqual([planId, priceOf(planId)])
  }
})

test('a switch that is made at Stripe doesn’t take the offer with it', async () => {
  const world = await createBillingWorld()
  const { services, stripe } = world
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'enterprise' })
  await acceptOffer(services, team.scope, { operation: operation(), userId: team.owner.id })
  const [subscription] = stripe.account.tables.subscription.values()
  const genius = [...stripe.account.tables.price.values()].find(
    ({ lookup_key: key }) => key === 'genius',
  )
  const item = subscription?.items.data[0]
  if (!item || !genius) throw new Error('There is a subscription, and a price.')
  item.price = genius

  world.clock.advance(31 * dayMillis)
  await stripe.settle()
  await syncBilling(services, team.scope)

  expect((await listInvoices(services, team.scope))[0]).toMatchObject({ totalCents: 4_900 })
})

test('time that isn’t paid becomes no credit', async () => {
  const world = await createBillingWorld()
  const { services, stripe, clock } = world
  const team = await teamWithCard(world, 'failingLater')
  await choose(world, team, { planId: 'enterprise' })
  clock.advance(32 * dayMillis)
  await stripe.settle()
  await syncBilling(services, team.scope)
  await cancelPlan(services, team.scope, { operation: operation(), userId: team.owner.id })

  await expect(choose(world, team, { planId: 'lite' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Update your payment method first') as string,
  })

  expect((await readCredit(services, team.scope)).cents).toBe(0)
})
