/** Deliveries to the address of a connection: who may send them, and what an answer promises. */
import { expect, test } from 'vitest'
import {
  disconnect,
  pauseConnection,
  replayDeliveries,
  resumeConnection,
} from '#app/domain/connections/manage-connections.server.ts'
import { eraseShopper } from '#app/domain/lifecycle/erase-shopper.server.ts'
import {
  processDeliveries,
  sweepDeliveries,
} from '#app/domain/deliveries/process-deliveries.server.ts'
import { connectionDeliveriesJob } from '#app/jobs/deliveries.server.ts'
import { dayMillis, minuteMillis } from '#app/lib/time.ts'
import { BudgetSpent, TryLater, Unreached } from '#app/lib/web/provider-errors.ts'
import { ProviderReply } from '#app/lib/web/provider-reply.ts'
import { connectionOf, createConnectionWorld } from '../../support/integrations/connected-shop.ts'

const sendTo = (address: string, init: RequestInit = {}) =>
  fetch(address, { method: 'POST', redirect: 'manual', ...init })

test('an order is stored encrypted before it is answered, and shown after it was processed', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()

  await world.woo.placeOrder()

  expect(world.woo.sent).toMatchObject([{ topic: 'order.created', status: 200 }])
  const [waiting] = await world.stored.deliveries()
  expect(waiting).toMatchObject({ state: 'waiting', provider: 'wordpress', account: uuid })
  expect(waiting?.body?.toString('latin1')).not.toContain('Emma')
  expect(await world.stored.activities()).toEqual([])

  await world.process()

  expect(await world.stored.activities()).toMatchObject([
    {
      kind: 'purchase',
      source: 'integration',
      firstName: 'Emma',
      lastName: null,
      city: 'Utrecht',
      country: 'NL',
      productTitle: 'Oak tray',
      amountCents: 2450,
      currency: 'EUR',
      isShowable: true,
    },
  ])
  expect(await world.stored.connection(uuid)).toMatchObject({
    state: 'active',
    stored: 1,
    skipped: 0,
  })
})

test('deliveries whose counts can’t be written are done, and the log says so', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.queue.stop()
  await world.woo.placeOrder()
  const { db } = world.services
  const system = Object.create(db.system, {
    execute: { value: () => Promise.reject(new Error('The rows are locked.')) },
  }) as typeof db.system
  const services = { ...world.services, db: { ...db, system } }

  await connectionDeliveriesJob.run(services, {})

  expect(await world.stored.activities()).toHaveLength(1)
  expect(await world.stored.deliveries()).toMatchObject([{ state: 'done' }])
  expect(await world.stored.connection(uuid)).toMatchObject({ stored: 0 })
  expect(world.logged.map(({ msg }) => msg)).toContain('records were not counted')
})

test('a purchase whose total is unknown isn’t shown, and its total shows it', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()

  const { id } = await world.woo.placeOrder({ total: '' })
  await world.process()
  expect(await world.stored.activities()).toEqual([])
  expect(await world.stored.connection(uuid)).toMatchObject({ stored: 0, skipped: 1 })

  await world.woo.changeOrder(id, { total: '24.50' })
  await world.process()
  expect(await world.stored.activities()).toMatchObject([{ amountCents: 2450, isShowable: true }])

  await world.woo.changeOrder(id, { total: '', status: 'refunded' })
  await world.process()
  expect(await world.stored.activities()).toMatchObject([{ isShowable: false }])
})

test('an order that is deleted disappears, and one restored from the trash is shown again', async () => {
  const world = await createConnectionWorld()
  await world.connect()
  const order = await world.woo.placeOrder()
  world.clock.advance(minuteMillis)
  await world.woo.trash(order.id)
  await world.process()
  expect(await world.stored.activities()).toMatchObject([{ isShowable: false }])

  // A late delivery of how it was before changes nothing.
  await world.woo.deliver('order.updated', { ...order, status: 'completed' })
  await world.process()
  expect(await world.stored.activities()).toMatchObject([{ isShowable: false }])

  world.clock.advance(minuteMillis)
  await world.woo.changeOrder(order.id, { status: 'completed' })
  await world.process()
  expect(await world.stored.activities()).toMatchObject([{ isShowable: true }])
})

test.each([
  ['ahead', 2],
  ['behind', -10],
])(
  'a shop whose clock is %s trashes and restores an order within its minutes',
  async (...parts) => {
    const [, minutes] = parts
    const world = await createConnectionWorld()
    await world.connect()
    world.woo.runAhead(minutes * minuteMillis)
    const order = await world.woo.placeOrder()
    world.clock.advance(minuteMillis)
    await world.woo.trash(order.id)
    await world.process()
    expect(await world.stored.activities()).toMatchObject([{ isShowable: false }])

    world.clock.advance(minuteMillis)
    await world.woo.changeOrder(order.id, { status: 'completed' })
    await world.process()
    expect(await world.stored.activities()).toMatchObject([{ isShowable: true }])
  },
)

test('an order that is deleted permanently stays hidden', async () => {
  const world = await createConnectionWorld()
  await world.connect()
  const order = await world.woo.placeOrder()
  world.woo.orders.delete(order.id)
  await world.woo.deliver('order.deleted', { id: order.id })
  await world.woo.deliver('order.updated', { ...order, status: 'completed' })
  await world.process()
  expect(await world.stored.activities()).toMatchObject([{ isShowable: false }])
})

test('the same order counts once, however often it is sent and in whatever state', async () => {
  const world = await createConnectionWorld()
  await world.connect()

  const order = await world.woo.placeOrder({ status: 'pending' })
  await world.process()
  expect(await world.stored.activities()).toEqual([])

  await world.woo.changeOrder(order.id, { status: 'processing' })
  await world.woo.changeOrder(order.id, { status: 'completed' })
  await world.process()
  await world.pull()
  expect(await world.stored.activities()).toMatchObject([{ isShowable: true }])

  await world.woo.refund(order.id)
  await world.process()
  expect(await world.stored.activities()).toMatchObject([{ isShowable: false }])
})

test('an order that failed first and is paid at the next try appears, with what came later', async () => {
  const world = await createConnectionWorld()
  await world.connect()
  const order = await world.woo.placeOrder({ status: 'failed', line_items: [] })
  await world.process()
  expect(await world.stored.activities()).toEqual([])

  await world.woo.changeOrder(order.id, { status: 'cancelled' })
  await world.process()
  expect(await world.stored.activities()).toMatchObject([{ isShowable: false }])

  world.clock.advance(60_000)
  await world.woo.changeOrder(order.id, { status: 'processing' })
  const items = [{ name: 'Oak tray', product_id: 0, quantity: 1, price: 24.5 }]
  await world.woo.changeOrder(order.id, { line_items: items })
  await world.process()
  expect(await world.stored.activities()).toMatchObject([
    { isShowable: true, state: 'confirmed', productTitle: 'Oak tray', firstName: 'Emma' },
  ])
})

test('deliveries that are processed together count like one after the other', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const gone = await world.woo.addProduct()
  const back = await world.woo.addProduct()
  await world.woo.removeProduct(gone.id)
  await world.woo.removeProduct(back.id)
  await world.woo.addProduct({ id: back.id })
  const refunded = await world.woo.placeOrder()
  await world.woo.placeOrder({ date_paid_gmt: 'tomorrow', date_created_gmt: 'x' })
  await world.woo.refund(refunded.id)
  const kept = await world.woo.placeOrder()

  await world.process()

  expect(await world.stored.products()).toMatchObject([{ externalId: String(back.id) }])
  const orders = await world.stored.activities()
  expect(new Map(orders.map((one) => [one.externalId, one.isShowable]))).toEqual(
    new Map([
      [String(refunded.id), false],
      [String(kept.id), true],
    ]),
  )
  const states = (await world.stored.deliveries()).map(({ state }) => state)
  expect(states.filter((state) => state === 'failed')).toHaveLength(1)
  expect(states.filter((state) => state === 'done')).toHaveLength(states.length - 1)
  expect(await world.stored.connection(uuid)).toMatchObject({ failures: 0, fault: null })
})

test('a delivery that the shop didn’t sign is refused and leaves nothing', async () => {
  const world = await createConnectionWorld()
  await world.connect()
  const [hook] = world.woo.hooks.values()
  const address = hook?.delivery_url ?? ''
  const headers = { 'X-WC-Webhook-Topic': 'order.created', 'X-WC-Webhook-Signature': 'bm8=' }

  expect((await sendTo(address, { headers, body: '{"id":1}' })).status).toBe(401)
  expect((await sendTo(address, { body: '{"id":1}' })).status).toBe(400)
  expect((await sendTo(address, { body: 'webhook_id=12' })).status).toBe(200)
  expect((await sendTo(`${address.slice(0, -4)}0000`, { headers, body: '{}' })).status).toBe(404)
  expect((await sendTo(address.replace('wordpress', 'stripe'), { body: '{}' })).status).toBe(404)
  expect(await world.stored.deliveries()).toEqual([])
})

test('the address of a connection can’t be pointed at another shop', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const [hook] = world.woo.hooks.values()
  const before = await world.stored.connection(uuid)

  const keys = {
    consumer_key: `ck_${'f'.repeat(40)}`,
    consumer_secret: `cs_${'f'.repeat(40)}`,
  }
  const answer = await sendTo(hook?.delivery_url ?? '', { body: JSON.stringify(keys) })

  expect(answer.status).toBe(200)
  expect(await world.stored.connection(uuid)).toEqual(before)
})

test('a delivery that can’t be read stays for its owner, who can process it again', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()

  await world.woo.placeOrder({ date_paid_gmt: 'tomorrow', date_created_gmt: 'tomorrow' })
  await world.woo.placeOrder()
  await world.process()

  const [broken, good] = await world.stored.deliveries()
  expect(broken).toMatchObject({
    state: 'failed',
    fault: 'These fields can’t be read: date_created_gmt.',
  })
  expect(good).toMatchObject({ state: 'done', fault: null })
  expect(await world.stored.activities()).toHaveLength(1)

  const connection = await connectionOf(world, uuid)
  const ids = [broken?.id ?? 0, good?.id ?? 0]
  expect(await replayDeliveries(world.services, connection, ids)).toBe(2)
  await world.process()

  expect(await world.stored.deliveries()).toMatchObject([{ state: 'failed' }, { state: 'done' }])
  expect(await world.stored.activities()).toHaveLength(1)
})

test('bodies of processed deliveries are removed after seven days', async () => {
  const world = await createConnectionWorld()
  await world.connect()
  await world.woo.placeOrder()
  await world.process()

  world.clock.advance(6 * dayMillis)
  await sweepDeliveries(world.services)
  expect((await world.stored.deliveries())[0]?.body).not.toBeNull()

  world.clock.advance(2 * dayMillis)
  await sweepDeliveries(world.services)
  expect(await world.stored.deliveries()).toMatchObject([{ state: 'done', body: null }])
})

test('erasing a shopper also erases the bodies that can name them', async () => {
  const world = await createConnectionWorld()
  await world.connect()
  await world.woo.placeOrder()
  await world.process()

  expect(await eraseShopper(world.services, 'Emma@shop.example')).toBe(1)

  expect(await world.stored.activities()).toEqual([])
  expect(await world.stored.deliveries()).toMatchObject([{ state: 'done', body: null }])
})

test('while it is paused deliveries are answered and dropped; resuming reads what was missed', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()

  await pauseConnection(world.services, await connectionOf(world, uuid))
  world.clock.advance(60_000)
  await world.woo.placeOrder()
  await world.process()
  await world.pull()

  expect(world.woo.sent.at(-1)?.status).toBe(200)
  expect(await world.stored.activities()).toEqual([])

  await resumeConnection(world.services, await connectionOf(world, uuid))
  world.clock.advance(20 * 60_000)
  await world.pull()
  expect(await world.stored.activities()).toHaveLength(1)
})

test('disconnecting ends the shop’s webhooks and keeps what was delivered', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.woo.placeOrder()
  await world.process()
  const [hook] = world.woo.hooks.values()

  await disconnect(world.services, await connectionOf(world, uuid))

  expect(world.woo.hooks.size).toBe(0)
  expect((await sendTo(hook?.delivery_url ?? '', { body: 'webhook_id=1' })).status).toBe(404)
  expect(await world.stored.deliveries()).toEqual([])
  expect(await world.stored.activities()).toHaveLength(1)
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'ended', hookHash: null })

  // The same shop again goes on with the same connection.
  expect(await world.connect()).toBe(uuid)
  await world.pull()
  expect(await world.stored.activities()).toHaveLength(1)
})

const busy = new ProviderReply({ status: 429, headers: {}, text: '' })
const later = (at: Date) => new Date(at.getTime() + minuteMillis)

test.each([
  ['a busy service refuses', (at: Date) => new TryLater('Busy.', at, busy), 0, minuteMillis],
  [
    'an absent service doesn’t answer',
    (at: Date) => new Unreached('Away.', later(at)),
    minuteMillis,
    15 * minuteMillis,
  ],
] as const)(
  'deliveries that %s again and again wait longer, and not until one moment',
  async (_which, failure, given, longest) => {
    const { refuse, world } = await openWaiting()
    const first = await refuse(failure)
    expect(first.length).toBeGreaterThanOrEqual(20)
    expect(Math.min(...first)).toBeGreaterThanOrEqual(given + 500)
    expect(Math.max(...first)).toBeLessThanOrEqual(given + 1_000)
    expect(new Set(first).size).toBeGreaterThan(10)
    for (let turn = 0; turn < 12; turn += 1) {
      world.clock.advance(20 * minuteMillis)
      await refuse(failure)
    }
    world.clock.advance(20 * minuteMillis)
    const last = await refuse(failure)
    expect(Math.min(...last)).toBeGreaterThanOrEqual(given + longest / 2)
    expect(Math.max(...last)).toBeLessThanOrEqual(given + longest)
  },
)

test('deliveries that no request was left for wait until there is one', async () => {
  const { refuse } = await openWaiting()
  const waits = await refuse((at) => new BudgetSpent(later(at)))
  expect(new Set(waits)).toEqual(new Set([minuteMillis]))
})

/** Deliveries that are due, and a way to fail all of them: how long each waits then, in milliseconds. */
async function openWaiting() {
  const world = await createConnectionWorld()
  await world.connect()
  await world.queue.stop()
  for (let count = 0; count < 20; count += 1) await world.woo.placeOrder()
  const refuse = async (failure: (at: Date) => Error) => {
    const at = world.clock.now()
    await processDeliveries(world.services, 'connection', (batch) =>
      Promise.resolve(new Map(batch.map((one) => [one, failure(at)]))),
    )
    const { rows } = await world.services.pool.query<{ due: Date }>(
      `select due_at as due from deliveries where state = 'waiting'`,
    )
    return rows.map(({ due }) => due.getTime() - at.getTime())
  }
  return { world, refuse }
}
