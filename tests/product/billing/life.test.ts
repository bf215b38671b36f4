/** A subscription's life with the double of Stripe: what its owner does, and what happens to it. */
import { expect, test } from 'vitest'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { acceptOffer, cancelPlan, resumePlan } from '#app/domain/billing/cancel-plan.server.ts'
import {
  listInvoices,
  readInvoicePdf,
  readNextInvoice,
} from '#app/domain/billing/invoices.server.ts'
import { applyCoupon, retryPayment } from '#app/domain/billing/pay.server.ts'
import { previewPlan } from '#app/domain/billing/choose-plan.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import { dayMillis, minuteMillis } from '#app/lib/time.ts'
import { changesOf, planOf } from '../../support/billing/card-team.ts'
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

const change = ({ owner }: TestTeam) => ({ operation: operation(), userId: owner.id })

const stateOf = async ({ services }: BillingWorld, { scope }: TestTeam) =>
  (await readBilling(services, scope)).subscription?.state

async function later(world: BillingWorld, { scope }: TestTeam, days: number) {
  world.clock.advance(days * dayMillis)
  await world.stripe.settle()
  await syncBilling(world.services, scope)
}

test('free, Plus, Genius with proration, coupon, cancel, resume, failed payment, new card', async () => {
  const world = await createBillingWorld()
  const { services, stripe } = world
  stripe.addCoupon({ id: 'WELCOME', percent_off: 20, duration: 'once' })
  const team = await teamWithCard(world, 'failingLater')
  const of = { services, scope: team.scope }

  expect(await choose(world, team, { planId: 'plus' })).toEqual({ kind: 'done' })
  expect(await planOf(of)).toBe('plus')
  expect(await changesOf(of)).toMatchObject([
    { from: 'free', to: 'plus', actor: 'member', userId: team.owner.id },
  ])

  await later(world, team, 10)
  const preview = await previewPlan(services, team.scope, { planId: 'genius' })
  expect(preview?.lines.map(({ isProration }) => isProration)).toContain(true)
  await choose(world, team, { planId: 'genius' })
  expect(await planOf(of)).toBe('genius')
  const [prorated] = await listInvoices(services, team.scope)
  expect(prorated).toMatchObject({ state: 'paid', totalCents: preview?.dueNowCents })

  await applyCoupon(services, team.scope, { ...change(team), code: 'WELCOME' })
  const { subscription } = await readBilling(services, team.scope)
  expect(subscription?.discount).toMatchObject({ code: 'WELCOME', percentOff: 20 })
  expect(await readNextInvoice(services, team.scope)).toMatchObject({
    totalCents: 3_920,
    dueCents: 3_920,
  })
  const again = { ...change(team), code: 'welcome' }
  expect(await applyCoupon(services, team.scope, again)).toBe('applies')
  expect(stripe.account.get('coupon', 'WELCOME').times_redeemed).toBe(1)

  await cancelPlan(services, team.scope, change(team))
  expect(await stateOf(world, team)).toBe('cancelled')
  expect(await planOf(of)).toBe('genius')
  await resumePlan(services, team.scope, change(team))
  expect(await stateOf(world, team)).toBe('active')

  await later(world, team, 22)
  expect(await stateOf(world, team)).toBe('past_due')
  expect(await planOf(of)).toBe('genius')
  await expect(choose(world, team, { planId: 'agency' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Update your payment method first') as string,
  })

  await enterCard(world, team, 'mastercard')
  expect(await retryPayment(services, team.scope, change(team))).toEqual({ kind: 'done' })
  expect(await stateOf(world, team)).toBe('active')
  const invoices = await listInvoices(services, team.scope)
  expect(invoices.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
  expect(invoices[0]).toMatchObject({ totalCents: 3_920 })
  await expect(applyCoupon(services, team.scope, again)).rejects.toMatchObject({
    details: { errors: { coupon: ['This coupon code is invalid.'] } },
  })

  const pdf = await readInvoicePdf(services, team.scope, invoices[0]?.uuid ?? '')
  expect(await new Response(pdf).text()).toMatch(/^%PDF/)
  const other = await teamWithCard(world)
  await expect(
    readInvoicePdf(services, other.scope, invoices[0]?.uuid ?? ''),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('a switch charges what was shown minutes ago, and nothing that was shown an hour ago', async () => {
  const world = await createBillingWorld()
  const { services } = world
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'plus' })
  await later(world, team, 10)
  const preview = await previewPlan(services, team.scope, { planId: 'genius' })
  expect(preview?.dueNowCents).toBe(1_354)

  world.clock.advance(5 * minuteMillis)
  const countedFrom = preview?.countedFrom ?? null
  const old = new Date((countedFrom?.getTime() ?? 0) - 55 * minuteMillis)
  await expect(choose(world, team, { planId: 'genius', countedFrom: old })).rejects.toMatchObject({
    code: 'conflict',
  })
  await choose(world, team, { planId: 'genius', countedFrom })

  const [prorated] = await listInvoices(services, team.scope)
  expect(prorated).toMatchObject({ state: 'paid', totalCents: 1_354 })
})

test('an order whose answer was lost is its person’s, whoever reads the provider next', async () => {
  const world = await createBillingWorld()
  const { services, stripe } = world
  const team = await teamWithCard(world)
  const of = { services, scope: team.scope }
  const subscriptions = () => stripe.account.tables.subscription.size
  for (let answers = 0; subscriptions() === 0; answers += 1) {
    stripe.failAfter(answers, 'lose the answer')
    await expect(choose(world, team, { planId: 'plus' })).rejects.toMatchObject({
      code: 'unavailable',
    })
    stripe.heal()
  }
  expect(await changesOf(of)).toEqual([])

  await syncBilling(services, team.scope)
  // Stripe's later change isn't an order of the owner.
  const [subscription] = stripe.account.tables.subscription.values()
  const lite = [...stripe.account.tables.price.values()].find(
    ({ lookup_key: key }) => key === 'lite',
  )
  const item = subscription?.items.data[0]
  if (!item || !lite) throw new Error('There is a subscription, and a price.')
  item.price = lite
  await syncBilling(services, team.scope)

  expect(await changesOf(of)).toMatchObject([
    { to: 'plus', actor: 'member', userId: team.owner.id, reason: 'Chose the Plus plan.' },
    { to: 'lite', actor: 'provider', userId: null, reason: 'As billed by Stripe.' },
  ])
})

test('a customer who pays more is offered a price once, and keeps it', async () => {
  const world = await createBillingWorld()
  const { services } = world
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'enterprise' })
  expect((await readBilling(services, team.scope)).offerCents).toBe(12_400)

  expect(await acceptOffer(services, team.scope, change(team))).toBe('applied')
  expect((await readBilling(services, team.scope)).offerCents).toBeNull()
  expect(await readNextInvoice(services, team.scope)).toMatchObject({ totalCents: 12_400 })
  expect(await acceptOffer(services, team.scope, change(team))).toBe('applies')
  expect(await readNextInvoice(services, team.scope)).toMatchObject({ totalCents: 12_400 })
})

test('the offer that was declined by canceling is not made again', async () => {
  const world = await createBillingWorld()
  const { services } = world
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'enterprise' })
  await cancelPlan(services, team.scope, change(team))
  await resumePlan(services, team.scope, change(team))
  expect((await readBilling(services, team.scope)).offerCents).toBeNull()

  const cheap = await teamWithCard(world)
  await choose(world, cheap, { planId: 'agency' })
  expect((await readBilling(services, cheap.scope)).offerCents).toBeNull()
})

test('a canceled plan ends with its period, and can be resumed until then', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  const of = { services: world.services, scope: team.scope }
  await choose(world, team, { planId: 'lite' })
  expect(await choose(world, team, { planId: 'free' })).toEqual({ kind: 'done' })
  expect(await planOf(of)).toBe('lite')

  await later(world, team, 32)
  expect(await planOf(of)).toBe('free')
  expect((await readBilling(world.services, team.scope)).subscription).toBeNull()
  await expect(resumePlan(world.services, team.scope, change(team))).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('during grace another plan resumes and switches, and the same plan resumes', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  const of = { services: world.services, scope: team.scope }
  await choose(world, team, { planId: 'lite' })
  await cancelPlan(world.services, team.scope, change(team))
  await choose(world, team, { planId: 'lite' })
  expect(await stateOf(world, team)).toBe('active')

  await cancelPlan(world.services, team.scope, change(team))
  await choose(world, team, { planId: 'genius' })
  expect([await stateOf(world, team), await planOf(of)]).toEqual(['active', 'genius'])
})

test('a payment that the bank asks about counts once its owner answered', async () => {
  const world = await createBillingWorld()
  const { services, stripe } = world
  const team = await teamWithCard(world, 'asking')
  const of = { services, scope: team.scope }
  const form = operation()

  const step = await choose(world, team, { planId: 'plus', form })
  if (step.kind !== 'authenticate') throw new Error(`The step is ${step.kind}.`)
  expect([await stateOf(world, team), await planOf(of)]).toEqual(['incomplete', 'free'])
  // The same order again continues with the same payment.
  expect(await choose(world, team, { planId: 'plus', form })).toEqual(step)
  expect(await choose(world, team, { planId: 'plus' })).toEqual(step)
  expect(stripe.account.tables.subscription.size).toBe(1)

  stripe.authenticate(step.clientSecret, true)
  await syncBilling(services, team.scope)
  expect([await stateOf(world, team), await planOf(of)]).toEqual(['active', 'plus'])
})

test('another order replaces one that waits for its first payment', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world, 'asking')
  await choose(world, team, { planId: 'plus' })
  await enterCard(world, team, 'visa')
  await choose(world, team, { planId: 'lite' })
  expect(await planOf({ services: world.services, scope: team.scope })).toBe('lite')
  const live = [...world.stripe.account.tables.subscription.values()].filter(
    ({ status }) => status !== 'canceled' && status !== 'incomplete_expired',
  )
  expect(live).toHaveLength(1)
})

test('after 14 days without a payment the plan ends, here and at Stripe', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world, 'failingLater')
  await choose(world, team, { planId: 'plus' })
  await later(world, team, 32)
  expect(await stateOf(world, team)).toBe('past_due')

  world.clock.advance(14 * dayMillis)
  await workOffDueBilling(world.services)
  expect(await planOf({ services: world.services, scope: team.scope })).toBe('free')
  const [subscription] = [...world.stripe.account.tables.subscription.values()]
  expect(subscription?.status).toBe('canceled')
})

test('a plan that is canceled while a payment is overdue ends with Stripe’s last attempt, and can be paid then', async () => {
  const world = await createBillingWorld()
  const { services, stripe } = world
  const team = await teamWithCard(world, 'failingLater')
  const of = { services, scope: team.scope }
  await choose(world, team, { planId: 'plus' })
  await later(world, team, 32)
  await cancelPlan(services, team.scope, change(team))
  const canceled = await readBilling(services, team.scope)
  const { pastDueSince, planEndsAt, endsAt } = canceled.subscription ?? {}
  expect(canceled.subscription).toMatchObject({ state: 'cancelled' })
  expect(planEndsAt?.getTime()).toBe((pastDueSince?.getTime() ?? 0) + 14 * dayMillis)
  expect(planEndsAt?.getTime()).toBeLessThan(endsAt?.getTime() ?? 0)
  expect(canceled.openPayment).toMatchObject({ cents: 2_900, hasEnded: false })
  await expect(choose(world, team, { planId: 'genius' })).rejects.toMatchObject({
    message: expect.stringContaining('Update your payment method first') as string,
  })

  await later(world, team, 14)
  expect(await planOf(of)).toBe('free')
  expect((await changesOf(of)).at(-1)).toMatchObject({
    to: 'free',
    reason: 'The payment was overdue for too long.',
  })
  const [subscription] = [...stripe.account.tables.subscription.values()]
  expect(subscription?.status).toBe('canceled')
  expect((await readBilling(services, team.scope)).openPayment).toMatchObject({ hasEnded: true })

  await enterCard(world, team, 'mastercard')
  expect(await retryPayment(services, team.scope, change(team))).toEqual({ kind: 'done' })
  expect(await listInvoices(services, team.scope)).toMatchObject([
    { state: 'paid' },
    { state: 'paid' },
  ])
  expect((await readBilling(services, team.scope)).openPayment).toBeNull()
  expect(await planOf(of)).toBe('free')
})

test('20 orders at the same moment are one subscription, and one payment', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => choose(world, team, { planId: 'plus' })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(world.stripe.account.tables.subscription.size).toBe(1)
  expect(await listInvoices(world.services, team.scope)).toHaveLength(1)
})

test('50 uses of a coupon at the same moment are one', async () => {
  const world = await createBillingWorld()
  world.stripe.addCoupon({ id: 'ONCE', percent_off: 50, duration: 'once' })
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'plus' })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () =>
      applyCoupon(world.services, team.scope, { ...change(team), code: 'ONCE' }),
    ),
  )
  const applied = outcomes.filter((one) => one.status === 'fulfilled' && one.value === 'applied')
  expect(applied).toHaveLength(1)
  expect(world.stripe.account.get('coupon', 'ONCE').times_redeemed).toBe(1)
})

type Step = {
  name: string
  prepare: (world: BillingWorld, team: TestTeam) => Promise<unknown>
  /** `form` is the same when it is tried again. */
  run: (world: BillingWorld, team: TestTeam, form: string) => Promise<unknown>
  /** The expected final state. */
  end: { planId: string; state: string; invoices: number }
}

const steps: Step[] = [
  {
    name: 'subscribing',
    prepare: () => Promise.resolve(),
    run: (world, team, form) => choose(world, team, { planId: 'plus', form }),
    end: { planId: 'plus', state: 'active', invoices: 1 },
  },
  {
    name: 'switching',
    prepare: (world, team) => choose(world, team, { planId: 'plus' }),
    run: (world, team, form) => choose(world, team, { planId: 'genius', form }),
    end: { planId: 'genius', state: 'active', invoices: 2 },
  },
  {
    name: 'canceling',
    prepare: (world, team) => choose(world, team, { planId: 'plus' }),
    run: ({ services }, { scope, owner }, form) =>
      cancelPlan(services, scope, { operation: form, userId: owner.id }),
    end: { planId: 'plus', state: 'cancelled', invoices: 1 },
  },
  {
    name: 'resuming',
    async prepare(world, team) {
      await choose(world, team, { planId: 'plus' })
      await cancelPlan(world.services, team.scope, change(team))
    },
    run: ({ services }, { scope, owner }, form) =>
      resumePlan(services, scope, { operation: form, userId: owner.id }),
    end: { planId: 'plus', state: 'active', invoices: 1 },
  },
  {
    name: 'switching during grace',
    async prepare(world, team) {
      await choose(world, team, { planId: 'plus' })
      await cancelPlan(world.services, team.scope, change(team))
    },
    run: (world, team, form) => choose(world, team, { planId: 'genius', form }),
    end: { planId: 'genius', state: 'active', invoices: 2 },
  },
]

test.each(steps)('Stripe away at any call of $name: trying again is safe', async (step) => {
  const world = await createBillingWorld()
  const count = await callsOf(world, step)
  for (const when of ['before', 'after'] as const) {
    for (let at = 0; at < count; at += 1) {
      const team = await teamWithCard(world)
      await step.prepare(world, team)
      const failing = withFailingCard(world.services, { at, when })
      const form = operation()
      const first = step.run({ ...world, services: failing.services }, team, form)
      await expect(first, `call ${String(at)} ${when}`).rejects.toMatchObject({
        code: 'unavailable',
      })

      await step.run(world, team, form).catch((error: unknown) => {
        // It was done before the failure.
        expect(error).toMatchObject({ message: expect.stringContaining('already') as string })
      })
      const { planId, subscription } = await readBilling(world.services, team.scope)
      const invoices = await listInvoices(world.services, team.scope)
      expect(
        { planId, state: subscription?.state, invoices: invoices.length },
        `call ${String(at)} ${when}`,
      ).toEqual(step.end)
    }
  }
})

/** How many calls the step takes when nothing fails. */
async function callsOf(world: BillingWorld, step: Step): Promise<number> {
  const team = await teamWithCard(world)
  await step.prepare(world, team)
  const counting = withFailingCard(world.services, null)
  await step.run({ ...world, services: counting.services }, team, operation())
  return counting.count()
}
