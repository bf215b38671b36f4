/** The app and its import while Shopify refuses: what people see, and that all of it arrives later. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities, deliveries, products, shops } from '#app/db/schema/index.ts'
import { purgeShop } from '#app/domain/lifecycle/purge-shops.server.ts'
import { newBackfill } from '#app/domain/shops/backfill-state.server.ts'
import { queueCatalogReads } from '#app/domain/shops/repair-shop.server.ts'
import { validOfflineToken } from '#app/domain/shops/shop-tokens.server.ts'
import { deliveriesJob } from '#app/jobs/deliveries.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import { readHomeLive } from '#app/presenters/home/home.server.ts'
import { meetRefusals, phraseOf } from '#tests/support/shopify/meet-refusals.ts'
import { buyer, createStoreWorld, type StoreWorld } from '#tests/support/shopify/store-world.ts'
import { operationFacts } from '#workshop/store/refusals/operations.ts'
import { away, busy, closed, nothing, passing, tooBusy, type Sentences } from './sentences.ts'

const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }

/** The app's first page as the admin's frame opens it, and the page that it leads to. */
async function openPage({ shop, served }: StoreWorld): Promise<string> {
  const { pathname, search } = new URL(shop.launchUrl('/'))
  const response = await served.fetch(pathname + search, { headers: browser })
  const to = response.headers.get('location')
  const { pathname: path, search: query } = new URL(to ?? '/', served.baseUrl)
  const page = to === null ? response : await served.fetch(path + query, { headers: browser })
  return page.text()
}

const rowOf = async ({ services, shop }: StoreWorld) =>
  (await services.db.system.select().from(shops).where(eq(shops.domain, shop.state.domain)))[0]

const sentences = [...Object.values(closed), away, tooBusy]

/** The sentence on a page of the app; '' for a page that has nothing to say. */
function sentenceOn(page: string): string {
  const found = phraseOf(page, sentences)
  if (found !== page) return found
  return page.includes('Linen') ? '' : page
}

const whileOpening: Sentences = {
  ...nothing,
  ...closed,
  ...passing(away),
  ...busy(tooBusy),
}

test('the app opens for the first time, or says why not and stores nothing', async () => {
  const world = await createStoreWorld()
  const { services, shop } = world

  const seen = await meetRefusals(world, {
    sends: ['ShopDetails'],
    async run() {
      const sentence = sentenceOn(await openPage(world))
      expect((await rowOf(world)) === undefined).toBe(sentence !== '')
      return sentence
    },
    async finish() {
      expect(sentenceOn(await openPage(world))).toBe('')
      expect(await rowOf(world)).toMatchObject({ uninstalledAt: null })
      await purgeShop(services, shop.state.domain)
      shop.tokens.revokeAll()
      shop.state.installation = null
    },
  })

  expect(seen).toEqual(whileOpening)
})

test('who works in the app goes on, whatever Shopify refuses', async () => {
  const world = await createStoreWorld()
  const { services, shop } = world
  await world.openApp()
  await world.backfill()

  const seen = await meetRefusals(world, {
    sends: [],
    prepare: () => services.db.system.update(shops).set({ accessTokenExpiresAt: null }),
    run: async () => sentenceOn(await openPage(world)),
    finish: () => validOfflineToken(services, shop.state.domain),
  })

  expect(seen).toEqual(nothing)
})

const orderTitle = 'Shopify hasn’t approved order data yet'
const titles = {
  frozen: 'Your shop is frozen',
  inactive: 'Your shop is frozen',
  forbidden: 'Your shop is unavailable',
  gone: 'Shopify can’t find your shop',
  locked: 'Your shop is locked',
  scope: 'The app needs your permission',
  revoked: 'The app’s access to your shop has ended',
  unapproved: orderTitle,
}

/** The notice on home. */
async function noticeOf(world: StoreWorld): Promise<string> {
  const { shop } = await readHomeLive(world.services, (await world.connected()).site)
  return shop?.title ?? ''
}

async function openShop() {
  const world = await createStoreWorld()
  await world.openApp()
  await world.backfill()
  const { services, shop, clock } = world
  const whole = {
    status: 'done',
    counts: { products: shop.state.products.length, orders: shop.state.orders.length },
  }
  return {
    ...world,
    /** All orders are recent, and the storefront knows nothing. */
    begin() {
      const recently = new Date(clock.now().getTime() - hourMillis)
      for (const order of shop.state.orders) {
        order.createdAt = recently
        order.updatedAt = recently
      }
      const { installation } = shop.state
      if (installation) Object.assign(installation, { metafields: [], webPixel: null })
      return services.db.system.update(shops).set({ webPixelId: null })
    },
    async finish() {
      await world.backfill()
      expect((await rowOf(world))?.backfill).toMatchObject(whole)
      expect(await noticeOf(world)).toBe('')
      // A storefront that wasn't connected is connected with the next catalog.
      clock.advance(7 * hourMillis)
      await queueCatalogReads(services)
      await world.backfill()
      expect(shop.state.installation?.metafields).toHaveLength(2)
      expect(shop.state.installation?.webPixel).not.toBeNull()
    },
  }
}

const importing = [
  'AppInstallation',
  'SetSiteMetafields',
  'CreateAppWebPixel',
  'UpdateAppWebPixel',
  'ListProducts',
  'ListOrders',
]

test('the import says what holds it, and ends with everything', async () => {
  const world = await openShop()

  const seen = await meetRefusals(world, {
    sends: importing,
    async prepare() {
      await world.begin()
      await world.services.db.system.update(shops).set(newBackfill(world.clock.now()))
    },
    async run() {
      await world.backfill()
      return noticeOf(world)
    },
    finish: () => world.finish(),
  })

  const wanted: Sentences = {
    ...nothing,
    ...titles,
    ...passing('Shopify isn’t answering'),
    ...busy('Importing your shop’s data'),
  }
  expect(seen).toEqual(wanted)
  const stored = await world.services.db.system.$count(activities)
  expect(stored).toBe(world.shop.state.orders.length)
  expect(await world.services.db.system.$count(products)).toBe(world.shop.state.products.length)
})

test('a visit that brings access again resumes the import, without waiting for the next try', async () => {
  const world = await openShop()
  const { services, shop, clock } = world
  await services.db.system.update(shops).set(newBackfill(clock.now()))
  shop.tokens.revokeAll()
  for (let hour = 0; hour < 12; hour += 1) {
    clock.advance(hourMillis)
    await world.backfill()
  }
  expect(await noticeOf(world)).toBe(titles.revoked)
  await world.backfill()
  expect((await rowOf(world))?.backfill).toMatchObject({ status: 'running', heldBy: 'access' })

  await world.openApp()
  expect(await noticeOf(world)).toBe('Importing your shop’s data')
  await world.backfill()

  expect((await rowOf(world))?.backfill).toMatchObject({ status: 'done' })
})

test('missed webhooks are made up for, and only what people can change is said', async () => {
  const world = await openShop()
  const { served, shop } = world
  await world.begin()

  const seen = await meetRefusals(world, {
    sends: importing,
    prepare: () => world.begin(),
    async run() {
      const { status } = await served.fetch('/api/integrations/shopify/webhook-sync', {
        method: 'POST',
        headers: { ...browser, Authorization: `Bearer ${shop.createSessionToken()}` },
      })
      expect(status).toBe(202)
      await world.backfill()
      return noticeOf(world)
    },
    finish: () => world.finish(),
  })

  expect(seen).toEqual({ ...nothing, ...titles })
})

test('webhooks wait for Shopify’s answers, and none is lost', async () => {
  const world = await createStoreWorld()
  const { services, shop } = world
  await world.openApp()
  await world.backfill()
  const [sold, counted] = shop.state.products.map(({ variants }) => variants[0])
  if (!sold || !counted) throw new Error('The shop has too few products.')
  sold.stock = null
  let order = 0n
  let nth = 0

  const seen = await meetRefusals(world, {
    sends: ['ReadOrder', 'ReadProduct', 'ReadProductOfItem', 'ShopDetails'],
    async prepare() {
      nth += 1
      order = shop.placeOrder({ lines: [{ variantId: sold.id, quantity: 1 }], buyer }).id
      await world.process()
      shop.refundOrder(order)
      shop.setStock(counted.id, counted.stock === null ? nth : null)
      shop.changeShop({ title: `Linen ${String(nth)}` })
      await shop.webhooks.settle()
    },
    async run() {
      await deliveriesJob.run(services, {})
      const waiting = await services.db.system.$count(deliveries, eq(deliveries.state, 'waiting'))
      return waiting > 0 ? 'waits' : ''
    },
    async finish() {
      await deliveriesJob.run(services, {})
      expect(await services.db.system.$count(deliveries, eq(deliveries.state, 'done'))).toBe(
        await services.db.system.$count(deliveries),
      )
      const stored = await services.db.system.select().from(activities)
      const found = stored.find(({ externalId }) => externalId === String(order))
      expect(found).toMatchObject({ isShowable: false })
      expect(await rowOf(world)).toMatchObject({ name: `Linen ${String(nth)}` })
      const id = String(shop.state.products[1]?.id)
      const [product] = await services.db.system
        .select()
        .from(products)
        .where(eq(products.externalId, id))
      const variants = shop.state.products[1]?.variants ?? []
      const isLimited = variants.every(({ stock }) => stock !== null)
      const sum = variants.reduce((total, { stock }) => total + (stock ?? 0), 0)
      expect(product?.stock).toBe(isLimited ? sum : null)
    },
  })

  const waits = 'waits'
  const wanted: Sentences = {
    ...nothing,
    frozen: waits,
    inactive: waits,
    forbidden: waits,
    gone: waits,
    locked: waits,
    ...passing(waits),
    ...busy(waits),
    unapproved: waits,
    scope: waits,
    revoked: waits,
  }
  expect(seen).toEqual(wanted)
})

test('an uninstall, and an erasure that Shopify asks for, need nothing from it', async () => {
  const world = await createStoreWorld()
  const { services, shop } = world
  await world.openApp()
  await world.backfill()
  await world.process()

  const seen = await meetRefusals(world, {
    sends: ['ShopDetails'],
    async run() {
      const customer = shop.state.customers[0]
      if (customer) shop.redactCustomer(customer.id)
      shop.uninstall()
      await world.process()
      const waiting = await services.db.system.$count(deliveries, eq(deliveries.state, 'waiting'))
      expect((await rowOf(world))?.uninstalledAt).not.toBeNull()
      return waiting > 0 ? 'waits' : ''
    },
    async finish() {
      await world.openApp()
      expect(await rowOf(world)).toMatchObject({ uninstalledAt: null })
    },
  })

  expect(seen).toEqual(nothing)
})

test('no operation of the app is without a use case here or in billing.test.ts', () => {
  const ofBilling = Object.keys(operationFacts).filter((name) => /App(?:Sub|Purchase)/.test(name))

  const driven = [
    ...importing,
    ...['ReadOrder', 'ReadProduct', 'ReadProductOfItem', 'ShopDetails'],
    ...ofBilling,
  ]
  expect(driven.sort()).toEqual(Object.keys(operationFacts).sort())
})
