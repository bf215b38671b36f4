/** Webhooks: what they contain, and how often and in which order they come. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { appKeys, startTestStore } from '#tests/support/shopify/demo-store.ts'
import type { DemoShop } from './demo-shop.server.ts'
import { maxTries } from './wire/webhooks.server.ts'

const hour = 3_600_000

const buyMug = (shop: DemoShop, email?: string) =>
  shop.placeOrder({
    lines: [{ variantId: shop.state.products[0]?.variants[0]?.id ?? 0n, quantity: 2 }],
    buyer: { firstName: 'Ann', city: 'Delft', country: 'Netherlands', ...(email ? { email } : {}) },
  })

const topicsOf = (received: { headers: Headers }[]) =>
  received.map(({ headers }) => headers.get('X-Shopify-Topic'))

test('an order is signed over its bytes, and its ids are exact numbers', async () => {
  const { shop, received } = await startTestStore()
  shop.install()

  const order = buyMug(shop)
  await shop.webhooks.settle()

  const [first] = received
  const signature = createHmac('sha256', appKeys.apiSecret).update(first?.body ?? '')
  expect(topicsOf(received)).toEqual(['orders/paid', 'inventory_levels/update'])
  expect(first?.headers.get('X-Shopify-Hmac-Sha256')).toBe(signature.digest('base64'))
  expect(Object.fromEntries(first?.headers ?? [])).toMatchObject({
    'x-shopify-api-version': '2026-07',
    'x-shopify-shop-domain': 'linen-and-oak.myshopify.com',
    'x-shopify-triggered-at': order.createdAt.toISOString(),
  })
  expect(first?.body).toContain(`{"id":${String(order.id)},`)
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    total_price: '36.00',
    currency: 'EUR',
    financial_status: 'paid',
    customer: null,
    shipping_address: { first_name: 'Ann', city: 'Delft', country: 'Netherlands' },
    line_items: [{ title: 'Stoneware mug', quantity: 2, price: '18.00' }],
  })
  expect(shop.state.products[0]?.variants[0]?.stock).toBe(12)
})

test('a delivery that fails is tried again with the same id, and given up within four hours', async () => {
  const { shop, clock, received, answerWebhooks } = await startTestStore({
    topics: ['orders/paid'],
  })
  shop.install()
  answerWebhooks(null)
  buyMug(shop)
  await shop.webhooks.settle()

  for (let minutes = 0; minutes < 240; minutes++) {
    clock.advance(60_000)
    await shop.webhooks.sendDue()
  }

  const ids = received.map(({ headers }) => headers.get('X-Shopify-Webhook-Id'))
  expect(ids).toHaveLength(maxTries)
  expect(new Set(ids).size).toBe(1)
  expect(shop.webhooks.deliveries[0]?.state).toBe('given up')
})

test('a delivery that was refused once is accepted later', async () => {
  const { shop, clock, received, answerWebhooks } = await startTestStore({
    topics: ['orders/paid'],
  })
  shop.install()
  answerWebhooks(503)
  buyMug(shop)
  await shop.webhooks.settle()
  answerWebhooks(200)
  clock.advance(hour)

  await shop.webhooks.sendDue()
  await shop.webhooks.sendDue()

  expect(received).toHaveLength(2)
  expect(shop.webhooks.deliveries[0]).toMatchObject({ state: 'accepted', answers: [503, 200] })
})

test('deliveries can be held back, and come in another order, and twice', async () => {
  const { shop, received } = await startTestStore({ topics: ['orders/paid', 'refunds/create'] })
  shop.install()
  shop.webhooks.hold()
  const order = buyMug(shop)
  shop.refundOrder(order.id)
  expect(received).toEqual([])

  await shop.webhooks.release({ order: 'newest first', copies: 2 })

  expect(topicsOf(received)).toEqual([
    'refunds/create',
    'refunds/create',
    'orders/paid',
    'orders/paid',
  ])
  expect(new Set(received.map(({ headers }) => headers.get('X-Shopify-Webhook-Id'))).size).toBe(2)
})

test('customers come only with their scope, and orders only while the app is installed', async () => {
  const { shop, received } = await startTestStore({ topics: ['orders/paid', 'customers/create'] })

  buyMug(shop, 'ann@example.com')
  shop.install()
  buyMug(shop, 'ben@example.com')
  shop.grantScopes(['read_customers'])
  buyMug(shop, 'eve@example.com')
  await shop.webhooks.settle()

  expect(topicsOf(received)).toEqual(['orders/paid', 'customers/create', 'orders/paid'])
})

test('two days after it was uninstalled, the app is asked to delete the shop’s data', async () => {
  const { shop, clock, received } = await startTestStore()
  shop.install()
  shop.uninstall()
  clock.advance(47 * hour)
  await shop.webhooks.sendDue()
  expect(topicsOf(received)).toEqual(['app/uninstalled'])

  clock.advance(hour)
  await shop.webhooks.sendDue()

  expect(topicsOf(received)).toEqual(['app/uninstalled', 'shop/redact'])
  expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({ shop_domain: shop.state.domain })
})

test('a shop that installs the app again isn’t deleted', async () => {
  const { shop, clock, received } = await startTestStore()
  shop.install()
  shop.uninstall()
  shop.install()
  clock.advance(49 * hour)

  await shop.webhooks.sendDue()

  expect(topicsOf(received)).toEqual(['app/uninstalled'])
})

test('the topics of compliance name the customer and their orders', async () => {
  const { shop, received } = await startTestStore()
  shop.install()
  const [customer] = shop.state.customers
  const orders = shop.state.orders.filter(({ customerId }) => customerId === customer?.id)

  shop.requestData(customer?.id ?? 0n)
  shop.redactCustomer(customer?.id ?? 0n)
  await shop.webhooks.settle()

  const list = orders.map(({ id }) => String(id)).join(',')
  expect(topicsOf(received)).toEqual(['customers/data_request', 'customers/redact'])
  expect(received[0]?.body).toContain(`"orders_requested":[${list}]`)
  expect(received[1]?.body).toContain(`"orders_to_redact":[${list}]`)
  expect(received[1]?.body).toContain(`"customer":{"id":${String(customer?.id)},`)
})

test('webhooks show of customers what was approved for the app', async () => {
  const { shop, received } = await startTestStore({ topics: ['orders/paid', 'refunds/create'] })
  shop.install()
  shop.state.dataAccess = []

  const order = buyMug(shop, 'ann@example.com')
  await shop.webhooks.settle()

  expect(received[0]?.body).not.toMatch(/Ann|ann@|Delft/)
  expect(received[0]?.body).toContain('"country":"Netherlands"')

  shop.state.dataAccess = null
  buyMug(shop, 'ann@example.com')
  shop.refundOrder(order.id)
  await shop.webhooks.settle()
  expect(received).toHaveLength(1)
})
