/** A switch that waits for its payment, or was dropped: what billing, its invoices and home say of it. */
import { expect, test } from 'vitest'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { cancelPlan, resumePlan } from '#app/domain/billing/cancel-plan.server.ts'
import { retryPayment } from '#app/domain/billing/pay.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { loader as readOutcome } from '#app/routes/billing/checkout-success.tsx'
import { loader as readHome } from '#app/routes/home.tsx'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { updateSubscription } from '#workshop/doubles/stripe-billing/subscriptions.ts'
import { createShop, newestQuestion } from '../../support/billing/billing-shop.ts'
import { operation } from '../../support/billing/paying-team.ts'

/** An organization on Plus whose bank asks before it pays for Agency. */
async function startSwitch() {
  const shop = await createShop()
  const { world, team, owner, enterCard, choose, post } = shop
  await enterCard('visa')
  await choose('plus')
  await enterCard('asking')
  await choose('agency')
  const { services } = world
  const change = () => ({ operation: operation(), userId: owner.id })
  return {
    ...shop,
    services,
    scope: team.scope,
    retry: () => post('/billing', { intent: 'retry', operation: operation() }),
    cancel: () => cancelPlan(services, team.scope, change()),
    pay: () => retryPayment(services, team.scope, change()),
    dropped: async () =>
      (await readOutcome(world.visit('/billing/checkout/success', { as: owner }))).dropped,
    homeIssues: async () => (await readHome(world.visit('/', { as: owner }))).issues,
  }
}

test('a switch that isn’t paid yet is shown with its amount and its end, and can be paid', async () => {
  const { world, services, scope, open, retry, homeIssues, dropped } = await startSwitch()
  const billing = (await open('/billing')).text
  expect(billing).toContain('Your switch to Agency isn’t paid yet')
  expect(billing).toMatch(/Pay \$60 by .* to switch\. After that, the switch is dropped/)
  expect(billing).toMatch(/Switch to Agency\. You only owe it if you switch, until [^.]*\./)
  expect(await homeIssues()).toContainEqual({
    sentence: 'Your switch to the Agency plan isn’t paid yet, so you’re still on Plus.',
    to: '/billing',
    action: 'Finish payment',
    weight: 'note',
  })
  expect((await open('/billing/checkout/success')).text).toContain(
    'Your switch to Agency isn’t paid yet',
  )
  expect(await dropped()).toBeNull()

  expect((await retry()).text).toContain('Your bank asks you to confirm this payment.')
  world.stripe.authenticate(newestQuestion(world.stripe), true)
  await syncBilling(services, scope)

  expect((await readBilling(services, scope)).planId).toBe('agency')
  const paid = (await open('/billing')).text
  expect(paid).not.toContain('isn’t paid yet')
  expect(paid).not.toContain('Unpaid')
  expect(await homeIssues()).not.toContainEqual(expect.objectContaining({ to: '/billing' }))
})

test('a switch that was dropped for another one, which Stripe didn’t get, is said to be that', async () => {
  const { world, services, scope, open, choose, dropped } = await startSwitch()
  await syncBilling(services, scope)
  world.stripe.failBy(({ method, path }) =>
    method === 'POST' && path.startsWith('/v1/subscriptions') ? 'hang up' : undefined,
  )
  expect((await choose('genius')).status).toBe(503)
  world.stripe.heal()
  await world.advance(2 * minuteMillis)
  await syncBilling(services, scope)

  expect(await dropped()).toBe(
    'The switch to Agency was dropped because you chose another plan, which couldn’t be ordered. You’re still on Plus. You haven’t been charged for it.',
  )
  // Another try that fails as well changes nothing about it.
  world.stripe.failBy(({ method }) => (method === 'POST' ? 'hang up' : undefined))
  expect((await choose('genius')).status).toBe(503)
  world.stripe.heal()
  await world.advance(2 * minuteMillis)
  expect(await dropped()).toContain('because you chose another plan')
  expect((await open('/billing')).text).not.toContain('failed')
  expect((await choose('genius')).status).toBe(200)
  expect((await open('/billing')).text).toContain('Your switch to Genius isn’t paid yet')
})

test('a switch is to the plan that Stripe names, whatever was ordered around it', async () => {
  const { world, services, scope, open, choose, homeIssues } = await startSwitch()
  const named = async () => {
    await syncBilling(services, scope)
    return (await readBilling(services, scope)).switchPayment.waiting?.planId
  }
  // An order that doesn’t reach Stripe, minutes after the one that waits.
  await world.advance(2 * minuteMillis)
  world.stripe.failBy(({ method }) => (method === 'POST' ? 'hang up' : undefined))
  expect((await choose('genius')).status).toBe(503)
  world.stripe.heal()

  expect(await named()).toBe('agency')
  expect((await open('/billing')).text).toContain('Your switch to Agency isn’t paid yet')
  expect(await homeIssues()).toContainEqual(
    expect.objectContaining({
      sentence: 'Your switch to the Agency plan isn’t paid yet, so you’re still on Plus.',
    }),
  )
})

test('a switch that was made at Stripe has its plan’s name, also once it’s dropped', async () => {
  const { world, services, scope, open, dropped } = await startSwitch()
  await world.advance(30 * minuteMillis)
  const { account } = world.stripe
  const [subscription] = account.tables.subscription.values()
  const price = [...account.tables.price.values()].find(({ lookup_key: key }) => key === 'genius')
  const item = subscription?.items.data[0]
  updateSubscription(account, subscription?.id ?? '', {
    items: { 0: { id: item?.id ?? '', price: price?.id ?? '' } },
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  })
  await syncBilling(services, scope)
  expect((await open('/billing')).text).toContain('Your switch to Genius isn’t paid yet')

  await world.advance(dayMillis)
  await syncBilling(services, scope)
  expect(await dropped()).toBe(
    'The switch to Genius wasn’t paid in time, so it was dropped. You haven’t been charged for it.',
  )
})

test('another quantity of the same plan that isn’t paid is no switch to it', async () => {
  const { enterCard, choose, world, team, owner } = await createShop()
  await enterCard('visa')
  await choose('plus')
  await enterCard('asking')
  await world.advance(30 * minuteMillis)
  const { account } = world.stripe
  const [subscription] = account.tables.subscription.values()
  const item = subscription?.items.data[0]
  updateSubscription(account, subscription?.id ?? '', {
    items: { 0: { id: item?.id ?? '', price: item?.price.id ?? '', quantity: '2' } },
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  })
  await syncBilling(world.services, team.scope)
  const waits = await readBilling(world.services, team.scope)
  expect(waits.switchPayment.waiting).toMatchObject({ planId: 'plus' })

  await world.advance(dayMillis)
  await syncBilling(world.services, team.scope)
  const visit = world.visit('/billing/checkout/success', { as: owner })
  expect((await readOutcome(visit)).dropped).toBeNull()
})

test('a switch that a second window canceled blames no bank', async () => {
  const { world, open, cancel, pay, dropped } = await startSwitch()
  await world.advance(minuteMillis)
  await cancel()

  const why =
    'The Plus plan was canceled before the switch to Agency was paid, so the switch was dropped. You haven’t been charged for it.'
  expect(await dropped()).toBe(why)
  await expect(pay()).rejects.toMatchObject({ message: why })
  const billing = (await open('/billing')).text
  expect(billing).toContain('Switch that wasn’t paid. Nothing is owed.')
  expect(billing).toContain('Void')
})

test('a switch that isn’t paid in time is dropped as that', async () => {
  const { world, services, scope, open, dropped } = await startSwitch()
  await world.advance(dayMillis - hourMillis)
  // Before Stripe says so.
  expect((await readBilling(services, scope)).switchPayment.waiting).toBeNull()
  await syncBilling(services, scope)

  expect(await dropped()).toBe(
    'The switch to Agency wasn’t paid in time, so it was dropped. You haven’t been charged for it.',
  )
  expect((await open('/billing')).text).toContain('Switch that wasn’t paid. Nothing is owed.')
})

test('a switch that the bank refused still waits, and one whose card declined is dropped', async () => {
  const { world, services, scope, dropped, choose, enterCard } = await startSwitch()
  world.stripe.authenticate(newestQuestion(world.stripe), false)
  await syncBilling(services, scope)
  expect(await dropped()).toBeNull()
  expect((await readBilling(services, scope)).switchPayment.waiting).toMatchObject({
    planId: 'agency',
    cents: 6_000,
  })

  await enterCard('declining')
  expect((await choose('genius')).text).toContain('Your card was declined.')
  expect((await readBilling(services, scope)).switchPayment.waiting).toBeNull()
  expect(await dropped()).toBe(
    'The payment for the switch to Genius failed, so you’re still on Plus. You haven’t been charged for it.',
  )
})

test('a switch that was declined isn’t said to have been dropped by a later cancellation', async () => {
  const { world, services, scope, dropped, cancel, choose, enterCard } = await startSwitch()
  await enterCard('declining')
  await choose('genius')
  await world.advance(minuteMillis)
  await cancel()

  const why =
    'The payment for the switch to Genius failed, so you’re still on Plus. You haven’t been charged for it.'
  expect(await dropped()).toBe(why)
  // Neither when its time would be over, nor by another clock.
  world.clock.advance(dayMillis)
  await syncBilling(services, scope)
  expect(await dropped()).toBe(why)
})

test('a switch that a cancellation dropped is said to be that, also once the plan is resumed', async () => {
  const { world, services, scope, owner, cancel, dropped } = await startSwitch()
  await world.advance(minuteMillis)
  await cancel()
  await resumePlan(services, scope, { operation: operation(), userId: owner.id })

  expect(await dropped()).toMatch(
    /^The Plus plan was canceled before the switch to Agency was paid/,
  )
})

test('an order that is refused before it reaches Stripe leaves the waiting one as it is', async () => {
  const { services, scope, choose } = await startSwitch()
  expect((await choose('genius', { coupon: 'NOPE' })).status).toBe(422)
  expect((await readBilling(services, scope)).switchPayment.waiting).toMatchObject({
    planId: 'agency',
  })
})

test('an overdue payment is an issue on home, for those who can pay it', async () => {
  const { world, services, scope, enterCard, choose, homeIssues, site } = await startSwitch()
  await enterCard('visa')
  await choose('agency')
  await enterCard('failingLater')
  await world.advance(16 * dayMillis)
  await homeIssues()
  await world.advance(15 * dayMillis)
  await syncBilling(services, scope)

  expect(await homeIssues()).toContainEqual({
    sentence: 'Your last payment failed. Pay $89 to keep the Agency plan.',
    to: '/billing',
    action: 'Pay now',
    weight: 'stop',
  })
  const editor = await world.member(site.team)
  const seen = await readHome(world.visit('/', { as: editor }))
  expect(seen.issues).not.toContainEqual(expect.objectContaining({ to: '/billing' }))
})
