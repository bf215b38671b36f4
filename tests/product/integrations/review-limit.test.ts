/** The review fetch limit of each source is the plan's reviews limit. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { teams } from '#app/db/schema/index.ts'
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
