/** The product in a whole shop: its catalog, its orders, its webhooks and its bad days. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Fault } from '#workshop/store/wire/faults.server.ts'
import {
  activities,
  deliveries,
  goalConversions,
  products,
  shops,
  sites,
} from '#app/db/schema/index.ts'
import { createGoal } from '#app/domain/goals/goals.server.ts'
import { queueCatalogReads } from '#app/domain/shops/repair-shop.server.ts'
import { shopBackfillJob } from '#app/jobs/shop-backfill.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { readConnection } from '#app/presenters/integrations/connection.server.ts'
import { readIntegrationList } from '#app/presenters/integrations/integration-list.server.ts'
import { readIntegration } from '#app/presenters/integrations/integration.server.ts'
import { appKeys } from '../../support/shopify/demo-store.ts'
import { buyer, createStoreWorld, type StoreWorld } from '../../support/shopify/store-world.ts'

async function openShop({ isFilled = true } = {}) {
  const world = await createStoreWorld()
  await world.openApp()
  const { site } = await world.connected()
  await createGoal(world.services, site, {
    kind: 'order',
    name: 'Order',
    is_repeatable: false,
    is_active: true,
  })
  if (isFilled) await world.backfill()
  return world
}

const listPurchases = ({ services }: StoreWorld) => services.db.system.select().from(activities)
const listProducts = ({ services }: StoreWorld) => services.db.system.select().from(products)
const rowOf = async ({ services }: StoreWorld) => {
  const [row] = await services.db.system.select().from(shops)
  return row
}

/** Ids of the shop’s orders of 60 days. */
const recentOrders = ({ shop, clock }: StoreWorld) =>
  shop.state.orders
    .filter(({ createdAt }) => clock.now().getTime() - createdAt.getTime() < 60 * dayMillis)
    .map(({ id }) => String(id))
    .sort()

/** Expected stock of a shop’s products, by id. */
const expectedStock = ({ shop }: StoreWorld) =>
  Object.fromEntries(
    shop.state.products.map(({ id, variants }) => [
      String(id),
      variants.some(({ stock }) => stock === null)
        ? null
        : variants.reduce((sum, { stock }) => sum + (stock ?? 0), 0),
    ]),
  )

async function storedStock(world: StoreWorld) {
  const rows = await listProducts(world)
  return Object.fromEntries(rows.map(({ externalId, stock }) => [externalId, stock]))
}

const firstVariant = ({ shop }: StoreWorld, at = 0) => {
  const variant = shop.state.products[at]?.variants[0]
  if (!variant) throw new Error('The shop sells nothing.')
  return variant
}

const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }

test('the first visit brings in the catalog, the orders of 60 days, the theme and the web pixel', async () => {
  const world = await openShop()

  const stored = await listPurchases(world)
  expect(stored.map(({ externalId }) => externalId).sort()).toEqual(recentOrders(world))
  expect(stored).toHaveLength(6)
  expect(await storedStock(world)).toEqual(expectedStock(world))
  for (const { productUrl, productImage } of stored) {
    expect(productUrl).toContain(world.shop.storefrontUrl)
    expect(productImage).toContain('http')
  }
  expect(await rowOf(world)).toMatchObject({ backfill: { status: 'done', counts: { orders: 6 } } })
  const { siteUuid } = (await world.connected()).site
  const { metafields = [], webPixel } = world.shop.state.installation ?? {}
  expect(metafields.map(({ namespace, key, value }) => [namespace, key, value])).toContainEqual([
    'footfall',
    'site',
    siteUuid,
  ])
  expect(webPixel?.settings).toContain(siteUuid)
})

test('the pictures of imported products are shown', async () => {
  const world = await openShop()
  await world.process()
  const page = await readScreen(world, '/data-feeds/products')
  const images = [...page.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, src = '']) =>
    src.replaceAll('&amp;', '&'),
  )

  const answers = await Promise.all(images.map((src) => world.served.fetch(src)))

  expect(images.length).toBeGreaterThan(3)
  expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual(
    images.map(() => [200, 'image/webp']),
  )
})

/** A screen in the shop's admin. */
async function readScreen({ shop, served }: StoreWorld, path: string) {
  const { search } = new URL(shop.launchUrl())
  const query = path.includes('?') ? search.replace('?', '&') : search
  const answer = await served.fetch(path + query, { headers: browser })
  return answer.text()
}

test('a shop is led to its theme editor, where the embed is turned on, and to no code', async () => {
  const world = await openShop()
  const [site] = await world.services.db.system.select().from(sites)
  const editor = `/themes/current/editor?context=apps&amp;template=product&amp;activateAppId=${appKeys.apiKey}/embed`

  const home = await readScreen(world, '/')
  expect(home).toContain('Turn on Footfall in your theme')
  expect(home).not.toContain('Add one line of code')
  const step = await readScreen(world, '/onboarding?step=install')
  expect(step).toContain(editor)
  expect(step).not.toContain('just before &lt;/body&gt;')
  expect(await readScreen(world, `/pixel/${site?.uuid ?? ''}`)).toContain(editor)
})

test('home says how much was brought in, until all of it was', async () => {
  const world = await openShop({ isFilled: false })
  const home = () => readScreen(world, '/')
  expect(await home()).toContain('Importing your shop’s data')

  await world.backfill()
  expect(await home()).not.toContain('Importing your shop’s data')
})

test.each([
  ['as they happened', 'oldest first', 1],
  ['twice each', 'oldest first', 2],
  ['the last one first', 'newest first', 1],
  ['the last one first, twice each', 'newest first', 2],
] as const)('orders and stock are right when webhooks come %s', async (_how, order, copies) => {
  const world = await openShop()
  const { shop } = world
  const lines = [{ variantId: firstVariant(world).id, quantity: 2 }]
  shop.webhooks.hold()
  const [kept, canceled, refunded] = [1, 2, 3].map(() => shop.placeOrder({ lines, buyer }))
  world.clock.advance(1_000)
  if (canceled) shop.cancelOrder(canceled.id)
  if (refunded) shop.refundOrder(refunded.id)
  shop.setStock(firstVariant(world, 1).id, 77)

  await shop.webhooks.release({ order, copies })
  await world.process()

  const placed = [kept, canceled, refunded].map((one) => String(one?.id))
  const stored = (await listPurchases(world)).filter(({ externalId }) =>
    placed.includes(externalId),
  )
  expect(stored.filter(({ isShowable }) => isShowable).map((one) => one.externalId)).toEqual([
    String(kept?.id),
  ])
  expect(await storedStock(world)).toEqual(expectedStock(world))
  const counted = await world.services.db.system.select().from(goalConversions)
  expect(new Set(counted.map(({ uniqueKey }) => uniqueKey)).size).toBe(counted.length)
  expect(counted.map(({ uniqueKey }) => uniqueKey)).toContain(`order:${String(kept?.id)}`)
  const sent = await world.services.db.system.select().from(deliveries)
  expect(sent.filter(({ state }) => state !== 'done')).toEqual([])
  expect(sent).toHaveLength(shop.webhooks.deliveries.length)

  // Reading all of it again changes nothing, whether or not an order was missed.
  world.clock.advance(hourMillis)
  await world.backfill()
  expect(await world.services.db.system.$count(goalConversions)).toBe(counted.length)
})

test('an order counts once, whether its webhook comes before, during or after the backfill', async () => {
  const world = await openShop({ isFilled: false })
  const lines = [{ variantId: firstVariant(world).id, quantity: 1 }]
  const order = world.shop.placeOrder({ lines, buyer })
  await world.process()
  await world.backfill()
  const [last] = world.shop.webhooks.deliveries.filter(({ topic }) => topic === 'orders/paid')
  if (!last) throw new Error('no webhook')
  await world.shop.webhooks.repeat(last)
  await world.process()

  const stored = await listPurchases(world)
  expect(stored.map(({ externalId }) => externalId).sort()).toEqual(recentOrders(world))
  const counted = await world.services.db.system.select().from(goalConversions)
  expect(counted.map(({ uniqueKey }) => uniqueKey)).toEqual([`order:${String(order.id)}`])
})

test('products that are added, changed and deleted are what the shop has', async () => {
  const world = await openShop()
  const { shop } = world
  const added = shop.addProduct({ title: 'Oak bowl', price: 3_450, stock: 5 })
  const [changed, deleted] = shop.state.products
  if (!changed || !deleted) throw new Error('The shop sells nothing.')
  shop.changeProduct(changed.id, { title: 'Renamed', price: 1_234 })
  shop.deleteProduct(deleted.id)
  await world.process()

  const rows = new Map((await listProducts(world)).map((row) => [row.externalId, row]))
  expect(rows.get(String(added.id))).toMatchObject({
    title: 'Oak bowl',
    priceCents: 3_450,
    stock: 5,
  })
  expect(rows.get(String(changed.id))).toMatchObject({ title: 'Renamed', priceCents: 1_234 })
  expect(rows.has(String(deleted.id))).toBe(false)
  expect(rows.size).toBe(shop.state.products.length)
})

const answers = (status: number, headers: Record<string, string> = {}): Fault => ({
  status,
  headers,
  body: '{"errors":"No."}',
})

const badDays: [string, Fault][] = [
  ['401', answers(401)],
  ['402', answers(402)],
  ['404', answers(404)],
  ['423', answers(423)],
  ['429 with a time to wait', answers(429, { 'Retry-After': '30' })],
  ['500', answers(500)],
  ['502', answers(502)],
  ['503 with a time to wait', answers(503, { 'Retry-After': '30' })],
  ['an answer that ends in the middle', 'half a body'],
  ['no answer', 'hang up'],
]

test.each(badDays)(
  'a backfill that meets %s goes on later, and nothing is missing',
  async (name, fault) => {
    const world = await openShop({ isFilled: false })
    // Everything but the first call.
    let calls = 0
    const { next } = world.shop.apiFaults
    world.shop.apiFaults.next = () => ((calls += 1) > 2 ? fault : next())

    await world.backfill()

    expect(calls).toBeGreaterThan(2)
    // To wait for its turn is no failure.
    const failures = name.startsWith('429') ? 0 : 1
    expect(await rowOf(world)).toMatchObject({ backfill: { status: 'running', failures } })
    // The cause is logged, without tokens.
    expect(JSON.stringify(world.logged)).not.toMatch(/shp(?:at|rt)_/)

    world.shop.apiFaults.next = next
    world.clock.advance(2 * hourMillis)
    await world.backfill()

    expect(await rowOf(world)).toMatchObject({ backfill: { status: 'done', failures: 0 } })
    const stored = await listPurchases(world)
    expect(stored.map(({ externalId }) => externalId).sort()).toEqual(recentOrders(world))
    expect(await storedStock(world)).toEqual(expectedStock(world))
  },
)

test('a backfill waits until the shop’s points are back, and then goes on where it was', async () => {
  const world = await openShop({ isFilled: false })
  world.shop.bucket.setLimits({ maximumAvailable: 1_000, restoreRate: 50 })
  world.shop.bucket.drain()
  const row = async () => (await rowOf(world)) ?? null
  let waits = 0

  while ((await row())?.backfill?.status === 'running' && waits < 10) {
    await world.backfill()
    const due = (await row())?.backfillDueAt
    if (!due) break
    waits += 1
    // The store's clock doesn't move while a short wait is sat out.
    world.clock.advance(due.getTime() - world.clock.now().getTime() + 1_000)
  }

  expect(await row()).toMatchObject({ backfill: { status: 'done', failures: 0 } })
  expect(waits).toBeGreaterThan(1)
  const names = world.shop.operations.map(({ name }) => name)
  expect(names.filter((name) => name === 'ListOrders').length).toBeGreaterThan(1)
  expect(await listPurchases(world)).toHaveLength(6)
})

test('an uninstall while a backfill waits for its points ends it, and a reinstall reads it all', async () => {
  const world = await openShop({ isFilled: false })
  world.shop.bucket.setLimits({ maximumAvailable: 1_000, restoreRate: 50 })
  world.shop.bucket.drain()
  await world.backfill()
  expect(await rowOf(world)).toMatchObject({ backfill: { status: 'running' } })
  const [purchases, catalog] = [await listPurchases(world), await listProducts(world)]

  world.shop.uninstall()
  await world.process()
  const asked = world.shop.operations.length
  world.logged.length = 0
  world.clock.advance(2 * hourMillis)
  await world.backfill()

  expect(world.shop.operations).toHaveLength(asked)
  expect(await listPurchases(world)).toEqual(purchases)
  expect(await listProducts(world)).toEqual(catalog)
  expect(world.logged.filter(({ level }) => level >= 40)).toEqual([])

  world.shop.bucket.setLimits({ maximumAvailable: 20_000, restoreRate: 1_000 })
  world.clock.advance(hourMillis)
  await world.openApp()
  await world.backfill()
  expect(await rowOf(world)).toMatchObject({ uninstalledAt: null, backfill: { status: 'done' } })
  expect(await listPurchases(world)).toHaveLength(6)
  expect(await storedStock(world)).toEqual(expectedStock(world))
})

test('shops take turns, and one that waits for its points stops no other', async () => {
  const world = await openShop({ isFilled: false })
  const other = world.store.shop('northern-pottery')
  await world.openApp(other)
  const turns: string[] = []
  for (const shop of [world.shop, other]) {
    const { next } = shop.apiFaults
    shop.apiFaults.next = () => {
      turns.push(shop.state.name)
      world.clock.advance(1)
      return next()
    }
  }
  await world.backfill()
  // The storefront of each takes three calls, and the rest has one page each.
  const [one, two] = [world.shop.state.name, other.state.name]
  expect(turns).toEqual([one, one, one, two, two, two, one, two, one, two])

  world.clock.advance(7 * hourMillis)
  await queueCatalogReads(world.services)
  world.shop.bucket.setLimits({ maximumAvailable: 1_000, restoreRate: 50 })
  world.shop.bucket.drain()
  await world.backfill()
  const rows = await world.services.db.system.select().from(shops).orderBy(shops.id)
  expect(rows.map(({ backfill }) => backfill?.status)).toEqual(['running', 'done'])
})

test('when the points are back soon, the queue doesn’t wait for its clock', async () => {
  const world = await openShop({ isFilled: false })
  await world.queue.start([shopBackfillJob], world.services)
  world.shop.apiFaults.failNext(answers(429, { 'Retry-After': '30' }))

  await world.backfill()

  const { rows } = await world.services.pool.query<{ seconds: number }>(
    `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
     where name = 'shops.backfill' and state = 'created'`,
  )
  expect(rows).toEqual([{ seconds: 30 }])
})

test('every screen of the connection says that data arrives, as soon as some has', async () => {
  const world = await openShop({ isFilled: false })
  const { site } = await world.connected()
  const states = async () => {
    const all = { text: '', category: null }
    const { connected } = await readIntegrationList(world.services, site, all)
    const [card] = connected
    const [account] = (await readIntegration(world.services, site, 'shopify'))?.accounts ?? []
    const asked = { uuid: card?.uuid ?? '', asked: null, mayChange: true }
    const page = await readConnection(world.services, site, asked)
    return [card, account, page].map((one) => one?.health.state)
  }
  expect(await states()).toEqual(['waiting', 'waiting', 'waiting'])

  await world.backfill()
  expect(await states()).toEqual(['working', 'working', 'working'])

  world.clock.advance(15 * dayMillis)
  expect(await states()).toEqual(['quiet', 'quiet', 'quiet'])
  const lines = [{ variantId: firstVariant(world).id, quantity: 1 }]
  world.shop.placeOrder({ lines, buyer })
  await world.process()
  expect(await states()).toEqual(['working', 'working', 'working'])
})

test('customers’ requests are done, from the store’s own requests', async () => {
  const world = await openShop()
  const lines = [{ variantId: firstVariant(world).id, quantity: 1 }]
  const order = world.shop.placeOrder({ lines, buyer })
  await world.process()

  world.shop.requestData(order.customerId ?? 0n)
  await world.process()
  const [email] = await world.services.mail.outbox.list()
  const folder = path.join(world.services.config.dataDir, 'outbox')
  const message = readFileSync(path.join(folder, `${email?.id ?? ''}.eml`), 'utf8')
  expect(message).toContain('customer-data.json')

  world.shop.redactCustomer(order.customerId ?? 0n)
  await world.process()
  const stored = await listPurchases(world)
  expect(stored.map(({ externalId }) => externalId)).not.toContain(String(order.id))
  expect(stored).toHaveLength(6)
})

test('after an uninstall nothing is shown or called, and two days later nothing is left', async () => {
  const world = await openShop()
  const operations = world.shop.operations.length
  world.shop.uninstall()
  await world.process()

  expect(await rowOf(world)).toMatchObject({ accessToken: null, refreshToken: null })
  expect(await world.services.db.system.select({ pausedAt: sites.pausedAt }).from(sites)).toEqual([
    { pausedAt: world.clock.now() },
  ])
  await world.backfill()
  expect(world.shop.operations).toHaveLength(operations)

  world.clock.advance(2 * dayMillis)
  await world.shop.webhooks.sendDue()
  await world.process()
  const { system } = world.services.db
  for (const table of [shops, sites, activities, products, deliveries]) {
    expect(await system.$count(table)).toBe(0)
  }
})

test('a reinstall within two days keeps everything', async () => {
  const world = await openShop()
  world.shop.uninstall()
  await world.process()
  world.clock.advance(dayMillis)
  await world.openApp()

  world.clock.advance(2 * dayMillis)
  await world.shop.webhooks.sendDue()
  await world.process()

  expect(await rowOf(world)).toMatchObject({ uninstalledAt: null })
  expect(await listPurchases(world)).toHaveLength(6)
})
