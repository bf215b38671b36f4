/** The review fetch limit of each source is the plan's reviews limit. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { teams } from '#app/db/schema/index.ts'
import { finishReviews } from '#app/domain/activities/finish-reviews.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import {
  createApprovedWorld,
  type ApprovedWorld,
} from '../../support/integrations/approved-shop.ts'

const limitTo = ({ services, site }: ApprovedWorld, reviewsLimit: number) =>
  services.db.system
    .update(teams)
    .set({ planOverrides: { reviewsLimit } })
    .where(eq(teams.id, site.scope.teamId))

const storedIds = async ({ stored }: ApprovedWorld) =>
  (await stored.activities()).map(({ externalId }) => externalId).sort()

const ids = (...numbers: number[]) => numbers.map((number) => `google-${number}`)

test('the newest reviews are read, and more of them once the plan includes more', async () => {
  const world = await createApprovedWorld()
  const written = [1, 2, 3, 4, 5].map(() => {
    world.clock.advance(1000)
    return world.google.placeOrder().id
  })
  const [, , third = 0, fourth = 0, fifth = 0] = written
  await limitTo(world, 2)
  const uuid = await world.connect('google_my_business_reviews')

  await world.pull()
  expect(await storedIds(world)).toEqual(ids(fourth, fifth))
  const page = await world.served.fetch(`/integrations/connections/${uuid}`, {
    headers: { Cookie: world.site.owner.cookie },
  })
  expect(await page.text()).toContain('Your plan includes the 2 newest reviews.')

  // A later review comes in addition: what is stored stays.
  world.clock.advance(2 * hourMillis)
  const sixth = world.google.placeOrder().id
  world.clock.advance(hourMillis)
  await world.pull()
  expect(await storedIds(world)).toEqual(ids(fourth, fifth, sixth))

  await limitTo(world, 4)
  world.clock.advance(2 * hourMillis)
  await world.pull()
  expect(await storedIds(world)).toEqual(ids(third, fourth, fifth, sixth))
})

test('an old review that was edited doesn’t hide newer ones: Google lists by the last change', async () => {
  const world = await createApprovedWorld()
  const written = [1, 2, 3].map(() => {
    world.clock.advance(hourMillis)
    return world.google.placeOrder().id
  })
  const [first = 0, second = 0, third = 0] = written
  await limitTo(world, 2)
  await world.connect('google_my_business_reviews')
  await world.pull()
  expect(await storedIds(world)).toEqual(ids(second, third))

  world.clock.advance(hourMillis)
  world.google.edits.set(String(first), world.clock.now())
  for (let listings = 0; listings < 4; listings += 1) {
    world.clock.advance(12 * hourMillis)
    await world.pull()
  }

  const rows = await world.stored.activities()
  expect(rows.map(({ externalId }) => externalId).sort()).toEqual(ids(first, second, third))
  expect(rows.map(({ unlistedAt }) => unlistedAt)).toEqual([null, null, null])
})

test('a review beyond the limit that its source edits or deletes follows it', async () => {
  const world = await createApprovedWorld()
  await limitTo(world, 1)
  const edited = world.google.placeOrder().id
  await world.connect('google_my_business_reviews')
  await world.pull()
  world.clock.advance(2 * hourMillis)
  const deleted = world.google.placeOrder().id
  world.clock.advance(hourMillis)
  await world.pull()
  world.clock.advance(2 * hourMillis)
  const newest = world.google.placeOrder().id
  world.clock.advance(hourMillis)
  await world.pull()
  expect(await storedIds(world)).toEqual(ids(edited, deleted, newest))

  // By its place in the list.
  world.google.comments.set(1, 'The cup broke')
  world.google.edits.set(String(edited), world.clock.now())
  const { orders } = world.google
  orders.splice(0, orders.length, ...orders.filter(({ id }) => id !== deleted))
  world.clock.advance(12 * hourMillis)
  await world.pull()
  const rows = await world.stored.activities()
  const of = (id: number) => rows.find(({ externalId }) => externalId === `google-${String(id)}`)
  expect(of(deleted)?.unlistedAt).not.toBeNull()
  expect(of(newest)?.unlistedAt).toBeNull()
  expect(of(edited)).toMatchObject({ body: 'The cup broke', unlistedAt: null })
})

test('a review that a list no longer reaches is shown for a day, and again once it is reached', async () => {
  const world = await createApprovedWorld()
  const id = world.google.placeOrder().id
  const uuid = await world.connect('google_my_business_reviews')
  await world.pull()
  const [before] = await world.stored.activities()
  const { services, site, clock } = world
  const connectionId = (await world.stored.connection(uuid))?.id ?? 0
  clock.advance(hourMillis)
  const listing = { since: clock.now(), oldest: clock.now(), listed: 1 }
  await finishReviews(services, site.scope, { connectionId, listing })

  const [after] = await world.stored.activities()
  expect(after).toMatchObject({ externalId: `google-${String(id)}`, unlistedAt: null })
  const day = 24 * hourMillis
  expect(after?.keptUntil?.getTime()).toBe((before?.confirmedAt?.getTime() ?? 0) + day)
  clock.advance(12 * hourMillis)
  await world.pull()
  const [again] = await world.stored.activities()
  expect((again?.keptUntil?.getTime() ?? 0) - clock.now().getTime()).toBeGreaterThan(day)
})
