/** Stripe as it is: values that we don’t know, limits of coupons, and payments that aren’t tried again. */
import { describe, expect, test } from 'vitest'
import { choosePlan } from '#app/domain/billing/choose-plan.server.ts'
import { readBilling } from '#app/domain/billing/billing-state.server.ts'
import { applyCoupon } from '#app/domain/billing/pay.server.ts'
import { syncBilling } from '#app/domain/billing/sync.server.ts'
import { workOffDueBilling } from '#app/domain/billing/work-off-due.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { CardBehavior } from '#workshop/doubles/stripe-billing/cards.ts'
import { deleteCustomer } from '#workshop/doubles/stripe-billing/customers.ts'
import { createCardDesk } from '../../support/billing/card-desk.ts'
import { planOf } from '../../support/billing/card-team.ts'
import {
  choose,
  createBillingWorld,
  operation,
  teamWithCard,
} from '../../support/billing/paying-team.ts'

/** Subscribed to Genius, and what changes Stripe’s rows as no code of ours would. */
async function subscribedDesk() {
  const desk = await createCardDesk()
  const { stripe, channel, customer } = desk
  const method = stripe.giveCard(customer.providerId, 'visa')
  stripe.addCoupon({ id: 'TEN', percent_off: 10, duration: 'forever' })
  await channel.subscribe(customer, desk.order('genius', { coupon: 'TEN' }))
  const [subscription] = stripe.account.tables.subscription.values()
  const [item] = subscription?.items.data ?? []
  if (!subscription || !item) throw new Error('There is a subscription.')
  return { ...desk, method, subscription, item }
}
type Desk = Awaited<ReturnType<typeof subscribedDesk>>

const set = (row: object, values: object) => Object.assign(row, values)

const unknowns: [string, (desk: Desk) => unknown, object][] = [
  [
    'status',
    ({ subscription }) => set(subscription, { status: 'on_hold' }),
    { state: 'active', isUnknownStatus: true },
  ],
  [
    'status of one that has ended',
    ({ subscription }) => set(subscription, { status: 'archived', ended_at: 1_772_445_600 }),
    { state: 'ended' },
  ],
  [
    'amount, by tiers',
    ({ item }) => set(item.price, { unit_amount: null, unit_amount_decimal: null }),
    { planId: 'genius', unitCents: 4_900 },
  ],
  [
    'amount with a fraction of a cent',
    ({ item }) => set(item.price, { unit_amount: null, unit_amount_decimal: '4899.5' }),
    { unitCents: 4_900 },
  ],
  [
    'amount of a price of no plan',
    ({ item }) =>
      set(item.price, { unit_amount: null, unit_amount_decimal: null, lookup_key: null }),
    { planId: null, unitCents: 0 },
  ],
  [
    'quantity, metered',
    ({ item }) => set(item, { quantity: undefined }),
    { quantity: 1, unitCents: 4_900 },
  ],
  ['quantity, none', ({ item }) => set(item, { quantity: 0 }), { quantity: 1, unitCents: 0 }],
  [
    'duration of a coupon',
    ({ stripe }) => set(stripe.account.get('coupon', 'TEN'), { duration: 'until_noon' }),
    { discount: { duration: 'forever', percentOff: 10 } },
  ],
  [
    'coupon, deleted',
    ({ stripe }) => {
      for (const discount of stripe.account.tables.discount.values()) {
        set(discount, { source: { type: 'coupon', coupon: null } })
      }
    },
    { discount: null },
  ],
  [
    'product of its coupon',
    ({ stripe }) =>
      set(stripe.account.get('coupon', 'TEN'), { applies_to: { products: ['prod_other'] } }),
    { discount: null },
  ],
]

describe('a subscription stays readable with another', () => {
  test.each(unknowns)('%s', async (_name, change, expected) => {
    const desk = await subscribedDesk()
    change(desk)

    const [read] = await desk.channel.listSubscriptions(desk.customer)

    expect(read).toMatchObject(expected)
  })
})

test('invoices, checkouts, VAT IDs and cards stay readable with values that we don’t know', async () => {
  const desk = await subscribedDesk()
  const { stripe, channel, customer, method } = desk
  const [invoice] = stripe.account.tables.invoice.values()
  set(invoice ?? {}, { status: 'disputed' })
  expect(await channel.listInvoices(customer)).toEqual([])

  const { providerId } = await channel.sell(customer, {
    purchaseUuid: '7f9c24e8-3b12-4f0e-9a54-0d6f4c3b2a10',
    name: 'Boost',
    priceCents: 900,
    operation: 'sell-1',
    returnUrl: 'http://footfall.test/done',
    cancelUrl: 'http://footfall.test/billing',
  })
  for (const values of [{ status: null }, { status: 'held', payment_status: 'held' }]) {
    set(stripe.account.get('checkout.session', providerId), values)
    expect(await channel.readPurchase(customer, providerId)).toMatchObject({ state: 'open' })
  }

  set(stripe.account.get('payment_method', method).card, { brand: 'nova', country: null })
  expect(await channel.readDefaultCard(customer)).toMatchObject({ brand: 'nova', country: null })
})

test('a payment or a card without a secret for the browser ends in a sentence', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world, 'asking')
  const { stripe } = world
  stripe.failBy(({ path }) => {
    // Not a fault yet: the answer itself lacks it.
    for (const { confirmation_secret: secret } of stripe.account.tables.invoice.values()) {
      if (secret) set(secret, { client_secret: null })
    }
    return path === '/v1/setup_intents'
      ? { json: { id: 'seti_1', object: 'setup_intent', client_secret: null } }
      : undefined
  })

  const ordered = await choose(world, team, { planId: 'genius' }).catch((error: unknown) => error)
  const { fetch } = await world.serve()
  const page = await fetch('/billing/card', { headers: { Cookie: team.owner.cookie } })

  expect(ordered).toMatchObject({
    code: 'failed',
    message: 'We were unable to update your subscription. Please contact customer support.',
  })
  expect(await planOf({ ...world, ...team })).toBe('free')
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('The card form can’t be shown')
  const unreadable = { msg: 'a billing provider’s answer can’t be read' }
  expect(world.takeErrors()).toMatchObject([unreadable, unreadable])
})

test('an invoice of more lines than a page has all of them', async () => {
  const { stripe, channel, customer } = await subscribedDesk()
  const [invoice] = stripe.account.tables.invoice.values()
  const [line] = invoice?.lines.data ?? []
  if (!invoice || !line) throw new Error('There is an invoice with a line.')
  invoice.lines.data = Array.from({ length: 120 }, (_, index) => ({
    ...line,
    id: `il_${String(index)}`,
    amount: index,
  }))

  const [read] = await channel.listInvoices(customer)

  expect(
    read?.lines.map(({ amountCents }) => amountCents).sort((one, other) => one - other),
  ).toEqual(Array.from({ length: 120 }, (_, index) => index))
  expect(stripe.seen.filter(({ path }) => path.endsWith('/lines'))).toHaveLength(2)
})

/** Its subscription has ended, and of the customer nothing is known but that. */
const readDeleted = async ({ stripe, channel, customer, subscription, order }: Desk) => {
  const wanted = { ...order('plus'), subscription: subscription.id, countedFrom: null }
  const isRefused = (work: () => Promise<unknown>) =>
    expect(work()).rejects.toMatchObject({ name: 'ChargeRefused', reason: 'gone' })
  expect(await channel.listSubscriptions(customer)).toMatchObject([{ state: 'ended' }])
  await isRefused(() => channel.switchPlan(customer, wanted))
  await isRefused(() => channel.cancel(customer, wanted))
  await isRefused(() => channel.resume(customer, wanted))
  expect(await channel.previewSwitch(customer, wanted)).toBeNull()
  await channel.endNow(customer, wanted)
  expect(stripe.account.get('subscription', subscription.id).status).toBe('canceled')
}

describe('a subscription whose customer was deleted', () => {
  test('is read with all that is expanded, and has ended', async () => {
    const desk = await subscribedDesk()
    deleteCustomer(desk.stripe.account, desk.customer.providerId)
    await readDeleted(desk)
  })

  test('is read as well where nothing of the customer can be expanded', async () => {
    const desk = await subscribedDesk()
    deleteCustomer(desk.stripe.account, desk.customer.providerId)
    desk.stripe.failBy(({ query }) =>
      [...query.values()].some((path) => path.startsWith('customer.'))
        ? { status: 400, json: { error: cannotExpand } }
        : undefined,
    )
    await readDeleted(desk)
  })
})

test('another refusal of a subscription’s read isn’t taken for that, and is asked once', async () => {
  const { channel, customer, stripe, subscription } = await subscribedDesk()
  const path = `/v1/subscriptions/${subscription.id}`
  const error = { type: 'invalid_request_error', message: 'This account can’t make live charges.' }
  stripe.failBy((request) => (request.path === path ? { status: 400, json: { error } } : undefined))
  const before = stripe.seen.filter((request) => request.path === path).length
  await expect(
    channel.cancel(customer, { subscription: subscription.id, operation: 'form' }),
  ).rejects.toMatchObject({ name: 'ChargeRefused', reason: 'other' })
  expect(stripe.seen.filter((request) => request.path === path)).toHaveLength(before + 1)
})

const cannotExpand = {
  type: 'invalid_request_error',
  message: 'This property cannot be expanded (discount).',
}

test('an unknown status keeps the plan, and is reported', async () => {
  const world = await createBillingWorld()
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'genius' })
  const [subscription] = world.stripe.account.tables.subscription.values()
  set(subscription ?? {}, { status: 'on_hold' })

  await syncBilling(world.services, team.scope)

  expect(await planOf({ services: world.services, scope: team.scope })).toBe('genius')
  expect(world.takeErrors()).toMatchObject([{ kind: 'unknown_status' }])
})

test('subscriptions name their billing mode, and discounts are apart from amounts', async () => {
  const desk = await subscribedDesk()
  const { stripe, channel, customer, subscription } = desk
  expect(subscription.billing_mode).toEqual({
    type: 'flexible',
    flexible: { proration_discounts: 'itemized' },
  })
  expect(stripe.seen.find(({ path }) => path === '/v1/subscriptions')?.method).toBeDefined()

  const order = { ...desk.order('agency'), subscription: subscription.id }
  await channel.switchPlan(customer, order)

  const [invoice] = await channel.listInvoices(customer)
  expect(invoice?.lines.map((line) => [line.amountCents, line.discountCents])).toEqual([
    [-4_900, 490],
    [8_900, -890],
  ])
})

test('more than four levels of what is expanded are refused by the double, as by Stripe', async () => {
  const { stripe } = await createCardDesk()
  const answer = await fetch(
    `${stripe.url}/v1/subscriptions?expand[]=data.discounts.source.coupon.applies_to`,
    {
      headers: {
        Authorization: `Bearer ${stripe.keys.secret}`,
        'Stripe-Version': '2026-10-28.endive',
      },
    },
  )
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error: { code: 'property_expansion_max_depth' } },
  ])
})

const products = (stripe: Awaited<ReturnType<typeof createBillingWorld>>['stripe'], id: string) =>
  [...stripe.account.tables.price.values()]
    .filter(({ lookup_key: key }) => key === id)
    .map(({ product }) => product)

test('a coupon says what it is limited to, before anything is ordered', async () => {
  const world = await createBillingWorld()
  const { services, stripe } = world
  const [team, other] = [await teamWithCard(world), await teamWithCard(world)]
  const limits = (minimum: number | null, isFirst: boolean) => ({
    first_time_transaction: isFirst,
    minimum_amount: minimum,
    minimum_amount_currency: minimum === null ? null : 'usd',
  })
  stripe.addCoupon({ id: 'base', percent_off: 10, duration: 'forever' })
  stripe.addCoupon({
    id: 'AGENCY',
    percent_off: 10,
    duration: 'forever',
    applies_to: { products: products(stripe, 'agency') },
  })
  const [, ofOther = null] = stripe.account.tables.customer.keys()
  stripe.addPromotionCode({ code: 'BIG', coupon: 'base', restrictions: limits(5_000, false) })
  stripe.addPromotionCode({ code: 'THEIRS', coupon: 'base', customer: ofOther })
  stripe.addPromotionCode({ code: 'FIRST', coupon: 'base', restrictions: limits(null, true) })
  const sentences = [
    ['AGENCY', 'This coupon isn’t for the Plus plan.'],
    ['BIG', 'This coupon is for plans from $50 a month.'],
    ['THEIRS', 'This coupon is for another organization.'],
  ] as const
  const posts = () => stripe.seen.filter(({ method }) => method === 'POST').length
  const before = posts()

  for (const [coupon, sentence] of sentences) {
    await expect(choose(world, team, { planId: 'plus', coupon })).rejects.toMatchObject({
      details: { errors: { coupon: [sentence] } },
    })
  }
  expect(posts()).toBe(before)

  await choose(world, team, { planId: 'plus' })
  for (const [code, sentence] of [
    ...sentences,
    ['FIRST', 'This coupon is only for a first purchase.'] as const,
  ]) {
    const wanted = { code, operation: operation(), userId: team.owner.id }
    await expect(applyCoupon(services, team.scope, wanted)).rejects.toMatchObject({
      details: { errors: { coupon: [sentence] } },
    })
  }
  await choose(world, team, { planId: 'agency', coupon: 'AGENCY' })
  await choosePlan(services, other.scope, {
    planId: 'plus',
    coupon: 'FIRST',
    operation: operation(),
    actor: { userId: other.owner.id },
    returnUrl: 'http://footfall.test/billing/checkout/success',
  })
  for (const [{ scope }, code] of [
    [team, 'AGENCY'],
    [other, 'FIRST'],
  ] as const) {
    const { subscription } = await readBilling(services, scope)
    expect(subscription?.discount?.code).toBe(code)
  }
})

test.each<[CardBehavior, number]>([
  ['declines', 4],
  ['declines for good', 1],
  ['asks at payments', 1],
])('a renewal with a card that %s is tried so often: %i', async (behavior, attempts) => {
  const world = await createBillingWorld()
  const { services, stripe, clock } = world
  const team = await teamWithCard(world)
  await choose(world, team, { planId: 'plus' })
  stripe.changeCard(team.paymentMethod, behavior)

  clock.advance(31 * dayMillis)
  await stripe.settle()
  await syncBilling(services, team.scope)
  expect((await readBilling(services, team.scope)).subscription?.state).toBe('past_due')
  // The days of grace end the plan, whether Stripe tries again or not.
  clock.advance(13 * dayMillis)
  await stripe.settle()
  await workOffDueBilling(services)
  expect(await planOf({ services, scope: team.scope })).toBe('plus')
  clock.advance(2 * dayMillis)
  await stripe.settle()
  await workOffDueBilling(services)

  expect(await planOf({ services, scope: team.scope })).toBe('free')
  const invoices = [...stripe.account.tables.invoice.values()]
  expect(invoices.at(-1)?.attempt_count).toBe(attempts)
})
