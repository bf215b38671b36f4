/**
 * A shop's order and its payment at Stripe or PayPal are one sale, in whatever order and way they
 * arrive. On both engines.
 */
import { eq, isNotNull } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, inject, onTestFinished, test } from 'vitest'
import { activityInput, type ActivityInput } from '#app/contract/activities.ts'
import { activities, goalConversions } from '#app/db/schema/index.ts'
import { stripEmail } from '#app/domain/activities/activity-row.server.ts'
import { recordReports } from '#app/domain/activities/record-activities.server.ts'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { recordFacts } from '#app/domain/connections/record-activities.server.ts'
import { findErased } from '#app/domain/erasures/erased-activities.server.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { deleteActivity } from '#app/domain/lifecycle/delete-activity.server.ts'
import { eraseShopper } from '#app/domain/lifecycle/erase-shopper.server.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import { action, loader } from '#app/routes/data-feeds/activity.tsx'
import { startPayPalServer } from '#workshop/doubles/shops/paypal-server.ts'
import { startStripeServer } from '#workshop/doubles/shops/stripe-server.ts'
import { settledOrWaiting } from '../../support/api/locks.ts'
import { createConnectionWorld } from '../../support/integrations/connected-shop.ts'
import { createMakers } from '../../support/makers.ts'
import { storeNudge } from '../../support/nudges.ts'

const minute = 60_000
const email = 'emma@shop.example'
const billing = { name: 'Emma Visser', email, phone: null, address: null }

/** A WooCommerce shop whose customers pay by Stripe, both connected. */
async function openShop() {
  let time = () => new Date()
  const stripe = await startStripeServer(() => time())
  const paypal = await startPayPalServer(() => time())
  onTestFinished(stripe.stop)
  onTestFinished(paypal.stop)
  const world = await createConnectionWorld({
    'https://api.stripe.com': stripe.url,
    'https://api-m.paypal.com': paypal.url,
    'https://api.paypal.com': paypal.url,
  })
  time = world.clock.now
  const { services, site, woo } = world
  const connectAt = async (name: string, given: Record<string, string>) => {
    const integration = findIntegration(name)
    if (!integration) throw new Error(`${name} is not in the registry.`)
    const connected = await connectWithSettings(services, site.scope, { integration, given })
    if (!connected.ok) throw new Error(JSON.stringify(connected.errors))
    return connected.uuid
  }
  const connect = async () => {
    await world.connect()
    await connectAt('stripe', { key: stripe.key })
  }
  const order = async (wanted: Record<string, unknown> = {}) => {
    const placed = await woo.placeOrder(wanted)
    await world.process()
    return placed
  }
  const pay = async (wanted: Record<string, unknown> = {}) => {
    const charge = await stripe.pay({ billing_details: billing, ...wanted })
    await world.process()
    return charge
  }
  const rows = () => world.stored.activities()
  /** Each purchase, with whether it is shown. */
  const shown = async () => {
    const all = await rows()
    return all
      .filter(({ kind }) => kind === 'purchase')
      .map(({ account, isShowable, sameSaleAs }) => {
        const by = account.split(':')[0] ?? ''
        return `${by} ${isShowable ? 'shown' : 'withheld'}${sameSaleAs === null ? '' : ' matched'}`
      })
      .toSorted()
  }
  const paymentRow = async () => {
    const row = (await rows()).find(({ account }) => account === 'stripe')
    if (!row) throw new Error('There is no payment.')
    return row
  }
  const visit = (uuid: string, form?: Record<string, string>) =>
    world.visit(`/data-feeds/activities/${uuid}`, {
      as: site.owner,
      params: { uuid },
      ...(form ? { form } : {}),
    })
  const orderGoal = () =>
    createGoal(services, site.scope, {
      kind: 'order',
      name: 'Orders',
      is_active: true,
      is_repeatable: false,
    })
  const reached = async () =>
    (
      await services.db.system
        .select({ key: goalConversions.uniqueKey })
        .from(goalConversions)
        .where(eq(goalConversions.siteId, site.scope.siteId))
    )
      .map(({ key }) => key)
      .toSorted()
  return {
    ...{ world, services, site, woo, stripe, paypal, connect, connectAt, order, pay },
    ...{ rows, shown, paymentRow, visit, orderGoal, reached },
  }
}

const matched = ['stripe withheld matched', 'wordpress shown']
const two = ['stripe shown', 'wordpress shown']

test.each(['order first', 'payment first'])(
  'an order and its payment are one sale (%s)',
  async (way) => {
    const { connect, order, pay, shown } = await openShop()
    await connect()
    if (way === 'order first') await order()
    await pay()
    if (way === 'payment first') await order()

    expect(await shown()).toEqual(matched)
  },
)

test('pages show and count it once', async () => {
  const { world, services, site, connect, order, pay } = await openShop()
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
  const { world, connect, woo, stripe, shown } = await openShop()
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
  const { connect, order, pay, rows } = await openShop()
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
  const { world, connect, order, pay, shown } = await openShop()
  await connect()
  await order()
  world.clock.advance(minutes * minute)
  await pay()

  expect(await shown()).toEqual(expected)
})

test('two equal orders of a person are matched with neither payment, unless each arrives with its own', async () => {
  const { world, connect, woo, stripe, order, pay, shown } = await openShop()
  await connect()
  await woo.placeOrder()
  await woo.placeOrder()
  await world.process()
  await stripe.pay({ billing_details: billing })
  await stripe.pay({ billing_details: billing })
  await world.process()
  expect(await shown()).toEqual([
    ...two.slice(0, 1),
    ...two.slice(0, 1),
    ...two.slice(1),
    ...two.slice(1),
  ])

  world.clock.advance(60 * minute)
  await order()
  await pay()
  await order()
  await pay()
  expect((await shown()).filter((row) => row.endsWith('matched'))).toHaveLength(2)
})

test('two payments that fit one order are matched with none', async () => {
  const { world, connect, woo, stripe, shown } = await openShop()
  await connect()
  await stripe.pay({ billing_details: billing })
  await stripe.pay({ billing_details: billing })
  await world.process()
  await woo.placeOrder()
  await world.process()

  expect((await shown()).filter((row) => row.endsWith('matched'))).toEqual([])
})

test('a payment at PayPal is matched by the address of its payer', async () => {
  const { world, connectAt, paypal, order, shown } = await openShop()
  await world.connect()
  await connectAt('paypal', { clientId: paypal.clientId, clientSecret: paypal.clientSecret })
  await order()
  await paypal.pay({ email })
  await world.process()

  expect(await shown()).toEqual(['paypal withheld matched', 'wordpress shown'])
})

/** Reports by connections, without their services. */
async function openReports() {
  const shop = await openShop()
  const { world, services, site } = shop
  await shop.connect()
  const { rows: ids } = await services.pool.query<{ integration: string; id: string }>(
    'select integration, id::text from connections',
  )
  const idOf = (name: string) => Number(ids.find(({ integration }) => integration === name)?.id)
  const at = services.now().getTime()
  const factOf = (more: Partial<ActivityInput> = {}): ActivityInput =>
    activityInput.parse({
      kind: 'purchase',
      id: '115',
      occurred_at: new Date(at - minute).toISOString(),
      person: { first_name: 'Emma', email },
      items: [{ title: 'Lamp' }],
      total: 90,
      currency: 'EUR',
      ...more,
    })
  const reporter = (name: string, account: string) => ({
    site: site.scope,
    connectionId: idOf(name),
    account,
    goalsSince: new Date(0),
  })
  const byShop = reporter('wordpress', 'wordpress:one.example')
  const byStripe = reporter('stripe', 'stripe')
  const record = (by: typeof byShop, facts: readonly ActivityInput[]) =>
    recordFacts(
      services,
      by,
      facts.map((fact) => ({ fact, asOf: null })),
    )
  return { ...shop, world, factOf, byShop, byStripe, record }
}

test.skipIf(inject('engine') === 'pglite')(
  'the two parts of a sale that arrive in the same moment find each other',
  async () => {
    const { services, site, factOf, byShop, byStripe, record, shown } = await openReports()
    const { secrets } = services.security
    const { second, waited } = await services.db.asTeam(site.scope, async (tx) => {
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
  const { services, factOf, byShop, byStripe, record, shown } = await openReports()
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

test('a sale that is refunded at the shop doesn’t reappear as its payment, whatever arrives later', async () => {
  const { world, connect, woo, order, pay, shown, stripe } = await openShop()
  await connect()
  const { id } = await order()
  const charge = await pay()
  await woo.refund(id)
  await world.process()
  expect(await shown()).toEqual(['stripe withheld matched', 'wordpress withheld'])

  await world.pull()
  await stripe.refund(charge.id)
  await world.process()
  expect(await shown()).toEqual(['stripe withheld matched', 'wordpress withheld'])
})

test('a payment that arrives after its order was refunded is matched all the same', async () => {
  const { world, connect, woo, order, pay, shown } = await openShop()
  await connect()
  const { id } = await order()
  await woo.refund(id)
  await world.process()
  await pay()

  expect(await shown()).toEqual(['stripe withheld matched', 'wordpress withheld'])
})

test('an order that is deleted takes its payment with it, and neither comes back', async () => {
  const { world, services, site, connect, woo, stripe, order, pay, rows } = await openShop()
  await connect()
  const { id } = await order()
  const charge = await pay()
  const deleted = (await rows()).find(({ account }) => account !== 'stripe')
  await deleteActivity(services, site.scope, deleted?.uuid ?? '')
  expect(await rows()).toEqual([])

  await woo.changeOrder(id, { status: 'completed' })
  await stripe.refund(charge.id)
  await world.process()
  await world.pull()
  expect((await rows()).filter(({ kind }) => kind === 'purchase')).toEqual([])
  const { secrets } = services.security
  const key = {
    kind: 'purchase' as const,
    externalId: String(charge['payment_intent']),
    account: 'stripe',
  }
  expect((await findErased(services.db.system, { secrets, siteUuid: site.uuid }, [key])).size).toBe(
    1,
  )
})

test('a person who is erased leaves with order and payment', async () => {
  const { services, connect, order, pay, rows } = await openShop()
  await connect()
  await order()
  await pay()

  expect(await eraseShopper(services, email)).toBe(2)
  expect(await rows()).toEqual([])
})

test('an order reaches a goal once, also when its payment had reached it before', async () => {
  const { connect, order, pay, orderGoal, reached } = await openShop()
  await orderGoal()
  await connect()
  const charge = await pay()
  const ofPayment = `order:${String(charge['payment_intent'])}`
  expect(await reached()).toEqual([ofPayment])
  const { id } = await order()

  expect(await reached()).toEqual([`order:${String(id)}`])
})

test('a payment that is reported again reaches no goal', async () => {
  const { world, connect, stripe, order, pay, orderGoal, reached } = await openShop()
  await orderGoal()
  await connect()
  const { id } = await order()
  const charge = await pay()
  await world.pull()
  await stripe.refund(charge.id)
  await world.process()

  expect(await reached()).toEqual([`order:${String(id)}`])
})

test('a member keeps them apart, for all later reports, and takes it back', async () => {
  const shop = await openShop()
  const { world, connect, woo, order, pay, shown, paymentRow, visit, orderGoal, reached } = shop
  await orderGoal()
  await connect()
  const charge = await pay()
  const { id } = await order()
  const both = [`order:${String(id)}`, `order:${String(charge['payment_intent'])}`]
  const { uuid } = await paymentRow()

  const done = await action(visit(uuid, { intent: 'keep_apart' }))
  expect(await shown()).toEqual(two)
  expect(await reached()).toEqual(both.toSorted())
  await woo.changeOrder(id, { status: 'completed' })
  await world.process()
  await world.pull()
  expect(await shown()).toEqual(two)

  const { undo } = (done as { data: { undo?: { to: string; fields: [string, string][] } } }).data
  await action(visit(uuid, Object.fromEntries(undo?.fields ?? [])))
  expect(await shown()).toEqual(matched)
  expect(await reached()).toEqual([`order:${String(id)}`])
  await expect(action(visit(uuid, { intent: 'keep_apart' }))).resolves.toBeTruthy()
})

test('an analyst keeps nothing apart, and another site’s member finds nothing', async () => {
  const shop = await openShop()
  const { world, services, site, connect, order, pay, shown, paymentRow } = shop
  await connect()
  await order()
  await pay()
  const { uuid } = await paymentRow()
  const analyst = await world.member(site.team, { role: 'analyst' })
  const other = await createMakers(services, 'other').site()
  const form = { intent: 'keep_apart' }
  const by = (as: typeof analyst) =>
    action(world.visit(`/data-feeds/activities/${uuid}`, { as, params: { uuid }, form }))

  await expect(by(analyst)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(by(other.owner)).rejects.toMatchObject({ code: 'not_found' })
  expect(await shown()).toEqual(matched)
})

test('a payment that was refunded stays withheld when it is kept apart', async () => {
  const { world, connect, stripe, order, pay, shown, paymentRow, visit } = await openShop()
  await connect()
  await order()
  const charge = await pay()
  await stripe.refund(charge.id)
  await world.process()
  const { uuid } = await paymentRow()
  await action(visit(uuid, { intent: 'keep_apart' }))

  expect(await shown()).toEqual(['stripe withheld', 'wordpress shown'])
})

test('both screens and the REST API name the other part', async () => {
  const { world, site, connect, order, pay, rows, visit } = await openShop()
  await connect()
  const { id } = await order()
  await pay()
  const [ordered, paid] = await rows()
  const read = async (uuid = '') => (await loader(visit(uuid))).activity

  expect((await read(paid?.uuid)).sale).toEqual({
    part: 'payment',
    order: { uuid: ordered?.uuid, id: String(id), service: 'wordpress' },
  })
  expect((await read(paid?.uuid)).withheld).toBe('same_sale')
  expect((await read(ordered?.uuid)).sale).toEqual({
    part: 'order',
    payments: [{ uuid: paid?.uuid, service: 'stripe' }],
  })
  const answer = await fetch(`${world.served.baseUrl}/api/v1/sites/${site.uuid}/activities`, {
    headers: { authorization: `Bearer ${await world.token(site.team)}` },
  })
  const { data } = (await answer.json()) as { data: Record<string, unknown>[] }
  expect(
    data.map((one) => [one['uuid'], one['is_showable'], one['is_same_sale']]).toSorted(),
  ).toEqual(
    [
      [ordered?.uuid, true, false],
      [paid?.uuid, false, true],
    ].toSorted(),
  )
})

test('the database itself refuses to show a payment that is matched', async () => {
  const { services, connect, order, pay, paymentRow } = await openShop()
  await connect()
  await order()
  await pay()
  const { id } = await paymentRow()
  const shownAgain = services.db.system
    .update(activities)
    .set({ isShowable: true })
    .where(eq(activities.id, id))

  await expect(shownAgain).rejects.toThrow()
  expect(
    await services.db.system.select().from(activities).where(isNotNull(activities.sameSaleAs)),
  ).toHaveLength(1)
})
