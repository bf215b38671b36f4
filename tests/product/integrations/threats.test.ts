/** Attacks on connections' addresses, and data that must never leave them (docs/threats.md). */
import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { connections } from '#app/db/schema/index.ts'
import { startWooServer } from '#workshop/doubles/shops/woo-server.ts'
import {
  connectionOf,
  createConnectionWorld,
  wordpress,
} from '../../support/integrations/connected-shop.ts'

const order = {
  id: 4711,
  status: 'processing',
  currency: 'EUR',
  total: '24.50',
  date_created_gmt: '2026-01-31T09:30:00',
  date_paid_gmt: '2026-01-31T09:30:00',
  billing: { first_name: 'Emma', city: 'Utrecht', country: 'NL' },
  line_items: [{ name: 'Oak tray', product_id: 0, quantity: 1, price: 24.5 }],
}

function sendOrder(address: string, secret: string, body = JSON.stringify(order)) {
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  return fetch(address, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-WC-Webhook-Topic': 'order.created',
      'X-WC-Webhook-Signature': signature,
    },
  })
}

test('one delivery sent fifty times at the same time has one effect, and each is answered', async () => {
  const world = await createConnectionWorld()
  await world.connect()
  const [hook] = world.woo.hooks.values()
  const { delivery_url: address = '', secret = '' } = hook ?? {}

  const answers = await Promise.all(
    Array.from({ length: 50 }, () => sendOrder(address, secret).then(({ status }) => status)),
  )
  await world.process()

  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await world.stored.deliveries()).toHaveLength(1)
  expect(await world.stored.activities()).toHaveLength(1)
})

test('the secret of one connection opens no other, and an address works only for its integration', async () => {
  const second = await startWooServer(() => new Date())
  onTestFinished(second.stop)
  const world = await createConnectionWorld({ [second.url]: second.url })
  await world.connect()
  await world.connect({ store: second.url, ...second.keys })
  const [hook] = world.woo.hooks.values()
  const [foreign] = second.hooks.values()
  const { delivery_url: address = '', secret = '' } = foreign ?? {}

  expect((await sendOrder(address, hook?.secret ?? '')).status).toBe(401)
  expect((await sendOrder(address.replace('/wordpress/', '/stripe/'), secret)).status).toBe(404)
  expect(await world.stored.deliveries()).toEqual([])
  expect((await sendOrder(address, secret)).status).toBe(200)
})

test.each([
  'http://127.0.0.1:9',
  'http://localhost:9',
  'http://[::1]:9',
  'http://10.0.0.1',
  'http://169.254.169.254',
  'http://2130706433',
  'http://0x7f.1',
  'http://0.0.0.0',
  'https://127.0.0.1:9',
  'https://10.0.0.1',
])('a shop at %s is never asked, and its owner reads why', async (store) => {
  const world = await createConnectionWorld()

  const connected = await connectWithSettings(world.services, world.site.scope, {
    integration: wordpress(),
    given: { store, ...world.woo.keys },
  })

  expect(connected).toMatchObject({
    ok: false,
    errors: {
      form: store.startsWith('https:')
        ? 'The address leads to a private network or an unusual port. Footfall only connects to public addresses, on the standard port.'
        : 'The address doesn’t start with https://. Footfall only sends credentials over an encrypted connection.',
    },
  })
  expect(world.woo.seen).toEqual([])
  expect(await world.services.db.system.$count(connections)).toBe(0)
})

test('a body that is too large is refused before it is read, and nothing is kept', async () => {
  const world = await createConnectionWorld()
  await world.connect()
  const [hook] = world.woo.hooks.values()
  const { delivery_url: address = '', secret = '' } = hook ?? {}

  const large = await sendOrder(address, secret, 'x'.repeat(9 * 1024 * 1024))

  expect(large.status).toBe(413)
  expect(await world.stored.deliveries()).toEqual([])
})

test('no secret of a connection is in a log or on a screen', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const [hook] = world.woo.hooks.values()
  const { delivery_url: address = '', secret = '' } = hook ?? {}
  const { credentials } = await connectionOf(world, uuid)
  await sendOrder(address, 'another secret')
  await sendOrder(address, secret)
  await world.process()
  world.woo.failNext({
    status: 401,
    json: { code: 'woocommerce_rest_cannot_view', message: secret },
  })
  await world.pull()

  const cookie = world.site.owner.cookie
  const pages = await Promise.all(
    ['', '/wordpress', `/connections/${uuid}`].map(async (path) => {
      const page = await world.served.fetch(`/integrations${path}`, { headers: { Cookie: cookie } })
      expect(page.status).toBe(200)
      return page.text()
    }),
  )
  const everything = [...pages, JSON.stringify(world.logged)].join('\n')

  expect(everything).toContain(uuid)
  const secrets = [...Object.values(world.woo.keys), secret, credentials.hookToken]
  expect(secrets.filter((one) => everything.includes(one))).toEqual([])
})
