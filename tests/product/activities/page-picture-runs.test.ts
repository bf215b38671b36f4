/** When pages of products are read for their pictures, how often, and how many a site keeps. */
import { expect, inject, test } from 'vitest'
import { activities, pagePictures, sites, teams } from '#app/db/schema/index.ts'
import { readDuePictures } from '#app/domain/activities/page-pictures/read-due-pictures.server.ts'
import { maxPagePictures } from '#app/domain/activities/page-pictures/stored-pictures.server.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { jobs } from '#app/jobs/registry.server.ts'
import { sweeps } from '#app/jobs/sweeps.server.ts'
import type { Services } from '#app/services.ts'
import { storeNudge } from '../../support/nudges.ts'
import { openNudgeShop } from '../../support/pictures/nudge-shop.ts'
import { drawProduct, productPageOf } from '../../support/pictures/picture-shop.ts'

type System = Services['db']['system']

test.each([
  [
    'a paused site',
    (system: System, at: Date | null) => system.update(sites).set({ pausedAt: at }),
  ],
  [
    'a suspended organization',
    (system: System, at: Date | null) => system.update(teams).set({ suspendedAt: at }),
  ],
])('no page that is due already is read for %s', async (_name, stop) => {
  const { shop, services, order, payload } = await openNudgeShop()
  await order('/products/kettle')
  await payload()
  await stop(services.db.system, services.now())
  await readDuePictures(services)
  expect(shop.asked).toEqual([])

  await stop(services.db.system, null)
  await readDuePictures(services)
  expect(shop.asked).toEqual(['shop.example/products/kettle'])
})

test('pausing the site ends a run after the page that is being read', async () => {
  const { shop, services, order, payload } = await openNudgeShop()
  for (const at of [1, 2]) {
    shop.files[`/products/${String(at)}`] = (_request, response) => {
      void services.db.system
        .update(sites)
        .set({ pausedAt: services.now() })
        .then(() => response.end('<p>no picture</p>'))
    }
    await order(`/products/${String(at)}`)
  }
  await payload()
  await readDuePictures(services)

  expect(shop.asked).toHaveLength(1)
})

test('a page that no nudge has wanted for two days isn’t read, until one wants it again', async () => {
  const { shop, services, order, payload, pass, read } = await openNudgeShop()
  await order('/products/kettle')
  await payload()
  pass(2 * dayMillis)
  await readDuePictures(services)
  expect(shop.asked).toEqual([])

  await services.db.system.update(activities).set({ occurredAt: services.now() })
  await read()
  expect(shop.asked).toEqual(['shop.example/products/kettle'])
})

test('the other pages of a large shop wait behind those of other shops', async () => {
  const { world, shop, services, site, order, payload } = await openNudgeShop()
  const paths = ['/1', '/2', '/3', '/4']
  for (const path of paths) await order(path)
  await payload()
  const other = await world.site({ url: shop.url })
  const at = services.now()
  const { siteId, teamId } = other.scope
  world.clock.advance(minuteMillis)
  const late = { siteId, teamId, path: '/other', address: `${shop.url}/other` }
  await services.db.system
    .insert(pagePictures)
    .values({ ...late, wantedAt: at, dueAt: services.now() })

  world.clock.advance(minuteMillis)
  await readDuePictures(services, { sites: 1 })
  expect(shop.asked).toHaveLength(3)
  await readDuePictures(services, { sites: 1 })
  expect(shop.asked[3]).toBe('shop.example/other')
  await readDuePictures(services, { sites: 1 })
  expect(shop.asked).toHaveLength(5)
  expect(site.scope.siteId).not.toBe(siteId)
})

test('a site that answers slowly has one page read in a run', async () => {
  const { shop, services, order, payload } = await openNudgeShop()
  await order('/1')
  await order('/2')
  await payload()

  await readDuePictures(services, { siteMillis: 0 })
  expect(shop.asked).toHaveLength(1)
  await readDuePictures(services, { siteMillis: 0 })
  expect(shop.asked).toHaveLength(2)
})

test('two processes never read one site at the same time', async () => {
  const { shop, services, order, payload } = await openNudgeShop()
  const seen: number[] = []
  for (const at of [1, 2, 3, 4]) {
    shop.files[`/products/${String(at)}`] = (_request, response) => {
      const before = shop.asked.length
      void readDuePictures(services).then(() => {
        seen.push(shop.asked.length - before)
        response.end('<p>no picture</p>')
      })
    }
    await order(`/products/${String(at)}`)
  }
  await payload()
  await readDuePictures(services)

  expect(seen).toEqual([0, 0, 0])
})

test('a site’s pages are read one after the other, three in a run, and those wanted last first', async () => {
  const { shop, services, order, rows, payload, pass } = await openNudgeShop()
  let [open, most] = [0, 0]
  for (const at of [1, 2, 3, 4]) {
    shop.files[`/products/${String(at)}`] = (_request, response) => {
      open += 1
      most = Math.max(most, open)
      response.on('close', () => (open -= 1)).end('<p>no picture</p>')
    }
    await order(`/products/${String(at)}`)
  }
  await payload()

  await readDuePictures(services)
  const first = shop.asked.length
  await readDuePictures(services)

  expect([first, shop.asked.length, most]).toEqual([3, 4, 1])
  expect(await rows()).toHaveLength(4)
  pass(2 * dayMillis)
  await readDuePictures(services)
  expect(shop.asked).toHaveLength(4)
})

test('a page without a picture is asked again after three days, one with a picture after three weeks', async () => {
  const { shop, services, order, read, images, ...story } = await openNudgeShop()
  const pass = async (millis: number) => {
    story.pass(millis)
    // The nudge goes on showing it.
    await services.db.system.update(activities).set({ occurredAt: services.now() })
  }
  shop.files['/products/kettle'] = '<p>none yet</p>'
  shop.files['/files/kettle.jpg'] = await drawProduct()
  await order('/products/kettle')
  await read()
  shop.files['/products/kettle'] = productPageOf('/files/kettle.jpg')

  await pass(2 * dayMillis)
  await read()
  expect(shop.asked).toHaveLength(1)
  await pass(dayMillis)
  const [found] = await read()
  expect(found?.name).not.toBeNull()
  expect(shop.asked).toHaveLength(3)
  for (let day = 0; day < 20; day += 1) {
    await pass(dayMillis)
    await read()
  }
  expect(shop.asked).toHaveLength(3)
  shop.files['/files/kettle.jpg'] = await drawProduct(600, 400, '#a04')
  await pass(dayMillis)
  const [again] = await read()

  expect(shop.asked).toHaveLength(5)
  expect(again?.name).not.toBe(found?.name)
  expect((await images()).join()).toContain(again?.name)
})

test('a page that fails waits longer each time, with the site’s others, and keeps its picture', async () => {
  const { shop, services, order, read, pass, images, rows } = await openNudgeShop()
  shop.files['/products/kettle'] = productPageOf('/files/kettle.jpg')
  shop.files['/files/kettle.jpg'] = await drawProduct()
  await order('/products/kettle')
  await read()
  const shown = await images()
  await services.db.system.update(pagePictures).set({ dueAt: services.now() })
  shop.files['/products/kettle'] = (_request, response) => response.writeHead(503).end()

  await read()
  expect((await rows())[0]).toMatchObject({ failures: 1 })
  expect(await images()).toEqual(shown)
  shop.asked.length = 0
  shop.files['/products/cup'] = productPageOf('/files/kettle.jpg')
  await order('/products/cup')
  pass(hourMillis - minuteMillis)
  await read()
  expect(shop.asked).toEqual(['shop.example/products/cup', 'shop.example/files/kettle.jpg'])
  pass(minuteMillis)
  await read()
  expect((await rows())[1]).toMatchObject({ path: '/products/kettle', failures: 2 })
  pass(3 * hourMillis)
  await read()
  expect((await rows())[1]).toMatchObject({ failures: 2 })
  pass(hourMillis)
  await read()
  expect((await rows())[1]).toMatchObject({ failures: 3 })
})

test('a whole list of images is there after one run, and no host is asked for more than six at a time', async () => {
  const { shop, services, site, order, payload, rows } = await openNudgeShop()
  await storeNudge(services, site, { type: 'purchase', position: 2, query: { listSize: 50 } })
  const image = await drawProduct()
  let [open, most] = [0, 0]
  let release: () => void = () => undefined
  const full = new Promise<void>((resolve) => (release = resolve))
  await order('/products/kettle')
  for (let at = 1; at < 50; at += 1) {
    const path = `/${String(at)}.jpg`
    shop.files[path] = (_request, response) => {
      open += 1
      most = Math.max(most, open)
      response.on('close', () => (open -= 1))
      if (open === 6) release()
      // None is there before six were asked for.
      void full.then(() => response.end(image))
    }
    await order(null, { productImage: `http://cdn.example:${String(shop.port)}${path}` })
  }
  await payload()
  expect(await rows()).toHaveLength(50)

  await readDuePictures(services)
  expect((await rows()).filter(({ name }) => name !== null)).toHaveLength(49)
  expect(most).toBe(6)
  expect(shop.asked.indexOf('shop.example/products/kettle')).toBe(49)
})

test('while a shop’s server has trouble, none of its other pages are asked', async () => {
  const { shop, services, order, read, pass } = await openNudgeShop()
  for (const at of [1, 2, 3]) {
    shop.files[`/products/${String(at)}`] = (_request, response) => response.destroy()
    await order(`/products/${String(at)}`)
  }

  await read()
  expect(shop.asked).toHaveLength(1)
  pass(14 * minuteMillis)
  await readDuePictures(services)
  expect(shop.asked).toHaveLength(1)
  pass(minuteMillis)
  await readDuePictures(services)
  expect(shop.asked).toHaveLength(2)
})

test('a page that no nudge wants any more is forgotten after two weeks, also of a paused site', async () => {
  const { services, rows, order, read, pass } = await openNudgeShop()
  await order('/products/kettle')
  await read()
  await services.db.system.delete(activities)
  await services.db.system.update(sites).set({ pausedAt: services.now() })
  const sweep = async () => {
    await sweeps.pictures.run(services, {})
    return rows()
  }

  pass(14 * dayMillis)
  expect(await sweep()).toHaveLength(1)
  pass(1)
  expect(await sweep()).toEqual([])
})

test('a site keeps a bounded number of pictures, and the newest ones take the place of those wanted longest ago', async () => {
  const { services, site, rows, order, payload, pass } = await openNudgeShop()
  const { siteId, teamId } = site.scope
  const at = services.now().getTime()
  await order('/products/cup')
  await payload()
  // Wanted before all others, but shown now.
  await services.db.system
    .update(pagePictures)
    .set({ wantedAt: new Date(at - hourMillis + minuteMillis) })
  const stored = Array.from({ length: maxPagePictures - 1 }, (_row, place) => ({
    siteId,
    teamId,
    path: `/other/${String(place)}`,
    address: 'http://elsewhere.example/',
    wantedAt: new Date(at - place * 1_000),
    dueAt: new Date(at + 21 * dayMillis),
  }))
  await services.db.system.insert(pagePictures).values(stored)
  const last = maxPagePictures - 2

  for (const [more, path] of ['/products/kettle', '/products/pan'].entries()) {
    await order(path)
    await payload()
    const paths = new Set((await rows()).map((row) => row.path))
    expect(paths.size).toBe(maxPagePictures)
    expect(paths).toContain('/products/cup')
    expect(paths).toContain(path)
    expect(paths).not.toContain(`/other/${String(last - more)}`)
    expect(paths).toContain(`/other/${String(last - more - 1)}`)
    pass(1_000)
  }
})

test.runIf(inject('engine') === 'postgres')(
  'a shop that has trouble rests without waiting for a payload that is being compiled',
  async () => {
    const { shop, services, order, payload, rows } = await openNudgeShop()
    shop.files['/a'] = (_request, response) => response.destroy()
    await order('/a')
    await order('/b')
    await payload()
    const client = await services.pool.connect()
    try {
      await client.query('begin')
      await client.query("select from page_pictures where path = '/b' for update")
      await readDuePictures(services)
      await client.query('rollback')
    } finally {
      client.release()
    }

    expect(await rows()).toMatchObject([{ failures: 1 }, { failures: 0 }])
    expect(shop.asked).toEqual(['shop.example/a'])
  },
)

test('the job of each minute reads them', () => {
  expect(jobs.find(({ name }) => name === 'activities.read-pictures')?.schedule).toBe('* * * * *')
})
