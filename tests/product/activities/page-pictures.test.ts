/** Pictures of products that their pages name: which ones are shown, and how they are served to any origin. */
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { activities, nudges, pagePictures, sites } from '#app/db/schema/index.ts'
import { readDuePictures } from '#app/domain/activities/page-pictures/read-due-pictures.server.ts'
import { eraseSiteRows } from '#app/domain/lifecycle/delete-site.server.ts'
import { compileDraft } from '#app/domain/serving/preview.server.ts'
import { openNudgeShop } from '../../support/pictures/nudge-shop.ts'
import { drawProduct, productPageOf } from '../../support/pictures/picture-shop.ts'
import { storeNudge } from '../../support/nudges.ts'

test('an order without a picture shows the one of its product’s page, drawn by us', async () => {
  const { shop, order, read, items, served, world } = await openNudgeShop()
  shop.files['/products/kettle'] = productPageOf('/files/kettle.jpg')
  shop.files['/files/kettle.jpg'] = await drawProduct(600, 400)
  await order('/products/kettle?utm_source=mail#reviews')

  const [before] = await items()
  await read()
  const [after] = await items()

  expect(before).not.toHaveProperty('image')
  expect(shop.asked).toEqual(['shop.example/products/kettle', 'shop.example/files/kettle.jpg'])
  expect(after?.image).toMatch(
    /^http:\/\/footfall\.test\/api\/pixel\/[0-9a-f-]{36}\/pictures\/[\w-]{22}\.webp$/,
  )
  // For pages whose policy lets no image of ours load.
  expect(after?.initial).toBe(before?.initial)

  const { pathname } = new URL(after?.image ?? '')
  const answer = await served.fetch(pathname)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  })
  expect(answer.headers.has('set-cookie')).toBe(false)
  const drawn = Buffer.from(await answer.arrayBuffer())
  expect(String(drawn.length)).toBe(answer.headers.get('content-length'))
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 256, height: 171 })

  const head = await served.fetch(pathname, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await served.fetch(pathname, { method: 'POST' })).status).toBe(405)
  const made = pathname.replace(/[\w-]{22}\.webp$/, `${'A'.repeat(22)}.webp`)
  expect((await served.fetch(made)).status).toBe(404)
  const other = await world.site()
  const ofOther = pathname.replace(/pixel\/[^/]+/, `pixel/${other.uuid}`)
  expect((await served.fetch(ofOther)).status).toBe(404)
})

test('a review shows the picture of its product’s page, and links to where it was published', async () => {
  const { shop, services, site, order, read, items } = await openNudgeShop()
  shop.files['/products/kettle'] = productPageOf('/files/kettle.jpg')
  shop.files['/files/kettle.jpg'] = await drawProduct()
  await storeNudge(services, site, { type: 'review', position: 2 })
  const sourceUrl = 'https://reviews.example/shop'
  const review = { kind: 'review' as const, stars: 5, body: 'Boils fast.', sourceUrl }
  await order('/products/kettle', review)
  await read()

  expect(await items()).toEqual([
    expect.objectContaining({
      stars: 5,
      url: sourceUrl,
      image: expect.stringContaining('/pictures/') as string,
    }),
  ])
})

test('the page of an order that names a picture isn’t read', async () => {
  const { shop, order, read } = await openNudgeShop()
  shop.files['/products/kettle'] = productPageOf('/files/kettle.jpg')
  await order('/products/kettle', { productImage: 'https://cdn.example/kettle.jpg' })

  expect((await read()).map(({ address }) => address)).toEqual(['https://cdn.example/kettle.jpg'])
  expect(shop.asked).toEqual([])
})

test.each([
  ['another host', 'http://other.example/products/kettle'],
  ['a host below the site’s', 'http://blog.shop.example/products/kettle'],
  ['the home page', '/'],
  ['the home page of a language', '/de/'],
  ['a link with a person’s address', '/p/tee?email=mia%40x.example&token=abc'],
  ['a link that orders', '/?add-to-cart=7'],
  ['no page', null],
])('a product at %s is left alone', async (_name, path) => {
  const { shop, order, read } = await openNudgeShop()
  await order(path)

  expect(await read()).toEqual([])
  expect(shop.asked).toEqual([])
})

test('nothing is read for nudges that show no image, for sign-ups, and for a paused site', async () => {
  const { services, site, order, read, shop, nudge } = await openNudgeShop()
  await order('/products/kettle', { kind: 'signup' })
  expect(await read()).toEqual([])

  await order('/products/kettle')
  const set = { look: { imagePosition: 'none' as const } }
  await services.db.system.update(nudges).set(set).where(eq(nudges.uuid, nudge.uuid))
  services.siteCache.invalidate(site.uuid)
  expect(await read()).toEqual([])

  await services.db.system.update(nudges).set({ look: {} }).where(eq(nudges.uuid, nudge.uuid))
  await services.db.system.update(sites).set({ pausedAt: services.now() })
  services.siteCache.invalidate(site.uuid)
  expect(await read()).toEqual([])
  expect(shop.asked).toEqual([])
})

test('the owner’s preview has pages read for no one, and shows what is stored', async () => {
  const { shop, services, site, order, read, rows } = await openNudgeShop()
  shop.files['/products/kettle'] = productPageOf('/files/kettle.jpg')
  shop.files['/files/kettle.jpg'] = await drawProduct()
  await order('/products/kettle')
  const preview = async () => {
    const draft = { type: 'purchase', surface: 'popup' } as const
    return (await compileDraft(services, site.scope, draft))?.nudges[0]?.items[0]?.image
  }

  expect(await preview()).toBeUndefined()
  expect(await rows()).toEqual([])
  const [row] = await read()
  expect(await preview()).toBe(`/api/pixel/${site.uuid}/pictures/${row?.name ?? ''}.webp`)
})

test('the activity’s screen shows the image, and says that it’s the page’s', async () => {
  const { shop, services, site, order, read, served, rows } = await openNudgeShop()
  shop.files['/products/kettle'] = productPageOf('/files/kettle.jpg')
  shop.files['/files/kettle.jpg'] = await drawProduct()
  const id = await order('/products/kettle')
  const [one] = await services.db.system
    .select({ uuid: activities.uuid })
    .from(activities)
    .where(eq(activities.id, id))
  const open = async () => {
    const headers = { Cookie: site.owner.cookie }
    return (await served.fetch(`/data-feeds/activities/${one?.uuid ?? ''}`, { headers })).text()
  }

  expect(await open()).not.toContain('Image from the product’s page')
  await read()
  const screen = await open()

  expect(screen).toContain('Image from the product’s page')
  expect(screen).toContain(`/pictures/${(await rows())[0]?.name ?? ''}.webp`)
})

test('a picture that three products’ pages name is the shop’s, and isn’t shown', async () => {
  const { shop, order, read, images } = await openNudgeShop()
  shop.files['/files/logo.png?v=1'] = await drawProduct()
  for (const [at, product] of ['cup', 'kettle', 'pan'].entries()) {
    // Its address says nothing: many shops add a version to it.
    const logo = `/files/logo.png?v=${String(at)}`
    shop.files[logo] = await drawProduct()
    shop.files[`/products/${product}`] = `<meta property="og:image" content="${logo}">`
  }
  await order('/products/cup')
  await order('/products/kettle')
  await read()
  expect((await images()).filter((image) => image !== undefined)).toHaveLength(2)

  await order('/products/pan')
  await read()

  expect(await images()).toEqual([undefined, undefined, undefined])
})

test.each([
  [
    'of one product in three languages',
    ['/tee', '/de/tee', '/fr-ca/tee/'],
    '<meta property="og:image" content="/tee.jpg">',
  ],
  ['that three products name as theirs', ['/cup', '/kettle', '/pan'], productPageOf('/tee.jpg')],
])('a picture %s is shown', async (_name, paths, html) => {
  const { shop, order, read, images } = await openNudgeShop()
  shop.files['/tee.jpg'] = await drawProduct()
  for (const path of paths) {
    shop.files[path] = html
    await order(path)
  }
  const names = (await read()).map(({ name }) => name)

  expect(names).toEqual([names[0], names[0], names[0]])
  expect((await images()).map((image) => image?.includes(`/${names[0] ?? ''}.webp`))).toEqual([
    true,
    true,
    true,
  ])
})

test('a site that moved to another host shows and asks nothing of its former pages', async () => {
  const { shop, services, site, order, read, images } = await openNudgeShop()
  shop.files['/products/kettle'] = productPageOf('/files/kettle.jpg')
  shop.files['/files/kettle.jpg'] = await drawProduct()
  await order('/products/kettle')
  await read()
  await services.db.system
    .update(sites)
    .set({ url: 'https://new.example' })
    .where(eq(sites.id, site.scope.siteId))
  await services.db.system.update(pagePictures).set({ dueAt: services.now() })
  services.siteCache.invalidate(site.uuid)
  shop.asked.length = 0

  expect(await images()).toEqual([undefined])
  const [row] = await read()
  expect(row).toMatchObject({ name: null, webp: null })
  expect(shop.asked).toEqual([])
})

test('deleting the site deletes its pictures, also those that the edge has in memory', async () => {
  const { shop, services, site, order, read, rows, images, served } = await openNudgeShop()
  shop.files['/products/kettle'] = productPageOf('/files/kettle.jpg')
  shop.files['/files/kettle.jpg'] = await drawProduct()
  await order('/products/kettle')
  await read()

  const { pathname } = new URL((await images())[0] ?? '')
  expect((await served.fetch(pathname)).status).toBe(200)

  await services.db.transaction((tx) => eraseSiteRows(tx, services, site.scope.siteId))

  expect(await rows()).toEqual([])
  expect((await served.fetch(pathname)).status).toBe(404)
})

/** PGlite has one connection, which the listener of this test would hold. */
test.runIf(inject('engine') === 'postgres')(
  'other processes hear of a new picture from the database',
  async () => {
    const { shop, services, order, payload } = await openNudgeShop()
    shop.files['/products/kettle'] = productPageOf('/files/kettle.jpg')
    shop.files['/files/kettle.jpg'] = await drawProduct()
    await order('/products/kettle')
    await payload()
    const client = await services.pool.connect()
    const announced: string[] = []
    client.on('notification', ({ channel }) => announced.push(channel))
    try {
      await client.query('listen site_changed')
      await readDuePictures(services)
      await client.query('select 1')
    } finally {
      await client.query('unlisten *')
      client.release()
    }

    expect(announced).toEqual(['site_changed'])
  },
)
