/** Stock from product feeds and imports: what pages receive, and its basis. */
import { expect, test } from 'vitest'
import { presence, productFeeds, products } from '#app/db/schema/index.ts'
import { resolveClaim } from '#app/domain/nudges/claims.server.ts'
import { setProductHidden } from '#app/domain/products/products.server.ts'
import { openNudgeShop, type NudgeShop } from '../../support/nudge-shop.ts'
import { someVisitor } from '../../support/stored-events.ts'

const hour = 3_600_000

type Product = Partial<typeof products.$inferInsert>

/** A feed that was read completely, `ago` milliseconds ago. */
async function addFeed({ services, site, world }: NudgeShop, ago: number) {
  const readAt = new Date(world.clock.now().getTime() - ago)
  const { teamId, siteId } = site.scope
  const [feed] = await services.db.system
    .insert(productFeeds)
    .values({ teamId, siteId, url: 'https://shop.example/feed', readAt, createdAt: readAt })
    .returning({ id: productFeeds.id })
  return feed?.id ?? 0
}

async function addProduct({ services, site, world }: NudgeShop, product: Product = {}) {
  const { teamId, siteId } = site.scope
  const [row] = await services.db.system
    .insert(products)
    .values({
      teamId,
      siteId,
      externalId: product.url ?? 'kettle',
      title: 'Kettle',
      url: 'https://shop.example/kettle',
      stock: 3,
      updatedAt: world.clock.now(),
      ...product,
    })
    .returning({ id: products.id })
  return row?.id ?? 0
}

const secondsOf = (at: Date) => at.getTime() / 1000

test('a page that the feed knows shows its stock, how old it is, and for a day', async () => {
  const shop = await openNudgeShop()
  const readAt = new Date(shop.world.clock.now().getTime() - 5 * hour)
  const feedId = await addFeed(shop, 5 * hour)
  // Unchanged since yesterday, but the feed was read since.
  const updatedAt = new Date(readAt.getTime() - 24 * hour)
  await addProduct(shop, { feedId, updatedAt })
  await addProduct(shop, { feedId, updatedAt, url: 'https://shop.example/mug', stock: 6 })
  await shop.publish({ type: 'stock_level', content: { noRestockBefore: '2026-04-01' } })

  const nudge = await shop.shown()

  expect(nudge?.items).toMatchObject([
    { count: { of: 'stock', maximum: 5, forms: ['Last one', 'Only # left'] } },
    {
      at: secondsOf(readAt),
      until: secondsOf(readAt) + 86_400,
      count: { of: 'stock', maximum: 5, totals: { '/kettle': 3 } },
    },
  ])
  expect(nudge?.items[0]?.count?.totals).toBeUndefined()
  expect(nudge?.items[0]?.at).toBeUndefined()
  expect(nudge?.why.join(' ')).toContain('comes from the shop’s product data')
  const [ofPage, listed] = nudge?.items.map(({ claim }) => claim) ?? []
  expect(listed).not.toBe(ofPage)
  expect(await resolveClaim(shop.services, shop.site.scope, listed ?? '')).toMatchObject({
    basis: 'page',
    text: `Only # left (${readAt.toISOString()})`,
    rule: expect.stringContaining('product feed, file or server within 24 hours') as string,
  })
})

test('stock that was read more than a day ago is not shown', async () => {
  const shop = await openNudgeShop()
  await addProduct(shop, { feedId: await addFeed(shop, 0) })
  await shop.publish({ type: 'stock_level', query: { javascript: false } })
  const before = await shop.shown()

  shop.world.clock.advance(24 * hour + 1)

  expect(before?.items).toMatchObject([{ count: { totals: { '/kettle': 3 } } }])
  expect([await shop.shown(), await shop.reasons()]).toEqual([undefined, ['no_data']])
})

test('without data from the page only the feed counts, and nothing says that a page reported it', async () => {
  const shop = await openNudgeShop()
  await addProduct(shop)
  await shop.publish({ type: 'stock_level', query: { javascript: false } })

  const nudge = await shop.shown()

  expect(nudge?.items).toHaveLength(1)
  expect(nudge?.why.join(' ')).not.toContain('reported by this shop’s page')
})

test('a hidden product leaves its page immediately, and another site’s products never appear', async () => {
  const shop = await openNudgeShop()
  const { scope } = await shop.world.site({ url: 'https://other.example' })
  await addProduct(shop, { teamId: scope.teamId, siteId: scope.siteId, stock: 1 })
  const id = await addProduct(shop)
  await addProduct(shop, { url: 'https://shop.example/mug', stock: 2 })
  await shop.publish({ type: 'stock_level', query: { javascript: false } })
  const before = await shop.shown()

  await setProductHidden(shop.services, shop.site.scope, { id, isHidden: true })

  expect(before?.items[0]?.count?.totals).toEqual({ '/mug': 2, '/kettle': 3 })
  expect((await shop.shown())?.items[0]?.count?.totals).toEqual({ '/mug': 2 })
})

test('variants with more than the maximum count for the stock of their page', async () => {
  const shop = await openNudgeShop()
  await addProduct(shop, { url: 'https://shop.example/kettle?variant=1', stock: 1 })
  await addProduct(shop, { url: 'https://shop.example/kettle?variant=2', stock: 90 })
  await addProduct(shop, { url: 'https://shop.example/mug', stock: 2 })
  await shop.publish({ type: 'stock_level', query: { javascript: false } })

  expect((await shop.shown())?.items[0]?.count?.totals).toEqual({ '/mug': 2 })
})

test('a product that sells shows with the feed’s stock where the page reports none', async () => {
  const shop = await openNudgeShop()
  const readAt = new Date(shop.world.clock.now().getTime() - hour)
  await addProduct(shop, { feedId: await addFeed(shop, hour), updatedAt: readAt })
  await shop.publish({ type: 'selling_out', query: { minimum: 2 } })
  for (const name of ['kettle', 'kettle', 'kettle', 'mug', 'mug']) {
    await shop.store({ productUrl: `https://shop.example/${name}` })
  }

  const nudge = await shop.shown()

  expect(nudge?.items).toMatchObject([
    { count: { totals: { '/kettle': 3, '/mug': 2 }, stock: { maximum: 20 } } },
    {
      at: secondsOf(readAt),
      count: { totals: { '/kettle': 3 }, stock: { maximum: 20, totals: { '/kettle': 3 } } },
    },
  ])
  expect(nudge?.items[0]?.count?.stock?.totals).toBeUndefined()
  expect(nudge?.why).toContain('The stock level comes from the product page.')
  expect(nudge?.why.join(' ')).toContain('comes from the shop’s product data')
})

test('products that sell or are in carts are named where the owner wants it', async () => {
  const shop = await openNudgeShop()
  await addProduct(shop, { externalId: 'kettle', title: 'Enamel kettle' })
  const { siteId } = shop.site.scope
  const cart = { siteId, kind: 'cart' as const, subject: 'kettle', seenAt: shop.world.clock.now() }
  await shop.services.db.system.insert(presence).values([
    { ...cart, visitor: someVisitor() },
    { ...cart, visitor: someVisitor() },
  ])
  await shop.store({ productUrl: 'https://shop.example/mug', productTitle: 'Old mug', ago: hour })
  await shop.store({ productUrl: 'https://shop.example/mug?variant=2', productTitle: 'Mug' })
  await shop.store({ productUrl: 'https://shop.example/mug', productTitle: 'Mug' })
  const named = { minimum: 1, showProductName: true }
  await shop.publish({ type: 'selling_out', query: named })
  await shop.publish({ type: 'cart_counter', query: named })
  await shop.publish({ type: 'cart_counter', query: { minimum: 1 } })

  const { nudges } = await shop.payload()

  expect(nudges.map(({ items }) => items[0]?.count?.names)).toEqual([
    { '/mug': 'Mug' },
    { '/kettle': 'Enamel kettle' },
    undefined,
  ])
})
