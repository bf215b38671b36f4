/** Events of Stripe's payments that come after these were listed, while no webhook arrives. */
import { expect, test } from 'vitest'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import type { StripeServer } from '#workshop/doubles/shops/stripe-server.ts'
import { connect, pullAll, readThrough } from '#tests/integrations/callers.ts'
import { stripe as stripeCase } from '#tests/integrations/cases/stripe.ts'
import { createClock } from '#tests/support/clock.ts'
import { isActivity } from '../record.ts'
import { stripe } from './stripe.ts'

async function openLate() {
  const clock = createClock()
  const { world, caller } = await connect(stripe, stripeCase, { clock })
  const double = world.double as StripeServer
  double.deliver(false)
  const list = async (cursor: Parameters<typeof pullAll>[2]) => {
    clock.advance(7 * hourMillis)
    const read = await pullAll(stripe, caller, cursor)
    return { cursor: read.cursor, records: read.records.filter(isActivity) }
  }
  return { clock, double, caller, list }
}

test('a payment that is captured days after it was listed arrives, dated by its checkout', async () => {
  const { clock, double, list } = await openLate()
  const paidAt = clock.now()
  const charge = await double.pay({ captured: false })
  const before = await list(null)
  expect(before.records).toEqual([])

  clock.advance(5 * dayMillis)
  await double.capture(charge.id, 2000)
  const capturedAt = clock.now()
  const { records, cursor } = await list(before.cursor)
  expect(records).toMatchObject([
    {
      id: charge['payment_intent'],
      total: 20,
      state: 'confirmed',
      occurred_at: paidAt.toISOString(),
      as_of: capturedAt.toISOString(),
    },
  ])
  expect((await list(cursor)).records).toEqual([])
})

test('a chargeback that begins and ends after its payment was listed counts as each says', async () => {
  const { clock, double, list } = await openLate()
  const charge = await double.pay()
  const before = await list(null)
  clock.advance(20 * dayMillis)
  await double.dispute(charge.id, false)
  const begun = await list(before.cursor)
  expect(begun.records).toMatchObject([{ id: charge['payment_intent'], state: 'refunded' }])

  clock.advance(20 * dayMillis)
  await double.dispute(charge.id, true)
  const ended = await list(begun.cursor)
  expect(ended.records).toMatchObject([{ id: charge['payment_intent'], state: 'confirmed' }])
})

test('a subscription whose checkout was opened before the last reading, and sent after it, arrives', async () => {
  const { clock, double, list } = await openLate()
  const openedAt = Math.floor(clock.now().getTime() / 1000)
  const before = await list(null)
  const { session } = await double.checkOut({
    mode: 'subscription',
    payment_intent: null,
    invoice: 'in_1',
    created: openedAt,
  })

  const { records } = await list(before.cursor)
  expect(records.find(({ id }) => id === 'in_1')).toMatchObject({ total: 24.5 })
  expect(session.created).toBe(openedAt)
})

test('a key that may not read events brings all else, and its page says what can be missed', async () => {
  const { clock, double, caller } = await openLate()
  const charge = await double.pay()
  double.failBy(({ path }) =>
    path === '/v1/events'
      ? { status: 403, json: { error: { type: 'invalid_request_error' } } }
      : undefined,
  )
  clock.advance(hourMillis)

  const { records, failures } = await readThrough(stripe, caller, null)

  expect(records.filter(isActivity)).toMatchObject([{ id: charge['payment_intent'] }])
  expect(failures).toMatchObject([
    { sentence: expect.stringContaining('set Events to Read') as string },
  ])
})
