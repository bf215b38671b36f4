/** Payments that PayPal's webhooks didn't deliver, by its list of transactions. */
import { expect, test } from 'vitest'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { ConnectionLost, TryLater } from '#app/lib/web/provider-errors.ts'
import type { PayPalServer } from '#workshop/doubles/shops/paypal-server.ts'
import { connect, pullAll, storedDelivery } from '#tests/integrations/callers.ts'
import { paypal as paypalCase } from '#tests/integrations/cases/paypal.ts'
import { createClock } from '#tests/support/clock.ts'
import { paypal } from '../catalog/paypal.ts'
import type { Cursor, PulledPage } from '../integration.ts'
import { isActivity } from '../record.ts'

async function connectPayPal() {
  const clock = createClock()
  const connected = await connect(paypal, paypalCase, { clock })
  const double = connected.world.double as PayPalServer
  let cursor: Cursor = null
  const pull = async () => {
    const { records, cursor: next } = await pullAll(paypal, connected.caller, cursor)
    cursor = next
    return records.filter(isActivity)
  }
  const ago = (millis: number) => ({
    at: new Date(clock.now().getTime() - millis),
    isDelivered: false,
  })
  return { ...connected, clock, double, pull, ago }
}

test('a payment is the same record by the list as by its webhook', async () => {
  const { double, caller, pull, ago } = await connectPayPal()
  const paid = await double.pay(ago(dayMillis))
  const event = {
    id: 'WH-1',
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    create_time: paid['create_time'],
    resource: paid,
  }

  const listed = await pull()

  const stored = storedDelivery(event.event_type, JSON.stringify(event), new Date(0))
  expect(listed).toEqual(await paypal.receive?.read(stored, caller()))
  expect(listed).toMatchObject([{ id: paid.id, person: { first_name: 'Emma' } }])
})

test('money that went back is a refund, and part of it leaves a purchase', async () => {
  const { double, pull, ago } = await connectPayPal()
  const [whole, part] = [await double.pay(ago(dayMillis)), await double.pay(ago(dayMillis))]
  await double.refund(whole.id, ago(5 * hourMillis))
  await double.refund(part.id, { ...ago(5 * hourMillis), isPart: true })

  const states = (await pull()).map(({ id, state }) => [id, state])

  expect(new Set(states.map(String))).toEqual(
    new Set([`${whole.id},refunded`, `${part.id},confirmed`]),
  )
})

test('a refund of a payment from before the list brings it back as refunded', async () => {
  const { double, pull, ago, clock } = await connectPayPal()
  const { id } = await double.pay(ago(dayMillis))
  await pull()
  clock.advance(dayMillis)
  await double.refund(id, ago(4 * hourMillis))

  expect(await pull()).toMatchObject([{ id, state: 'refunded' }])
})

test('subscriptions count, and payments of other apps and pending ones don’t', async () => {
  const { double, pull, ago } = await connectPayPal()
  const sale = await double.renew(ago(dayMillis))
  double.payElsewhere(ago(dayMillis))
  const waiting = await double.pay(ago(dayMillis))
  const row = double.reports.rows.find(({ info }) => info.transaction_id === waiting.id)
  Object.assign(row?.info ?? {}, { transaction_status: 'P' })

  expect(await pull()).toMatchObject([{ id: sale, state: 'confirmed', total: 24.5 }])
})

/** As a page of the product reads it: the sentence for the owner, after each reading. */
async function readLimits() {
  const connected = await connectPayPal()
  let cursor: Cursor = null
  const readLimit = async () => {
    let limit: string | undefined
    for (let hasMore = true; hasMore;) {
      const page: PulledPage | undefined = await paypal.pull?.page(connected.caller(), cursor)
      if (page?.failure) throw page.failure
      cursor = page?.cursor ?? null
      hasMore = page?.hasMore === true
      limit = page?.limit
    }
    return limit
  }
  return { ...connected, readLimit }
}

const isOfAnotherApp = expect.stringMatching(/made with another app.+your checkout uses/) as string

test('an app that none of the account’s payments was made with is named to its owner', async () => {
  const { double, ago, clock, readLimit } = await readLimits()
  for (let nth = 0; nth < 25; nth += 1) double.payElsewhere(ago(dayMillis))

  expect(await readLimit()).toEqual(isOfAnotherApp)
  clock.advance(dayMillis)
  expect(await readLimit()).toEqual(isOfAnotherApp)

  await double.pay(ago(hourMillis))
  clock.advance(dayMillis)
  expect(await readLimit()).toBeUndefined()
})

test.each([
  ['no payments', 0, 0],
  ['payments of this app, and then of others', 20, 25],
  ['payments of other apps, and then of this one', -25, 1],
])('an app is fine with %s', async (_name, first, second) => {
  const { double, ago, readLimit } = await readLimits()
  for (let nth = first; nth < 0; nth += 1) double.payElsewhere(ago(2 * dayMillis))
  for (let nth = 0; nth < first; nth += 1) await double.pay(ago(2 * dayMillis))
  for (let nth = 0; nth < second; nth += 1) {
    if (first > 0) double.payElsewhere(ago(dayMillis))
    else await double.pay(ago(dayMillis))
  }

  expect(await readLimit()).toBeUndefined()
})

test('a few payments without an app, and a night of them alone, say nothing about the app', async () => {
  const few = await readLimits()
  for (let nth = 0; nth < 4; nth += 1) few.double.payElsewhere(few.ago(dayMillis))
  expect(await few.readLimit()).toBeUndefined()

  const night = await readLimits()
  await night.double.pay(night.ago(dayMillis))
  expect(await night.readLimit()).toBeUndefined()
  night.clock.advance(8 * hourMillis)
  for (let nth = 0; nth < 20; nth += 1) night.double.payElsewhere(night.ago(4 * hourMillis))
  expect(await night.readLimit()).toBeUndefined()
})

test('it isn’t said while the reading goes on', async () => {
  const { double, ago, caller } = await readLimits()
  for (let nth = 0; nth < 20; nth += 1) double.payElsewhere(ago(2 * dayMillis))
  await double.pay(ago(dayMillis))

  const limits: (string | undefined)[] = []
  let cursor: Cursor = null
  for (let hasMore = true; hasMore;) {
    const page: PulledPage | undefined = await paypal.pull?.page(caller(), cursor)
    cursor = page?.cursor ?? null
    hasMore = page?.hasMore === true
    limits.push(page?.limit)
  }

  expect(limits.filter(Boolean)).toEqual([])
})

test.each(['/v1/payments/sale/', '/v2/payments/captures/', '/v2/checkout/orders/'])(
  'one payment that is refused under %s for any reason stops no others',
  async (start) => {
    const { double, pull, ago } = await connectPayPal()
    const refused = await double.pay(ago(dayMillis))
    const other = await double.renew(ago(dayMillis))
    double.captures.delete(start.includes('/sale/') ? refused.id : '')
    const isOther = (path: string) => path.endsWith(other)
    double.failBy(({ path }) =>
      path.startsWith(start) && !isOther(path)
        ? { status: 403, json: { name: 'PERMISSION_DENIED' } }
        : undefined,
    )

    const listed = (await pull()).map(({ id }) => id)

    expect(listed).toEqual(start.includes('/orders/') ? [refused.id, other] : [other])
  },
)

test('a last page that is full is known by the number of pages', async () => {
  const { double, pull, ago } = await connectPayPal()
  for (let nth = 0; nth < 40; nth += 1) await double.pay(ago(dayMillis))

  expect(await pull()).toHaveLength(40)
  const pages = double.seen
    .filter(({ path }) => path.endsWith('/reporting/transactions'))
    .map(({ query }) => query.get('page'))
  expect(pages).toEqual(['1', '1', '2'])
})

test('past payments are read within the longest range that PayPal allows', async () => {
  const { double, pull, ago } = await connectPayPal()
  const ids: string[] = []
  for (const days of [70, 59, 29, 1]) ids.push((await double.pay(ago(days * dayMillis))).id)

  const listed = await pull()

  expect(listed.map(({ id }) => id).sort()).toEqual(ids.slice(1))
})

test('more payments than PayPal lists are read in shorter ranges', async () => {
  const { double, pull, ago } = await connectPayPal()
  double.reports.mostRows = 3
  const ids: string[] = []
  for (let days = 20; days > 8; days -= 1) ids.push((await double.pay(ago(days * dayMillis))).id)

  const listed = await pull()

  expect([...new Set(listed.map(({ id }) => id))].sort()).toEqual(ids)
})

test('the newest payments are read when PayPal is sure to list them', async () => {
  const { double, pull, ago, clock } = await connectPayPal()
  const { id } = await double.pay(ago(minuteMillis))
  expect(await pull()).toEqual([])

  clock.advance(4 * hourMillis)
  expect(await pull()).toMatchObject([{ id }])
  clock.advance(4 * hourMillis)
  expect(await pull()).toEqual([])
})

test('while PayPal’s list is further behind, nothing counts as read', async () => {
  const { double, pull, ago } = await connectPayPal()
  double.reports.delayMillis = 8 * hourMillis
  const { id } = await double.pay(ago(6 * hourMillis))

  await expect(pull()).rejects.toThrow(TryLater)
  double.reports.delayMillis = 3 * hourMillis
  expect(await pull()).toMatchObject([{ id }])
})

test('an app without the feature is refused the list, and not the connection', async () => {
  const { double, pull, caller } = await connectPayPal()
  double.reports.isAllowed = false

  await expect(pull()).rejects.toThrow(ConnectionLost)
  expect(await paypal.test?.(caller())).toBeDefined()
  const page = await paypal.pull?.page(caller(), null)
  expect(page?.failure).toMatchObject({
    sentence: expect.stringMatching(/^New payments still arrive.+Transaction search/) as string,
  })
})
