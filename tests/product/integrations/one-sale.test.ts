/**
 * A shop's order and its payment at Stripe or PayPal are one sale, in whatever order and way they
 * arrive. On both engines.
 */
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { stripEmail } from '#app/domain/activities/activity-row.server.ts'
import { recordReports } from '#app/domain/activities/record-activities.server.ts'
import { lockSales } from '#app/domain/activities/sales/match-payments.server.ts'
import { settledOrWaiting } from '../../support/api/locks.ts'
import {
  billing,
  buyerEmail,
  openPaidShop,
  openSaleReports,
} from '../../support/integrations/paid-shop.ts'
import { storeNudge } from '../../support/nudges.ts'

const minute = 60_000
const matched = ['stripe withheld matched', 'wordpress shown']
const two = ['stripe shown', 'wordpress shown']

test.each(['order first', 'payment first'])(
  'an order and its payment are one sale (%s)',
  async (way) => {
    const { connect, order, pay, shown } = await openPaidShop()
    await connect()
    if (way === 'order first') await order()
    await pay()
    if (way === 'payment first') await order()

    expect(await shown()).toEqual(matched)
  },
)

test('pages show and count it once', async () => {
  const { world, services, site, connect, order, pay } = await openPaidShop()
  await storeNudge(services, site, { type: 'purchase' })
  await storeNudge(services, site, { type: 'purchases', query: { minimum: 3 } })
  await connect()
  // Counts need data from before their window.
  const before = new Date(world.clock.now().getTime() - 30 * 24 * 60 * minute).toISOString()
  await order({ date_paid_gmt: before.slice(0, 19) })
  for (const total of [30, 31, 32]) {
    await pay({ amount: total * 100 })
    await order({ total: `${String(total)}.00` })
  }

  const answer = await fetch(`${world.served.baseUrl}/api/pixel/${site.uuid}`)
  const { nudges } = (await answer.json()) as {
    nudges: { type: string; items: { text: string }[] }[]
  }
  const items = (type: string) => nudges.find((one) => one.type === type)?.items ?? []
  expect(items('purchase')).toHaveLength(3)
  expect(items('purchases').map(({ text }) => text)).toEqual([expect.stringMatching(/^3 orders/)])
})

test('payments and orders from before connecting are matched, and reading them again changes nothing', async () => {
  const { world, connect, woo, stripe, shown } = await openPaidShop()
  for (let count = 0; count < 30; count += 1) {
    const total = 20 + count
    await woo.placeOrder({ total: `${String(total)}.00` })
    await stripe.pay({ billing_details: billing, amount: total * 100 })
  }
  await connect()
  for (let count = 0; count < 10; count += 1) {
    await world.pull()
    world.clock.advance(minute)
  }

  const rows = await shown()
  expect(rows).toHaveLength(60)
  expect(new Set(rows)).toEqual(new Set(matched))
})

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['another amount', {}, { amount: 2451 }],
  ['another currency', {}, { currency: 'usd' }],
  ['another person', {}, { billing_details: { ...billing, email: 'noah@shop.example' } }],
  ['a payment without an email address', {}, { billing_details: { ...billing, email: null } }],
  ['an order without an email address', { billing: { first_name: 'Emma' } }, {}],
  ['a test payment', {}, { livemode: false }],
])('%s: they are two', async (_name, ofOrder, ofPayment) => {
  const { connect, order, pay, rows } = await openPaidShop()
  await connect()
  await order(ofOrder)
  await pay(ofPayment)

  const stored = (await rows()).filter(({ kind }) => kind === 'purchase')
  expect(stored).toHaveLength(2)
  expect(stored.map(({ sameSaleAs }) => sameSaleAs)).toEqual([null, null])
})

test.each([
  [9, matched],
  [11, two],
])('%i minutes apart', async (minutes, expected) => {
  const { world, connect, order, pay, shown } = await openPaidShop()
  await connect()
  await order()
  world.clock.advance(minutes * minute)
  await pay()

  expect(await shown()).toEqual(expected)
})

test('two equal orders of a person and their payments are two sales', async () => {
  const { world, connect, woo, stripe, order, pay, shown } = await openPaidShop()
  await connect()
  await woo.placeOrder()
  await woo.placeOrder()
  await world.process()
  await stripe.pay({ billing_details: billing })
  await stripe.pay({ billing_details: billing })
  await world.process()
  expect(await shown()).toEqual([...matched, ...matched].toSorted())

  world.clock.advance(60 * minute)
  await order()
  await pay()
  await order()
  await pay()
  expect((await shown()).filter((row) => row.endsWith('matched'))).toHaveLength(4)
})

test('the nearest of two payments that fit one order is its payment', async () => {
  const { byShop, byStripe, record, factOf, rows, shown } = await openSaleReports()
  const at = Date.parse(factOf().occurred_at)
  const paid = (id: string, minutes: number) =>
    factOf({ id, occurred_at: new Date(at - minutes * minute).toISOString() })
  await record(byStripe, [paid('pi_1', 5), paid('pi_2', 2)])
  await record(byShop, [factOf()])

  expect(await shown()).toEqual(['stripe shown', ...matched])
  const pair = (await rows()).find(({ sameSaleAs }) => sameSaleAs !== null)
  expect(pair?.externalId).toBe('pi_2')
})

test('a payment gives its nearest order to one that fits no other, whatever arrives last', async () => {
  const { byShop, byStripe, record, factOf, rows, shown, orderGoal, reached } =
    await openSaleReports()
  await orderGoal()
  const at = Date.parse(factOf().occurred_at) - 60 * minute
  const parts = [
    [byShop, 'order 8', 8],
    [byShop, 'order 18', 18],
    [byStripe, 'payment 0', 0],
    [byStripe, 'payment 9', 9],
  ] as const
  // Each of them arrives last once, each time of another person.
  for (const last of parts.keys()) {
    const person = { first_name: 'Emma', email: `last-${String(last)}@home.example` }
    for (const [by, name, minutes] of [...parts.slice(last + 1), ...parts.slice(0, last + 1)]) {
      const when = new Date(at + minutes * minute).toISOString()
      await record(by, [factOf({ id: `${name} of ${String(last)}`, person, occurred_at: when })])
    }
  }

  expect((await shown()).filter((row) => row.endsWith('shown'))).toHaveLength(8)
  expect((await shown()).filter((row) => row.endsWith('matched'))).toHaveLength(8)
  expect((await reached()).every((key) => key.startsWith('order:order'))).toBe(true)
  expect(await reached()).toHaveLength(8)
  const stored = await rows()
  const nameOf = (id: number | null) => stored.find((row) => row.id === id)?.externalId
  const pairs = stored.flatMap(({ externalId, sameSaleAs }) =>
    sameSaleAs === null ? [] : [[externalId, nameOf(sameSaleAs)]],
  )
  expect(pairs).toContainEqual(['payment 0 of 1', 'order 8 of 1'])
  expect(pairs).toContainEqual(['payment 9 of 1', 'order 18 of 1'])
})

test.each(['byShop', 'byStripe'] as const)(
  'equal orders and payments are as many sales as there are of the part that has more (%s last)',
  async (last) => {
    const reports = await openSaleReports()
    const { byShop, byStripe, record, factOf, shown } = reports
    const at = Date.parse(factOf().occurred_at)
    const some = (name: string, minutes: readonly number[]) =>
      minutes.map((before, place) =>
        factOf({
          id: `${name}${String(place)}`,
          occurred_at: new Date(at - before * minute).toISOString(),
        }),
      )
    const orders = () => record(byShop, some('order', [0, 1, 2, 3, 4]))
    const payments = () => record(byStripe, some('pi', [1, 1, 8]))
    for (const door of last === 'byShop' ? [payments, orders] : [orders, payments]) await door()

    const rows = await shown()
    expect(rows.filter((row) => row.endsWith('shown'))).toHaveLength(5)
    expect(rows.filter((row) => row.endsWith('matched'))).toHaveLength(3)
  },
)

test('a payment at PayPal is matched by the address of its payer', async () => {
  const { world, connectAt, paypal, order, shown } = await openPaidShop()
  await world.connect()
  await connectAt('paypal', { clientId: paypal.clientId, clientSecret: paypal.clientSecret })
  await order()
  await paypal.pay({ email: buyerEmail })
  await world.process()

  expect(await shown()).toEqual(['paypal withheld matched', 'wordpress shown'])
})

test.skipIf(inject('engine') === 'pglite')(
  'the two parts of a sale that arrive in the same moment find each other',
  async () => {
    const { services, site, factOf, byShop, byStripe, record, shown } = await openSaleReports()
    const { secrets } = services.security
    const { second, waited } = await services.db.asTeam(site.scope, async (tx) => {
      await lockSales(tx, site.scope)
      await recordReports(tx, site.scope, {
        reports: [stripEmail(secrets, factOf())],
        provenance: { source: 'integration', ...byShop },
        at: services.now(),
      })
      // It can't see the order, whose transaction hasn't ended.
      const second = record(byStripe, [factOf({ id: 'pi_1' })])
      const waited = settledOrWaiting(services, second)
      await waited
      return { second, waited }
    })
    await Promise.all([second, waited])

    expect(await shown()).toEqual(matched)
  },
)

test('random orders and payments through both doors are as many sales as there are orders', async () => {
  const { services, factOf, byShop, byStripe, record, shown } = await openSaleReports()
  const coins = fc.sample(fc.boolean(), { numRuns: 400, seed: 7 }).values()
  const toss = () => coins.next().value === true
  const start = services.now().getTime()
  const sales = Array.from({ length: 80 }, (_none, place) => ({
    // Some people buy for the same amount again, on another day.
    email: `n${String(place % 40)}@home.example`,
    total: 10 + (place % 20),
    at: start - (place < 40 ? 3 : 30) * 3_600_000,
    isPaidHere: toss(),
  }))
  const orders = sales.map(({ email: address, total, at }, place) =>
    factOf({
      id: String(place),
      person: { email: address },
      total,
      occurred_at: new Date(at).toISOString(),
    }),
  )
  const payments = sales.flatMap(({ email: address, total, at, isPaidHere }, place) =>
    isPaidHere
      ? factOf({
          id: `pi_${String(place)}`,
          person: { email: address },
          total,
          occurred_at: new Date(at + (place % 19) * 30_000).toISOString(),
        })
      : [],
  )
  const batches = [
    ...[0, 20, 40, 60].map((from) => [byShop, orders.slice(from, from + 20)] as const),
    ...[0, 15, 30, 45, 60].map((from) => [byStripe, payments.slice(from, from + 15)] as const),
  ]
  for (let turn = 0; turn < 3; turn += 1) {
    const shuffled = batches.toSorted(() => (toss() ? 1 : -1))
    await Promise.all(
      shuffled.map(([by, facts]) => record(by, toss() ? facts.toReversed() : facts)),
    )
  }

  const rows = await shown()
  expect(rows.filter((row) => row === 'wordpress shown')).toHaveLength(80)
  expect(rows.filter((row) => row === 'stripe withheld matched')).toHaveLength(payments.length)
  expect(rows).toHaveLength(80 + payments.length)
})
