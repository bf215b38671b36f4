/** Orders and customers of a shop become activities, in whatever order their webhooks arrive. */
import { expect, test } from 'vitest'
import { activities, connections, goalConversions, sites } from '#app/db/schema/index.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { provenSite, provenTeam } from '#app/domain/prove-scope.ts'
import { storeShopProducts } from '#app/domain/shops/store-shop-products.server.ts'
import { findConnectedShop } from '#app/domain/shops/connected-shop.server.ts'
import { uninstallShop } from '#app/domain/shops/uninstall-shop.server.ts'
import { newEventId, serveEdge } from '../../support/pages.ts'
import { linen } from '../../support/shopify/shopify-world.ts'
import {
  createWebhookWorld,
  orderBody,
  type Webhook,
  type WebhookWorld,
} from '../../support/shopify/webhooks.ts'

const id = '820982911946154509'
/** After the shop was connected, in the world's time. */
const placed = { created_at: '2026-03-02T10:00:00Z', processed_at: '2026-03-02T10:00:00Z' }

async function openShop() {
  const world = await createWebhookWorld()
  const { db } = world.services
  const [row] = await db.system.select().from(sites)
  if (!row) throw new Error('no site')
  const site = provenSite(provenTeam(row.teamId), row)
  await createGoal(world.services, site, {
    kind: 'order',
    name: 'Order',
    is_repeatable: false,
    is_active: true,
  })
  return {
    ...world,
    shopSite: site,
    purchases: () => db.system.select().from(activities),
    conversions: () => db.system.select().from(goalConversions),
  }
}

const paid: Webhook = { topic: 'orders/paid', body: orderBody(placed) }
const canceled: Webhook = {
  topic: 'orders/cancelled',
  body: orderBody({ ...placed, cancelled_at: '2026-03-02T10:00:30Z' }),
}
const refunded: Webhook = { topic: 'refunds/create', body: `{"id":5,"order_id":${id}}` }

/** As the Admin API has the order. */
const orderNode = (over: object = {}) => ({
  id: `gid://shopify/Order/${id}`,
  test: false,
  createdAt: '2026-03-02T10:00:00Z',
  processedAt: '2026-03-02T10:00:00Z',
  cancelledAt: null,
  displayFinancialStatus: 'PAID',
  currencyCode: 'EUR',
  totalPriceSet: { shopMoney: { amount: '39.80' } },
  email: 'ada@shopper.example',
  billingAddress: null,
  shippingAddress: { firstName: 'Ada', city: 'Ockham', countryCodeV2: 'GB' },
  lineItems: {
    nodes: [
      {
        title: 'Wool socks',
        currentQuantity: 2,
        isGiftCard: false,
        originalUnitPriceSet: { shopMoney: { amount: '19.90' } },
        product: { id: 'gid://shopify/Product/632910392' },
        variant: { id: 'gid://shopify/ProductVariant/1' },
      },
    ],
  },
  ...over,
})

async function deliverAll({ deliver, process }: WebhookWorld, webhooks: readonly Webhook[]) {
  for (const webhook of webhooks) {
    expect((await deliver(webhook)).status).toBe(200)
    await process()
  }
}

test('a paid order is a signed purchase of the connection, with the product’s page and picture', async () => {
  const world = await openShop()
  const shop = await findConnectedShop(world.services, linen)
  if (!shop) throw new Error('not connected')
  await storeShopProducts(world.services, shop, {
    at: world.clock.now(),
    products: [
      {
        id: '632910392',
        title: 'Wool socks',
        url: 'https://linen.example/products/wool-socks',
        image: 'https://cdn.shopify.example/socks.jpg',
        price: 19.9,
        stock: 3,
        isAvailable: true,
      },
    ],
  })

  await deliverAll(world, [paid])

  const [connection] = await world.services.db.system.select().from(connections)
  expect(await world.purchases()).toMatchObject([
    {
      externalId: id,
      source: 'integration',
      connectionId: connection?.id,
      trust: 'signed',
      isShowable: true,
      firstName: 'Ada',
      lastName: null,
      city: 'Ockham',
      country: 'GB',
      productTitle: 'Wool socks',
      productUrl: 'https://linen.example/products/wool-socks',
      productImage: 'https://cdn.shopify.example/socks.jpg',
      amountCents: 3980,
      currency: 'EUR',
    },
  ])
  expect(JSON.stringify(await world.purchases())).not.toMatch(/Byron|shopper/)
})

test.each([
  ['paid, then canceled', [paid, canceled]],
  ['canceled, then paid', [canceled, paid]],
  ['paid, then refunded', [paid, refunded]],
  ['refunded, then paid', [refunded, paid]],
  ['everything, twice', [refunded, canceled, paid, canceled, paid, refunded]],
])('%s: one purchase that is not shown, and one conversion', async (_what, webhooks) => {
  const world = await openShop()
  world.shopify.answer('ReadOrder', () => ({
    order: orderNode({ displayFinancialStatus: 'REFUNDED' }),
  }))

  await deliverAll(world, webhooks)

  expect(await world.purchases()).toMatchObject([{ externalId: id, isShowable: false }])
  expect(await world.conversions()).toMatchObject([{ uniqueKey: `order:${id}` }])
})

test('the same webhooks in one batch have the same effect', async () => {
  const world = await openShop()
  for (const webhook of [canceled, paid, canceled]) await world.deliver(webhook)

  await world.process()

  expect(await world.purchases()).toMatchObject([{ externalId: id, isShowable: false }])
  expect(await world.conversions()).toHaveLength(1)
})

test('an order that was refunded in part is still shown', async () => {
  const world = await openShop()
  world.shopify.answer('ReadOrder', () => ({
    order: orderNode({ displayFinancialStatus: 'PARTIALLY_REFUNDED' }),
  }))

  await deliverAll(world, [paid, refunded])

  expect(await world.purchases()).toMatchObject([{ isShowable: true }])
})

test('unpaid orders and tests aren’t shown and count for nothing', async () => {
  const world = await openShop()

  await deliverAll(world, [
    { topic: 'orders/paid', body: orderBody({ ...placed, id: 1, financial_status: 'pending' }) },
    { topic: 'orders/paid', body: orderBody({ ...placed, id: 2, test: true }) },
    { topic: 'orders/paid', body: orderBody({ ...placed, id: 3, total_price: '0.00' }) },
  ])

  const rows = await world.purchases()
  expect(rows.map(({ externalId, isShowable }) => [externalId, isShowable]).sort()).toEqual([
    ['2', false],
    ['3', false],
  ])
  const keys = (await world.conversions()).map(({ uniqueKey }) => uniqueKey)
  expect(keys).toEqual(['order:3'])
})

test('the checkout’s page and the webhook count an order once, with the webhook’s amount', async () => {
  const world = await openShop()
  const edge = await serveEdge(world.services)
  const page = edge.page({
    ...world.shopSite,
    uuid: world.shopSite.siteUuid,
    url: 'https://linen.example',
  })
  const event = {
    id: newEventId(),
    type: 'order',
    page: '/thank-you',
    order: id,
    value: 45,
    currency: 'USD',
  }
  await page.report(event)
  expect(await world.conversions()).toMatchObject([{ amountCents: 4500, currency: 'USD' }])

  await deliverAll(world, [paid])

  expect(await world.conversions()).toMatchObject([{ amountCents: 3980, currency: 'EUR' }])
})

test('without protected fields, someone in the country bought it', async () => {
  const world = await openShop()
  const bare = {
    ...placed,
    email: null,
    customer: null,
    shipping_address: { first_name: null, city: null, province: 'Ontario', country_code: 'CA' },
  }

  await deliverAll(world, [{ topic: 'orders/paid', body: orderBody(bare) }])

  expect(await world.purchases()).toMatchObject([
    { firstName: null, city: null, country: 'CA', emailHash: null, isShowable: true },
  ])
})

test('a new customer is a sign-up', async () => {
  const world = await openShop()
  const body = '{"id":706405506930370084,"created_at":"2026-03-02T10:00:00Z","first_name":"Ada"}'

  await deliverAll(world, [
    { topic: 'customers/create', body },
    { topic: 'customers/create', body },
  ])

  expect(await world.purchases()).toMatchObject([
    { kind: 'signup', externalId: '706405506930370084', firstName: 'Ada', source: 'integration' },
  ])
})

test('after the uninstall nothing is recorded, and what there was stays until it is purged', async () => {
  const world = await openShop()
  await deliverAll(world, [paid])
  await uninstallShop(world.services, { domain: linen, at: world.clock.now() })

  await deliverAll(world, [{ topic: 'orders/paid', body: orderBody({ ...placed, id: 77 }) }])

  expect(await world.purchases()).toHaveLength(1)
  expect(await world.services.db.system.select().from(connections)).toMatchObject([
    { state: 'ended' },
  ])
})

test('a site that is deleted takes its connection along', async () => {
  const world = await openShop()
  await deliverAll(world, [paid])

  await world.services.db.system.delete(sites)

  expect(await world.services.db.system.select().from(connections)).toEqual([])
  expect((await world.deliver(paid)).status).toBe(200)
  await world.process()
  expect(await world.purchases()).toEqual([])
})
