/** Orders with as much of their buyers as Shopify approved, and without approval none. */
import { expect, test } from 'vitest'
import { activities, connections, products, shops } from '#app/db/schema/index.ts'
import { queueCatalogReads } from '#app/domain/shops/repair-shop.server.ts'
import { hourMillis, minuteMillis, secondMillis } from '#app/lib/time.ts'
import { readHomeLive } from '#app/presenters/home/home.server.ts'
import type { DataAccess } from '#workshop/store/state/shop-state.ts'
import { buyer, createStoreWorld, type StoreWorld } from '../../support/shopify/store-world.ts'

/** @param access what Shopify approved before the install */
async function openShop(access: DataAccess) {
  const world = await createStoreWorld()
  world.shop.state.dataAccess = access
  await world.openApp()
  await world.backfill()
  return world
}

const placeOrder = ({ shop }: StoreWorld) => {
  const variantId = shop.state.products[0]?.variants[0]?.id ?? 0n
  return shop.placeOrder({ lines: [{ variantId, quantity: 1 }], buyer })
}

const listPurchases = ({ services }: StoreWorld) => services.db.system.select().from(activities)
const countProducts = ({ services }: StoreWorld) => services.db.system.$count(products)
const stateOf = async ({ services }: StoreWorld) =>
  (await services.db.system.select().from(shops))[0]?.backfill ?? null
const progressOf = async (world: StoreWorld) =>
  (await readHomeLive(world.services, (await world.connected()).site)).shop
/** A screen in the shop's admin. */
async function readScreen({ shop, served }: StoreWorld, path: string) {
  const { search } = new URL(shop.launchUrl())
  const query = path.includes('?') ? search.replace('?', '&') : search
  const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
  return (await served.fetch(path + query, { headers })).text()
}

const looksOf = ({ shop }: StoreWorld) =>
  shop.operations.filter(({ name }) => name === 'ListOrders').length

test.each<[what: string, DataAccess, shown: object, emails: boolean]>([
  ['level 1', [], { firstName: null, city: null, country: 'CA' }, false],
  ['names alone', ['name'], { firstName: 'Xenia', city: null, country: 'CA' }, false],
  ['addresses alone', ['address'], { firstName: null, city: 'Toronto', country: 'CA' }, false],
  ['email addresses alone', ['email'], { firstName: null, city: null, country: 'CA' }, true],
  ['phone numbers alone', ['phone'], { firstName: null, city: null, country: 'CA' }, false],
  [
    'everything',
    ['name', 'address', 'email', 'phone'],
    { firstName: 'Xenia', city: 'Toronto', country: 'CA' },
    true,
  ],
])('with %s, all orders come, and of their buyers what was approved', async (...given) => {
  const [, access, shown, hasEmail] = given
  const world = await createStoreWorld()
  world.shop.state.dataAccess = access
  const silent = placeOrder(world)
  await world.openApp()
  await world.backfill()
  const byWebhook = placeOrder(world)
  await world.process()

  const stored = await listPurchases(world)
  expect(stored).toHaveLength(8)
  for (const { id } of [silent, byWebhook]) {
    const found = stored.find(({ externalId }) => externalId === String(id))
    expect(found).toMatchObject(shown)
    expect(found?.emailHash !== null).toBe(hasEmail)
  }
  expect(await progressOf(world)).toBeNull()
  expect(await stateOf(world)).toMatchObject({ status: 'done', failures: 0 })
})

test('a shop whose plan has no customer data keeps its connection, and its orders come', async () => {
  const world = await createStoreWorld()
  Object.assign(world.shop.state, { dataAccess: [], isPlanWithoutData: true })
  await world.openApp()
  await world.backfill()

  expect(await listPurchases(world)).toHaveLength(6)
  expect(await stateOf(world)).toMatchObject({
    status: 'done',
    withheld: ['name', 'email', 'city'],
  })
  expect(await progressOf(world)).toBeNull()
  const [connection] = await world.services.db.system.select().from(connections)
  expect(connection).toMatchObject({ integration: 'shopify', state: 'active' })
})

test.each<[what: string, DataAccess]>([
  ['level 1', []],
  ['addresses alone', ['address']],
])('with %s, an order that is refunded is hidden', async (_what, access) => {
  const world = await openShop(access)
  const { id } = placeOrder(world)
  await world.process()

  world.shop.refundOrder(id)
  await world.process()

  const found = (await listPurchases(world)).find(({ externalId }) => externalId === String(id))
  expect(found).toMatchObject({ isShowable: false })
})

test('without approval, products come, home has the reason, and orders come once it is there', async () => {
  const world = await openShop(null)

  expect(await countProducts(world)).toBe(world.shop.state.products.length)
  expect(await listPurchases(world)).toEqual([])
  expect(await stateOf(world)).toMatchObject({ status: 'waiting', failures: 0 })
  expect(await progressOf(world)).toMatchObject({ refusal: expect.any(String) as string })
  const reason = 'Shopify hasn’t approved order data yet'
  expect(await readScreen(world, '/')).toContain(reason)
  expect(await readScreen(world, '/onboarding?step=nudge')).toContain(reason)

  world.clock.advance(59 * minuteMillis)
  await world.backfill()
  expect(looksOf(world)).toBe(1)

  world.shop.state.dataAccess = []
  world.clock.advance(minuteMillis)
  await world.backfill()

  expect(await listPurchases(world)).toHaveLength(6)
  expect(await stateOf(world)).toMatchObject({ status: 'done', counts: { orders: 6 } })
  expect(await progressOf(world)).toBeNull()
  expect(await readScreen(world, '/')).not.toContain(reason)
})

test('a visit of the shop’s staff looks for the approval, at most every ten seconds', async () => {
  const world = await openShop(null)
  for (const [seconds, looks] of [
    [9, 1],
    [1, 2],
    [5, 2],
    [5, 3],
  ] as const) {
    world.clock.advance(seconds * secondMillis)
    await readScreen(world, '/')
    await world.backfill()
    expect(looksOf(world)).toBe(looks)
  }

  world.shop.state.dataAccess = []
  world.clock.advance(10 * secondMillis)
  await readScreen(world, '/')
  await world.backfill()

  expect(await listPurchases(world)).toHaveLength(6)
  expect(await stateOf(world)).not.toHaveProperty('lookedAt')
  await readScreen(world, '/')
  await world.backfill()
  expect(looksOf(world)).toBe(4)
})

test('while approval takes weeks, Shopify is asked less often, and the catalog is still read', async () => {
  const world = await openShop(null)
  const installedAt = (await world.connected()).installedAt
  for (let hour = 0; hour < 14 * 24; hour += 1) {
    world.clock.advance(hourMillis)
    await world.backfill()
  }
  // Hourly at first, and four times a day later.
  expect(looksOf(world)).toBeGreaterThan(14 * 4)
  expect(looksOf(world)).toBeLessThan(14 * 4 + 24)

  world.shop.deleteProduct(world.shop.state.products[0]?.id ?? 0n)
  const left = world.shop.state.products.length
  await queueCatalogReads(world.services)
  await world.backfill()
  expect(await countProducts(world)).toBe(left)
  expect(await progressOf(world)).toMatchObject({ refusal: expect.any(String) as string })

  world.shop.state.dataAccess = ['name']
  world.clock.advance(6 * hourMillis)
  await world.backfill()

  // From 60 days before the install on, as far as Shopify shows them.
  const oldest = world.clock.now().getTime() - 60 * 24 * hourMillis
  const shown = world.shop.state.orders.filter(({ createdAt }) => createdAt.getTime() >= oldest)
  expect(shown.some(({ createdAt }) => createdAt < installedAt)).toBe(true)
  expect(await listPurchases(world)).toHaveLength(shown.length)
})

test('approval that ends later is named, and what came before stays', async () => {
  const world = await openShop([])
  world.shop.state.dataAccess = null
  world.clock.advance(7 * hourMillis)
  await queueCatalogReads(world.services)
  await world.backfill()

  expect(await progressOf(world)).toMatchObject({ refusal: expect.any(String) as string })
  expect(await listPurchases(world)).toHaveLength(6)
})

test('a refusal costs one question, not one for each page', async () => {
  const world = await createStoreWorld()
  world.shop.state.dataAccess = []
  world.shop.setStock(world.shop.state.products[0]?.variants[0]?.id ?? 0n, null)
  for (let nth = 0; nth < 60; nth += 1) placeOrder(world)
  await world.openApp()
  await world.backfill()

  expect(await listPurchases(world)).toHaveLength(66)
  expect(looksOf(world)).toBe(4)
  expect(await stateOf(world)).toMatchObject({ withheld: ['name', 'email', 'city'] })
})
