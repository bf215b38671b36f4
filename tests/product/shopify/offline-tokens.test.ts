/** Access to a shop without a person: encrypted, refreshed in time, and by one at a time. */
import { expect, test } from 'vitest'
import { shops } from '#app/db/schema/index.ts'
import { withAccess } from '#app/domain/shops/call-shop.server.ts'
import { validOfflineToken } from '#app/domain/shops/shop-tokens.server.ts'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import { shopDetails } from '#app/clients/shopify/operations/shop-details.ts'
import { createShopify } from '#app/clients/shopify/shopify.server.ts'
import { createProviders } from '#app/server/compose.server.ts'
import { dayMillis, minuteMillis } from '#app/lib/time.ts'
import {
  createShopifyWorld,
  linen,
  type ShopifyWorld,
} from '../../support/shopify/shopify-world.ts'

async function createInstalled() {
  const world = await createShopifyWorld()
  await visit(world)
  world.shopify.seen.length = 0
  return world
}

const visit = (world: ShopifyWorld) =>
  visitShop(world.services, { token: world.tokenOf(world.owner), shop: linen })

const grantsOf = ({ shopify: { seen } }: ShopifyWorld) =>
  seen.flatMap(({ grant }) => (grant === null ? [] : [grant]))

const storedShop = async ({ services }: ShopifyWorld) =>
  (await services.db.system.select().from(shops))[0]

/** The same product in another process: its own connection to Shopify, and the same database. */
function otherProcess({ services }: ShopifyWorld) {
  const { config, now } = services
  if (!config.shopify) throw new Error('no app')
  const providers = createProviders(config, now)
  const shopify = createShopify({ app: config.shopify, appUrl: config.appUrl, providers, now })
  return { ...services, shopify }
}

test('a token is used until five minutes before its end, and then refreshed', async () => {
  const world = await createInstalled()
  const first = await validOfflineToken(world.services, linen)
  world.clock.advance(54 * minuteMillis)

  expect(await validOfflineToken(world.services, linen)).toBe(first)
  expect(grantsOf(world)).toEqual([])

  world.clock.advance(2 * minuteMillis)
  const second = await validOfflineToken(world.services, linen)
  expect(second).not.toBe(first)
  expect(await validOfflineToken(world.services, linen)).toBe(second)
  expect(grantsOf(world)).toEqual(['refresh'])
})

test('parallel calls of a process share one refresh', async () => {
  const world = await createInstalled()
  world.clock.advance(57 * minuteMillis)
  const ask = () => validOfflineToken(world.services, linen)

  const tokens = await Promise.all([ask(), ask(), ask()])

  expect(grantsOf(world)).toEqual(['refresh'])
  expect(new Set(tokens)).toEqual(new Set([await ask()]))
})

test('two processes share one refresh, and both use a token that is valid', async () => {
  const world = await createInstalled()
  const before = await validOfflineToken(world.services, linen)
  world.clock.advance(57 * minuteMillis)
  const other = otherProcess(world)

  const tokens = await Promise.all([
    validOfflineToken(world.services, linen),
    validOfflineToken(other, linen),
  ])

  const after = await validOfflineToken(other, linen)
  expect(grantsOf(world)).toEqual(['refresh'])
  expect(after).not.toBe(before)
  // Who didn't refresh gets the token that is valid for three more minutes, or the new one.
  expect([before, after]).toEqual(expect.arrayContaining(tokens))
})

test('while another process refreshes a token that has ended, the caller comes back', async () => {
  const world = await createInstalled()
  world.clock.advance(2 * dayMillis)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const asked = new Promise<void>((resolve) => {
    world.shopify.beforeAnswer(() => {
      resolve()
      return held
    })
  })

  const refreshing = validOfflineToken(world.services, linen)
  await asked
  const waiting = validOfflineToken(otherProcess(world), linen)

  await expect(waiting).rejects.toMatchObject({ name: 'TryLater' })
  letGo()
  expect(await refreshing).toMatch(/^shpat_/)
  expect(grantsOf(world)).toEqual(['refresh'])
})

test('a process that died during a refresh blocks no one for long', async () => {
  const world = await createInstalled()
  world.clock.advance(2 * dayMillis)
  await world.services.db.system.update(shops).set({ refreshStartedAt: world.services.now() })

  await expect(validOfflineToken(world.services, linen)).rejects.toMatchObject({
    name: 'TryLater',
  })
  world.clock.advance(31_000)
  expect(await validOfflineToken(world.services, linen)).toMatch(/^shpat_/)
})

test('an ended refresh token is marked, and the next visit brings new ones', async () => {
  const world = await createInstalled()
  world.clock.advance(57 * minuteMillis)
  world.shopify.revokeTokens()

  await expect(validOfflineToken(world.services, linen)).rejects.toMatchObject({
    name: 'GrantEnded',
  })
  expect(await storedShop(world)).toMatchObject({ accessToken: null, refreshToken: null })
  await expect(validOfflineToken(world.services, linen)).rejects.toMatchObject({
    name: 'GrantEnded',
  })
  expect(grantsOf(world)).toEqual(['refresh'])

  await visit(world)
  expect(await validOfflineToken(world.services, linen)).toMatch(/^shpat_/)
  expect(grantsOf(world)).toEqual(['refresh', 'offline'])
})

test('an outage costs nothing while the token is valid', async () => {
  const world = await createInstalled()
  const first = await validOfflineToken(world.services, linen)
  world.clock.advance(57 * minuteMillis)
  world.shopify.failNext('access_token', { status: 503 })

  expect(await validOfflineToken(world.services, linen)).toBe(first)
  expect(await storedShop(world)).toMatchObject({ refreshStartedAt: null })
})

test('a visit during an outage works, and renews access when it is over', async () => {
  const world = await createInstalled()
  world.clock.advance(2 * dayMillis)
  world.shopify.failNext('access_token', 'hang up')

  expect(await visit(world)).toHaveProperty('account')
  expect(world.logged.map(({ msg }) => msg)).toContain('a shop’s access was not renewed')
  await visit(world)
  expect(grantsOf(world)).toEqual(['offline', 'offline'])
})

test('a token that Shopify refuses is replaced once', async () => {
  const world = await createInstalled()
  const refused = await validOfflineToken(world.services, linen)
  world.shopify.failNext('graphql.json', { status: 401 })

  await withAccess(world.services, linen, (shopify, accessToken) =>
    shopify.call({ shop: linen, accessToken, operation: shopDetails, variables: {} }),
  )

  expect(grantsOf(world)).toEqual(['refresh'])
  expect(await validOfflineToken(world.services, linen)).not.toBe(refused)
})

test('a shop that is unknown or uninstalled has no token', async () => {
  const world = await createInstalled()

  await expect(validOfflineToken(world.services, 'wool.myshopify.com')).rejects.toMatchObject({
    name: 'GrantEnded',
  })
})
