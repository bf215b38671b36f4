/** Overdue plans that are paid in the moment of their end, and what keeps them from going on at first. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { lateCharges, subscriptions } from '#app/db/schema/index.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { cancelPlan } from '#app/domain/billing/cancel-plan.server.ts'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { retryPayment } from '#app/domain/billing/pay.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import { readKioskBilling } from '#app/presenters/kiosk/billing.server.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { collect } from '#workshop/doubles/stripe-billing/invoices.ts'
import {
  choose,
  createBillingWorld,
  enterCard,
  operation,
  teamWithCard,
  type BillingWorld,
} from '../../support/billing/paying-team.ts'
import type { TestTeam } from '../../support/makers.ts'

/** Whether what follows the end is done by the run that ended it, or by a later one because its process ended. */
const runs = ['the same run', 'a later run'] as const

type Ending = { world: BillingWorld; team: TestTeam }

/** A team whose days of grace are over, and whose card can pay by now. */
async function overdueTeam(coupon: string | null = null, prepare?: (world: BillingWorld) => void) {
  const world = await createBillingWorld()
  prepare?.(world)
  const team = await teamWithCard(world, 'failingLater')
  await choose(world, team, { planId: 'plus', coupon })
  world.clock.advance(31 * dayMillis)
  await world.stripe.settle()
  await syncBilling(world.services, team.scope)
  world.clock.advance(14 * dayMillis)
  return { world, team }
}

const subscriptionsOf = ({ stripe }: BillingWorld) => [
  ...stripe.account.tables.subscription.values(),
]

/** The open invoice is paid before Stripe ends its subscription. */
function pay({ stripe }: BillingWorld): void {
  const { account } = stripe
  for (const [id] of account.cards) account.cards.set(id, 'succeeds')
  for (const invoice of account.tables.invoice.values()) {
    if (invoice.status === 'open') collect(account, invoice, { isPresent: true })
  }
}

type Call = { method: string; path: string }

/** Ends the plan, which is paid in that moment, while Stripe refuses what follows. */
async function endPaid({ world }: Ending, fails: (call: Call) => boolean) {
  let isEnded = false
  world.stripe.failBy(({ method, path }) => {
    if (method === 'DELETE') {
      pay(world)
      isEnded = true
      return undefined
    }
    return isEnded && fails({ method, path }) ? 'hang up' : undefined
  })
  await workOffDueBilling(world.services)
}

const outcome = async ({ world, team }: Ending) => {
  await syncBilling(world.services, team.scope)
  const { planId, subscription, openPayment } = await readBilling(world.services, team.scope)
  return { planId, state: subscription?.state ?? null, openPayment }
}

const goesOn = { planId: 'plus', state: 'active', openPayment: null }

const isCreation = ({ method, path }: Call) => method === 'POST' && path === '/v1/subscriptions'

test.each([
  ['the process ends', (): boolean => true],
  ['its subscription isn’t created', isCreation],
])('a plan that was paid in the moment of its end is continued later: %s', async (_name, fails) => {
  const ending = await overdueTeam()
  const { world } = ending
  const { services } = world
  await endPaid(ending, fails)
  world.stripe.heal()
  expect(subscriptionsOf(world)).toMatchObject([{ status: 'canceled' }])
  world.clock.advance(2 * hourMillis)
  const kiosk = await readKioskBilling(services, { state: 'ended', after: null })
  expect(kiosk.unfinishedEnds).toMatchObject([{ planId: 'plus' }])

  await workOffDueBilling(services)
  await workOffDueBilling(services)
  expect(await outcome(ending)).toEqual(goesOn)
  expect(subscriptionsOf(world)).toMatchObject([{ status: 'canceled' }, { status: 'trialing' }])
  const done = await readKioskBilling(services, { state: 'ended', after: null })
  expect(done.unfinishedEnds).toEqual([])
})

async function continueIn(run: (typeof runs)[number], ending: Ending): Promise<void> {
  const { world, team } = ending
  const isLater = run === 'a later run'
  await endPaid(ending, () => isLater)
  world.stripe.heal()
  expect(subscriptionsOf(world)).toHaveLength(isLater ? 1 : 2)
  const [first] = subscriptionsOf(world)
  expect(first).toMatchObject({ status: 'canceled', cancel_at: null, cancel_at_period_end: false })
  if (!isLater) return
  // It has no discounts either, and the stored plan follows what Stripe answers.
  Object.assign(first ?? {}, { discounts: [] })
  await syncBilling(world.services, team.scope)
  await workOffDueBilling(world.services)
  expect(subscriptionsOf(world)).toHaveLength(2)
}

const cancellations = {
  'its owner canceled': async ({ world: { services }, team }: Ending) => {
    const userId = team.owner.id
    const { version } = await readBilling(services, team.scope)
    await cancelPlan(services, team.scope, { operation: operation(), userId, version })
  },
  'staff set an end for at Stripe': async ({ world, team }: Ending) => {
    const at = Math.floor(world.clock.now().getTime() / 1_000)
    const [first] = subscriptionsOf(world)
    Object.assign(first ?? {}, { cancel_at: at + 5 * 86_400, canceled_at: at })
    await syncBilling(world.services, team.scope)
  },
}

test.each(
  Object.entries(cancellations).flatMap(([name, cancel]) =>
    runs.map((run) => [name, run, cancel] as const),
  ),
)('a plan that %s stays canceled when it goes on in %s', async (_name, run, cancel) => {
  const ending = await overdueTeam()
  const { world, team } = ending
  const { services, stripe, clock } = world
  await cancel(ending)
  const before = await readBilling(services, team.scope)
  const endsAt = before.subscription?.endsAt ?? new Date(0)
  expect(endsAt.getTime()).toBeGreaterThan(clock.now().getTime())
  await continueIn(run, ending)

  expect(await outcome(ending)).toEqual({ planId: 'plus', state: 'cancelled', openPayment: null })
  const after = await readBilling(services, team.scope)
  expect(after.subscription?.endsAt).toEqual(endsAt)

  clock.advance(endsAt.getTime() - clock.now().getTime() + dayMillis)
  for (let month = 0; month < 2; month += 1) {
    await stripe.settle()
    await workOffDueBilling(services)
    expect((await outcome(ending)).planId).toBe('free')
    clock.advance(31 * dayMillis)
  }
  const invoices = await listInvoices(services, team.scope)
  expect(invoices.map(({ state, totalCents }) => [state, totalCents])).toEqual([
    ['paid', 2_900],
    ['paid', 2_900],
  ])
})

test('a plan that goes on until its cancellation isn’t said to be switched after a next payment', async () => {
  const ending = await overdueTeam()
  const { world, team } = ending
  await cancellations['its owner canceled'](ending)
  await continueIn('the same run', ending)
  await outcome(ending)
  await expect(choose(world, team, { planId: 'genius' })).rejects.toMatchObject({
    code: 'conflict',
    message:
      'Your Plus plan was paid just before it ended, and is canceled, so it can’t be switched until it ends.',
  })
})

test('an end that was set at Stripe and is over before the plan could go on brings no plan back', async () => {
  const ending = await overdueTeam()
  const { world } = ending
  await cancellations['staff set an end for at Stripe'](ending)
  await endPaid(ending, () => true)
  world.stripe.heal()
  world.clock.advance(6 * dayMillis)
  await workOffDueBilling(world.services)

  expect(await outcome(ending)).toMatchObject({ planId: 'free', openPayment: null })
  expect(subscriptionsOf(world)).toHaveLength(1)
  expect(await world.services.db.system.$count(lateCharges)).toBe(1)
  expect(world.takeErrors()).toHaveLength(1)
})

test('a plan that is resumed after Stripe couldn’t be reached for its end goes on as it is by then', async () => {
  const ending = await overdueTeam()
  const { world, team } = ending
  const { services, stripe } = world
  await cancellations['its owner canceled'](ending)
  stripe.failBy(({ method }) => (method === 'DELETE' ? 'hang up' : undefined))
  await workOffDueBilling(services)
  stripe.heal()
  const [first] = subscriptionsOf(world)
  expect(first?.status).toBe('past_due')
  Object.assign(first ?? {}, { cancel_at_period_end: false, cancel_at: null })
  await syncBilling(services, team.scope)
  await continueIn('a later run', ending)
  expect(await outcome(ending)).toEqual(goesOn)
})

test('a plan that Stripe refuses until its paid period is over is refunded by staff', async () => {
  const ending = await overdueTeam()
  const { world, team } = ending
  const { services, stripe } = world
  const price = [...stripe.account.tables.price.values()].find((one) => one.lookup_key === 'plus')
  await endPaid(ending, () => {
    if (price) price.active = false
    return false
  })
  stripe.heal()
  expect((await outcome(ending)).planId).toBe('free')
  world.clock.advance(20 * dayMillis)
  await workOffDueBilling(services)

  const kiosk = await readKioskBilling(services, { state: 'ended', after: null })
  expect(kiosk.unfinishedEnds).toEqual([])
  const [first] = subscriptionsOf(world)
  expect(kiosk.lateCharges).toMatchObject([{ providerId: first?.latest_invoice, cents: 2_900 }])
  expect(await services.db.system.select().from(lateCharges)).toMatchObject([
    { erasedTeamId: team.scope.teamId, currency: 'usd' },
  ])
  expect(world.takeErrors()).toHaveLength(1)
})

test('a plan isn’t continued beneath another one that was chosen since', async () => {
  const ending = await overdueTeam()
  const { world, team } = ending
  await endPaid(ending, () => true)
  world.stripe.heal()
  await enterCard(world, team)
  await choose(world, team, { planId: 'genius' })
  await workOffDueBilling(world.services)

  expect(await outcome(ending)).toMatchObject({ planId: 'genius', state: 'active' })
  expect(subscriptionsOf(world)).toMatchObject([{ status: 'canceled' }, { status: 'active' }])
  expect(await world.services.db.system.$count(lateCharges)).toBe(1)
  expect(world.takeErrors()).toHaveLength(1)
})

test('a debt that is paid after the end brings no plan back', async () => {
  const ending = await overdueTeam()
  const { world, team } = ending
  const { services } = world
  let isEnded = false
  world.stripe.failBy(({ method }) => {
    isEnded ||= method === 'DELETE'
    return isEnded && method === 'GET' ? 'hang up' : undefined
  })
  await workOffDueBilling(services)
  world.stripe.heal()
  world.clock.advance(minuteMillis)
  await enterCard(world, team)
  await retryPayment(services, team.scope, { operation: operation(), userId: team.owner.id })
  await workOffDueBilling(services)

  expect(await outcome(ending)).toMatchObject({ planId: 'free', openPayment: null })
  expect(subscriptionsOf(world)).toHaveLength(1)
  const [row] = await services.db.system
    .select({ overdueEndAt: subscriptions.overdueEndAt })
    .from(subscriptions)
    .where(eq(subscriptions.teamId, team.scope.teamId))
  expect(row).toEqual({ overdueEndAt: null })
})

test('a plan that goes on isn’t switched until its next payment, because nothing could be prorated', async () => {
  const ending = await overdueTeam()
  const { world, team } = ending
  const { services } = world
  await endPaid(ending, () => false)
  world.stripe.heal()
  expect(await outcome(ending)).toEqual(goesOn)
  await expect(choose(world, team, { planId: 'enterprise' })).rejects.toMatchObject({
    code: 'conflict',
    message:
      'Your Plus plan was paid just before it ended, so it can’t be switched until the next payment.',
  })
  const { subscription } = await readBilling(services, team.scope)
  const renewsAt = subscription?.currentPeriodEndsAt ?? new Date(0)
  world.clock.advance(renewsAt.getTime() - world.clock.now().getTime() + dayMillis)
  await world.stripe.settle()
  await syncBilling(services, team.scope)
  expect(await choose(world, team, { planId: 'enterprise' })).toEqual({ kind: 'done' })
})

const coupons = [
  ['for ever, by a code that works once', { percent_off: 50, max_redemptions: 1 }, null],
  ['of five months, of which one is over', { percent_off: 50, duration_in_months: 5 }, 3],
] as const

test.each(
  coupons.flatMap(([name, coupon, months]) =>
    runs.map((run) => [name, run, coupon, months] as const),
  ),
)('a discount goes on: %s, in %s', async (_name, run, coupon, months) => {
  const ending = await overdueTeam('HALF', ({ stripe }) => {
    const duration = months === null ? 'forever' : 'repeating'
    stripe.addCoupon({ id: 'half', duration, ...coupon })
    stripe.addPromotionCode({ code: 'HALF', coupon: 'half' })
  })
  const { world, team } = ending
  await continueIn(run, ending)
  expect(await outcome(ending)).toEqual(goesOn)
  const { subscription } = await readBilling(world.services, team.scope)
  expect(subscription?.discount).toMatchObject({ code: 'HALF', percentOff: 50, months })

  const charged: number[] = []
  for (let month = 0; month < 5; month += 1) {
    world.clock.advance(31 * dayMillis)
    await world.stripe.settle()
    const invoices = [...world.stripe.account.tables.invoice.values()]
    charged.push(invoices.at(-1)?.amount_due ?? 0)
  }
  const whole = months === null ? 1_450 : 2_900
  expect(charged).toEqual([1_450, 1_450, 1_450, whole, whole])
})
