/** Data that a shop had before it was connected: theme and checkout, products, earlier orders. */
import { expect, test } from 'vitest'
import { activities, connections, goalConversions, products, shops } from '#app/db/schema/index.ts'
import { listStock } from '#app/domain/serving/data/stock.server.ts'
import { findConnectedShop } from '#app/domain/shops/connected-shop.server.ts'
import { queueCatalogReads } from '#app/domain/shops/repair-shop.server.ts'
import { uninstallShop } from '#app/domain/shops/uninstall-shop.server.ts'
import { readHomeLive } from '#app/presenters/home/home.server.ts'
import { readConnection } from '#app/presenters/integrations/connection.server.ts'
import { shopBackfillJob } from '#app/jobs/shop-backfill.server.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { linen } from '../../support/shopify/shopify-world.ts'
import { createWebhookWorld, type WebhookWorld } from '../../support/shopify/webhooks.ts'

const orderNode = (id: number, placedAt: string) => ({
  id: `gid://shopify/Order/${String(id)}`,
  test: false,
  createdAt: placedAt,
  displayFinancialStatus: 'PAID',
  currencyCode: 'EUR',
  totalPriceSet: { shopMoney: { amount: '10.00' } },
  lineItems: {
    nodes: [
      {
        title: 'Mug',
        currentQuantity: 1,
        isGiftCard: false,
        originalUnitPriceSet: { shopMoney: { amount: '10.00' } },
        product: { id: 'gid://shopify/Product/1' },
        variant: null,
      },
    ],
  },
})

type Variant = { price?: string; quantity?: number; policy?: string; tracked?: boolean }

const productNode = (id: number, variants: Variant[] = [{}], over: object = {}) => ({
  id: `gid://shopify/Product/${String(id)}`,
  title: `Mug ${String(id)}`,
  onlineStoreUrl: `https://linen.example/products/mug-${String(id)}`,
  featuredMedia: { preview: { image: { url: 'https://cdn.shopify.example/mug.jpg' } } },
  variants: {
    nodes: variants.map(({ price = '10.00', quantity = 4, policy = 'DENY', tracked = true }) => ({
      price,
      availableForSale: policy === 'CONTINUE' || quantity > 0,
      inventoryPolicy: policy,
      inventoryQuantity: quantity,
      inventoryItem: { tracked },
    })),
    pageInfo: { hasNextPage: false },
  },
  ...over,
})

/** A list that is answered in pages. */
const pageOf = (nodes: readonly unknown[], after: unknown, size: number) => {
  const from = Number(after ?? 0)
  const end = from + size
  const pageInfo = { hasNextPage: end < nodes.length, endCursor: String(end) }
  return { nodes: nodes.slice(from, end), pageInfo }
}

async function openShop({ orders = [] as unknown[], catalog = [] as unknown[] } = {}) {
  const world = await createWebhookWorld()
  const shown = { orders, catalog }
  const asked: { name: string; variables: Record<string, unknown> }[] = []
  const answer = (name: string, respond: (variables: Record<string, unknown>) => unknown) => {
    world.shopify.answer(name, (variables) => {
      asked.push({ name, variables })
      return respond(variables)
    })
  }
  answer('AppInstallation', () => ({
    currentAppInstallation: { id: 'gid://shopify/AppInstallation/1' },
  }))
  answer('SetSiteMetafields', () => ({ metafieldsSet: { metafields: [], userErrors: [] } }))
  const webPixel = { id: 'gid://shopify/WebPixel/3' }
  answer('CreateAppWebPixel', () => ({ webPixelCreate: { webPixel, userErrors: [] } }))
  answer('UpdateAppWebPixel', () => ({ webPixelUpdate: { webPixel, userErrors: [] } }))
  answer('ListProducts', ({ after }) => ({ products: pageOf(shown.catalog, after, 2) }))
  answer('ListOrders', ({ after }) => ({ orders: pageOf(shown.orders, after, 2) }))
  const { db } = world.services
  return {
    ...world,
    shown,
    asked,
    backfill: () => shopBackfillJob.run(world.services, {}),
    shopRow: async () => (await db.system.select().from(shops))[0],
    orders: () => db.system.select().from(activities).orderBy(activities.id),
    products: () => db.system.select().from(products),
  }
}

const before = '2026-02-20T10:00:00Z'

test('the install brings in products, orders, the theme and the web pixel, page by page', async () => {
  const world = await openShop({
    catalog: [productNode(1), productNode(2), productNode(3)],
    orders: [1, 2, 3, 4, 5].map((id) => orderNode(id, before)),
  })
  expect((await world.shopRow())?.backfill).toMatchObject({ status: 'running', reason: 'install' })

  await world.backfill()

  expect(await world.shopRow()).toMatchObject({
    webPixelId: 'gid://shopify/WebPixel/3',
    backfill: { status: 'done', counts: { products: 3, orders: 5 } },
    backfillDueAt: null,
  })
  expect(await world.products()).toHaveLength(3)
  expect(await world.orders()).toHaveLength(5)
  expect((await world.orders())[0]).toMatchObject({
    externalId: '1',
    source: 'integration',
    productUrl: 'https://linen.example/products/mug-1',
    productImage: 'https://cdn.shopify.example/mug.jpg',
  })
  const [orders] = world.asked.filter(({ name }) => name === 'ListOrders')
  const since = new Date(world.clock.now().getTime() - 60 * dayMillis).toISOString()
  expect(orders?.variables['query']).toBe(`updated_at:>='${since}'`)
  // Nothing was measured then.
  expect(await world.services.db.system.select().from(goalConversions)).toEqual([])

  const calls = world.asked.length
  await world.backfill()
  expect(world.asked).toHaveLength(calls)
})

test('the shop’s connection says that past data is being read until it was', async () => {
  const world = await openShop({ catalog: [productNode(1)], orders: [orderNode(1, before)] })
  const shop = await findConnectedShop(world.services, linen)
  const [row] = await world.services.db.system.select().from(connections)
  const isReadingPast = async () => {
    if (!shop) throw new Error('The shop has no site.')
    const asked = { uuid: row?.uuid ?? '', asked: null, mayChange: true }
    return (await readConnection(world.services, shop.site, asked))?.isReadingPast
  }
  expect(await isReadingPast()).toBe(true)

  await world.backfill()

  expect(await isReadingPast()).toBe(false)
})

test('the theme and the web pixel learn the site, its host and its key', async () => {
  const world = await openShop()
  await world.backfill()

  const shop = await findConnectedShop(world.services, linen)
  const variablesOf = (name: string) => world.asked.find((one) => one.name === name)?.variables
  expect(variablesOf('SetSiteMetafields')).toMatchObject({
    metafields: [
      { key: 'site', value: shop?.site.siteUuid },
      { key: 'host', value: 'http://footfall.test' },
    ],
  })
  const { webPixel } = variablesOf('CreateAppWebPixel') as { webPixel: { settings: string } }
  expect(JSON.parse(webPixel.settings)).toMatchObject({
    site: shop?.site.siteUuid,
    host: 'http://footfall.test',
    key: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
  })
})

test('it goes on where an outage or a dead process stopped it', async () => {
  const world = await openShop({
    catalog: [productNode(1)],
    orders: [1, 2, 3, 4, 5].map((id) => orderNode(id, before)),
  })
  world.shopify.answer('ListOrders', ({ after }) =>
    after === '2' ? null : { orders: pageOf(world.shown.orders, after, 2) },
  )

  await world.backfill()
  expect(await progressOf(world)).toMatchObject({
    tone: 'info',
    text: expect.stringContaining('1 product and 2 orders so far.') as string,
  })
  expect((await world.shopRow())?.backfill).toMatchObject({
    status: 'running',
    cursors: { products: null, orders: '2' },
    counts: { orders: 2 },
    failures: 1,
  })

  const cursors: unknown[] = []
  world.shopify.answer('ListOrders', ({ after }) => {
    cursors.push(after)
    return { orders: pageOf(world.shown.orders, after, 2) }
  })
  await world.backfill()
  expect(cursors).toEqual([])
  world.clock.advance(minuteMillis)
  await world.backfill()

  expect(cursors).toEqual(['2', '4'])
  expect(await progressOf(world)).toBeNull()
  expect((await world.shopRow())?.backfill).toMatchObject({
    status: 'done',
    counts: { orders: 5 },
    failures: 0,
  })
  expect(await world.orders()).toHaveLength(5)
})

test('it waits as long as Shopify’s throttling asks for', async () => {
  const world = await openShop({ catalog: [productNode(1)] })
  world.shopify.failNext('graphql.json', 'throttle')

  await world.backfill()

  const due = (await world.shopRow())?.backfillDueAt?.getTime()
  expect(due).toBe(world.clock.now().getTime() + 10_000)
  world.clock.advance(10_000)
  await world.backfill()
  expect((await world.shopRow())?.backfill).toMatchObject({ status: 'done' })
})

test('a shop whose calls others use up is waited for, and keeps its position', async () => {
  const world = await openShop({
    catalog: [productNode(1)],
    orders: [1, 2, 3, 4, 5].map((id) => orderNode(id, before)),
  })
  const cursors: unknown[] = []
  world.shopify.answer('ListOrders', ({ after }) => {
    cursors.push(after)
    const throttled = Array.from({ length: 100 }, () => 'throttle' as const)
    if (after === null) world.shopify.failNext('graphql.json', ...throttled)
    return { orders: pageOf(world.shown.orders, after, 2) }
  })
  for (let nth = 0; nth < 100; nth += 1) {
    await world.backfill()
    expect((await world.shopRow())?.backfill).toMatchObject({
      status: 'running',
      failures: 0,
      cursors: { products: null, orders: '2' },
    })
    world.clock.advance(10_000)
  }

  await world.backfill()

  expect(cursors).toEqual([null, '2', '4'])
  expect(world.asked.filter(({ name }) => name === 'ListProducts')).toHaveLength(1)
  expect((await world.shopRow())?.backfill).toMatchObject({ status: 'done', counts: { orders: 5 } })
})

test('after it gave up, the next reading of the catalog still brings the orders of 60 days', async () => {
  const world = await openShop({ orders: [orderNode(1, before)] })
  world.shopify.answer('ListOrders', () => null)
  for (let hour = 0; hour < 82; hour += 1) {
    await world.backfill()
    world.clock.advance(hourMillis)
  }
  expect((await world.shopRow())?.backfill).toMatchObject({ status: 'failed' })
  expect(await progressOf(world)).toMatchObject({
    tone: 'warning',
    text: expect.stringContaining('again within an hour') as string,
  })

  const asked: unknown[] = []
  world.shopify.answer('ListOrders', ({ query, after }) => {
    asked.push(query)
    return { orders: pageOf(world.shown.orders, after, 2) }
  })
  await queueCatalogReads(world.services)
  await world.backfill()

  const installedAt = (await world.shopRow())?.installedAt.getTime() ?? 0
  expect(asked).toEqual([`updated_at:>='${new Date(installedAt - 60 * dayMillis).toISOString()}'`])
  expect(await world.orders()).toHaveLength(1)
})

test('an uninstall ends it, and a reinstall starts it again', async () => {
  const world = await openShop({ orders: [orderNode(1, before)] })
  await uninstallShop(world.services, { domain: linen, at: world.clock.now() })

  await world.backfill()

  expect(await world.orders()).toEqual([])
  expect(await world.shopRow()).toMatchObject({ backfill: null, backfillDueAt: null })
})

test.each<[string, Variant[], object]>([
  ['one variant', [{ quantity: 4 }], { stock: 4, isAvailable: true, priceCents: 1000 }],
  [
    'variants, one of them oversold',
    [
      { quantity: 4, price: '12.50' },
      { quantity: -2, price: '9.90' },
    ],
    { stock: 4, isAvailable: true, priceCents: 990 },
  ],
  ['nothing left', [{ quantity: 0 }], { stock: 0, isAvailable: false }],
  ['a variant without managed stock', [{ quantity: 3 }, { tracked: false }], { stock: null }],
  [
    'a variant that is sold beyond its stock',
    [{ quantity: 3, policy: 'CONTINUE' }],
    { stock: null },
  ],
])('stock of a product with %s', async (_what, variants, expected) => {
  const world = await openShop({ catalog: [productNode(1, variants)] })

  await world.backfill()

  expect(await world.products()).toMatchObject([
    { externalId: '1', title: 'Mug 1', currency: 'EUR', ...expected },
  ])
})

/** The backfill's progress on the home screen. */
const progressOf = async (world: WebhookWorld) => {
  const shop = await findConnectedShop(world.services, linen)
  return shop && (await readHomeLive(world.services, shop.site)).shop
}

const stockOf = async (world: WebhookWorld) => {
  const shop = await findConnectedShop(world.services, linen)
  if (!shop) throw new Error('not connected')
  const { site } = shop
  const at = world.clock.now()
  const rows = await world.services.db.asTeam(site, (tx) =>
    listStock(tx, site, { at, maximum: null }),
  )
  return rows.map(({ stock, readAt }) => [stock, at.getTime() - readAt.getTime()])
}

test('reading the catalog again removes deleted products, and the rest counts as read', async () => {
  const world = await openShop({ catalog: [productNode(1), productNode(2)] })
  await world.backfill()
  world.clock.advance(23 * hourMillis)
  expect(await stockOf(world)).toEqual([
    [4, 23 * hourMillis],
    [4, 23 * hourMillis],
  ])

  world.shown.catalog = [productNode(1, [{ quantity: 2 }])]
  await queueCatalogReads(world.services)
  await world.backfill()

  expect(await stockOf(world)).toEqual([[2, 0]])
  expect((await world.shopRow())?.backfill).toMatchObject({ status: 'done', reason: 'repair' })
  const [connection] = await world.services.db.system.select().from(connections)
  expect(connection?.productsReadAt).toEqual(world.clock.now())
})

test('products that a shop changes are fetched once for many webhooks, and their order doesn’t matter', async () => {
  const world = await openShop({ catalog: [productNode(1)] })
  await world.backfill()
  let reads = 0
  world.shopify.answer('ReadProduct', () => {
    reads += 1
    return { product: productNode(1, [{ quantity: 9 }], { title: 'Large mug' }) }
  })
  for (let count = 0; count < 5; count += 1) {
    await world.deliver({
      topic: 'products/update',
      body: `{"id":1,"title":"Old ${String(count)}"}`,
    })
  }

  await world.process()

  expect(reads).toBe(1)
  expect(await world.products()).toMatchObject([{ title: 'Large mug', stock: 9 }])
})

test('stock follows the inventory, and a deleted product is removed', async () => {
  const world = await openShop({ catalog: [productNode(1)] })
  await world.backfill()
  world.shopify.answer('ReadProductOfItem', ({ id }) => ({
    inventoryItem:
      id === 'gid://shopify/InventoryItem/9007199254740993'
        ? { variant: { product: productNode(1, [{ quantity: 1 }]) } }
        : null,
  }))
  world.shopify.answer('ReadProduct', () => ({ product: null }))

  const level = '{"inventory_item_id":9007199254740993,"location_id":1,"available":1}'
  await world.deliver({ topic: 'inventory_levels/update', body: level })
  await world.deliver({ topic: 'inventory_items/update', body: '{"id":404}' })
  await world.process()
  expect(await world.products()).toMatchObject([{ stock: 1 }])

  await world.deliver({ topic: 'products/delete', body: '{"id":1}' })
  await world.process()
  expect(await world.products()).toEqual([])
})
