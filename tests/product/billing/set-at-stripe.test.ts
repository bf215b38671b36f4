/** Ends and discounts that someone sets by hand at Stripe, and amounts that Stripe is still to charge. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { creditOf } from '#app/domain/billing/charge-rows.ts'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { createShop } from '../../support/billing/billing-shop.ts'

type Shop = Awaited<ReturnType<typeof createShop>>

async function shopOnPlus(): Promise<Shop> {
  const shop = await createShop()
  await shop.enterCard('visa')
  await shop.choose('plus')
  return shop
}

const subscriptionOf = ({ world }: Shop) => {
  const [subscription] = [...world.stripe.account.tables.subscription.values()].toReversed()
  if (!subscription) throw new Error('There is a subscription.')
  return subscription
}

const read = async ({ world, team }: Shop) => {
  await syncBilling(world.services, team.scope)
  return (await readBilling(world.services, team.scope)).subscription
}

/** As in Stripe’s dashboard: it ends on a day of its own, before or after the period’s end. */
function endByHand(shop: Shop, days: number): void {
  const at = Math.floor(shop.world.clock.now().getTime() / 1_000)
  const inDays = at + days * 86_400
  Object.assign(subscriptionOf(shop), { cancel_at: inDays, canceled_at: at })
}

test.each([10, 45])(
  'an end in %i days that was set at Stripe is resumed like any other',
  async (days) => {
    const shop = await shopOnPlus()
    endByHand(shop, days)
    expect((await read(shop))?.state).toBe('cancelled')
    const form = { intent: 'resume', operation: randomUUID() }
    expect((await shop.post('/billing', form)).text).toContain('Plan resumed')
    expect((await shop.post('/billing', form)).status).toBe(200)

    expect(subscriptionOf(shop)).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
    expect(await read(shop)).toMatchObject({ state: 'active', endsAt: null })
    await shop.world.advance(50 * dayMillis)
    expect((await read(shop))?.state).toBe('active')
  },
)

test.each([
  [10, false],
  [45, true],
])(
  'an end in %i days that was set at Stripe is followed by a next invoice: %s',
  async (days, isNext) => {
    const shop = await shopOnPlus()
    expect((await shop.open('/billing')).text).toContain('Next invoice</h2>')
    endByHand(shop, days)
    await read(shop)
    const { text } = await shop.open('/billing')
    expect(text.includes('Next invoice</h2>')).toBe(isNext)
    expect(text.includes('It’s charged as before until then.')).toBe(isNext)
  },
)

test('a switch resumes a plan whose end was set at Stripe', async () => {
  const shop = await shopOnPlus()
  endByHand(shop, 45)
  await read(shop)
  await shop.choose('genius')
  expect(await read(shop)).toMatchObject({ state: 'active', planId: 'genius', endsAt: null })
})

test('an amount that is too small to charge is said to be added to the next invoice', async () => {
  const shop = await createShop()
  const { world, team, open } = shop
  await shop.enterCard('visa')
  world.stripe.addCoupon({ id: 'NEARLY', percent_off: 99, duration: 'once' })
  const preview = (await open('/billing/plan/plus?coupon=NEARLY')).text
  expect(preview).toMatch(/Added to your next invoice<\/dt><dd[^>]*>−\$0\.29/)
  expect(preview).toContain('Next invoice: $29.29')
  expect(preview).not.toContain('Credit')

  await shop.choose('plus', { coupon: 'NEARLY', shown_coupon: 'NEARLY' })
  const { text } = await open('/billing')
  expect(text).toContain('$0.29 is too small to charge. It’s added to your next invoice.')
  expect(text).toMatch(
    /From an earlier invoice<\/dt><dd[^>]*>\$0\.29[\s\S]*Total<\/dt><dd[^>]*>\$29\.29/,
  )
  expect(text).not.toContain('Credit')

  await world.advance(32 * dayMillis)
  await syncBilling(world.services, team.scope)
  shop.owner.cookie = `token=${await world.logIn(shop.owner)}`
  const later = (await open('/billing')).text
  expect(later).toContain('$0.29 was too small to charge.')
  expect(later).not.toContain('It’s added to your next invoice')
  const [newest, first] = await listInvoices(world.services, team.scope)
  expect(newest).toMatchObject({ totalCents: 2_900, paidCents: 2_929, carriedCents: 0 })
  expect(first).toMatchObject({ totalCents: 29, paidCents: 0, carriedCents: 29 })
})

test('an amount that is too small to charge isn’t added to a next invoice that won’t come', async () => {
  const shop = await createShop()
  await shop.enterCard('visa')
  shop.world.stripe.addCoupon({ id: 'NEARLY', percent_off: 99, duration: 'once' })
  await shop.choose('plus', { coupon: 'NEARLY', shown_coupon: 'NEARLY' })
  await shop.post('/billing/cancel', { intent: 'cancel', operation: randomUUID() })
  const { text } = await shop.open('/billing')
  expect(text).toContain('$0.29 was too small to charge.')
  expect(text).not.toContain('added to your next invoice')
})

test('a switch that waits for its payment isn’t said to renew a plan whose end was set at Stripe', async () => {
  const shop = await shopOnPlus()
  const { world, team, open } = shop
  endByHand(shop, 45)
  await read(shop)
  const { text } = await open('/billing/plan/genius')
  expect(text).toMatch(
    /If the switch is paid right away, Genius renews every month\. If it’s paid later, Genius ends on [^<.]* unless you resume it\./,
  )
  expect(text).not.toContain('If you switch, Genius renews every month.')
  for (const id of world.stripe.account.cards.keys()) world.stripe.changeCard(id, 'takes days')
  await shop.choose('genius')
  world.stripe.endProcessing(true)
  await syncBilling(world.services, team.scope)
  expect(await read(shop)).toMatchObject({ state: 'cancelled', planId: 'genius' })
})

test('an end that was set at Stripe for exactly the period’s end goes with a switch, also if it’s paid later', async () => {
  const shop = await shopOnPlus()
  const { world, team, open } = shop
  endWithPeriodByHand(shop)
  await read(shop)
  expect((await open('/billing/plan/genius')).text).toContain(
    'The Plus plan is canceled. If you switch, Genius renews every month.',
  )
  for (const id of world.stripe.account.cards.keys()) world.stripe.changeCard(id, 'takes days')
  await shop.choose('genius')
  expect(await read(shop)).toMatchObject({ state: 'cancelled', planId: 'plus' })
  world.stripe.endProcessing(true)
  await syncBilling(world.services, team.scope)
  expect(await read(shop)).toMatchObject({ state: 'active', planId: 'genius', endsAt: null })
})

/** As in Stripe’s dashboard, for exactly the period’s end. */
function endWithPeriodByHand(shop: Shop): void {
  const end = subscriptionOf(shop).items.data[0]?.current_period_end ?? 0
  const at = Math.floor(shop.world.clock.now().getTime() / 1_000)
  Object.assign(subscriptionOf(shop), { cancel_at: end, canceled_at: at })
}

const refusal = {
  status: 400,
  json: { error: { type: 'invalid_request_error', message: 'Not both.' } },
}

test('a switch that a card declines isn’t said to be canceled by an end that was set at Stripe', async () => {
  const shop = await shopOnPlus()
  endWithPeriodByHand(shop)
  await shop.world.advance(dayMillis)
  await read(shop)
  await shop.enterCard('declining')
  expect((await shop.choose('agency')).text).toContain('Your card was declined.')
  expect(await read(shop)).toMatchObject({ state: 'cancelled', planId: 'plus' })
  expect((await shop.open('/billing/checkout/success')).text).toContain(
    'The payment for the switch to Agency failed, so you’re still on Plus.',
  )
})

test('a switch goes on where Stripe refuses to let an end of its own go with it', async () => {
  const shop = await shopOnPlus()
  endWithPeriodByHand(shop)
  await read(shop)
  shop.world.stripe.failBy(({ body }) =>
    body.includes('cancel_at_period_end=true') ? refusal : undefined,
  )
  await shop.choose('genius')
  expect(await read(shop)).toMatchObject({ state: 'active', planId: 'genius', endsAt: null })
})

test('credit that pays a small invoice is credit', async () => {
  const shop = await shopOnPlus()
  const { world, team } = shop
  for (const customer of world.stripe.account.tables.customer.values()) customer.balance = -10_000
  world.stripe.addCoupon({ id: 'NEARLY', percent_off: 99, duration: 'once' })
  await shop.post('/billing', { intent: 'coupon', coupon: 'NEARLY', operation: randomUUID() })
  await world.advance(32 * dayMillis)
  await syncBilling(world.services, team.scope)
  const [newest] = await listInvoices(world.services, team.scope)
  expect(newest).toMatchObject({ totalCents: 29, paidCents: 0, carriedCents: 0 })
  expect((newest && creditOf(newest)) ?? 0).toBe(-29)
})

test('the offer at a cancellation is compared with each month’s price, not with one that is cheaper once', async () => {
  const shop = await createShop()
  await shop.enterCard('visa')
  await shop.choose('enterprise')
  shop.world.stripe.addCoupon({ id: 'TEN', percent_off: 10, duration: 'once' })
  await shop.post('/billing', { intent: 'coupon', coupon: 'TEN', operation: randomUUID() })
  const { text } = await shop.open('/billing/cancel')
  expect(text).toContain('for $124 instead of $189 a month')
})
