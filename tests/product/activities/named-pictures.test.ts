/** Images that orders, messages and offers name: visitors load only what we drew of them. */
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { activities, nudges, pagePictures } from '#app/db/schema/index.ts'
import { readDuePictures } from '#app/domain/activities/page-pictures/read-due-pictures.server.ts'
import { eraseSiteRows } from '#app/domain/lifecycle/delete-site.server.ts'
import { deleteActivity } from '#app/domain/lifecycle/delete-activity.server.ts'
import { jobs } from '#app/jobs/registry.server.ts'
import { createPictures } from '#app/server/edge/pictures.server.ts'
import { compileDraft, compilePreview } from '#app/domain/serving/preview.server.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { serve } from '../../support/serve.ts'
import { storeNudge } from '../../support/nudges.ts'
import { openNudgeShop } from '../../support/pictures/nudge-shop.ts'
import { drawProduct, type PictureShop } from '../../support/pictures/picture-shop.ts'

/** An image on a host that isn't the shop's. */
const onCdn = ({ port }: PictureShop, path: string) => `http://cdn.example:${String(port)}${path}`

const drawnUrl = /^http:\/\/footfall\.test\/api\/pixel\/[0-9a-f-]{36}\/pictures\/[\w-]{22}\.webp$/

type NudgeShop = Awaited<ReturnType<typeof openNudgeShop>>

const drawn = async ({ served }: NudgeShop, image: string | undefined) => {
  const answer = await served.fetch(new URL(image ?? '').pathname)
  return sharp(Buffer.from(await answer.arrayBuffer()))
}

test('an order’s image is drawn by us once, and no page gets its URL', async () => {
  const opened = await openNudgeShop()
  const { shop, order, read, items, payload } = opened
  const image = onCdn(shop, '/huge.jpg')
  shop.files['/huge.jpg'] = await drawProduct(3_000, 2_000)
  await order('/products/kettle', { productImage: image })
  await order('/products/kettle', { productImage: image })

  expect(await items()).toHaveLength(2)
  expect(JSON.stringify(await payload())).not.toContain('cdn.example')
  await read()
  const served = await payload()

  expect(shop.asked).toEqual(['cdn.example/huge.jpg'])
  expect(JSON.stringify(served)).not.toContain('cdn.example')
  const [first, second] = await items()
  expect(first?.image).toMatch(drawnUrl)
  expect(second?.image).toBe(first?.image)
  expect(await (await drawn(opened, first?.image)).metadata()).toMatchObject({
    format: 'webp',
    width: 256,
    height: 171,
  })
})

test('visitors get the first frame of an animation', async () => {
  const opened = await openNudgeShop()
  const { shop, order, read, images } = opened
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((color) => drawProduct(90, 90, color)),
  )
  shop.files['/spin.gif'] = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(shop.files['/spin.gif']).metadata()).pages).toBe(2)
  await order(null, { productImage: onCdn(shop, '/spin.gif') })
  await read()

  const still = await drawn(opened, (await images())[0])
  expect((await still.clone().metadata()).pages).toBeUndefined()
  const [red = 0, , blue = 255] = await still.raw().toBuffer()
  expect([red > 200, blue < 50]).toEqual([true, true])
})

test('the layout that leads with its image gets one twice as wide as the card', async () => {
  const opened = await openNudgeShop()
  const { shop, services, nudge, site, order, read, images } = opened
  shop.files['/tall.jpg'] = await drawProduct(1_000, 1_500)
  await order(null, { productImage: onCdn(shop, '/tall.jpg') })
  const set = { look: { layout: 'image' as const } }
  await services.db.system.update(nudges).set(set).where(eq(nudges.uuid, nudge.uuid))
  services.siteCache.invalidate(site.uuid)
  await read()

  const [image] = await images()
  const { width, height } = await (await drawn(opened, image)).metadata()
  expect([width, height]).toEqual([576, 864])
})

test('a page’s picture is as large where the layout leads with it', async () => {
  const opened = await openNudgeShop()
  const { shop, services, nudge, site, order, read, images, rows } = opened
  shop.files['/products/kettle'] = '<meta property="og:image" content="/tall.jpg">'
  shop.files['/tall.jpg'] = await drawProduct(1_000, 1_500)
  await order('/products/kettle')
  await read()
  const [small] = await images()
  const set = { look: { layout: 'image' as const } }
  await services.db.system.update(nudges).set(set).where(eq(nudges.uuid, nudge.uuid))
  services.siteCache.invalidate(site.uuid)
  await read()
  const [large] = await images()

  expect((await (await drawn(opened, small)).metadata()).width).toBe(171)
  expect((await (await drawn(opened, large)).metadata()).width).toBe(576)
  expect((await rows()).map(({ path }) => path)).toEqual([
    '/products/kettle',
    'large /products/kettle',
  ])
})

test('images of messages and offers are drawn by us, too', async () => {
  const { shop, services, site, payload, read } = await openNudgeShop()
  const image = onCdn(shop, '/mug.png')
  shop.files['/mug.png'] = await drawProduct()
  const message = { title: 'Free delivery', text: 'On all orders', image }
  await storeNudge(services, site, { type: 'custom', content: message, position: 2 })
  await read()

  const { nudges: shown } = await payload()
  const [item] = shown.find(({ type }) => type === 'custom')?.items ?? []
  expect(item?.image).toMatch(drawnUrl)
  expect(shop.asked).toEqual(['cdn.example/mug.png'])
})

test('a new order’s image is read within seconds, without waiting for the clock', async () => {
  const { world, shop, services, order, payload, images } = await openNudgeShop()
  shop.files['/mug.jpg'] = await drawProduct()
  await world.queue.start(
    jobs.filter(({ name }) => name === 'activities.read-new-pictures'),
    services,
  )
  await order(null, { productImage: onCdn(shop, '/mug.jpg') })
  await payload()

  await vi.waitFor(
    async () => {
      expect((await images())[0]).toMatch(drawnUrl)
    },
    { timeout: 20_000, interval: 50 },
  )
  expect(shop.asked).toEqual(['cdn.example/mug.jpg'])
})

test.each([404, 410])(
  'a new image that answers %i is tried again soon, since its CDN may not have it yet',
  async (status) => {
    const { shop, services, order, read, images, rows, pass } = await openNudgeShop()
    shop.files['/new.jpg'] = (_request, response) => response.writeHead(status).end()
    await order(null, { productImage: onCdn(shop, '/new.jpg') })
    await read()
    expect(shop.asked).toHaveLength(1)

    for (const [at, minutes] of [1, 4, 16].entries()) {
      pass(minutes * minuteMillis - 1)
      await read()
      expect(shop.asked).toHaveLength(at + 1)
      pass(1)
      await read()
      expect(shop.asked).toHaveLength(at + 2)
    }
    pass(3 * dayMillis - 1)
    await services.db.system.update(activities).set({ occurredAt: services.now() })
    await read()
    expect([shop.asked.length, (await rows())[0]?.name]).toEqual([4, null])

    // From then on it counts as an image that doesn't exist, and is asked for every three days.
    pass(1)
    await read()
    pass(hourMillis)
    await read()
    expect(shop.asked).toHaveLength(5)
    shop.files['/new.jpg'] = await drawProduct()
    pass(3 * dayMillis)
    await services.db.system.update(activities).set({ occurredAt: services.now() })
    await read()
    expect((await images())[0]).toMatch(drawnUrl)
  },
)

test('a known picture whose image no longer exists is shown no longer', async () => {
  const { shop, services, order, read, images, rows } = await openNudgeShop()
  shop.files['/mug.jpg'] = await drawProduct()
  await order(null, { productImage: onCdn(shop, '/mug.jpg') })
  await read()
  expect((await images())[0]).toMatch(drawnUrl)
  delete shop.files['/mug.jpg']
  await services.db.system.update(pagePictures).set({ dueAt: services.now() })
  await readDuePictures(services)

  expect((await rows())[0]).toMatchObject({ name: null, webp: null })
  expect(await images()).toEqual([undefined])
})

test.each([
  ['is a page', (shop: PictureShop) => (shop.files['/a'] = '<!doctype html><p>Hello')],
  ['is 6 MB', (shop: PictureShop) => (shop.files['/a'] = Buffer.alloc(6_000_000, 1))],
])(
  'an order whose image %s shows the initial, and isn’t asked for again',
  async (_case, prepare) => {
    const { shop, services, site, order, read, items, rows } = await openNudgeShop()
    prepare(shop)
    await order(null, { productImage: onCdn(shop, '/a') })
    const [row] = await read()
    services.siteCache.invalidate(site.uuid)
    await readDuePictures(services)

    expect(shop.asked).toEqual(['cdn.example/a'])
    expect(row).toMatchObject({ name: null, failures: 0 })
    expect(await items()).toEqual([
      expect.not.objectContaining({ image: expect.anything() as string }),
    ])
    expect(await rows()).toHaveLength(1)
  },
)

test.each(['http://127.0.0.1/a.png', 'http://169.254.169.254/latest/meta-data/', 'http://[::1]/a'])(
  'an image at %s is never asked for',
  async (image) => {
    const { shop, order, read, images } = await openNudgeShop()
    await order(null, { productImage: image })
    const [row] = await read()

    expect(shop.asked).toEqual([])
    expect(row).toMatchObject({ name: null })
    expect(await images()).toEqual([undefined])
  },
)

test('one that can’t be read is tried again after a minute, and keeps no other one waiting', async () => {
  const { shop, order, read, images, rows, pass } = await openNudgeShop()
  shop.files['/mug.jpg'] = await drawProduct()
  await order(null, { productImage: onCdn(shop, '/late.jpg') })
  await order(null, { productImage: onCdn(shop, '/mug.jpg') })
  shop.files['/late.jpg'] = (_request, response) => response.writeHead(503).end()
  await read()
  expect([...shop.asked].sort()).toEqual(['cdn.example/late.jpg', 'cdn.example/mug.jpg'])
  expect((await images()).filter((image) => image !== undefined)).toHaveLength(1)

  shop.files['/late.jpg'] = await drawProduct(300, 300)
  pass(minuteMillis - 1)
  await read()
  expect((await rows()).map(({ failures }) => failures).sort()).toEqual([0, 1])
  pass(1)
  await read()
  expect((await images()).filter((image) => image !== undefined)).toHaveLength(2)
})

test('a page that fails doesn’t keep images of other hosts waiting', async () => {
  const { shop, order, read, pass, images } = await openNudgeShop()
  shop.files['/products/a'] = (_request, response) => response.destroy()
  await order('/products/a')
  await read()
  shop.files['/mug.jpg'] = await drawProduct()
  await order(null, { productImage: onCdn(shop, '/mug.jpg') })
  pass(1_000)
  await read()

  expect((await images()).filter((image) => image !== undefined)).toHaveLength(1)
})

test('the same URL isn’t read again for three weeks, and what no nudge shows isn’t then', async () => {
  const { shop, services, order, read, pass } = await openNudgeShop()
  shop.files['/mug.jpg'] = await drawProduct()
  await order(null, { productImage: onCdn(shop, '/mug.jpg') })
  await read()
  pass(20 * dayMillis)
  await services.db.system.update(activities).set({ occurredAt: services.now() })
  await read()
  expect(shop.asked).toHaveLength(1)

  pass(dayMillis + hourMillis)
  await read()
  expect(shop.asked).toHaveLength(2)

  await services.db.system.delete(activities)
  pass(21 * dayMillis)
  await read()
  expect(shop.asked).toHaveLength(2)
})

test('nothing is read for nudges that show no image, and their payload names none', async () => {
  const { shop, services, site, nudge, order, read, payload } = await openNudgeShop()
  await order(null, { productImage: onCdn(shop, '/mug.jpg') })
  const set = { look: { imagePosition: 'none' as const } }
  await services.db.system.update(nudges).set(set).where(eq(nudges.uuid, nudge.uuid))
  services.siteCache.invalidate(site.uuid)

  expect(await read()).toEqual([])
  expect(JSON.stringify(await payload())).not.toContain('cdn.example')
})

test('the editor’s preview draws the image as pages will get it, and shows none where there is none', async () => {
  const opened = await openNudgeShop()
  const { served, shop, services, site, order, read, images, rows } = opened
  shop.files['/mug.jpg'] = await drawProduct()
  const [image, lost] = [onCdn(shop, '/mug.jpg'), onCdn(shop, '/lost.jpg')]
  const preview = async () => {
    const draft = { type: 'purchase', surface: 'popup' } as const
    const compiled = await compileDraft(services, site.scope, draft)
    return compiled?.nudges[0]?.items.map((item) => item.image)
  }
  await order(null, { productImage: image })

  const [before = ''] = (await preview()) ?? []
  expect(await rows()).toEqual([])
  expect(before).toMatch(/^\/api\/image\?url=.*&card=small$/)
  // In the shop's network.
  const early = await serve(services)
  const bytes = Buffer.from(await (await early.fetch(before)).arrayBuffer())
  await read()
  const [stored] = (await preview()) ?? []
  const pages = await images()
  expect(stored).toBe(new URL(pages[0] ?? '').pathname)
  expect(bytes.equals(Buffer.from(await (await served.fetch(stored ?? '')).arrayBuffer()))).toBe(
    true,
  )

  await order(null, { productImage: lost })
  await read()
  expect((await preview())?.filter((one) => one !== undefined)).toEqual([stored])
})

test('a preview on the shop’s pages has no URL of another host, and has its image read', async () => {
  const { shop, services, site, nudge, order } = await openNudgeShop()
  shop.files['/mug.jpg'] = await drawProduct()
  await order(null, { productImage: onCdn(shop, '/mug.jpg') })
  await services.db.system.update(nudges).set({ state: 'draft' })
  const subject = { kind: 'nudge' as const, uuid: nudge.uuid }
  const open = () => compilePreview(services, site.scope, { subject, pageLanguage: null })

  const first = await open()
  expect(first?.nudges[0]?.items).toHaveLength(1)
  expect(JSON.stringify(first)).not.toContain('cdn.example')
  await readDuePictures(services)
  expect((await open())?.nudges[0]?.items[0]?.image).toMatch(drawnUrl)
})

test('an erased picture is served no longer, also from memory', async () => {
  const { shop, world, services, site, order, read, images, served } = await openNudgeShop()
  for (const name of ['/mug.jpg', '/cup.jpg']) {
    shop.files[name] = await drawProduct(
      300,
      name.length * 60,
      name === '/mug.jpg' ? '#a04' : '#04a',
    )
    await order(null, { productImage: onCdn(shop, name) })
  }
  await read()
  const paths = (await images()).map((image) => new URL(image ?? '').pathname)
  const statuses = async () =>
    Promise.all(paths.map(async (path) => (await served.fetch(path)).status))
  expect(await statuses()).toEqual([200, 200])
  // Read from memory: its row has no bytes any more.
  await services.db.system.update(pagePictures).set({ webp: null })
  services.siteCache.invalidate(site.uuid)
  expect(await statuses()).toEqual([200, 200])

  const [one] = await services.db.system.select({ uuid: activities.uuid }).from(activities)
  await deleteActivity(services, site.scope, one?.uuid ?? '')
  expect((await statuses()).sort()).toEqual([200, 404])
  // By another process, of which this one hears nothing.
  await services.db.system.delete(pagePictures)
  world.clock.advance(minuteMillis)
  expect(await statuses()).toEqual([404, 404])
})

test('a picture in memory is looked up once after a change, and served while the database is away', async () => {
  const { shop, services, site, order, read, images } = await openNudgeShop()
  shop.files['/mug.jpg'] = await drawProduct()
  await order(null, { productImage: onCdn(shop, '/mug.jpg') })
  await read()
  const name = /([\w-]{22})\.webp$/.exec((await images())[0] ?? '')?.[1] ?? ''
  let [asked, isAway] = [0, false]
  const db = {
    ...services.db,
    get system() {
      asked += 1
      if (isAway) throw Object.assign(new Error('shutting down'), { code: '57P01' })
      return services.db.system
    },
  }
  const answer = createPictures({ db, siteCache: services.siteCache })
  const statuses = async () => {
    const pictures = await Promise.all([1, 2, 3].map(() => answer({ uuid: site.uuid, name })))
    return pictures.map(({ status }) => status)
  }

  expect([await statuses(), await statuses(), asked]).toEqual([[200, 200, 200], [200, 200, 200], 1])
  services.siteCache.invalidate(site.uuid)
  expect([await statuses(), asked]).toEqual([[200, 200, 200], 2])
  isAway = true
  services.siteCache.invalidate(site.uuid)
  expect([await statuses(), asked]).toEqual([[200, 200, 200], 3])
})

test('deleting an activity deletes the image that it named, and deleting the site all of them', async () => {
  const { shop, services, site, order, read, rows } = await openNudgeShop()
  for (const name of ['/mug.jpg', '/cup.jpg']) {
    shop.files[name] = await drawProduct()
    await order(null, { productImage: onCdn(shop, name) })
  }
  expect(await read()).toHaveLength(2)
  const [one] = await services.db.system.select({ uuid: activities.uuid }).from(activities)
  await deleteActivity(services, site.scope, one?.uuid ?? '')
  expect((await rows()).map(({ address }) => address)).toEqual([onCdn(shop, '/cup.jpg')])

  await services.db.transaction((tx) => eraseSiteRows(tx, services, site.scope.siteId))
  expect(await services.db.system.select().from(pagePictures)).toEqual([])
})
