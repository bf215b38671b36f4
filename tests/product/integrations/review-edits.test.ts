/** Reviews stay what their source says: edited, deleted, or not confirmed for too long. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sites, teams } from '#app/db/schema/index.ts'
import { dayMillis } from '#app/lib/time.ts'
import { storeNudge } from '../../support/nudges.ts'
import { readShown } from '../../support/integrations/shown-reviews.ts'
import { createReviewPageWorld, yelpPage } from '../../support/integrations/review-page.ts'

async function shownPage(number: number, reviewsLimit = 30) {
  const world = await createReviewPageWorld()
  const { datashake, clock, home, services, site } = world
  const limitTo = (limit: number) =>
    services.db.system
      .update(teams)
      .set({ planOverrides: { reviewsLimit: limit } })
      .where(eq(teams.id, site.scope.teamId))
  await limitTo(reviewsLimit)
  home.html = `<a href="${yelpPage}">Yelp</a>`
  await storeNudge(services, site, { type: 'review', query: { minimum: 1 } })
  const ids = Array.from({ length: number }, () => {
    clock.advance(dayMillis)
    return datashake.placeOrder().id
  })
  const uuid = await world.connectPage()
  await world.pass(2)
  const withdraw = (...gone: number[]) => {
    const kept = datashake.orders.filter(({ id }) => !gone.includes(id))
    datashake.orders.splice(0, datashake.orders.length, ...kept)
  }
  return { ...world, uuid, ids, withdraw, limitTo }
}

test('an edit replaces words and stars, keeps the earlier ones, and asks for approval again', async () => {
  const world = await shownPage(1)
  const [id = 0] = world.ids
  world.datashake.changes.set(id, { rating_value: 1 })
  await world.pass(20)
  const [stars] = await world.stored.activities()
  // Words that were approved once are still the same.
  expect(stars).toMatchObject({ stars: 1, body: 'Good coffee, long lines', approval: 'approved' })
  expect(await readShown(world)).toMatchObject([{ stars: 1 }])

  world.datashake.changes.set(id, { rating_value: 1, review_text: 'The cup broke' })
  await world.pass(24)
  const [words] = await world.stored.activities()
  expect(words).toMatchObject({ stars: 1, body: 'The cup broke', approval: 'quarantined' })
  expect(words?.earlier).toMatchObject([
    { stars: 5, body: 'Good coffee, long lines' },
    { stars: 1, body: 'Good coffee, long lines' },
  ])
  expect(await readShown(world)).toEqual([])
})

test('a site that approves automatically shows new words immediately', async () => {
  const world = await shownPage(1)
  const [id = 0] = world.ids
  const { system } = world.services.db
  await system
    .update(sites)
    .set({ options: { holdout: 0, preApproveReviews: true } })
    .where(eq(sites.id, world.site.scope.siteId))
  world.datashake.changes.set(id, { review_text: 'The cup broke' })
  await world.pass(20)

  expect(await world.stored.activities()).toMatchObject([{ approval: 'approved' }])
  // Pages hear of it by the database's notification, which comes a moment after the commit.
  await expect.poll(async () => (await readShown(world))[0]?.text).toContain('The cup broke')
})

test('a review that its source deleted disappears within a day, and comes back when it is listed again', async () => {
  const world = await shownPage(6)
  const before = [...world.datashake.orders]
  world.withdraw(world.ids[2] ?? 0)
  await world.pass(22)
  expect(await readShown(world)).toHaveLength(5)

  world.datashake.orders.splice(0, world.datashake.orders.length, ...before)
  await world.pass(22)
  expect(await readShown(world)).toHaveLength(6)
})

test('an empty list, or one that lacks many, hides nothing until the next one agrees', async () => {
  const world = await shownPage(6)
  const before = [...world.datashake.orders]
  world.withdraw(...world.ids)
  await world.pass(20)
  expect(await readShown(world)).toHaveLength(6)

  world.datashake.orders.splice(0, world.datashake.orders.length, ...before)
  await world.pass(20)
  world.withdraw(...world.ids.slice(0, 3))
  const jobs = () => world.datashake.seen.filter(({ path }) => path.endsWith('/add')).length
  const jobsBefore = jobs()
  let hours = 0
  while ((await readShown(world)).length === 6 && hours < 24) {
    await world.pass(1)
    hours += 1
  }
  // The next job comes soon after one that lacks many.
  expect(await readShown(world)).toHaveLength(3)
  expect(jobs() - jobsBefore).toBe(2)
})

test('deleted reviews disappear within a day, too, where the plan includes fewer than the page has', async () => {
  const world = await shownPage(6, 3)
  expect(await readShown(world)).toHaveLength(3)
  const gone = world.ids.slice(-2)
  world.withdraw(...gone)
  const jobs = () => world.datashake.seen.filter(({ path }) => path.endsWith('/add')).length
  const jobsBefore = jobs()
  const isListed = async (id: number) => {
    const rows = await world.stored.activities()
    return rows.find((row) => row.externalId === `yelp-${String(id)}`)?.unlistedAt === null
  }
  let hours = 0
  while ((await isListed(gone[0] ?? 0)) && hours < 48) {
    await world.pass(1)
    hours += 1
  }
  expect(hours).toBeLessThan(24)
  expect(jobs() - jobsBefore).toBe(2)
  expect(await isListed(gone[1] ?? 0)).toBe(false)
  expect(await isListed(world.ids[3] ?? 0)).toBe(true)
})

test('reviews below those that a job was asked for aren’t taken for deleted', async () => {
  const world = await shownPage(12)
  expect(await world.stored.activities()).toHaveLength(12)
  world.datashake.paging.size = 100
  await world.limitTo(1)
  await world.pass(48)
  const rows = await world.stored.activities()
  expect(rows).toHaveLength(12)
  expect(rows.filter(({ unlistedAt }) => unlistedAt !== null)).toEqual([])
  // The two that no job reaches are no longer shown: they may have been edited or deleted.
  const cut = world.clock.now()
  const unreached = rows.filter(({ keptUntil }) => keptUntil !== null && keptUntil <= cut)
  const oldest = world.ids.slice(0, 2).map((id) => `yelp-${String(id)}`)
  expect(unreached.map(({ externalId }) => externalId).sort()).toEqual(oldest.sort())
  const page = await world.served.fetch('/data-feeds/reviews?state=unreached', {
    headers: { Cookie: world.site.owner.cookie },
  })
  expect(await page.text()).toContain('We haven’t found it at its source lately')
})

test('a review that Yelp didn’t list for a day isn’t shown, and its card ends then', async () => {
  const world = await shownPage(1)
  const [item] = await readShown(world)
  const [stored] = await world.stored.activities()
  expect(item?.until).toBe(Math.floor((stored?.keptUntil?.getTime() ?? 0) / 1000))

  // The aggregator answers no more.
  world.services.config = { ...world.services.config, aggregatorToken: undefined }
  await world.pass(25)
  expect(await readShown(world)).toEqual([])
})
