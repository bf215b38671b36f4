/** Reviews name their source, link to it, and carry its own average. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connections, teams } from '#app/db/schema/index.ts'
import { hourMillis } from '#app/lib/time.ts'
import { storeNudge } from '../../support/nudges.ts'
import { createApprovedWorld } from '../../support/integrations/approved-shop.ts'
import { readShown } from '../../support/integrations/shown-reviews.ts'
import { createReviewPageWorld, yelpPage } from '../../support/integrations/review-page.ts'

test('a review names its source and page, says that it is verified, and links to the original', async () => {
  const world = await createReviewPageWorld()
  world.home.html = `<a href="${yelpPage}">Yelp</a>`
  await storeNudge(world.services, world.site, { type: 'review', query: { minimum: 1 } })
  const { id } = world.datashake.placeOrder()
  world.datashake.changes.set(id, { verified_order: true, language_code: 'de' })
  await world.connectPage()
  await world.pass(2)

  const [item] = await readShown(world)
  expect(item?.text).toMatch(/^“Good coffee, .*” – Yelp, oak pottery austin, ✓ verified/)
  expect(item).toMatchObject({
    url: 'https://www.yelp.com/biz/your-business-city?hrid=1',
    lang: 'de',
  })
  expect(await world.stored.activities()).toMatchObject([{ language: 'de', isVerified: true }])
})

test('the average is the source’s own, with its number and day, and none of an unproven page', async () => {
  const world = await createReviewPageWorld()
  await storeNudge(world.services, world.site, { type: 'reviews', query: { minimum: 1 } })
  world.datashake.placeOrder()
  await world.connectPage()
  await world.pass(2)
  expect(await readShown(world)).toEqual([])

  world.home.html = `<a href="${yelpPage}">Yelp</a>`
  await world.pass(8)
  const [item] = await readShown(world)
  expect(item).toMatchObject({ title: '4.4 · 550 reviews', stars: 4.4 })
  expect(item?.text).toMatch(/^Yelp · \d+ [A-Z][a-z]+$/)
})

test('a translated comment at Google is shown in its original words only', async () => {
  const world = await createApprovedWorld()
  const { google, clock } = world
  await world.services.db.system
    .update(teams)
    .set({ planOverrides: { reviewsLimit: 30 } })
    .where(eq(teams.id, world.site.scope.teamId))
  google.placeOrder()
  clock.advance(1000)
  google.comments.set(1, '(Translated by Google) Lovely pots\n\n(Original)\nSchöne Töpfe')
  google.placeOrder()
  clock.advance(1000)
  google.comments.set(2, 'Belle vaisselle\n\n(Translated by Google)\nNice dishes')
  await world.connect('google_my_business_reviews')
  clock.advance(hourMillis)
  await world.pull()

  const bodies = (await world.stored.activities()).map(({ body }) => body)
  expect(bodies.sort()).toEqual(['Belle vaisselle', 'Schöne Töpfe'])
})

test('an average of Yelp is shown for a day after it was read, as its reviews are', async () => {
  const world = await createReviewPageWorld()
  world.home.html = `<a href="${yelpPage}">Yelp</a>`
  await storeNudge(world.services, world.site, { type: 'reviews', query: { minimum: 1 } })
  world.datashake.placeOrder()
  await world.connectPage()
  await world.pass(2)
  expect(await readShown(world)).toMatchObject([{ stars: 4.4 }])

  await world.services.db.system.update(connections).set({ state: 'paused' })
  world.clock.advance(25 * hourMillis)

  expect(await readShown(world)).toEqual([])
})

test('a review that is chosen by its stars has its source’s own average beside it, not that of what is stored', async () => {
  const world = await createReviewPageWorld()
  world.home.html = `<a href="${yelpPage}">Yelp</a>`
  await storeNudge(world.services, world.site, { type: 'review', query: { minimum: 4 } })
  world.datashake.placeOrder()
  await world.connectPage()
  await world.pass(2)

  const [item] = await readShown(world)
  expect(item?.text).toMatch(/^4\.4 · 550 reviews – “Good coffee, .+ – Yelp.* · \d+ [A-Z][a-z]+$/)
})
