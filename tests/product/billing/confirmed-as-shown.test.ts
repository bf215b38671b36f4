/**
 * A confirmation is of what its screen showed. A screen that shows something else than there is by now, or a
 * price that is old, changes nothing: it shows what is there first.
 */
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#app/db/schema/index.ts'
import { acceptOffer, cancelPlan } from '#app/domain/billing/cancel-plan.server.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { replacePlan, startTrial } from '#app/domain/billing/grants.server.ts'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { dayMillis, minuteMillis } from '#app/lib/time.ts'
import type { Account } from '#workshop/doubles/stripe-billing/account.ts'
import {
  discountCustomer,
  removeCustomerDiscount,
} from '#workshop/doubles/stripe-billing/discounts.ts'
import { createShop, windowWith } from '../../support/billing/billing-shop.ts'
import { operation } from '../../support/billing/paying-team.ts'
import { fieldsOf } from '../../support/billing/screen-forms.ts'

type Shop = Awaited<ReturnType<typeof createShop>>

const changed = 'Your plan has changed meanwhile. Reload the page.'
const calculatedAgain = 'We’ve just calculated the price again. Check it before you confirm.'

const state = ({ world, team }: Shop) => readBilling(world.services, team.scope)

const paid = async ({ world, team }: Shop) => {
  await syncBilling(world.services, team.scope)
  const all = await listInvoices(world.services, team.scope)
  return all.flatMap(({ state: is, totalCents }) => (is === 'paid' ? [totalCents] : [])).reverse()
}

const change = ({ owner }: Shop) => ({ operation: operation(), userId: owner.id })

test('a free plan that is confirmed on a screen from before a plan was bought cancels nothing', async () => {
  const shop = await createShop()
  const { world, team, enterCard, choose } = shop
  await startTrial(world.services, team.scope, {
    planId: 'agency',
    until: new Date(world.clock.now().getTime() + 20 * dayMillis),
    reason: 'Asked for it.',
  })
  await enterCard('visa')
  const send = await windowWith(shop, '/billing/plan/free')
  await choose('genius')

  // Its consequences are shown there, and the offer.
  expect((await send()).location).toBe('/billing/cancel')
  expect((await state(shop)).subscription).toMatchObject({ planId: 'genius', state: 'active' })
})

test('a free plan doesn’t replace another plan of staff’s than the one that was shown', async () => {
  const shop = await createShop()
  const { world, team } = shop
  const give = (planId: string) =>
    replacePlan(world.services, team.scope, {
      planId,
      cause: { actor: 'staff', userId: null, reason: 'A gift.' },
    })
  await give('lite')
  const send = await windowWith(shop, '/billing/plan/free')
  await give('agency')

  const late = await send()
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(changed)])
  expect((await state(shop)).planId).toBe('agency')
  const renewed = await shop.post('/billing/plan/free', fieldsOf(late.text))
  expect(renewed.location).toBe('/billing/checkout/success')
  expect((await state(shop)).planId).toBe('free')
})

test('the offer isn’t taken for another price than the one that was shown', async () => {
  const shop = await createShop()
  const { world, enterCard, choose, post } = shop
  world.stripe.addCoupon({ id: 'TEN', percent_off: 10, duration: 'forever' })
  await enterCard('visa')
  await choose('enterprise')
  const send = await windowWith(shop, '/billing/cancel', 'stay')
  await world.advance(minuteMillis)
  await post('/billing', { intent: 'coupon', coupon: 'TEN', operation: operation() })

  const late = await send()
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(changed)])
  expect((await state(shop)).subscription?.discount?.code).toBe('TEN')
  expect((await (await windowWith(shop, '/billing/cancel', 'stay'))()).location).toBe('/billing')
})

test('a coupon isn’t used for another plan than the one that was shown', async () => {
  const shop = await createShop()
  const { world, enterCard, choose } = shop
  const coupon = world.stripe.addCoupon({ id: 'TEN', percent_off: 10, duration: 'forever' })
  await enterCard('visa')
  await choose('lite')
  const send = await windowWith(shop, '/billing', 'coupon')
  await world.advance(minuteMillis)
  await choose('agency')

  const late = await send({ coupon: 'TEN' })
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(changed)])
  expect(coupon.times_redeemed).toBe(0)
  expect((await (await windowWith(shop, '/billing', 'coupon'))({ coupon: 'TEN' })).text).toContain(
    'Coupon applied',
  )
})

test('a plan isn’t resumed on a screen that showed another one', async () => {
  const shop = await createShop()
  const { world, team, enterCard, choose } = shop
  await enterCard('visa')
  await choose('lite')
  const cancel = () => cancelPlan(world.services, team.scope, change(shop))
  await cancel()
  const send = await windowWith(shop, '/billing', 'resume')
  await world.advance(minuteMillis)
  await choose('agency')
  await cancel()

  const late = await send()
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(changed)])
  expect((await state(shop)).subscription).toMatchObject({ planId: 'agency', state: 'cancelled' })
  expect((await (await windowWith(shop, '/billing', 'resume'))()).text).toContain('Plan resumed')
})

test('an offer whose answer was lost is in force when it’s sent again, and recorded once', async () => {
  const shop = await createShop()
  const { world, team, owner, enterCard, choose } = shop
  await enterCard('visa')
  await choose('enterprise')
  const send = await windowWith(shop, '/billing/cancel', 'stay')
  const isInForce = () =>
    [...world.stripe.account.tables.subscription.values()].some((one) => one.discounts.length > 0)
  for (let answers = 0; !isInForce(); answers += 1) {
    world.stripe.failAfter(answers, 'lose the answer')
    expect((await send()).status).toBe(503)
    world.stripe.heal()
  }

  for (let time = 0; time < 2; time += 1) {
    const again = await send()
    expect(again.status).toBe(200)
    expect(again.text).toContain('This offer already applies to your plan')
    expect(again.text).not.toContain('no longer available')
  }
  const { subscription, offerCents } = await state(shop)
  expect(subscription?.discount).toMatchObject({ code: null, amountOffCents: 6_500 })
  expect(offerCents).toBeNull()
  const acts = await world.services.db.system
    .select({ actor: auditEntries.userId })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.teamId, team.scope.teamId),
        eq(auditEntries.act, 'billing.offer_accepted'),
      ),
    )
  expect(acts).toEqual([{ actor: owner.id }])
})

test.each([
  ['a first plan', null, 'genius', [4_900]],
  ['a switch', 'plus', 'genius', [2_900, 2_000]],
] as const)(
  '%s whose answer was lost is done when it’s sent again, and charged once',
  async (_name, from, to, charged) => {
    const shop = await createShop()
    const { world, enterCard, choose } = shop
    await enterCard('visa')
    if (from !== null) await choose(from)
    await world.advance(minuteMillis)
    const send = await windowWith(shop, `/billing/plan/${to}`)
    const isDone = () => [...world.stripe.account.tables.invoice.values()].length === charged.length
    for (let answers = 0; !isDone(); answers += 1) {
      world.stripe.failAfter(answers, 'lose the answer')
      expect((await send()).status).toBe(503)
      world.stripe.heal()
    }
    // A webhook reads it before the form is sent again, later than its price holds.
    await syncBilling(world.services, shop.team.scope)
    await world.advance(20 * minuteMillis)

    for (let time = 0; time < 2; time += 1) {
      expect((await send()).location).toBe('/billing/checkout/success')
    }
    expect(await paid(shop)).toEqual(charged)
    expect((await state(shop)).subscription).toMatchObject({ planId: to, state: 'active' })

    // With a coupon that isn't used it's another order, which Billing refuses.
    world.stripe.addCoupon({ id: 'TEN', percent_off: 10, duration: 'forever' })
    const other = await send({ coupon: 'TEN', shown_coupon: 'TEN' })
    expect(other.location).toBe('/billing')
    expect((await state(shop)).subscription?.discount).toBeNull()
  },
)

test('an overdue plan whose resumption lost its answer is resumed when it’s sent again', async () => {
  const shop = await createShop()
  const { world, team, owner, enterCard, choose, post } = shop
  await enterCard('failingLater')
  await choose('plus')
  await world.advance(32 * dayMillis)
  await syncBilling(world.services, team.scope)
  owner.cookie = `token=${await world.logIn(owner)}`
  await post('/billing/cancel', { intent: 'cancel', operation: operation() })
  const send = await windowWith(shop, '/billing', 'resume')
  const isResumed = () =>
    [...world.stripe.account.tables.subscription.values()].some((one) => !one.cancel_at_period_end)
  for (let answers = 0; !isResumed(); answers += 1) {
    world.stripe.failAfter(answers, 'lose the answer')
    expect((await send()).status).toBe(503)
    world.stripe.heal()
  }
  await syncBilling(world.services, team.scope)

  const again = await send()
  expect([again.status, again.text]).toEqual([200, expect.stringContaining('Plan resumed')])
  expect((await state(shop)).subscription).toMatchObject({ state: 'past_due', endsAt: null })
})

test('an order that waits for the bank is replaced by one with a coupon at a price that is shown', async () => {
  const shop = await createShop()
  const { world, enterCard, choose, post } = shop
  world.stripe.addCoupon({ id: 'TEN', percent_off: 10, duration: 'forever' })
  await enterCard('asking')
  const path = '/billing/plan/genius'
  const before = await windowWith(shop, `${path}?coupon=TEN`)
  await choose('genius')
  expect((await state(shop)).subscription?.state).toBe('incomplete')
  const other = await before()
  expect([other.status, other.text]).toEqual([409, expect.stringContaining(changed)])
  const send = await windowWith(shop, `${path}?coupon=TEN`)
  await world.advance(20 * minuteMillis)

  const late = await send()
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(calculatedAgain)])
  expect([...world.stripe.account.tables.subscription.values()]).toHaveLength(1)
  await post(path, { ...fieldsOf(late.text), coupon: 'TEN', shown_coupon: 'TEN' })
  expect([...world.stripe.account.tables.subscription.values()]).toHaveLength(2)
})

test('an offer that ended with a switch isn’t in force', async () => {
  const shop = await createShop()
  const { world, team, enterCard, choose } = shop
  await enterCard('visa')
  await choose('enterprise')
  const accept = () => acceptOffer(world.services, team.scope, change(shop))
  expect(await accept()).toBe('applied')
  expect(await accept()).toBe('applies')
  await world.advance(minuteMillis)
  await choose('agency')
  await expect(accept()).rejects.toMatchObject({ message: 'This offer is no longer available.' })
})

test.each([
  ['a switch', 'lite', 'agency'],
  ['a first plan', null, 'agency'],
] as const)(
  'the price of %s that is older than 15 minutes is shown again before it’s charged',
  async (_name, from, to) => {
    const shop = await createShop()
    const { world, enterCard, choose, post } = shop
    await enterCard('visa')
    if (from !== null) await choose(from)
    await world.advance(10 * dayMillis)
    const before = await paid(shop)
    const path = `/billing/plan/${to}`
    const send = await windowWith(shop, path)
    await world.advance(5 * dayMillis)

    const late = await send()
    expect([late.status, late.text]).toEqual([409, expect.stringContaining(calculatedAgain)])
    expect(await paid(shop)).toEqual(before)
    const [, due = ''] = /Due now<\/dt><dd[^>]*>\$([\d.]+)</.exec(late.text) ?? []
    // Slower than the first time, and still within 15 minutes.
    await world.advance(14 * minuteMillis)
    expect((await post(path, fieldsOf(late.text))).location).toBe('/billing/checkout/success')
    expect((await paid(shop)).at(-1)).toBe(Math.round(Number(due) * 100))
  },
)

test.each([
  ['removed', (account: Account, customer: string) => removeCustomerDiscount(account, customer)],
  ['replaced', (account: Account, customer: string) => discountCustomer(account, customer, 'FIVE')],
] as const)(
  'a first plan isn’t charged once the customer’s discount of its price is %s',
  async (_name, change) => {
    const shop = await createShop()
    const { world, enterCard, post } = shop
    const { account } = world.stripe
    world.stripe.addCoupon({ id: 'HALF', percent_off: 50, duration: 'forever' })
    world.stripe.addCoupon({ id: 'FIVE', amount_off: 500, currency: 'usd', duration: 'forever' })
    await enterCard('visa')
    const [customer = ''] = account.tables.customer.keys()
    discountCustomer(account, customer, 'HALF')
    const path = '/billing/plan/plus'
    const send = await windowWith(shop, path)
    change(account, customer)

    const late = await send()
    expect([late.status, late.text]).toEqual([409, expect.stringContaining(calculatedAgain)])
    expect(await paid(shop)).toEqual([])
    const [, due = ''] = /Due now<\/dt><dd[^>]*>\$([\d.]+)</.exec(late.text) ?? []
    expect((await post(path, fieldsOf(late.text))).location).toBe('/billing/checkout/success')
    expect(await paid(shop)).toEqual([Math.round(Number(due) * 100)])
  },
)

test('a first plan isn’t charged once the customer’s discount of its price has ended', async () => {
  const shop = await createShop()
  const { world, enterCard } = shop
  const { account } = world.stripe
  world.stripe.addCoupon({ id: 'HALF', percent_off: 50, duration: 'forever' })
  await enterCard('visa')
  const [customer = ''] = account.tables.customer.keys()
  discountCustomer(account, customer, 'HALF').end = account.now() + 60
  const send = await windowWith(shop, '/billing/plan/plus')
  await world.advance(2 * minuteMillis)

  const late = await send()
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(calculatedAgain)])
  expect(await paid(shop)).toEqual([])
})
