/** Webhooks of Shopify: who may send them, and what an answer promises. */
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { activities, deliveries } from '#app/db/schema/index.ts'
import { sweepDeliveries } from '#app/domain/deliveries/process-deliveries.server.ts'
import { eraseShopper } from '#app/domain/lifecycle/erase-shopper.server.ts'
import { deliveriesJob } from '#app/jobs/deliveries.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { shopifyApp } from '#workshop/doubles/shopify-server.ts'
import { linen } from '../../support/shopify/shopify-world.ts'
import {
  createWebhookWorld,
  orderBody,
  signBody,
  webhookRequest,
  type WebhookWorld,
} from '../../support/shopify/webhooks.ts'

const stored = ({ services }: WebhookWorld) =>
  services.db.system.select().from(deliveries).orderBy(deliveries.id)
const purchases = ({ services }: WebhookWorld) => services.db.system.select().from(activities)

test('a signed webhook is stored encrypted before it is answered, and processed once', async () => {
  const world = await createWebhookWorld()

  const answer = await world.deliver({
    topic: 'orders/paid',
    body: orderBody(),
  })

  expect([answer.status, await answer.text()]).toEqual([200, ''])
  const [waiting] = await stored(world)
  expect(waiting).toMatchObject({
    state: 'waiting',
    account: linen,
    topic: 'orders/paid',
  })
  expect(waiting?.body?.toString('latin1')).not.toContain('Ada')
  expect(await purchases(world)).toEqual([])

  await world.process()
  await world.process()

  expect(await stored(world)).toMatchObject([{ state: 'done', body: null, attempts: 1 }])
  expect(await purchases(world)).toMatchObject([{ externalId: '820982911946154509' }])
})

test('the queue processes it within seconds', async () => {
  const world = await createWebhookWorld()
  await world.queue.start([deliveriesJob], world.services)

  await world.deliver({ topic: 'orders/paid', body: orderBody() })

  await vi.waitFor(
    async () => {
      expect(await purchases(world)).toHaveLength(1)
    },
    { timeout: 20_000, interval: 50 },
  )
})

const body = orderBody()
const refused: [string, Record<string, string | null>, number][] = [
  ['no signature', { 'X-Shopify-Hmac-Sha256': null }, 400],
  ['no topic', { 'X-Shopify-Topic': null }, 400],
  ['no webhook id', { 'X-Shopify-Webhook-Id': null }, 400],
  ['no shop', { 'X-Shopify-Shop-Domain': null }, 400],
  [
    'a shop that only ends like one',
    { 'X-Shopify-Shop-Domain': 'evil.example/x.myshopify.com' },
    400,
  ],
  [
    'a signature with another secret',
    { 'X-Shopify-Hmac-Sha256': signBody(body, 'guessed-secret') },
    401,
  ],
  ['a signature of another body', { 'X-Shopify-Hmac-Sha256': signBody(`${body} `) }, 401],
  [
    'a signature of the body with one byte changed',
    { 'X-Shopify-Hmac-Sha256': signBody(body.replace('Ada', 'Eda')) },
    401,
  ],
]

test.each(refused)('%s: nothing is stored', async (_what, headers, status) => {
  const world = await createWebhookWorld()

  for (const topic of ['orders/paid', 'customers/redact', 'shop/redact']) {
    const answer = await world.deliver({
      topic,
      body,
      headers: { ...headers },
    })
    if (headers['X-Shopify-Topic'] === undefined) expect(answer.status).toBe(status)
  }

  expect(await stored(world)).toEqual([])
})

test('other methods and larger bodies are refused', async () => {
  const world = await createWebhookWorld()
  const { fetch } = world.served

  for (const method of ['GET', 'PUT', 'DELETE']) {
    const answer = await fetch('/hooks/shopify', {
      ...webhookRequest({ topic: 'x', body }),
      method,
      ...(method === 'GET' ? { body: null } : {}),
    })
    expect(answer.status).toBe(405)
  }
  const large = orderBody({ note: 'x'.repeat(5 * 1024 * 1024) })
  expect((await world.deliver({ topic: 'orders/paid', body: large })).status).toBe(413)

  const almost = orderBody({ note: 'x'.repeat(4 * 1024 * 1024) })
  expect((await world.deliver({ topic: 'orders/paid', body: almost })).status).toBe(200)
  await world.process()
  expect(await purchases(world)).toHaveLength(1)
})

test('fifty attempts to deliver one webhook have one effect', async () => {
  const world = await createWebhookWorld()
  const id = randomUUID()

  const answers = await Promise.all(
    Array.from({ length: 50 }, () => world.deliver({ topic: 'orders/paid', body, id })),
  )
  await world.process()

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await stored(world)).toHaveLength(1)
  expect(await purchases(world)).toHaveLength(1)
})

test('each of two hundred at the same time is kept and counted', async () => {
  const world = await createWebhookWorld()
  const ids = Array.from({ length: 200 }, (_one, nth) => `9007199254${String(740_993 + nth)}`)

  const answers = await Promise.all(
    ids.map((id) => world.deliver({ topic: 'orders/paid', body: orderBody({ id }) })),
  )
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
  expect(await stored(world)).toHaveLength(200)
  await world.process()

  expect((await purchases(world)).map(({ externalId }) => externalId).sort()).toEqual(ids)
})

test('shops that are unknown get the same answer, and nothing of them is kept', async () => {
  const world = await createWebhookWorld()

  const answer = await world.deliver({
    topic: 'orders/paid',
    body,
    shop: 'other.myshopify.com',
  })
  await world.process()

  expect(answer.status).toBe(200)
  expect(await purchases(world)).toEqual([])
  expect(await stored(world)).toMatchObject([{ state: 'done', body: null }])
})

test('an unreadable webhook is given up, says why without its content, and stops nothing else', async () => {
  const world = await createWebhookWorld()

  await world.deliver({
    topic: 'orders/paid',
    body: '{"id":1,"email":"ada@shopper.example"',
  })
  await world.deliver({
    topic: 'orders/paid',
    body: orderBody({ total_price: 'Ada Byron' }),
  })
  await world.deliver({ topic: 'orders/paid', body })
  await world.process()

  const rows = await stored(world)
  // A failed one is kept sealed for a week, for staff to process it again.
  expect(rows.map(({ state, body: kept }) => [state, kept !== null])).toEqual([
    ['failed', true],
    ['failed', true],
    ['done', false],
  ])
  expect(JSON.stringify([rows, world.logged])).not.toMatch(/Ada|Byron|shopper/)
  expect(await purchases(world)).toHaveLength(1)

  world.clock.advance(8 * dayMillis)
  await sweepDeliveries(world.services)
  expect((await stored(world)).map(({ body: kept }) => kept)).toEqual([null, null, null])
})

test('when a shopper is erased, what their shop sent and failed is removed as well', async () => {
  const world = await createWebhookWorld()
  await world.deliver({ topic: 'orders/paid', body: '{"id":1,"email":"ada@shopper.example"' })
  await world.deliver({ topic: 'orders/paid', body })
  await world.process()
  expect((await stored(world)).map(({ state }) => state)).toEqual(['failed', 'done'])

  expect(await eraseShopper(world.services, 'ada@shopper.example')).toBe(1)

  expect((await stored(world)).map(({ body: kept }) => kept)).toEqual([null, null])
})

test('a failure is tried again later, with growing pauses, and given up after a week', async () => {
  const world = await createWebhookWorld()
  world.shopify.answer('ReadOrder', () => ({ order: null }))
  world.shopify.failNext('graphql.json', { status: 503 }, { status: 503 })
  await world.deliver({
    topic: 'refunds/create',
    body: { id: 1, order_id: 2 },
  })

  await world.process()
  const [first] = await stored(world)
  expect(first).toMatchObject({
    state: 'waiting',
    attempts: 1,
    fault: 'TryLater',
  })
  await world.process()
  expect(await stored(world)).toMatchObject([{ attempts: 1 }])

  world.clock.advance(hourMillis)
  await world.process()
  expect(await stored(world)).toMatchObject([{ state: 'waiting', attempts: 2 }])

  world.clock.advance(7 * dayMillis)
  await sweepDeliveries(world.services)
  expect(await stored(world)).toMatchObject([{ state: 'failed', body: null }])
  world.clock.advance(24 * dayMillis)
  await sweepDeliveries(world.services)
  expect(await stored(world)).toEqual([])
})

test('a delivery that a dead process left is processed by another one', async () => {
  const world = await createWebhookWorld()
  await world.deliver({ topic: 'orders/paid', body })
  const { rows } = await world.services.pool.query<{ due: Date }>(
    `update deliveries set due_at = due_at + interval '5 minutes' returning due_at as due`,
  )
  expect(rows).toHaveLength(1)

  await world.process()
  expect(await purchases(world)).toEqual([])
  world.clock.advance(hourMillis)
  await world.process()

  expect(await purchases(world)).toHaveLength(1)
})

test('no secret or signature is in the log', async () => {
  const world = await createWebhookWorld()
  await world.deliver({ topic: 'orders/paid', body })
  await world.deliver({
    topic: 'orders/paid',
    body,
    headers: { 'X-Shopify-Hmac-Sha256': 'bad' },
  })
  await world.process()

  const log = JSON.stringify(world.logged)
  expect(log).not.toContain(signBody(body))
  expect(log).not.toContain(shopifyApp.apiSecret)
  expect(log).not.toMatch(/Ada|Byron|shopper/)
})
