/**
 * A payment that arrives while its order is replaced, canceled or ended: the plan that was paid is there, and
 * the change says that something else is there by now.
 */
import { expect, test } from 'vitest'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { collect } from '#workshop/doubles/stripe-billing/invoices.ts'
import type { Account } from '#workshop/doubles/stripe-billing/account.ts'
import { choosePlan } from '#app/domain/billing/choose-plan.server.ts'
import { newestQuestion } from '../../support/billing/billing-shop.ts'
import {
  choose,
  createBillingWorld,
  enterCard,
  operation,
  teamWithCard,
  type BillingWorld,
} from '../../support/billing/paying-team.ts'
import { changesOf } from '../../support/billing/card-team.ts'
import type { TestTeam } from '../../support/makers.ts'

/** Runs the work before the request of this number is answered. Returns whether so many were sent. */
function beforeRequest({ stripe }: BillingWorld, number: number, work: () => void) {
  let count = 0
  stripe.failBy(() => {
    if (count === number) work()
    count += 1
    return undefined
  })
  return () => count > number
}

async function outcome(world: BillingWorld, { scope }: TestTeam) {
  await world.stripe.settle()
  await syncBilling(world.services, scope)
  const { planId, subscription } = await readBilling(world.services, scope)
  const all = await listInvoices(world.services, scope)
  const paid = all.flatMap(({ state, totalCents }) => (state === 'paid' ? [totalCents] : []))
  return { planId, state: subscription?.state ?? null, paid }
}

/** Tries the payment before each request that the change sends, each time in another world. */
async function atEachRequest(
  prepare: () => Promise<{ world: BillingWorld; team: TestTeam; pay: () => void }>,
  change: (world: BillingWorld, team: TestTeam) => Promise<unknown>,
  check: (ended: Awaited<ReturnType<typeof outcome>>, error: unknown) => void,
): Promise<number> {
  for (let number = 0; ; number += 1) {
    const { world, team, pay } = await prepare()
    const wasSent = beforeRequest(world, number, pay)
    const error: unknown = await change(world, team).then(
      () => null,
      (reason: unknown) => reason,
    )
    world.stripe.heal()
    if (!wasSent()) return number
    check(await outcome(world, team), error)
  }
}

/** A team whose bank asks before it pays for Genius. */
async function askedForGenius() {
  const world = await createBillingWorld()
  const team = await teamWithCard(world, 'asking')
  return { world, team, pay: await askForGenius(world, team) }
}

/** A team on Plus whose switch to Genius waits for the bank. */
async function askedToSwitch() {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'plus' })
  await enterCard(world, team, 'asking')
  const pay = await askForGenius(world, team)
  await enterCard(world, team)
  return { world, team, pay }
}

/** Returns how the bank’s question is answered. */
async function askForGenius(world: BillingWorld, team: TestTeam) {
  await choose(world, team, { planId: 'genius' })
  const secret = newestQuestion(world.stripe)
  return () => {
    // A dropped order’s question can’t be answered any more.
    const intents = [...world.stripe.account.tables.payment_intent.values()]
    const asked = intents.find(({ client_secret: one }) => one === secret)
    if (asked?.status === 'requires_action') world.stripe.authenticate(secret, true)
  }
}

async function chooseAsShown(world: BillingWorld, { scope, owner }: TestTeam, planId: string) {
  const { version } = await readBilling(world.services, scope)
  return choosePlan(world.services, scope, {
    planId,
    coupon: null,
    operation: operation(),
    actor: { userId: owner.id },
    returnUrl: 'http://footfall.test/billing/checkout/success',
    version,
  })
}

test.each([
  ['the free plan', 'free'],
  ['another plan', 'agency'],
])('an order isn’t replaced by %s once the bank has confirmed it', async (_name, planId) => {
  let kept = 0
  const requests = await atEachRequest(
    askedForGenius,
    (world, team) => chooseAsShown(world, team, planId),
    (ended, error) => {
      if (error === null) {
        // It wasn’t paid before it was dropped, and can’t be after that.
        expect(ended.paid).toEqual([])
        return
      }
      expect(error).toMatchObject({ code: 'conflict' })
      expect(ended).toEqual({ planId: 'genius', state: 'active', paid: [4_900] })
      kept += 1
    },
  )
  expect(requests).toBeGreaterThan(3)
  expect(kept).toBeGreaterThan(1)
})

test('a switch isn’t replaced by another one once the bank has confirmed it', async () => {
  let kept = 0
  const requests = await atEachRequest(
    askedToSwitch,
    (world, team) => chooseAsShown(world, team, 'agency'),
    (ended, error) => {
      if (error === null) {
        // It wasn’t paid before it was dropped, and can’t be after that.
        expect(ended).toEqual({ planId: 'agency', state: 'active', paid: [6_000, 2_900] })
        return
      }
      expect(error).toMatchObject({ code: 'conflict' })
      expect(ended).toEqual({ planId: 'genius', state: 'active', paid: [2_000, 2_900] })
      kept += 1
    },
  )
  expect(requests).toBeGreaterThan(3)
  expect(kept).toBeGreaterThan(1)
})

test('a switch that is ordered again while it’s paid is charged once', async () => {
  await atEachRequest(
    askedToSwitch,
    (world, team) => chooseAsShown(world, team, 'genius'),
    (ended) => {
      expect(ended).toEqual({ planId: 'genius', state: 'active', paid: [2_000, 2_900] })
    },
  )
})

/** A team whose days of grace are over, and whose card can pay by now. */
async function overdueTeam() {
  const world = await createBillingWorld()
  const team = await teamWithCard(world, 'failingLater')
  await choose(world, team, { planId: 'plus' })
  world.clock.advance(31 * dayMillis)
  await world.stripe.settle()
  await syncBilling(world.services, team.scope)
  world.clock.advance(14 * dayMillis)
  const pay = () => {
    const { account } = world.stripe
    // After its end it’s a debt, which brings no plan back.
    if ([...account.tables.subscription.values()].some((one) => one.ended_at !== null)) return
    for (const [id] of account.cards) account.cards.set(id, 'succeeds')
    payOpen(account)
  }
  return { world, team, pay }
}

function payOpen(account: Account): void {
  for (const invoice of account.tables.invoice.values()) {
    if (invoice.status === 'open') collect(account, invoice, { isPresent: true })
  }
}

test('a plan that is paid while its days of grace are ended goes on', async () => {
  let kept = 0
  await atEachRequest(
    overdueTeam,
    ({ services }) => workOffDueBilling(services),
    ({ planId, state, paid }) => {
      if (paid.length < 2) return
      expect({ planId, state }).toEqual({ planId: 'plus', state: 'active' })
      kept += 1
    },
  )
  expect(kept).toBeGreaterThan(1)
})

test('a plan that is paid in the moment of its end goes on, and is charged again when its period ends', async () => {
  const { world, team, pay } = await overdueTeam()
  const { stripe, services } = world
  stripe.failBy(({ method }) => {
    if (method === 'DELETE') pay()
    return undefined
  })
  await workOffDueBilling(services)
  stripe.heal()
  const paidOnce = { planId: 'plus', state: 'active', paid: [2_900, 2_900] }
  expect(await outcome(world, team)).toEqual(paidOnce)
  // The days of grace were over: until the payment is read, there is no plan.
  expect((await changesOf({ services, scope: team.scope })).map(({ to }) => to)).toEqual([
    'plus',
    'free',
    'plus',
  ])
  const all = [...stripe.account.tables.subscription.values()]
  expect(all.map(({ status }) => status)).toEqual(['canceled', 'trialing'])
  // Stripe's invoice for the trial is about nothing, and isn't shown.
  const ofTrial = stripe.account.tables.invoice.get(all[1]?.latest_invoice ?? '')
  expect(ofTrial).toMatchObject({ status: 'paid', total: 0 })
  const { subscription } = await readBilling(services, team.scope)
  const { currentPeriodEndsAt: end } = subscription ?? {}
  expect([end?.getTime(), subscription?.trialEndsAt]).toEqual([
    (all[0]?.items.data[0]?.current_period_end ?? 0) * 1_000,
    null,
  ])

  world.clock.advance((end?.getTime() ?? 0) - world.clock.now().getTime() + dayMillis)
  expect(await outcome(world, team)).toEqual({ ...paidOnce, paid: [2_900, 2_900, 2_900] })
})

test('an end that was set at Stripe stays with such a plan', async () => {
  const { world, team, pay } = await overdueTeam()
  const { stripe, services } = world
  const [first] = stripe.account.tables.subscription.values()
  const endsAt = Math.floor(world.clock.now().getTime() / 1_000) + 60 * 24 * 3_600
  Object.assign(first ?? {}, { cancel_at: endsAt })
  stripe.failBy(({ method }) => {
    if (method === 'DELETE') pay()
    return undefined
  })
  await workOffDueBilling(services)
  stripe.heal()

  expect(await outcome(world, team)).toMatchObject({ planId: 'plus', state: 'cancelled' })
  const [, second] = stripe.account.tables.subscription.values()
  expect(second?.cancel_at).toBe(endsAt)
})

test('a plan that is paused at Stripe isn’t ended as an overdue one, and no other one begins', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'plus' })
  world.clock.advance(2 * dayMillis)
  const [subscription] = world.stripe.account.tables.subscription.values()
  Object.assign(subscription ?? {}, { status: 'paused' })
  await syncBilling(world.services, team.scope)
  world.clock.advance(15 * dayMillis)

  await workOffDueBilling(world.services)

  expect(await outcome(world, team)).toMatchObject({ planId: 'free', state: 'paused' })
  expect([...world.stripe.account.tables.subscription.values()]).toMatchObject([
    { status: 'paused' },
  ])
})
