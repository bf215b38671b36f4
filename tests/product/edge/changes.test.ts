/** The cost of a change, and how soon pages see it, in any process. */
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#app/db/db.ts'
import type { Listen } from '#app/db/listen.server.ts'
import { activities, nudges, sites } from '#app/db/schema/index.ts'
import { openDatabase } from '#app/db/open.server.ts'
import { createSiteCache } from '#app/domain/serving/site-cache.server.ts'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'
import { serveEdge } from '../../support/pages.ts'
import { storePurchase } from '../../support/purchases.ts'
import { createWorld } from '../../support/world.ts'

/** The goal is one second. A busy machine gets more before the test fails. */
const live = { timeout: 60_000, interval: 10 }

/** Another process' connection. On the embedded database it uses the socket, like commands. */
async function openElsewhere({ url, dataDir }: TestDatabase): Promise<Database> {
  const { db, close } = await openDatabase({
    url,
    dataDir,
    address: 'another process',
    joinRunning: true,
  })
  onTestFinished(close)
  return db
}

/** Counts how often payloads are compiled: each time is one transaction of the team. */
function countBuilds(db: Database) {
  const builds = { begun: 0, running: 0, mostAtOnce: 0 }
  const counting: Database = {
    ...db,
    async asTeam(team, work) {
      builds.begun += 1
      builds.running += 1
      builds.mostAtOnce = Math.max(builds.mostAtOnce, builds.running)
      try {
        return await db.asTeam(team, work)
      } finally {
        builds.running -= 1
      }
    },
  }
  return { builds, counting }
}

/** A listener that reports when it listens and how many notifications it received. */
async function follow(listen: Listen, siteCache: ReturnType<typeof createSiteCache>) {
  const announced: string[] = []
  const { stop } = await new Promise<{ stop: () => Promise<void> }>((resolve) => {
    const following = siteCache.subscribe((channel, listener) =>
      listen(channel, {
        ...listener,
        onListening() {
          listener.onListening()
          resolve(following)
        },
        onNotification(payload) {
          announced.push(payload)
          listener.onNotification(payload)
        },
      }),
    )
  })
  onTestFinished(stop)
  return announced
}

/** A shop that shows one purchase, and an edge that receives notifications. */
async function openShop() {
  const database = await emptyDatabase()
  const world = await createWorld()
  const site = await world.site()
  await storePurchase(world.services, site)
  await world.nudge(site)

  const { builds, counting } = countBuilds(world.services.db)
  const { log, now, config } = world.services
  const { appUrl } = config
  const siteCache = createSiteCache({ db: counting, log, now, appUrl })
  const announced = await follow(database.listen, siteCache)
  const edge = await serveEdge({ ...world.services, siteCache })
  const page = edge.page(site)
  expect((await page.payload()).nudges).toHaveLength(1)
  return { world, site, builds, announced, page, elsewhere: await openElsewhere(database) }
}

test('a change by another process is shown within a second or two, without another query', async () => {
  const { page, builds, elsewhere } = await openShop()
  const shownCount = async () => (await page.payload()).nudges.length
  await shownCount()
  expect(builds.begun).toBe(1)

  await elsewhere.system.update(nudges).set({ state: 'paused' })
  await expect.poll(shownCount, live).toBe(0)
  await elsewhere.system.update(nudges).set({ state: 'published' })
  await expect.poll(shownCount, live).toBe(1)
})

test('a thousand pages that ask after one change cause one build', async () => {
  const { page, builds, announced, elsewhere } = await openShop()
  const before = announced.length

  await elsewhere.system.update(nudges).set({ state: 'paused' })
  await expect.poll(() => announced.length, live).toBe(before + 1)
  await Promise.all(Array.from({ length: 1_000 }, () => page.payload()))

  expect((await page.payload()).nudges).toEqual([])
  expect(builds.begun).toBe(2)
})

test('a burst of changes under load never builds twice at the same time and ends with the last one', async () => {
  const { page, site, builds, elsewhere } = await openShop()
  const changes = 40
  let isChanging = true
  const readers = Array.from({ length: 20 }, async () => {
    while (isChanging) await page.payload()
  })

  for (let change = 1; change <= changes; change += 1) {
    const options = { holdout: 0, maxNudges: 1 + (change % 20) }
    await elsewhere.system.update(sites).set({ options }).where(eq(sites.id, site.scope.siteId))
  }
  const last = { holdout: 0, maxNudges: 7 }
  await elsewhere.system.update(sites).set({ options: last }).where(eq(sites.id, site.scope.siteId))
  await expect.poll(async () => (await page.payload()).options.maxNudges, live).toBe(7)
  isChanging = false
  await Promise.all(readers)

  expect(builds.mostAtOnce).toBe(1)
  expect(builds.begun).toBeLessThanOrEqual(1 + changes + 1)
})

test('the kill switch empties the pages, says so, and brings everything back', async () => {
  const { page, site, elsewhere } = await openShop()
  const pause = (pausedAt: Date | null) =>
    elsewhere.system.update(sites).set({ pausedAt }).where(eq(sites.id, site.scope.siteId))

  await pause(new Date())
  await expect.poll(async () => (await page.payload()).withheld, live).toBe('paused')
  expect((await page.payload()).nudges).toEqual([])
  await pause(null)

  await expect.poll(async () => (await page.payload()).nudges.length, live).toBe(1)
  expect(await page.payload()).not.toHaveProperty('withheld')
})

test('a purchase that is erased elsewhere leaves the pages', async () => {
  const { page, elsewhere, world } = await openShop()

  await elsewhere.system.delete(activities)

  await expect.poll(async () => (await page.payload()).nudges.length, live).toBe(0)
  expect(world.logged.filter(({ level }) => level >= 40)).toEqual([])
})
