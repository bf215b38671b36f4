/** Features that only cards have, and how the channel reads Stripe's responses. */
import { expect, test } from 'vitest'
import type { BillingDetails } from '#app/domain/billing/channel.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { BadRecord, TryLater } from '#app/lib/web/provider-errors.ts'
import type { CardName } from '#workshop/doubles/stripe-billing/cards.ts'
import {
  stripeFails,
  stripeThrottles,
} from '#workshop/doubles/stripe-billing/stripe-billing-server.ts'
import { createCardDesk, type CardDesk } from '../../support/billing/card-desk.ts'

const refusal = (reason: string) =>
  expect.objectContaining({ name: 'ChargeRefused', reason }) as unknown

async function deskWith(card: CardName) {
  const desk = await createCardDesk()
  const method = desk.stripe.giveCard(desk.customer.providerId, card)
  return { ...desk, method }
}

async function subscribed(card: CardName = 'visa', planId = 'plus') {
  const desk = await deskWith(card)
  await desk.channel.subscribe(desk.customer, desk.order(planId))
  const { providerId: subscription } = await desk.readOnly()
  return { ...desk, subscription }
}

const details: BillingDetails = {
  name: 'Oak & Ash',
  email: 'bills@oak.example',
  address: 'Keizersgracht 1',
  addressLine2: '',
  city: 'Amsterdam',
  state: '',
  zip: '1015 CN',
  country: 'NL',
  vatId: '',
  extraBillingInformation: 'Order 7',
}

const totals = async ({ channel, customer }: CardDesk) =>
  (await channel.listInvoices(customer)).map(({ state, totalCents }) => [state, totalCents])

test('one team is one customer, also after a lost answer, and a new one once it was deleted', async () => {
  const { stripe, channel } = await createCardDesk()
  const team = { teamId: 5, name: 'Oak', email: 'owner@oak.example' }

  stripe.failNext('lose the answer', 'lose the answer')
  await expect(channel.createCustomer(team)).rejects.toThrow(TryLater)
  const ids = [await channel.createCustomer(team), await channel.createCustomer(team)]
  expect(new Set(ids).size).toBe(1)
  const [providerId = ''] = ids
  expect(stripe.account.get('customer', providerId)).toMatchObject({
    name: 'Oak',
    email: 'owner@oak.example',
    metadata: { team_id: '5' },
  })
  expect(await channel.hasCustomer({ teamId: 5, providerId })).toBe(true)

  stripe.account.get('customer', providerId).deleted = true
  expect(await channel.hasCustomer({ teamId: 5, providerId })).toBe(false)
  expect(await channel.hasCustomer({ teamId: 5, providerId: 'cus_unknown' })).toBe(false)
  expect(await channel.createCustomer(team)).not.toBe(providerId)
})

test('a card is stored by the browser, becomes the only one, and is available to no one else', async () => {
  const { stripe, channel, customer, createCustomer } = await createCardDesk()
  const stranger = await createCustomer(2)
  expect(await channel.readDefaultCard(customer)).toBeNull()
  const first = stripe.enterCard(await channel.startCardSetup(customer, 'setup-1'), 'visa')
  const second = stripe.enterCard(await channel.startCardSetup(customer, 'setup-2'), 'dutch')

  expect(await channel.readCard(customer, second)).toEqual({
    brand: 'visa',
    lastFour: '0002',
    country: 'NL',
    expMonth: 12,
    expYear: 2029,
  })
  expect(await channel.readCard(stranger, second)).toBeNull()
  expect(await channel.readCard(customer, 'pm_unknown')).toBeNull()
  await expect(channel.useCard(stranger, second)).rejects.toEqual(refusal('gone'))
  await channel.useCard(customer, first)
  await channel.useCard(
    customer,
    stripe.enterCard(await channel.startCardSetup(customer, 's3'), 'dutch'),
  )

  expect(await channel.readDefaultCard(customer)).toMatchObject({ country: 'NL' })
  expect(await channel.readCard(customer, first)).toBeNull()
  await channel.removeCard(stranger, second)
  await channel.removeCard(customer, 'pm_unknown')
})

test('without a card, and with one that declines, nothing is bought', async () => {
  const desk = await createCardDesk()
  const { stripe, channel, customer } = desk

  await expect(channel.subscribe(customer, desk.order('plus'))).rejects.toEqual(refusal('card'))
  stripe.giveCard(customer.providerId, 'declining')
  const declined = desk.order('plus', { operation: 'o2' })
  for (const _attempt of [1, 2]) {
    await expect(channel.subscribe(customer, declined)).rejects.toEqual(refusal('card'))
  }

  expect((await channel.listSubscriptions(customer)).map(({ state }) => state)).toEqual(['ended'])
  expect(await totals(desk)).toEqual([['void', 2_900]])
})

test('the bank’s question is answered in the browser, and a new order replaces an open one', async () => {
  const desk = await deskWith('asking')
  const { stripe, channel, customer } = desk

  const first = await channel.subscribe(customer, desk.order('plus'))
  expect(first).toEqual({ kind: 'authenticate', clientSecret: expect.any(String) as string })
  expect(await channel.subscribe(customer, desk.order('plus'))).toEqual(first)
  expect((await desk.readOnly()).state).toBe('incomplete')
  const second = await channel.subscribe(customer, desk.order('genius'))
  expect(await desk.readOnly()).toMatchObject({ state: 'incomplete', planId: 'genius' })
  if (second.kind !== 'authenticate') throw new Error(second.kind)
  stripe.authenticate(second.clientSecret, false)
  expect((await desk.readOnly()).state).toBe('incomplete')
  const { providerId: subscription } = await desk.readOnly()
  const third = await channel.retryPayment(customer, subscription)
  if (third.kind !== 'authenticate') throw new Error(third.kind)
  stripe.authenticate(third.clientSecret, true)

  expect(await desk.readOnly()).toMatchObject({ state: 'active', planId: 'genius' })
  expect(await channel.subscribe(customer, desk.order('genius'))).toEqual({ kind: 'done' })
})

test('a first payment that no one confirms ends after a day', async () => {
  const desk = await deskWith('asking')
  await desk.channel.subscribe(desk.customer, desk.order('plus'))

  await desk.advance(23 * hourMillis)

  const [only] = await desk.channel.listSubscriptions(desk.customer)
  expect(only).toMatchObject({ state: 'ended', providerStatus: 'incomplete_expired' })
})

const months = (count: number) => ({ duration: 'repeating', duration_in_months: count }) as const

const coupons = [
  ['no coupon', null, 2_900, 2_900],
  ['a coupon that applies once', { id: 'ONCE', percent_off: 50, duration: 'once' }, 1_450, 2_900],
  ['a coupon for a month', { id: 'MONTH', percent_off: 50, ...months(1) }, 1_450, 2_900],
  ['a coupon for two months', { id: 'TWO', percent_off: 50, ...months(2) }, 1_450, 1_450],
  ['a coupon that never ends', { id: 'EVER', amount_off: 400, duration: 'forever' }, 2_500, 2_500],
] as const

test.each(coupons)('a first plan with %s charges what its preview showed', async (...of) => {
  const [, coupon, first, next] = of
  const desk = await deskWith('visa')
  const { stripe, channel, customer } = desk
  if (coupon !== null) stripe.addCoupon(coupon)
  const code = coupon?.id ?? null
  const wanted = { subscription: null, plan: desk.plan('plus'), quantity: 1, coupon: code }

  const preview = await channel.previewSwitch(customer, wanted)

  expect(await channel.listSubscriptions(customer)).toEqual([])
  expect(preview).toMatchObject({
    dueNowCents: first,
    totalCents: first,
    nextCents: next,
    isCouponOnce: coupon !== null && first < next,
  })
  await channel.subscribe(customer, desk.order('plus', { coupon: code }))
  expect(await totals(desk)).toEqual([['paid', first]])
  const { currentPeriodEndsAt } = await desk.readOnly()
  expect(preview?.nextAt).toEqual(currentPeriodEndsAt)
  expect((await channel.previewInvoice(customer))?.totalCents).toBe(next)
})

test('a switch charges what its preview showed, and a smaller plan leaves credit', async () => {
  const desk = await subscribed()
  const { channel, customer, subscription } = desk
  await desk.advance(10 * dayMillis)

  const preview = await channel.previewSwitch(customer, {
    subscription,
    plan: desk.plan('genius'),
    quantity: 1,
  })
  // 21 of 31 days are left.
  expect(preview?.lines.map(({ amountCents, isProration }) => [amountCents, isProration])).toEqual([
    [-1_965, true],
    [3_319, true],
  ])
  expect(preview).toMatchObject({ dueNowCents: 1_354, taxCents: 0, nextCents: 4_900 })
  // After some minutes of reading, the shown price applies. By now it would be a cent more.
  await desk.advance(5 * minuteMillis)
  const countedFrom = preview?.countedFrom ?? null
  await channel.switchPlan(customer, { ...desk.order('genius'), subscription, countedFrom })
  expect(await totals(desk)).toEqual([
    ['paid', 1_354],
    ['paid', 2_900],
  ])

  const down = await channel.previewSwitch(customer, {
    subscription,
    plan: desk.plan('lite'),
    quantity: 1,
  })
  expect(down).toMatchObject({ dueNowCents: 610 - 3_319, nextCents: 0 })
  await channel.switchPlan(customer, { ...desk.order('lite'), subscription })
  await desk.advance(61 * dayMillis)

  const invoices = await channel.listInvoices(customer)
  expect(invoices.map(({ totalCents, paidCents }) => [totalCents, paidCents]).slice(0, 3)).toEqual([
    [900, 0],
    [900, 0],
    [-2_709, 0],
  ])
})

test('a switch that waits for the bank changes nothing until it’s confirmed', async () => {
  const desk = await subscribed()
  const { stripe, channel, customer, subscription } = desk
  stripe.giveCard(customer.providerId, 'asking')
  const order = { ...desk.order('genius'), subscription }

  const step = await channel.switchPlan(customer, order)
  expect((await desk.readOnly()).planId).toBe('plus')
  if (step.kind !== 'authenticate') throw new Error(step.kind)
  expect(await channel.switchPlan(customer, order)).toEqual(step)
  stripe.authenticate(step.clientSecret, true)

  expect((await desk.readOnly()).planId).toBe('genius')
  expect(await channel.switchPlan(customer, order)).toEqual({ kind: 'done' })
})

test('an overdue payment is collected with a new card', async () => {
  const desk = await subscribed('failingLater')
  const { stripe, channel, customer, subscription } = desk
  await desk.advance(32 * dayMillis)
  expect(await desk.readOnly()).toMatchObject({ state: 'past_due', providerStatus: 'past_due' })
  stripe.giveCard(customer.providerId, 'declining')
  await expect(channel.retryPayment(customer, subscription)).rejects.toEqual(refusal('card'))
  stripe.giveCard(customer.providerId, 'visa')

  expect(await channel.retryPayment(customer, subscription)).toEqual({ kind: 'done' })
  expect(await channel.retryPayment(customer, subscription)).toEqual({ kind: 'done' })

  expect((await desk.readOnly()).state).toBe('active')
  expect(await totals(desk)).toEqual([
    ['paid', 2_900],
    ['paid', 2_900],
  ])
})

test('coupons are found when they can be used, and by their promotion codes', async () => {
  const desk = await createCardDesk()
  const { stripe, channel, clock } = desk
  const seconds = Math.floor(clock.now().getTime() / 1000)
  for (const id of ['TEN', 'COLD']) stripe.addCoupon({ id })
  stripe.addCoupon({ id: 'LATE', redeem_by: seconds - 1 })
  stripe.addCoupon({ id: 'USED', max_redemptions: 1, times_redeemed: 1 })
  stripe.addCoupon({ id: 'EURO', amount_off: 500, currency: 'eur' })
  stripe.addCoupon({ id: 'FIVE', amount_off: 500, duration: 'repeating', duration_in_months: 3 })
  stripe.addPromotionCode({ code: 'Spring', coupon: 'FIVE' })
  stripe.addPromotionCode({ code: 'Winter', coupon: 'COLD', active: false })
  const found = (code: string) =>
    channel.findCoupon(desk.customer, { code, plan: desk.plan('plus'), quantity: 1 })

  expect(await found(' TEN ')).toEqual({
    discount: {
      code: 'TEN',
      percentOff: 10,
      amountOffCents: null,
      duration: 'once',
      months: null,
      endsAt: null,
    },
  })
  expect(await found('spring')).toMatchObject({
    discount: { code: 'Spring', amountOffCents: 500, months: 3 },
  })
  for (const code of ['LATE', 'USED', 'EURO', 'Winter', 'NONE', '', '../customers', 'a b']) {
    expect([code, await found(code)]).toEqual([code, { refused: 'unknown' }])
  }
})

test('a coupon takes off as long as it says, and a discount of two kinds is one', async () => {
  const desk = await deskWith('visa')
  const { stripe, channel, customer } = desk
  stripe.addCoupon({ id: 'HALF3', percent_off: 50, duration: 'repeating', duration_in_months: 3 })
  stripe.addCoupon({ id: 'TEN', percent_off: 10, duration: 'once' })

  await channel.subscribe(customer, desk.order('lite', { coupon: 'HALF3' }))
  expect((await desk.readOnly()).discount).toMatchObject({ code: 'HALF3', duration: 'repeating' })
  await desk.advance(125 * dayMillis)
  expect((await totals(desk)).map(([, total]) => total)).toEqual([900, 900, 450, 450, 450])

  const { providerId: subscription } = await desk.readOnly()
  await channel.applyCoupon(customer, { subscription, code: 'TEN', operation: 'coupon-1' })
  await channel.applyCoupon(customer, { subscription, code: 'TEN', operation: 'coupon-1' })
  expect(stripe.account.get('coupon', 'TEN').times_redeemed).toBe(1)
  await desk.advance(31 * dayMillis)
  expect((await totals(desk))[0]).toEqual(['paid', 810])
  expect((await desk.readOnly()).discount).toBeNull()
  await expect(
    channel.applyCoupon(customer, { subscription, code: 'NONE', operation: 'coupon-2' }),
  ).rejects.toEqual(refusal('coupon'))
})

test('an order whose coupon is invalid creates nothing', async () => {
  const desk = await deskWith('visa')

  const order = desk.order('plus', { coupon: 'NONE' })
  await expect(desk.channel.subscribe(desk.customer, order)).rejects.toEqual(refusal('coupon'))

  expect(await desk.channel.listSubscriptions(desk.customer)).toEqual([])
})

test('the offer to who cancels is a price from now on, without a code', async () => {
  const desk = await subscribed('visa', 'enterprise')
  const { channel, customer, subscription } = desk
  const offer = { subscription, priceCents: 12_400, operation: 'offer-1' }

  await channel.applyOffer(customer, offer)
  await channel.applyOffer(customer, offer)

  expect((await desk.readOnly()).discount).toMatchObject({ code: null, amountOffCents: 6_500 })
  const [item] = desk.stripe.account.get('subscription', subscription).items.data
  const product = item?.price.product ?? ''
  expect(desk.stripe.account.tables.coupon.has(`cancellation-offer-${product}-6500`)).toBe(true)
  expect(
    await channel.findCoupon(customer, {
      code: `cancellation-offer-${product}-6500`,
      plan: desk.plan('plus'),
      quantity: 1,
    }),
  ).toEqual({ refused: 'unknown' })
  await desk.advance(62 * dayMillis)
  expect((await totals(desk)).map(([, total]) => total)).toEqual([12_400, 12_400, 18_900])
  await expect(
    channel.applyOffer(customer, { ...offer, priceCents: 20_000, operation: 'offer-2' }),
  ).rejects.toEqual(refusal('other'))
})

test('the next invoice is known until the subscription is canceled', async () => {
  const desk = await subscribed()
  const { channel, customer, subscription } = desk
  const { currentPeriodEndsAt } = await desk.readOnly()

  expect(await channel.previewInvoice(customer)).toMatchObject({
    totalCents: 2_900,
    state: 'open',
    number: null,
    issuedAt: currentPeriodEndsAt,
    subscriptionProviderId: subscription,
  })
  await channel.cancel(customer, { subscription, operation: 'c1' })

  expect(await channel.previewInvoice(customer)).toBeNull()
})

test('an invoice’s document is streamed only to its customer', async () => {
  const desk = await subscribed()
  const { channel, customer, createCustomer, stripe } = desk
  const [invoice] = await channel.listInvoices(customer)
  const id = invoice?.providerId ?? ''

  const pdf = await channel.readInvoicePdf(customer, id)
  expect(await new Response(pdf).text()).toMatch(/^%PDF-1\.4[^]*\$29\.00, paid[^]*%%EOF\n$/)
  expect(await channel.readInvoicePdf(await createCustomer(2), id)).toBeNull()
  expect(await channel.readInvoicePdf(customer, 'in_unknown')).toBeNull()
  stripe.failAfter(1, stripeFails)
  await expect(channel.readInvoicePdf(customer, id)).rejects.toThrow(TryLater)
})

test('details reach the customer, and a VAT ID is replaced, checked and removed', async () => {
  const { channel, customer, stripe } = await createCardDesk()
  const taxIds = () => [...stripe.account.tables.tax_id.values()].map(({ value }) => value)

  expect(await channel.updateDetails(customer, details)).toBeNull()
  expect(stripe.account.get('customer', customer.providerId)).toMatchObject({
    name: 'Oak & Ash',
    address: { line1: 'Keizersgracht 1', line2: null, country: 'NL', postal_code: '1015 CN' },
    invoice_settings: { footer: 'Order 7' },
  })
  const withVat = (vatId: string, country = 'NL') =>
    channel.updateDetails(customer, { ...details, vatId, country })
  expect(await withVat('NL 0012.34.567-B01')).toBe('verified')
  expect(await withVat('NL001234567B01')).toBe('verified')
  expect(taxIds()).toEqual(['NL001234567B01'])
  expect(await withVat('222222222', 'DE')).toBe('pending')
  expect(await withVat('CHE123456789MWST', 'CH')).toBe('verified')
  expect(taxIds()).toEqual(['CHE-123.456.789 MWST'])
  await expect(withVat('1', 'CH')).rejects.toEqual(refusal('vat_id'))
  await expect(withVat('1', 'KP')).rejects.toEqual(refusal('vat_id'))
  expect(taxIds()).toEqual(['CHE-123.456.789 MWST'])

  expect(await withVat('')).toBeNull()
  expect(taxIds()).toEqual([])
})

test('Stripe Tax adds tax where it’s due', async () => {
  const desk = await createCardDesk({ hasTax: true })
  const { channel, customer, stripe } = desk
  stripe.giveCard(customer.providerId, 'dutch')
  await channel.updateDetails(customer, details)

  await channel.subscribe(customer, desk.order('plus'))

  expect(await channel.listInvoices(customer)).toMatchObject([
    { subtotalCents: 2_900, taxCents: 609, totalCents: 3_509, paidCents: 3_509 },
  ])
})

test('no one pays another price than the catalog’s', async () => {
  const desk = await deskWith('visa')
  const { stripe, channel, customer } = desk
  const prices = [...stripe.account.tables.price.values()]
  const plus = prices.find(({ lookup_key: key }) => key === 'plus')
  if (!plus) throw new Error('There is no price.')
  plus.unit_amount = 3_100

  await expect(channel.subscribe(customer, desk.order('plus'))).rejects.toEqual(refusal('other'))

  const created = await channel.createPrices()
  expect(created.filter(({ isNew }) => isNew).map(({ planId }) => planId)).toEqual(['plus'])
  expect((await channel.createPrices()).some(({ isNew }) => isNew)).toBe(false)
  await channel.subscribe(customer, desk.order('plus'))
  expect((await desk.readOnly()).unitCents).toBe(2_900)
})

test('a subscription keeps its plan when the plan gets another price', async () => {
  const desk = await deskWith('visa')
  const { stripe, channel, customer } = desk
  stripe.account.tables.price.clear()
  await channel.createPrices()
  await channel.subscribe(customer, desk.order('plus'))
  const [old] = [...stripe.account.tables.price.values()].filter(
    ({ lookup_key: key }) => key === 'plus',
  )
  if (!old) throw new Error('There is no price.')
  old.unit_amount = 2_500

  await channel.createPrices()

  expect(old.lookup_key).toBeNull()
  expect(await desk.readOnly()).toMatchObject({ planId: 'plus', unitCents: 2_500 })
})

test('a subscription at a price of another catalog has no plan', async () => {
  const desk = await subscribed()
  for (const key of [null, 'lite-shopify', 'unknown']) {
    for (const price of desk.stripe.account.tables.price.values()) price.lookup_key = key

    expect(await desk.readOnly()).toMatchObject({ planId: null })
  }
})

test('a response from Stripe leads to one of three outcomes', async () => {
  const desk = await deskWith('visa')
  const { stripe, channel, customer } = desk
  const list = () => channel.listSubscriptions(customer)
  const error = (status: number, fields: object) => ({ status, json: { error: fields } })

  const busy = error(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' })
  for (const fault of [stripeFails, stripeThrottles, busy, 'hang up'] as const) {
    stripe.failAfter(0, fault)
    await expect(list()).rejects.toThrow(TryLater)
  }
  const other = { json: { object: 'list', data: [{ id: 'sub_1' }], has_more: false } }
  for (const fault of ['html', other] as const) {
    stripe.failAfter(0, fault)
    await expect(list()).rejects.toThrow(BadRecord)
  }
  for (const status of [400, 401, 403]) {
    stripe.failAfter(0, error(status, { type: 'invalid_request_error', message: 'sk_test_secret' }))
    await expect(list()).rejects.toEqual(refusal('other'))
  }
  const refused = await list().catch(String)
  expect(refused).not.toContain('sk_test_secret')
})

test('each request that creates or changes carries a key, and the pinned version', async () => {
  const desk = await subscribed()
  const { stripe, channel, customer, subscription } = desk
  await channel.switchPlan(customer, { ...desk.order('genius', { operation: 'op' }), subscription })
  await channel.cancel(customer, { subscription, operation: 'op' })
  await channel.resume(customer, { subscription, operation: 'op' })
  const posts = stripe.seen.filter(({ method }) => method === 'POST')

  expect(posts.map(({ headers }) => headers['idempotency-key'])).not.toContain(undefined)
  expect(posts.slice(-3).map(({ headers }) => headers['idempotency-key'])).toEqual([
    'team-1-switch-op',
    'team-1-cancel-op',
    'team-1-resume-op',
  ])
  expect(new Set(stripe.seen.map(({ headers }) => headers['stripe-version']))).toEqual(
    new Set(['2026-10-28.endive']),
  )
  expect(JSON.stringify(stripe.seen)).not.toContain('x-stripe-client-telemetry')
})
