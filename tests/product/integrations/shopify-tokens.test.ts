/** A Shopify shop that is connected with an app of the Dev Dashboard, whose tokens last for a day. */
import { expect, onTestFinished, test } from 'vitest'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { startShopifyAdminServer } from '#workshop/doubles/shops/shopify-admin-server.ts'
import payload from '../../payloads/services/shopify.json' with { type: 'json' }
import { createClock } from '../../support/clock.ts'
import { createConnectionWorld } from '../../support/integrations/connected-shop.ts'

const shop = 'oak-and-ash.myshopify.com'

async function openShop() {
  let { now } = createClock()
  const double = await startShopifyAdminServer(() => now())
  onTestFinished(double.stop)
  const world = await createConnectionWorld({ [`https://${shop}`]: double.url })
  now = world.clock.now
  const integration = findIntegration('shopify')
  if (!integration) throw new Error('Shopify is not in the registry.')
  return {
    ...world,
    double,
    /** Returns the connection's uuid. */
    async connectApp(credentials: Record<string, string>) {
      const given = { shop, secret: double.secret, ...credentials }
      const connected = await connectWithSettings(world.services, world.site.scope, {
        integration,
        given,
      })
      if (!connected.ok) throw new Error(JSON.stringify(connected.errors))
      return connected.uuid
    },
    order: () =>
      double.placeOrder({
        email: 'emma@example.com',
        billingAddress: { firstName: 'Emma', city: 'Utrecht', countryCodeV2: 'NL' },
      }),
  }
}

test('a token is made once for a day, and the next one without its owner', async () => {
  const world = await openShop()
  const uuid = await world.connectApp({ clientId: world.double.clientId })
  world.order()
  await world.pull()
  world.clock.advance(2 * hourMillis)
  world.order()
  await world.pull()
  const made = world.double.count.tokens
  expect(await world.stored.activities()).toHaveLength(2)

  world.clock.advance(dayMillis)
  world.order()
  await world.pull()

  expect(world.double.count.tokens).toBe(made + 1)
  expect(await world.stored.activities()).toHaveLength(3)
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', failures: 0 })
})

test('a token that is refused before its end is renewed once, and the connection goes on', async () => {
  const world = await openShop()
  const uuid = await world.connectApp({ clientId: world.double.clientId })
  await world.pull()
  const made = world.double.count.tokens

  world.double.endTokens()
  world.clock.advance(2 * hourMillis)
  world.order()
  await world.pull()

  expect(world.double.count.tokens).toBe(made + 1)
  expect(await world.stored.activities()).toHaveLength(1)
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', failures: 0 })
})

test('a token that is refused before its end, and whose renewal is refused, names the reason', async () => {
  const world = await openShop()
  const uuid = await world.connectApp({ clientId: world.double.clientId })
  await world.pull()

  world.double.endTokens()
  world.double.refuseTokens('app_not_installed')
  world.clock.advance(2 * hourMillis)
  await world.pull()

  const row = await world.stored.connection(uuid)
  expect(row?.state).toBe('lost')
  expect(row?.fault).toContain('The app isn’t installed in this shop.')
})

test.each([
  [402, 'Shopify has frozen your shop'],
  [403, 'Shopify doesn’t let the app use your shop.'],
  [404, 'Shopify can’t find your shop.'],
  [423, 'Shopify has locked your shop.'],
])('a shop that answers %i when a token is made goes on within an hour after', async (...given) => {
  const [status, reason] = given
  const world = await openShop()
  const uuid = await world.connectApp({ clientId: world.double.clientId })
  await world.pull()

  world.double.failBy(() => ({ status, json: { errors: 'Refused' } }))
  for (let nth = 0; nth < 10; nth += 1) {
    world.clock.advance(dayMillis)
    await world.pull()
  }
  const row = await world.stored.connection(uuid)
  expect(row?.state).toBe('active')
  expect(row?.fault).toContain(reason)

  world.double.heal()
  world.order()
  world.clock.advance(1.1 * hourMillis)
  await world.pull()
  expect(await world.stored.connection(uuid)).toMatchObject({ failures: 0, fault: null })
  expect(await world.stored.activities()).toHaveLength(1)
})

test('deliveries wait longer for a frozen shop each time, and those that need no call arrive', async () => {
  const world = await openShop()
  const uuid = await world.connectApp({ clientId: world.double.clientId })
  await world.pull()
  world.double.failBy(() => ({ status: 402, json: { errors: 'Refused' } }))
  const { product } = payload
  world.double.addProduct({ id: `gid://shopify/Product/${String(product.id)}` })
  await world.double.emit('products/update', product)
  await world.double.emit('products/update', { ...product, title: 'Ash tray' })
  const at = world.clock.now().toISOString()
  const paid = { ...payload.order, created_at: at, updated_at: at }
  expect(await world.double.emit('orders/paid', paid)).toEqual([200])
  const before = world.double.seen.length

  await world.process()

  expect(world.double.seen.length - before).toBe(1)
  expect(await world.stored.activities()).toHaveLength(1)
  expect((await world.stored.connection(uuid))?.fault).toContain('Shopify has frozen your shop')

  for (let nth = 0; nth < 6 * 60; nth += 1) {
    world.clock.advance(minuteMillis)
    await world.process()
  }
  // Once an hour, after the first few.
  expect(world.double.seen.length - before).toBeLessThan(40)
  world.double.heal()
  world.clock.advance(hourMillis)
  await world.process()
  expect(await world.stored.products()).toHaveLength(1)
  expect((await world.stored.deliveries()).map(({ state }) => state)).toEqual(
    Array.from({ length: 3 }, () => 'done'),
  )
})

test('an app that was removed from the shop ends the connection', async () => {
  const world = await openShop()
  const uuid = await world.connectApp({ clientId: world.double.clientId })
  await world.pull()

  world.double.refuseTokens('app_not_installed')
  world.clock.advance(dayMillis)
  await world.pull()

  const row = await world.stored.connection(uuid)
  expect(row?.state).toBe('lost')
  expect(row?.fault).toContain('The app isn’t installed in this shop.')
})

test('a token of a custom app from before 2026 still works, and on a plan without customer data', async () => {
  const world = await openShop()
  world.double.withhold(['email', 'firstName'])
  const uuid = await world.connectApp({ token: world.double.token })
  world.order()
  await world.pull()
  world.clock.advance(2 * dayMillis)
  world.order()
  await world.pull()

  expect(world.double.count.tokens).toBe(0)
  expect(await world.stored.activities()).toMatchObject([
    { firstName: null, city: 'Utrecht' },
    { firstName: null, city: 'Utrecht' },
  ])
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', failures: 0 })
})
