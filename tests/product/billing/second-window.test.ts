/** Payments, coupons and cancellations that are confirmed in a window from before something was ordered in another. */
import { expect, test } from 'vitest'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { cancelPlan, resumePlan } from '#app/domain/billing/cancel-plan.server.ts'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { startPurchase } from '#app/domain/billing/purchases.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { dayMillis, minuteMillis } from '#app/lib/time.ts'
import { createShop, newestQuestion, windowWith } from '../../support/billing/billing-shop.ts'
import { operation } from '../../support/billing/paying-team.ts'
import { fieldsOf } from '../../support/billing/screen-forms.ts'

type Shop = Awaited<ReturnType<typeof createShop>>

const changed = 'Your plan has changed meanwhile. Reload the page.'

async function state({ world, team }: Shop) {
  await syncBilling(world.services, team.scope)
  const { planId, subscription, switchPayment } = await readBilling(world.services, team.scope)
  const all = await listInvoices(world.services, team.scope)
  const paid = all.flatMap(({ state: is, totalCents }) => (is === 'paid' ? [totalCents] : []))
  return { planId, subscription, waiting: switchPayment.waiting?.planId ?? null, paid }
}

/** All cards behave like this from now on. */
function changeCards({ world: { stripe } }: Shop, behavior: 'succeeds' | 'takes days'): void {
  for (const id of stripe.account.cards.keys()) stripe.changeCard(id, behavior)
}

/** A shop on Plus, whose bank asks from now on. */
async function shopOnPlus(): Promise<Shop> {
  const shop = await createShop()
  await shop.enterCard('visa')
  await shop.choose('plus')
  await shop.enterCard('asking')
  return shop
}

test('a payment isn’t finished for another switch than the one that was shown', async () => {
  const shop = await shopOnPlus()
  const { world, choose } = shop
  await choose('genius')
  const send = await windowWith(shop, '/billing', 'retry')
  await world.advance(minuteMillis)
  await choose('enterprise')
  changeCards(shop, 'succeeds')

  const late = await send()
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(changed)])
  expect(await state(shop)).toMatchObject({ planId: 'plus', waiting: 'enterprise', paid: [2_900] })
  expect((await (await windowWith(shop, '/billing', 'retry'))()).text).toContain('Payment received')
  expect(await state(shop)).toMatchObject({ planId: 'enterprise', waiting: null })
})

test('a debt isn’t paid with an order that was placed since it was shown', async () => {
  const shop = await createShop()
  const { world, team, owner, enterCard, choose } = shop
  await enterCard('failingLater')
  await choose('plus')
  await world.advance(31 * dayMillis)
  // After the last attempt the plan ends, and its invoice stays open.
  for (const days of [3, 5, 7]) await world.advance(days * dayMillis)
  await syncBilling(world.services, team.scope)
  owner.cookie = `token=${await world.logIn(owner)}`
  const send = await windowWith(shop, '/billing', 'retry-debt')
  await enterCard('asking')
  await choose('enterprise')
  expect((await state(shop)).subscription).toMatchObject({ state: 'incomplete' })
  changeCards(shop, 'succeeds')

  const late = await send()
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(changed)])
  expect(await state(shop)).toMatchObject({ planId: 'free', paid: [2_900] })
})

test('a plan isn’t resumed in a window from before it was switched', async () => {
  const shop = await createShop()
  const { world, team, owner, enterCard, choose } = shop
  await enterCard('visa')
  await choose('genius')
  await cancelPlan(world.services, team.scope, { operation: operation(), userId: owner.id })
  const send = await windowWith(shop, '/billing', 'resume')
  await world.advance(minuteMillis)
  await choose('enterprise')

  const late = await send()
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(changed)])
  expect(late.text).not.toContain('Plan resumed')
})

test('an order that is sent again while its switch waits goes on', async () => {
  const shop = await shopOnPlus()
  const send = await windowWith(shop, '/billing/plan/agency')
  const first = await send()
  expect(first.text).toContain('Your bank asks you to confirm this payment.')

  expect((await send()).text).toContain('Your bank asks you to confirm this payment.')
  expect(await state(shop)).toMatchObject({ planId: 'plus', waiting: 'agency', paid: [2_900] })
  shop.world.stripe.authenticate(newestQuestion(shop.world.stripe), true)
  expect(await state(shop)).toMatchObject({ planId: 'agency' })
})

test('an order isn’t placed in a window from before a switch to another plan', async () => {
  const shop = await shopOnPlus()
  const send = await windowWith(shop, '/billing/plan/agency')
  await shop.choose('enterprise')

  const late = await send()
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(changed)])
  expect(await state(shop)).toMatchObject({ waiting: 'enterprise' })
})

/** An order whose bank takes days, of a shop on Plus. */
async function orderedAtBank(shop: Shop): Promise<void> {
  changeCards(shop, 'takes days')
  await shop.choose('agency')
  expect((await state(shop)).waiting).toBe('agency')
}

test('a plan isn’t canceled on a screen from before a bank began to work on a switch', async () => {
  const shop = await shopOnPlus()
  const send = await windowWith(shop, '/billing/cancel', 'cancel')
  await orderedAtBank(shop)

  const late = await send()
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(changed)])
  expect((await state(shop)).subscription?.state).toBe('active')
  const renewed = await shop.open('/billing/cancel')
  expect(renewed.text).not.toContain('nothing more is charged')
  expect((await (await windowWith(shop, '/billing/cancel', 'cancel'))()).location).toBe('/billing')
})

test('a plan isn’t canceled on a screen from before a charge that its bank can still make', async () => {
  const shop = await shopOnPlus()
  await orderedAtBank(shop)
  const { world, team, owner } = shop
  const send = await windowWith(shop, '/billing/cancel', 'cancel')
  const fields = fieldsOf((await shop.open('/billing/cancel')).text, 'cancel')
  await world.advance(minuteMillis)
  await cancelPlan(world.services, team.scope, { operation: operation(), userId: owner.id })
  await resumePlan(world.services, team.scope, { operation: operation(), userId: owner.id })
  const { version } = await readBilling(world.services, team.scope)

  expect((await send()).status).toBe(409)
  // Also where the rest of the screen is the same.
  const late = await shop.post('/billing/cancel', { ...fields, version })
  expect([late.status, late.text]).toEqual([
    409,
    expect.stringContaining('Your bank can still charge a canceled invoice.'),
  ])
  expect((await state(shop)).subscription?.state).toBe('active')
})

test('a plan isn’t canceled on a screen from before a checkout was opened', async () => {
  const shop = await createShop()
  const { world, team, owner, enterCard, choose } = shop
  await enterCard('visa')
  await choose('genius')
  const send = await windowWith(shop, '/billing/cancel', 'cancel')
  const [boost] = (await readBilling(world.services, team.scope)).boosts
  await startPurchase(world.services, team.scope, {
    itemId: boost?.id ?? '',
    siteId: null,
    operation: operation(),
    userId: owner.id,
    returnUrl: 'http://footfall.test/billing',
    cancelUrl: 'http://footfall.test/billing',
  })

  const late = await send()
  expect([late.status, late.text]).toEqual([
    409,
    expect.stringContaining('can still be charged has changed'),
  ])
  expect((await state(shop)).subscription?.state).toBe('active')
})

test('while a switch waits, no coupon is used that the switch would replace', async () => {
  const shop = await shopOnPlus()
  const { world, choose, open, post } = shop
  const ten = world.stripe.addCoupon({ id: 'TEN', percent_off: 10, duration: 'forever' })
  world.stripe.addCoupon({ id: 'HALF', percent_off: 50, duration: 'forever' })
  expect((await open('/billing')).text).toContain('Apply coupon')
  await choose('agency', { coupon: 'HALF', shown_coupon: 'HALF' })
  expect((await state(shop)).waiting).toBe('agency')

  expect((await open('/billing')).text).not.toContain('Apply coupon')
  const late = await post('/billing', { intent: 'coupon', coupon: 'TEN', operation: operation() })
  expect([late.status, late.text]).toEqual([
    409,
    expect.stringContaining('Your switch to Agency isn’t paid yet.'),
  ])
  expect(ten.times_redeemed).toBe(0)
})
