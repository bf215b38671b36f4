/** Tests of Stripe and PayPal only. Tests that all integrations share are in battery.test.ts. */
import { expect, test } from 'vitest'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { ForgedDelivery, TryLater } from '#app/lib/web/provider-errors.ts'
import { makeCertificate } from '#workshop/doubles/shops/certificate.ts'
import type { PayPalServer } from '#workshop/doubles/shops/paypal-server.ts'
import type { StripeServer } from '#workshop/doubles/shops/stripe-server.ts'
import { connect, pullAll, readThrough, storedDelivery } from '#tests/integrations/callers.ts'
import { paypal as paypalCase } from '#tests/integrations/cases/paypal.ts'
import { stripe as stripeCase } from '#tests/integrations/cases/stripe.ts'
import payload from '#tests/payloads/services/paypal.json' with { type: 'json' }
import stripePayload from '#tests/payloads/services/stripe.json' with { type: 'json' }
import { createClock } from '#tests/support/clock.ts'
import { isActivity } from '../record.ts'
import type { Caller } from '../integration.ts'
import { paypal } from './paypal.ts'
import { stripe } from './stripe.ts'

const request = (body: string, headers: Record<string, string | undefined>) => ({
  method: 'POST',
  headers,
  query: new URLSearchParams(),
  body: Buffer.from(body),
})

const eventCreatedAt = new Date('2023-11-14T22:13:20.000Z')

async function connectStripe() {
  const connected = await connect(stripe, stripeCase, { clock: createClock() })
  const read = (type: string, object: unknown, livemode = true) => {
    const created = eventCreatedAt.getTime() / 1000
    const event = { id: 'evt_1', type, created, livemode, data: { object } }
    const stored = storedDelivery(type, JSON.stringify(event), new Date(0))
    return stripe.receive?.read(stored, connected.caller())
  }
  return { ...connected, double: connected.world.double as StripeServer, read }
}

test('Stripe’s signature is the one of the vector, next to others', async () => {
  const { caller } = await connectStripe()
  const { secret, timestamp, header } = stripePayload.vector
  const body = JSON.stringify(stripePayload.session_completed)
  const at = new Date(timestamp * 1000)
  const asked: Caller = { ...caller(), now: at, subscription: { secret } }
  const verify = (given: string, text: string) =>
    Promise.resolve().then(() =>
      stripe.receive?.verify(request(text, { 'stripe-signature': given }), asked),
    )

  // Its body isn't an event, so that a right signature ends with another error.
  const vector = verify(header.replace(',v1=', ',v0=old,v1=0000,v1='), stripePayload.vector.body)
  await expect(vector).rejects.toThrow('These fields can’t be read')
  await expect(verify(header, body)).rejects.toThrow(ForgedDelivery)
  await expect(verify(header.replace('v1=', 'v0='), stripePayload.vector.body)).rejects.toThrow(
    ForgedDelivery,
  )
})

test('a payment with Checkout is one purchase, whichever event comes first', async () => {
  const { double, read } = await connectStripe()
  const { session, charge } = await double.checkOut()

  const [fromCharge] = (await read('charge.succeeded', charge)) ?? []
  const [fromSession] = (await read('checkout.session.completed', session)) ?? []

  // The session has no moment of its payment, so its event's counts, which is in no other field.
  expect(fromSession).toEqual({ ...fromCharge, occurred_at: eventCreatedAt.toISOString() })
  expect(fromCharge).toMatchObject({ id: charge['payment_intent'], items: [{ title: 'Oak tray' }] })
})

test.each([
  {
    mode: 'setup',
    status: 'expired',
    payment_status: 'no_payment_required',
    amount_total: null,
    currency: null,
  },
  { mode: 'setup', payment_status: 'no_payment_required', amount_total: null, currency: null },
  { mode: 'subscription', payment_status: 'no_payment_required', amount_total: 0 },
  { mode: 'payment', payment_status: 'unpaid' },
  { status: 'expired', payment_status: 'unpaid' },
  { status: 'open' },
])('a session of %j is no purchase, by its event and by the list', async (wanted) => {
  const { double, read, caller } = await connectStripe()
  const { session } = await double.checkOut({ payment_intent: null, ...wanted })
  const others = (await pullAll(stripe, caller, null)).records.filter(isActivity)

  expect(await read('checkout.session.completed', session)).toEqual([])
  expect(others.map(({ id }) => id)).not.toContain(session.id)
})

test('a key that may not read sessions still brings payments, without what was bought', async () => {
  const { double, read, caller } = await connectStripe()
  const { session, charge } = await double.checkOut()
  const intent = charge['payment_intent']
  double.failBy(({ path }) =>
    path.startsWith('/v1/checkout/')
      ? { status: 403, json: { error: { type: 'invalid_request_error' } } }
      : undefined,
  )

  const { records, failures } = await readThrough(stripe, caller, null)
  expect(records.filter(isActivity)).toMatchObject([{ id: intent, items: [] }])
  expect(failures).toMatchObject([{ sentence: expect.stringContaining('sessions') as string }])
  expect(await read('charge.succeeded', charge)).toMatchObject([{ id: intent, items: [] }])
  expect(await read('checkout.session.completed', session)).toMatchObject([
    { id: intent, items: [], total: 24.5 },
  ])
})

test('a payment that is refunded months later, while no webhook is there, is refunded', async () => {
  const clock = createClock()
  const { world, caller } = await connect(stripe, stripeCase, { clock })
  const double = world.double as StripeServer
  const [whole, part] = [await double.pay(), await double.pay()]
  clock.advance(hourMillis)
  const before = await pullAll(stripe, caller, null)
  expect(before.records.filter(isActivity).map(({ state }) => state)).not.toContain('refunded')
  double.endpoints.clear()
  clock.advance(100 * dayMillis)
  await double.refund(part.id, 100)
  await double.refund(whole.id)
  clock.advance(7 * hourMillis)

  const { records } = await pullAll(stripe, caller, before.cursor)

  expect(records).toMatchObject([{ id: whole['payment_intent'], state: 'refunded' }])
})

test('a renewal is no purchase, and part of the money back leaves one', async () => {
  const { double, read } = await connectStripe()
  const charge = await double.pay()

  expect(await read('charge.succeeded', { ...charge, invoice: 'in_1' })).toEqual([])
  expect(await read('charge.succeeded', { ...charge, captured: false })).toEqual([])
  expect(await read('charge.refunded', { ...charge, amount_refunded: 5 })).toEqual([])
  expect(await read('charge.refunded', { ...charge, refunded: true })).toMatchObject([
    { state: 'refunded', id: charge['payment_intent'] },
  ])
})

test('a chargeback ends a sale, until the shop gets its money again', async () => {
  const { double, read } = await connectStripe()
  const charge = await double.pay()
  const [taken, given] = ['charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated']
  const sale = { id: charge['payment_intent'], as_of: eventCreatedAt.toISOString() }

  const begun = await read(taken, await double.dispute(charge.id, false))
  expect(begun).toMatchObject([{ ...sale, state: 'refunded' }])
  expect(await read(taken, await double.dispute(charge.id, false, 50))).toEqual([])
  const won = await double.dispute(charge.id, true)
  expect(await read(given, won)).toMatchObject([{ ...sale, state: 'confirmed' }])
  await double.refund(charge.id)
  expect(await read(given, won)).toMatchObject([{ ...sale, state: 'refunded' }])
  expect(double.sent.map(({ type }) => type)).toContain(taken)
})

test('all that was left of a payment is charged back: after a part of it was captured, or refunded', async () => {
  const { double, read } = await connectStripe()
  const taken = 'charge.dispute.funds_withdrawn'
  const captured = (await double.checkOut({ payment_status: 'unpaid' })).charge
  await double.capture(captured.id, 2000)
  const refunded = await double.pay()
  await double.refund(refunded.id, 100)
  const left = Number(refunded['amount']) - 100

  expect(await read(taken, await double.dispute(captured.id, false, 1999))).toEqual([])
  for (const dispute of [
    await double.dispute(captured.id, false, 2000),
    await double.dispute(refunded.id, false, left),
  ]) {
    expect(await read(taken, dispute)).toMatchObject([{ state: 'refunded' }])
  }
})

test('a renewal whose dispute the shop wins is no purchase', async () => {
  const { double, read } = await connectStripe()
  const charge = await double.pay()
  Object.assign(charge, { invoice: 'in_1' })

  const dispute = await double.dispute(charge.id, true)

  expect(await read('charge.dispute.funds_reinstated', dispute)).toEqual([])
})

test('a chargeback from before the connection, or whose webhook was missed, is found by the list', async () => {
  const { double, caller } = await connectStripe()
  const charge = await double.pay()
  await double.dispute(charge.id, false)

  const { records } = await pullAll(stripe, caller, null)

  const states = records.filter(isActivity).filter(({ id }) => id === charge['payment_intent'])
  // By the list of charges, and by that of events.
  expect(states).toMatchObject([{ state: 'refunded' }, { state: 'refunded' }])
})

test('a payment that is captured later is a purchase then, of the captured amount, with what was bought', async () => {
  const { double, read, caller } = await connectStripe()
  const { charge, session } = await double.checkOut({ payment_status: 'unpaid' })
  expect(await read('charge.succeeded', charge)).toEqual([])
  expect((await pullAll(stripe, caller, null)).records.filter(isActivity)).toEqual([])

  await double.capture(charge.id, 2000)

  const captured = await read('charge.captured', charge)
  expect(captured).toMatchObject([
    {
      kind: 'purchase',
      id: session['payment_intent'],
      // As the list has it, and as shops date the order.
      occurred_at: new Date(charge.created * 1000).toISOString(),
      as_of: eventCreatedAt.toISOString(),
      items: [{ title: 'Oak tray' }],
      total: 20,
    },
  ])
  expect([...double.endpoints.values()][0]?.enabled_events).toContain('charge.captured')
})

test.each([
  ['jpy', 2450, 2450],
  ['eur', 2450, 24.5],
  ['kwd', 2450, 2.45],
])('amounts of %s are read in its unit', async (currency, amount, total) => {
  const { double, read } = await connectStripe()
  const charge = await double.pay({ currency, amount })

  expect(await read('charge.succeeded', charge)).toMatchObject([{ total, currency }])
})

test('a live key ignores events of test mode, and a test key marks its own', async () => {
  const { double, read, caller } = await connectStripe()
  const charge = await double.pay()

  expect(await read('charge.succeeded', { ...charge, livemode: false }, false)).toEqual([])
  expect(stripe.settings.safeParse({ key: 'sk_live_0123456789abcdef' }).success).toBe(false)
  expect((await stripe.test?.(caller()))?.label).toBe('Live key …ghij')
})

test('Stripe’s endpoint whose secret was lost is replaced', async () => {
  const { double, caller } = await connectStripe()
  const [before] = double.endpoints.keys()

  const made = await stripe.subscribe?.({ ...caller(), subscription: {} })

  expect([...double.endpoints.keys()]).toEqual([made?.['endpoint']])
  expect(made?.['endpoint']).not.toBe(before)
  expect(double.endpoints.get(made?.['endpoint'] ?? '')?.secret).toBe(made?.['secret'])
})

test('pulling Stripe brings each payment with what was bought', async () => {
  const { double, caller } = await connectStripe()
  await double.checkOut()
  await double.pay({ payment_intent: null })

  const { records } = await pullAll(stripe, caller, null)

  expect(new Set(records.filter(isActivity).map(({ id }) => id)).size).toBe(2)
})

async function connectPayPal() {
  const clock = createClock()
  const connected = await connect(paypal, paypalCase, { clock })
  const double = connected.world.double as PayPalServer
  const body = JSON.stringify(payload.capture_completed)
  const headers = double.sign(body, connected.subscription['webhook'] ?? '')
  const verify = (changed: Record<string, string | undefined> = {}, text = body) =>
    paypal.receive?.verify(request(text, { ...headers, ...changed }), connected.caller())
  return { ...connected, clock, double, body, headers, verify }
}

test('the message that PayPal signs is the described one', () => {
  const { vector } = payload

  expect(vector.message).toBe(
    [
      vector.transmission_id,
      vector.transmission_time,
      vector.webhook_id,
      vector.crc32_decimal,
    ].join('|'),
  )
})

test.each([
  'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1',
  'https://evilpaypal.com/v1/notifications/certs/CERT-1',
  'http://api.paypal.com/v1/notifications/certs/CERT-1',
  'https://api.paypal.com:8443/v1/notifications/certs/CERT-1',
  'https://api.paypal.com/v1/oauth2/token',
  'https://api.paypal.com/v1/notifications/certs/../../x',
  'file:///etc/passwd',
  'nothing',
])('a certificate at %s is not fetched', async (address) => {
  const { double, verify } = await connectPayPal()
  const before = double.seen.length

  await expect(verify({ 'paypal-cert-url': address })).rejects.toThrow(ForgedDelivery)
  expect(double.seen.length).toBe(before)
})

test('PayPal is asked when its certificate can’t be used, with the body as it came', async () => {
  const { clock, double, body, verify } = await connectPayPal()
  clock.advance(365 * 20 * dayMillis)

  await expect(verify()).rejects.toThrow(ForgedDelivery)
  double.verification.status = 'SUCCESS'
  const spaced = body.replace('"value":"30.00"', '"value" : 30.00')
  expect(await verify({}, spaced)).toMatchObject({ topic: 'PAYMENT.CAPTURE.COMPLETED' })

  const asked = double.seen.filter(({ path }) => path.endsWith('/verify-webhook-signature'))
  expect(asked).toHaveLength(2)
  expect(asked[1]?.body).toContain(`"webhook_event":${spaced}}`)
  double.limit(0, '60')
  await expect(verify({}, `${spaced} `)).rejects.toThrow(TryLater)
})

test('a certificate of someone else signs nothing', async () => {
  const { double, body, subscription, verify } = await connectPayPal()
  const other = makeCertificate({ from: new Date(0), until: new Date('2040-01-01') })

  const forged = double.sign(body, subscription['webhook'] ?? '', other)
  await expect(verify(forged)).rejects.toThrow(ForgedDelivery)
  await expect(verify(double.sign(body, 'ANOTHER-WEBHOOK'))).rejects.toThrow(ForgedDelivery)
})

test('part of the money back leaves a purchase, and an unknown buyer too', async () => {
  const { world, caller } = await connectPayPal()
  const capture = payload.capture_completed.resource
  world.double.answers.set(`GET /v2/payments/captures/${capture.id}`, {
    ...capture,
    status: 'PARTIALLY_REFUNDED',
  })
  const read = (event: { event_type: string }) =>
    paypal.receive?.read(
      storedDelivery(event.event_type, JSON.stringify(event), new Date(0)),
      caller(),
    )

  expect(await read(payload.capture_refunded)).toEqual([])
  expect(await read(payload.capture_completed)).toMatchObject([{ state: 'confirmed', items: [] }])
})
