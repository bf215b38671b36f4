/** An order that is canceled while its bank works: Stripe voids its invoice, and the bank can still charge. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { cancelPlan } from '#app/domain/billing/cancel-plan.server.ts'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { readFailedPayment } from '#app/domain/billing/notices.server.ts'
import { reconcileBilling } from '#app/domain/billing/reconcile.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { sendPaymentFailedEmail } from '#app/jobs/billing.server.ts'
import { deliveriesJob } from '#app/jobs/deliveries.server.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { deleteCustomer } from '#workshop/doubles/stripe-billing/customers.ts'
import { createShop } from '../../support/billing/billing-shop.ts'
import { cardTeam } from '../../support/billing/card-team.ts'
import { invoice, snapshot } from '../../support/billing/memory-card.ts'
import { fieldsOf } from '../../support/billing/screen-forms.ts'
import { createMailWorld } from '../../support/email-world.ts'
import type { World } from '../../support/world.ts'

/** An organization on Plus that canceled while its bank works on a switch to Agency. */
async function canceledShop() {
  const shop = await createShop()
  const { world, team, owner } = shop
  await shop.enterCard('visa')
  await shop.choose('plus')
  for (const id of world.stripe.account.cards.keys()) world.stripe.changeCard(id, 'takes days')
  await shop.choose('agency')
  await world.advance(minuteMillis)
  await cancelPlan(world.services, team.scope, { operation: randomUUID(), userId: owner.id })
  const answer = async (isPaid: boolean) => {
    world.stripe.endProcessing(isPaid)
    await syncBilling(world.services, team.scope)
    return readBilling(world.services, team.scope)
  }
  return { ...shop, answer }
}

test('a canceled order whose bank still works is neither said to be free nor over', async () => {
  const shop = await canceledShop()
  const { text } = await shop.open('/billing')
  expect(text).toContain('Canceled, but your bank can still charge it.')
  expect(text).toContain('Resume Plus')
  expect(text).not.toContain('Nothing is owed')
  expect(text).not.toContain('You’ll switch to')
  expect((await shop.open('/billing/checkout/success')).text).not.toContain(
    'You haven’t been charged',
  )

  await shop.answer(false)
  const later = (await shop.open('/billing')).text
  expect(later).toContain('Switch that wasn’t paid. Nothing is owed.')
  expect(later).not.toContain('can still charge')
})

test('a canceled order that its bank charges after all is said to be charged', async () => {
  const shop = await canceledShop()
  expect(await shop.answer(true)).toMatchObject({ processing: null, planId: 'plus' })
  expectRefund(shop.world)
  const { text } = await shop.open('/billing')
  expect(text).toContain('Your bank charged $60 after this was canceled.')
  expect(text).not.toContain('Nothing is owed')
  expect((await shop.open('/billing/checkout/success')).text).not.toContain(
    'You haven’t been charged',
  )
})

test('a canceled order that an earlier version gave up after 30 days is read until its bank answers', async () => {
  const shop = await canceledShop()
  const { world, owner } = shop
  const { pool } = world.services
  await world.advance(40 * dayMillis)
  await pool.query("update invoices set is_processing = false where state = 'void'")
  world.stripe.endProcessing(true)
  const page = { night: '2026-04-12', after: 0, checked: 0, repaired: 0, failed: 0 }
  await reconcileBilling(world.services, page)
  expectRefund(world)
  owner.cookie = `token=${await world.logIn(owner)}`
  expect((await shop.open('/billing')).text).toContain('Your bank charged $60 after')

  // Now that it has answered, it isn’t asked again.
  const asked = () => world.stripe.seen.filter(({ path }) => path.includes('payment_intents'))
  const before = asked().length
  await reconcileBilling(world.services, page)
  expect(asked()).toHaveLength(before)
})

test.each([
  ['charges it', true, 'Your bank charged $60 after this was canceled.'],
  ['fails', false, 'Switch that wasn’t paid. Nothing is owed.'],
])(
  'a customer that is deleted at Stripe keeps a canceled order open until its bank %s',
  async (_name, isPaid, note) => {
    const shop = await canceledShop()
    const { world, team } = shop
    const [customer = ''] = world.stripe.account.tables.customer.keys()
    deleteCustomer(world.stripe.account, customer)
    // The first read forgets the customer, and the second has none.
    for (let read = 0; read < 2; read += 1) {
      await syncBilling(world.services, team.scope)
      const { text } = await shop.open('/billing')
      expect(text).toContain('Canceled, but your bank can still charge it.')
      expect(text).not.toContain('Nothing is owed')
    }

    world.stripe.endProcessing(isPaid)
    const page = { night: '2026-03-03', after: 0, checked: 0, repaired: 0, failed: 0 }
    expect(await reconcileBilling(world.services, page)).toMatchObject({ checked: 1, failed: 0 })
    expect((await shop.open('/billing')).text).toContain(note)
    if (isPaid) expectRefund(world)
  },
)

test('a charge that staff gave back is no longer asked for', async () => {
  const { answer, open, world, team } = await canceledShop()
  await answer(true)
  expectRefund(world)
  const charges = [...world.stripe.account.tables.charge.values()]
  for (const charge of charges) charge.amount_refunded = charge.amount
  await syncBilling(world.services, team.scope)
  const { text } = await open('/billing')
  expect(text).not.toContain('Your bank charged')
  expect(text).toContain('Nothing is owed')
})

test('a payment that its bank began to work on unseen outlives a customer that is deleted', async () => {
  const shop = await canceledShop()
  const { world, team } = shop
  await world.services.pool.query(
    `update invoices set state = 'open', is_processing = false where state = 'void'`,
  )
  const [customer = ''] = world.stripe.account.tables.customer.keys()
  deleteCustomer(world.stripe.account, customer)
  await syncBilling(world.services, team.scope)
  expect((await shop.open('/billing')).text).toContain(
    'Canceled, but your bank can still charge it.',
  )
})

/** Staff read in the log, once, that money has to go back. */
function expectRefund({ takeErrors }: { takeErrors: World['takeErrors'] }): void {
  expect(takeErrors()).toMatchObject([
    { msg: 'a bank charged an invoice that is void: it has to be refunded' },
  ])
}

test('the next cancellation doesn’t say that nothing more is charged', async () => {
  const shop = await canceledShop()
  const { version = '' } = fieldsOf((await shop.open('/billing')).text, 'resume')
  await shop.post('/billing', { intent: 'resume', operation: randomUUID(), version })

  const { text } = await shop.open('/billing/cancel')
  expect(text).not.toContain('nothing more is charged')
  expect(text).toContain(
    'Your bank is still processing $60 for an invoice that was canceled, and can still charge it.',
  )
})

test('a cancellation while a second order is processed promises nothing about the first', async () => {
  const shop = await canceledShop()
  const { version = '' } = fieldsOf((await shop.open('/billing')).text, 'resume')
  await shop.post('/billing', { intent: 'resume', operation: randomUUID(), version })
  await shop.post('/billing/plan/genius', fieldsOf((await shop.open('/billing/plan/genius')).text))

  const { text } = await shop.open('/billing/cancel')
  expect(text).toContain('Your bank is still processing your payment of $20, which can still be')
  expect(text).toContain('If it fails, you don’t owe it.')
  expect(text).toContain('Your bank is still processing $60 for an invoice that was canceled')
  expect(text).not.toMatch(/[Nn]othing (more |else )?is charged/)
})

test('a bank that works on a canceled order for months is asked until it answers', async () => {
  const shop = await canceledShop()
  const { world, team, owner } = shop
  for (let month = 0; month < 3; month += 1) {
    await world.advance(31 * dayMillis)
    const page = { night: '2026-03-03', after: 0, checked: 0, repaired: 0, failed: 0 }
    expect(await reconcileBilling(world.services, page)).toMatchObject({ checked: 1, failed: 0 })
  }
  owner.cookie = `token=${await world.logIn(owner)}`
  expect((await shop.open('/billing')).text).toContain('your bank can still charge it')
  const [canceled] = await listInvoices(world.services, team.scope)
  const billed = { teamId: team.scope.teamId, invoice: canceled?.uuid ?? '' }
  // No email says that nothing was charged.
  expect(await readFailedPayment(world.services, billed)).toBeNull()

  await shop.answer(true)
  expectRefund(world)
  expect(await readFailedPayment(world.services, billed)).toMatchObject({ dropped: 'charged' })
  expect((await shop.open('/billing')).text).toContain('Your bank charged $60 after')
})

test.each([
  ['charges it', true, 'Your bank charged $60 after this was canceled.'],
  ['fails', false, 'Switch that wasn’t paid. Nothing is owed.'],
])(
  'Stripe’s event says what became of a canceled order: its bank %s',
  async (_name, isPaid, note) => {
    const shop = await canceledShop()
    const { world } = shop
    await world.queue.start([], world.services)
    world.connect(await world.serve())
    world.stripe.endProcessing(isPaid)
    await world.stripe.settle()
    await deliveriesJob.run(world.services, {})

    expect((await shop.open('/billing')).text).toContain(note)
    if (isPaid) expectRefund(world)
  },
)

const warning = 'Your bank is still processing $60 for an invoice that was canceled, and can still'

test('another order shows first that the canceled one can be charged as well', async () => {
  const shop = await canceledShop()
  const page = (await shop.open('/billing/plan/genius')).text
  expect(page).toContain(warning)
  expect(page).toContain('This plan is charged as well.')
  const { at_bank: _shown, ...stale } = { ...fieldsOf(page) }
  const refused = await shop.post('/billing/plan/genius', { ...stale, at_bank: '' })
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('Your bank can still charge a canceled invoice.'),
  ])

  const [card = ''] = shop.world.stripe.account.tables.payment_method.keys()
  shop.world.stripe.changeCard(card, 'succeeds')
  const fresh = fieldsOf((await shop.open('/billing/plan/genius')).text)
  expect((await shop.post('/billing/plan/genius', fresh)).location).toBe(
    '/billing/checkout/success',
  )
  await shop.answer(false)
  expect((await shop.open('/billing/plan/enterprise')).text).not.toContain(warning)
})

test('a switch that leaves credit charges nothing, so it shows no warning and goes through', async () => {
  const shop = await canceledShop()
  await shop.enterCard('visa')
  const page = (await shop.open('/billing/plan/lite')).text
  expect(page).toContain('Credit for your next invoice')
  expect(page).not.toMatch(/charged as well|for an invoice that was canceled/)
  expect((await shop.post('/billing/plan/lite', fieldsOf(page))).location).toBe(
    '/billing/checkout/success',
  )
})

test('a plan that can’t be ordered now shows no warning about its charge', async () => {
  const shop = await canceledShop()
  const { pool } = shop.world.services
  await pool.query("update subscriptions set state = 'past_due', past_due_since = created_at")
  const refused = (await shop.open('/billing/plan/genius')).text
  expect(refused).toContain('Update your card first')
  expect(refused).not.toContain('charged as well')
})

test('the free plan is chosen without a warning about its charge', async () => {
  const shop = await createShop()
  const { world, team, owner } = shop
  await shop.enterCard('visa')
  for (const id of world.stripe.account.cards.keys()) world.stripe.changeCard(id, 'takes days')
  await shop.choose('plus')
  await cancelPlan(world.services, team.scope, { operation: randomUUID(), userId: owner.id })
  await world.services.pool.query("update teams set plan = 'genius'")
  expect((await shop.open('/billing')).text).toContain('your bank can still charge it')

  const page = (await shop.open('/billing/plan/free')).text
  expect(page).toContain('This plan is free.')
  expect(page).not.toMatch(/charged as well|[Nn]othing\. /)
  await shop.post('/billing/plan/free', fieldsOf(page))
  expect((await readBilling(world.services, team.scope)).planId).toBe('free')
})

test('an order whose form doesn’t say what was shown isn’t placed next to such a charge', async () => {
  const shop = await canceledShop()
  const { at_bank: shown, ...silent } = {
    ...fieldsOf((await shop.open('/billing/plan/genius')).text),
  }
  expect(shown).toBe('$60')
  const refused = await shop.post('/billing/plan/genius', silent)
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining('Your bank can still charge a canceled invoice.'),
  ])
  expect(refused.text).toContain('This plan is charged as well.')
})

const prorated = [{ description: '1 × Agency', quantity: 1, amountCents: 2_900, isProration: true }]

/** An organization with a mailbox, whose order was canceled while its bank works. */
async function canceledOrder(isFirst: boolean) {
  const world = await createMailWorld([sendPaymentFailedEmail])
  const team = await cardTeam(world)
  const { services, scope, memory } = team
  const before = isFirst
    ? snapshot({ state: 'incomplete', providerStatus: 'incomplete' })
    : snapshot()
  const order = {
    lines: isFirst ? [] : prorated,
    paidAt: null,
    paidCents: 0,
    issuedAt: world.clock.now(),
  }
  memory.data.subscriptions = [before]
  memory.data.invoices = [invoice({ ...order, state: 'open', isProcessing: true })]
  await syncBilling(services, scope)
  world.clock.advance(2 * hourMillis)
  const canceledAt = world.clock.now()
  memory.data.subscriptions = [
    isFirst
      ? {
          ...before,
          canceledAt,
          endedAt: canceledAt,
          state: 'ended',
          providerStatus: 'incomplete_expired',
        }
      : { ...before, canceledAt, state: 'cancelled', endsAt: before.currentPeriodEndsAt },
  ]
  const dropped = { ...order, state: 'void', voidedAt: canceledAt } as const
  memory.data.invoices = [invoice({ ...dropped, isProcessing: true })]
  await syncBilling(services, scope)
  const answer = async (paidCents: number) => {
    memory.data.invoices = [invoice({ ...dropped, paidCents })]
    await syncBilling(services, scope)
    await syncBilling(services, scope)
  }
  return { world, ...team, answer }
}

test.each([
  ['a first plan', true],
  ['a switch', false],
])('%s that is canceled has one email, once its bank has answered', async (_name, isFirst) => {
  const { world, services, scope, answer } = await canceledOrder(isFirst)
  world.clock.advance(2 * hourMillis)
  await syncBilling(services, scope)
  await answer(0)
  const [email, ...others] = await world.mailsNow(1)
  expect(others).toEqual([])
  expect(email?.headers['subject']).toBe('Order canceled: $29 not charged')
})

test.each([
  ['a first plan', true],
  ['a switch', false],
])('%s that is canceled and charged after all is emailed as that', async (_name, isFirst) => {
  const { world, answer } = await canceledOrder(isFirst)
  await answer(2_900)
  const [email, ...others] = await world.mailsNow(1)
  expect(others).toEqual([])
  expect(email?.headers['subject']).toBe('Canceled payment charged: $29')
  expect(email?.text).toContain('after it was canceled, so you were charged')
  expect(email?.text).toContain('contact support to get the money back')
  expect(email?.text).toContain('to=%2Fsupport')
  expectRefund(world)
  expect(email?.text).not.toContain('Nothing was charged')
})

test('the nightly check reads an organization whose bank still works on a canceled order', async () => {
  const { services, answer } = await canceledOrder(true)
  const page = { night: '2026-03-03', after: 0, checked: 0, repaired: 0, failed: 0 }
  expect(await reconcileBilling(services, page)).toMatchObject({ checked: 1 })
  await answer(0)
  expect(await reconcileBilling(services, page)).toMatchObject({ checked: 0 })
})
