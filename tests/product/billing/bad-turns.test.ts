/**
 * Turns that no one plans: two windows, the back button, a card or a coupon that ends in the middle, clocks
 * that differ, and things that are changed or deleted at Stripe. The screen says what is, and no answer is a
 * fault of ours.
 */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { listInvoices } from '#app/domain/billing/invoices.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { deliveriesJob } from '#app/jobs/deliveries.server.ts'
import { dayMillis, minuteMillis } from '#app/lib/time.ts'
import { apiVersion } from '#workshop/doubles/stripe-billing/account.ts'
import { createShop, newestQuestion, openShop } from '../../support/billing/billing-shop.ts'
import { createCardWorld } from '../../support/billing/card-world.ts'
import { fieldsOf } from '../../support/billing/screen-forms.ts'

type Shop = Awaited<ReturnType<typeof createShop>>
type Answer = { status: number; location: string | null; text: string }

const changed = 'Your plan has changed meanwhile. Reload the page.'

/** A window in which the screen of a plan was opened earlier. Returns what sends its form. */
async function windowWith({ open, post }: Shop, path: string): Promise<() => Promise<Answer>> {
  const fields = fieldsOf((await open(path)).text)
  expect(fields).toHaveProperty('operation')
  return () => post(path, fields)
}

const state = async ({ open }: Shop) => (await open('/billing')).text

const totals = async ({ world, team }: Shop) => {
  await syncBilling(world.services, team.scope)
  const all = await listInvoices(world.services, team.scope)
  return all
    .filter(({ state: is }) => is === 'paid')
    .map(({ totalCents }) => totalCents)
    .toReversed()
}

const subscriptionOf = ({ world }: Shop) => {
  const [subscription] = [...world.stripe.account.tables.subscription.values()].toReversed()
  if (!subscription) throw new Error('There is a subscription.')
  return subscription
}

const statusesOfForms = [200, 302, 409, 422]

describe('two windows', () => {
  test('the same form twice at the same moment orders and charges once', async () => {
    const shop = await createShop()
    await shop.enterCard('visa')
    const send = await windowWith(shop, '/billing/plan/plus')
    const answers = await Promise.all([send(), send(), send()])

    for (const { status } of answers) expect(statusesOfForms).toContain(status)
    const again = await send()
    expect(statusesOfForms).toContain(again.status)
    expect(await state(shop)).toContain('Plus plan')
    expect(await totals(shop)).toEqual([2_900])
  })

  test.each([
    ['switched', 'plus', 'enterprise', [2_900, 16_000]],
    ['started', null, 'enterprise', [18_900]],
  ] as const)(
    'a price that was shown before the plan was %s isn’t charged',
    async (_name, first, other, paid) => {
      const shop = await createShop()
      await shop.enterCard('visa')
      if (first) await shop.choose(first)
      const send = await windowWith(shop, '/billing/plan/genius')
      const sendOther = await windowWith(shop, `/billing/plan/${other}`)
      expect((await sendOther()).location).toBe('/billing/checkout/success')

      const late = await send()
      expect([late.status, late.text]).toEqual([409, expect.stringContaining(changed)])
      expect(await totals(shop)).toEqual(paid)
      expect(await state(shop)).toContain('Enterprise plan')
      // The page that the browser has now shows today's price, and orders at it.
      expect(late.text).toContain('Switch from Enterprise to Genius')
      const renewed = await shop.post('/billing/plan/genius', fieldsOf(late.text))
      expect(renewed.location).toBe('/billing/checkout/success')
    },
  )

  test('a cancellation doesn’t cancel another plan than the one that it showed', async () => {
    const shop = await createShop()
    await shop.enterCard('visa')
    await shop.choose('plus')
    const cancel = await windowWith(shop, '/billing/cancel')
    await shop.world.advance(minuteMillis)
    await shop.choose('genius')

    const late = await cancel()
    expect([late.status, late.text]).toEqual([409, expect.stringContaining(changed)])
    expect(await state(shop)).not.toContain('is canceled')

    const fresh = await windowWith(shop, '/billing/cancel')
    expect((await fresh()).location).toBe('/billing')
    // The same form again, after it's done.
    expect((await fresh()).location).toBe('/billing')
    expect(await state(shop)).toContain('Your Genius plan is canceled')
  })

  test('an order after a cancellation shows first that it takes the cancellation back', async () => {
    const shop = await createShop()
    await shop.enterCard('visa')
    await shop.choose('plus')
    const send = await windowWith(shop, '/billing/plan/genius')
    const cancel = await windowWith(shop, '/billing/cancel')
    await cancel()

    const late = await send()
    expect(late.status).toBe(409)
    expect(late.text).toContain('The Plus plan is canceled. If you switch, Genius renews')
    expect(await state(shop)).toContain('Your Plus plan is canceled')
    expect(await totals(shop)).toEqual([2_900])
  })
})

describe('the back button after a bank’s question', () => {
  test.each([
    ['an order', null, [2_900]],
    ['a switch', 'lite', [900, 2_000]],
  ] as const)('%s continues with the same payment', async (_name, before, paid) => {
    const shop = await createShop()
    await shop.enterCard('visa')
    if (before) await shop.choose(before)
    await shop.enterCard('asking')
    const send = await windowWith(shop, '/billing/plan/plus')
    expect((await send()).status).toBe(200)
    const first = newestQuestion(shop.world.stripe)
    expect(first).not.toBe('')
    expect(await state(shop)).toContain(before ? 'Lite plan' : 'Free plan')

    expect((await send()).status).toBe(200)
    expect(newestQuestion(shop.world.stripe)).toBe(first)
    shop.world.stripe.authenticate(first, true)
    // And once more, after it was paid.
    expect(statusesOfForms).toContain((await send()).status)
    expect(await totals(shop)).toEqual(paid)
    expect(await state(shop)).toContain('Plus plan')
    expect((await shop.open('/billing/checkout/success')).text).toContain('You’re on the Plus plan')
  })
})

describe('a card or a coupon that ends in the middle', () => {
  test.each(['declines', 'declines for good', 'has expired'] as const)(
    'a card that %s by the time of a switch: nothing changes, and the screen says why',
    async (behavior) => {
      const shop = await createShop()
      await shop.enterCard('visa')
      await shop.choose('plus')
      const send = await windowWith(shop, '/billing/plan/genius')
      const [card = ''] = shop.world.stripe.account.tables.payment_method.keys()
      shop.world.stripe.changeCard(card, behavior)

      const refused = await send()
      expect([refused.status, refused.text]).toEqual([
        422,
        expect.stringContaining('Your card was declined. Use another card.'),
      ])
      expect(await state(shop)).toContain('Plus plan')
      expect(await totals(shop)).toEqual([2_900])
    },
  )

  test('a card that was removed at Stripe', async () => {
    const shop = await createShop()
    await shop.enterCard('visa')
    await shop.choose('plus')
    const send = await windowWith(shop, '/billing/plan/genius')
    const customer = shop.world.stripe.account.get('customer', subscriptionOf(shop).customer)
    customer.invoice_settings.default_payment_method = null

    expect((await send()).status).toBe(422)
    const now = await state(shop)
    expect(now).toContain('Plus plan')
    expect(now).toContain('No card yet.')
  })

  test('a coupon that ends between its price and the order', async () => {
    const shop = await createShop()
    const coupon = shop.world.stripe.addCoupon({ id: 'HALF', percent_off: 50, duration: 'once' })
    await shop.enterCard('visa')
    await shop.choose('plus')
    const path = '/billing/plan/genius?coupon=HALF'
    const fields = fieldsOf((await shop.open(path)).text)
    expect(fields).toMatchObject({ coupon: 'HALF', shown_coupon: 'HALF' })
    coupon.redeem_by = Math.floor(shop.world.clock.now().getTime() / 1_000) - 1

    const refused = await shop.post(path, fields)
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('This coupon code is invalid.'),
    ])
    expect(await totals(shop)).toEqual([2_900])
    expect((await shop.open(path)).text).toContain('name="shown_coupon" value=""')
  })

  test('a discount that ends between the price and the order', async () => {
    const shop = await createShop()
    const { stripe } = shop.world
    stripe.addCoupon({
      id: 'HALF',
      percent_off: 50,
      duration: 'repeating',
      duration_in_months: 1,
    })
    await shop.enterCard('visa')
    await shop.choose('plus', { coupon: 'HALF' })
    await shop.world.advance(20 * dayMillis)
    const send = await windowWith(shop, '/billing/plan/genius')
    const [discount] = stripe.account.tables.discount.values()
    Object.assign(discount ?? {}, {
      end: Math.floor(shop.world.clock.now().getTime() / 1_000) + 60,
    })
    await shop.world.advance(2 * minuteMillis)

    expect((await send()).status).toBe(409)
    expect(await totals(shop)).toEqual([1_450])
  })
})

test('webhooks that arrive before the answer: the form again ends on what is', async () => {
  const world = await createCardWorld()
  await world.queue.start([], world.services)
  const served = await world.serve()
  world.connect(served)
  const shop = await openShop(world, served.fetch)
  await shop.enterCard('visa')
  const lose = async (path: string) => {
    const send = await windowWith(shop, path)
    const calls = world.stripe.events.length
    for (let answers = 0; world.stripe.events.length === calls; answers += 1) {
      world.stripe.failAfter(answers, 'lose the answer')
      expect((await send()).status).toBe(503)
      world.stripe.heal()
    }
    await world.stripe.settle()
    await deliveriesJob.run(world.services, {})
    return send
  }

  const start = await lose('/billing/plan/plus')
  expect(await state(shop)).toContain('Plus plan')
  expect(statusesOfForms).toContain((await start()).status)
  const change = await lose('/billing/plan/genius')
  expect(await state(shop)).toContain('Genius plan')
  expect(statusesOfForms).toContain((await change()).status)
  const cancel = await lose('/billing/cancel')
  expect(await state(shop)).toContain('Your Genius plan is canceled')
  expect((await cancel()).location).toBe('/billing')
  expect(await totals(shop)).toEqual([2_900, 2_000])
})

describe.each([
  ['ahead', minuteMillis],
  ['behind', -minuteMillis],
])('Stripe’s clock is a minute %s', (_name, offset) => {
  let shop: Shop
  beforeEach(async () => {
    const world = await createCardWorld({}, offset)
    const served = await world.serve()
    shop = await openShop(world, served.fetch)
    await shop.enterCard('visa')
  })

  test('a switch right after the first order counts from within the period', async () => {
    await shop.choose('enterprise')
    const page = (await shop.open('/billing/plan/agency')).text
    expect(page).toContain('Credit for your next invoice')
    const from = Date.parse(fieldsOf(page)['counted_from'] ?? '') / 1_000
    const { current_period_start: start = NaN } = subscriptionOf(shop).items.data[0] ?? {}
    expect(from).toBeGreaterThanOrEqual(start)

    const answer = await shop.post('/billing/plan/agency', fieldsOf(page))
    expect(answer.location).toBe('/billing/checkout/success')
    const [, second = NaN] = await totals(shop)
    // A minute is less than half a cent of either plan.
    expect(second).toBe(-18_900 + 8_900)
  })

  test('renewals, cancellations and ends are said as they are', async () => {
    await shop.choose('plus')
    await shop.world.advance(31 * dayMillis)
    await syncBilling(shop.world.services, shop.team.scope)
    shop.owner.cookie = `token=${await shop.world.logIn(shop.owner)}`
    expect(await state(shop)).toContain('Renews on')
    const cancel = await windowWith(shop, '/billing/cancel')
    expect((await cancel()).location).toBe('/billing')
    expect(await state(shop)).toContain('Your Plus plan is canceled')
    await shop.world.advance(31 * dayMillis)
    await syncBilling(shop.world.services, shop.team.scope)
    shop.owner.cookie = `token=${await shop.world.logIn(shop.owner)}`
    expect(await state(shop)).toContain('Free plan')
    expect(await totals(shop)).toEqual([2_900, 2_900])
  })
})

describe('a price that was made by hand at Stripe', () => {
  /** The subscription has another price, as staff can choose it in Stripe's dashboard. */
  async function withPrice(change: Record<string, unknown>): Promise<Shop> {
    const shop = await createShop()
    await shop.enterCard('visa')
    await shop.choose('enterprise')
    const { stripe, services } = shop.world
    const item = subscriptionOf(shop).items.data[0]
    if (!item) throw new Error('There is an item.')
    item.price = { ...item.price, id: 'price_by_hand', lookup_key: null, ...change }
    stripe.account.tables.price.set(item.price.id, item.price)
    await syncBilling(services, shop.team.scope)
    return shop
  }

  test('by the year: it’s shown by the year, and the offer by the month isn’t made', async () => {
    const shop = await withPrice({
      unit_amount: 190_000,
      metadata: { plan: 'enterprise' },
      recurring: { interval: 'year', interval_count: 1, usage_type: 'licensed' },
    })
    const shown = await state(shop)
    expect(shown).toContain('$1,900 a year')
    expect(shown).not.toMatch(/\$1,900 a month|\$158\.33 a month/)
    expect((await shop.open('/billing/cancel')).text).not.toContain('Stay for')
    const stay = await shop.post('/billing/cancel', { intent: 'stay', operation: randomUUID() })
    expect([stay.status, stay.text]).toEqual([
      409,
      expect.stringContaining('This offer is no longer available.'),
    ])
    expect((await shop.open('/billing/plan/genius')).text).toContain('(now $1,900 a year)')
  })

  test('with another amount: each screen has that amount', async () => {
    const shop = await withPrice({ unit_amount: 15_000, metadata: { plan: 'enterprise' } })
    expect(await state(shop)).toMatch(/Price[\s\S]*\$150 a month/)
    expect((await shop.open('/billing/plan/genius')).text).toContain('(now $150 a month)')
    expect((await shop.open('/billing/cancel')).text).toContain('instead of $150')
  })

  test('without a plan: the plan stays, with the amount that is charged', async () => {
    const shop = await withPrice({ unit_amount: 12_300, metadata: {} })
    expect(shop.world.takeErrors()).toMatchObject([{ kind: 'unknown_price' }])
    const shown = await state(shop)
    expect(shown).toContain('Enterprise plan')
    expect(shown).toContain('$123 a month')
  })
})

describe('deleted at Stripe', () => {
  const screens = [
    '/billing',
    '/billing/card',
    '/billing/details',
    '/billing/plan/genius',
    '/billing/cancel',
    '/billing/checkout/success',
    '/billing/checkout/visitor-boost/success',
  ]

  test('the customer: each screen works, and the next order creates another', async () => {
    for (const path of screens) {
      const shop = await createShop()
      await shop.enterCard('visa')
      await shop.choose('plus')
      const customer = subscriptionOf(shop).customer
      await deleteCustomer(shop, customer)
      const first = await shop.open(path)
      expect([path, first.status < 500]).toEqual([path, true])
      // The first one may have found out.
      const second = await shop.open(path)
      expect([path, [200, 302].includes(second.status)]).toEqual([path, true])
      await syncBilling(shop.world.services, shop.team.scope)
      expect(await state(shop)).toContain('Free plan')
      expect((await shop.enterCard('visa')).text).toContain('Card saved')
      await shop.choose('genius')
      expect(await state(shop)).toContain('Genius plan')
    }
  })

  test('the customer, with a payment open: nothing is owed any more', async () => {
    const shop = await overdueShop()
    await deleteCustomer(shop, subscriptionOf(shop).customer)
    await syncBilling(shop.world.services, shop.team.scope)
    const now = await state(shop)
    expect(now).not.toContain('You have an unpaid invoice')
    const retried = await shop.post('/billing', { intent: 'retry', operation: randomUUID() })
    expect([retried.status, retried.text]).toEqual([
      409,
      expect.stringContaining('No payment is due.'),
    ])
  })

  test('the subscription: an order by a screen of a switch is shown its price first', async () => {
    const shop = await createShop()
    await shop.enterCard('visa')
    await shop.choose('plus')
    const send = await windowWith(shop, '/billing/plan/genius')
    const cancel = await windowWith(shop, '/billing/cancel')
    const { world } = shop
    await world.card.endNow(
      { teamId: shop.team.scope.teamId, providerId: subscriptionOf(shop).customer },
      { subscription: subscriptionOf(shop).id, operation: randomUUID() },
    )

    const late = await send()
    expect([late.status, late.text]).toEqual([409, expect.stringContaining(changed)])
    expect(late.text).toContain('Start the Genius plan')
    // The screen of a cancellation has nothing to show then.
    expect((await cancel()).location).toBe('/billing')
    expect(await state(shop)).toContain('Free plan')
    expect(await totals(shop)).toEqual([2_900])
  })

  test.each(['voided', 'gone'] as const)('an invoice that is %s isn’t owed', async (how) => {
    const shop = await overdueShop()
    const { invoice } = shop.world.stripe.account.tables
    for (const [id, one] of invoice) {
      if (one.status !== 'open') continue
      if (how === 'gone') invoice.delete(id)
      else one.status = 'void'
    }
    const retried = await shop.post('/billing', { intent: 'retry', operation: randomUUID() })
    expect([retried.status, retried.text]).toEqual([
      409,
      expect.stringContaining('No payment is due.'),
    ])
    expect(await totals(shop)).toEqual([2_900])
  })

  test('an invoice’s document that no longer exists is not found', async () => {
    const shop = await createShop()
    await shop.enterCard('visa')
    await shop.choose('plus')
    const [stored] = await listInvoices(shop.world.services, shop.team.scope)
    shop.world.stripe.account.tables.invoice.clear()
    const document = await shop.open(`/billing/invoices/${stored?.uuid ?? ''}.pdf`)
    expect(document.status).toBe(404)
    expect((await shop.open('/billing')).text).toContain('Paid')
  })
})

/** As in Stripe's dashboard. */
async function deleteCustomer({ world }: Shop, id: string): Promise<void> {
  const { url, keys } = world.stripe
  const headers = { Authorization: `Bearer ${keys.secret}`, 'Stripe-Version': apiVersion }
  const response = await fetch(`${url}/v1/customers/${id}`, { method: 'DELETE', headers })
  expect(response.status).toBe(200)
}

async function overdueShop(): Promise<Shop> {
  const shop = await createShop()
  await shop.enterCard('failingLater')
  await shop.choose('plus')
  await shop.world.advance(32 * dayMillis)
  await syncBilling(shop.world.services, shop.team.scope)
  shop.owner.cookie = `token=${await shop.world.logIn(shop.owner)}`
  expect(await state(shop)).toContain('Your last payment failed')
  return shop
}
