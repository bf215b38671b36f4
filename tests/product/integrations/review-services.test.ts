/** Services that customers review a shop on, each by its own API. */
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { connections, sites } from '#app/db/schema/index.ts'
import { changeSettings } from '#app/domain/connections/change-settings.server.ts'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import { hourMillis } from '#app/lib/time.ts'
import {
  startReviewsIoServer,
  startTrustedShopsServer,
  startTrustpilotServer,
} from '#workshop/doubles/shops/review-services.ts'
import { connectionOf, createConnectionWorld } from '../../support/integrations/connected-shop.ts'

async function createReviewWorld() {
  // Their clocks follow the world's, which begins later than they do.
  let time = () => new Date()
  const now = () => time()
  const [trustpilot, reviewsIo, trustedShops] = await Promise.all([
    startTrustpilotServer(now),
    startReviewsIoServer(now),
    startTrustedShopsServer(now),
  ])
  onTestFinished(async () => {
    await Promise.all([trustpilot, reviewsIo, trustedShops].map((double) => double.stop()))
  })
  const world = await createConnectionWorld({
    'https://api.trustpilot.com': trustpilot.url,
    'https://api.reviews.io': reviewsIo.url,
    'https://login.etrusted.com': trustedShops.url,
    'https://api.etrusted.com': trustedShops.url,
  })
  time = world.clock.now
  await world.services.db.system
    .update(sites)
    .set({ url: 'https://shop.oak-pottery.example' })
    .where(eq(sites.id, world.site.scope.siteId))
  const doubles = { trustpilot, reviews_io: reviewsIo, trusted_shops: trustedShops }
  return {
    ...world,
    doubles,
    connectTo(name: keyof typeof doubles, given: Record<string, string> = {}) {
      const integration = findIntegration(name)
      if (!integration) throw new Error(`${name} is not in the registry.`)
      return connectWithSettings(world.services, world.site.scope, {
        integration,
        given: { ...doubles[name].details, ...given },
      })
    },
  }
}

const uuidOf = (connected: Awaited<ReturnType<typeof connectWithSettings>>) => {
  if (!connected.ok) throw new Error(JSON.stringify(connected.errors))
  return connected.uuid
}

test.each([
  ['trustpilot', { label: 'Oak Pottery', firstName: 'Jane', stars: 5 }],
  ['reviews_io', { label: 'oak-pottery', firstName: 'Lauren', stars: 4 }],
  ['trusted_shops', { label: 'Oak Pottery', firstName: 'Emma', stars: 5 }],
] as const)('reviews of %s are stored, and later ones', async (name, { label, ...review }) => {
  const world = await createReviewWorld()
  world.doubles[name].placeOrder()
  world.clock.advance(60_000)

  const uuid = uuidOf(await world.connectTo(name))
  await world.pull()

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', label, stored: 1 })
  expect(await world.stored.activities()).toMatchObject([{ kind: 'review', ...review }])

  world.doubles[name].placeOrder()
  world.clock.advance(2 * hourMillis)
  await world.pull()

  // The first one was listed again, and is no other review.
  expect(await world.stored.connection(uuid)).toMatchObject({ stored: 2, skipped: 0 })
  expect(await world.stored.activities()).toHaveLength(2)
})

test.each([
  [
    'trustpilot',
    { domain: 'elsewhere.example' },
    /This page belongs to elsewhere.example, and this site is shop.oak-pottery.example/,
  ],
  ['reviews_io', { store: 'elsewhere' }, /no reviews for this store ID/],
  ['trusted_shops', { channel: 'chl-00000000' }, /no channel with this ID/],
] as const)('%s: a wrong setting is explained at its field', async (name, wrong, sentence) => {
  const world = await createReviewWorld()
  const fields = Object.fromEntries(
    Object.keys(wrong).map((field) => [field, expect.stringMatching(sentence) as string]),
  )

  const refused = await world.connectTo(name, wrong)
  expect(refused).toEqual({ ok: false, errors: { fields, form: null } })
  expect(await world.services.db.system.select().from(connections)).toEqual([])

  const uuid = uuidOf(await world.connectTo(name))
  const kept = await connectionOf(world, uuid)
  const changed = await changeSettings(world.services, kept, wrong)
  expect(changed).toEqual({ ok: false, errors: { fields, form: null } })
  expect((await connectionOf(world, uuid)).credentials).toEqual(kept.credentials)
})

test('a second channel at Trusted Shops stops the reading, and says why', async () => {
  const world = await createReviewWorld()
  const { channels } = world.doubles.trusted_shops
  const uuid = uuidOf(await world.connectTo('trusted_shops'))
  await world.pull()
  channels.push({ id: 'chl-ffffffff', name: 'Another shop' })
  world.doubles.trusted_shops.placeOrder()

  world.clock.advance(2 * hourMillis)
  await world.pull()

  expect(await world.stored.activities()).toEqual([])
  const row = await world.stored.connection(uuid)
  expect(row).toMatchObject({
    state: 'lost',
    fault: expect.stringMatching(/several channels/) as string,
  })

  const id = channels[0]?.id ?? ''
  await changeSettings(world.services, await connectionOf(world, uuid), { channel: id })
  await world.pull()
  expect(await world.stored.activities()).toHaveLength(1)
})
