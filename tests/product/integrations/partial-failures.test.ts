/** A service that refuses one list, has lost our place in one, or has closed the account. On both engines. */
import { expect, test } from 'vitest'
import { findSiteConnection } from '#app/domain/connections/manage-connections.server.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import { createConnectionWorld } from '../../support/integrations/connected-shop.ts'
import { openPaidShop } from '../../support/integrations/paid-shop.ts'
import { wooRefusal } from '#workshop/doubles/shops/woo-server.ts'

const refusedReviews = wooRefusal(403, 'woocommerce_rest_cannot_view')

test('a key that may not read reviews still brings orders, and the page says what is missing', async () => {
  const world = await createConnectionWorld()
  await world.woo.placeOrder()
  world.woo.addReview()
  const uuid = await world.connect()
  world.woo.failBy(({ path }) => (path.endsWith('/products/reviews') ? refusedReviews : undefined))

  for (let nth = 0; nth < 3; nth += 1) {
    await world.pull()
    world.clock.advance(5 * minuteMillis)
  }

  const row = await world.stored.connection(uuid)
  expect(row).toMatchObject({ state: 'active', stored: 1 })
  expect(row?.failures).toBeGreaterThan(1)
  expect(row?.fault).toContain('doesn’t let us read its reviews')
  world.woo.heal()
  world.clock.advance(dayMillis)
  await world.pull()
  world.clock.advance(hourMillis)
  await world.pull()
  expect(await world.stored.connection(uuid)).toMatchObject({ stored: 2, failures: 0, fault: null })
})

test('a list that can’t be read stays named while orders arrive by webhook', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  world.woo.failBy(({ path }) => (path.endsWith('/products/reviews') ? refusedReviews : undefined))
  for (let nth = 0; nth < 3; nth += 1) {
    await world.pull()
    world.clock.advance(hourMillis)
  }
  const before = await world.stored.connection(uuid)
  expect(before?.failures).toBeGreaterThan(1)

  await world.woo.placeOrder()
  await world.process()

  expect(await world.stored.activities()).toHaveLength(1)
  const { failures, fault, failingSince } = before ?? {}
  expect(await world.stored.connection(uuid)).toMatchObject({ failures, fault, failingSince })
  world.woo.heal()
  world.clock.advance(hourMillis)
  await world.pull()
  expect(await world.stored.connection(uuid)).toMatchObject({ failures: 0, fault: null })
})

test('a service that was busy for one delivery is fine minutes later, though its lists aren’t due for hours', async () => {
  const { world, stripe, connectAt } = await openPaidShop()
  const uuid = await connectAt('stripe', { key: stripe.key })
  await world.pull()
  stripe.failBy(({ path }) => (path.endsWith('/line_items') ? { status: 503 } : undefined))
  await stripe.checkOut()
  await world.process()
  expect(await world.stored.connection(uuid)).toMatchObject({ failures: 1 })

  stripe.heal()
  world.clock.advance(10 * minuteMillis)
  await world.process()
  await world.pull()

  expect(await world.stored.connection(uuid)).toMatchObject({
    failures: 0,
    failingSince: null,
    fault: null,
  })
})

test('a list that is refused while nothing else can be asked doesn’t keep the others from being read', async () => {
  const world = await createConnectionWorld()
  await world.woo.placeOrder()
  const uuid = await world.connect()
  world.woo.failBy(({ path, query }) => {
    if (path.endsWith('/products')) return refusedReviews
    return query.get('per_page') === '1' ? { status: 503 } : undefined
  })

  for (let nth = 0; nth < 3; nth += 1) {
    await world.pull()
    world.clock.advance(5 * minuteMillis)
  }

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', stored: 1 })
})

test.each([
  ['a firewall’s page answers for', 'firewall'],
  ['a page with status 200 answers for', 'html'],
  ['is led elsewhere for', { status: 302, headers: { Location: 'https://elsewhere.example/' } }],
] as const)(
  'a shop that %s one list keeps no other list back, and isn’t held',
  async (_what, fault) => {
    const world = await createConnectionWorld()
    await world.woo.placeOrder()
    world.woo.addReview()
    const uuid = await world.connect()
    world.woo.failBy(({ path }) => (path.endsWith('/products') ? fault : undefined))

    for (let nth = 0; nth < 4; nth += 1) {
      await world.pull()
      world.clock.advance(5 * minuteMillis)
    }

    const row = await world.stored.connection(uuid)
    expect(row).toMatchObject({ state: 'active', stored: 2, lostAt: null })
    expect(row?.fault).toContain('The service’s products don’t arrive, everything else does.')
    world.woo.heal()
    for (let nth = 0; nth < 2; nth += 1) {
      world.clock.advance(dayMillis)
      await world.pull()
    }
    expect(await world.stored.connection(uuid)).toMatchObject({ failures: 0, fault: null })
  },
)

test('keys that were revoked end the connection, whichever list is asked first', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  world.woo.revoke()

  await world.pull()

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'lost' })
})

test.each([402, 423])(
  'a shop that answers %i says so, and goes on within an hour after',
  async (status) => {
    const world = await createConnectionWorld()
    const uuid = await world.connect()
    world.woo.failBy(() => ({ status }))

    // For five days.
    for (let nth = 0; nth < 30; nth += 1) {
      await world.pull()
      world.clock.advance(4 * hourMillis)
    }

    const row = await world.stored.connection(uuid)
    expect(row).toMatchObject({ state: 'active' })
    expect(row?.fault).toBe(
      'The service says that the account is closed, locked or not paid for. Solve that there. We try again automatically.',
    )
    await world.pull()
    world.woo.heal()
    const order = await world.woo.placeOrder()
    world.clock.advance(1.1 * hourMillis)
    await world.pull()
    expect(await world.stored.connection(uuid)).toMatchObject({ failures: 0, fault: null })
    expect(await world.stored.activities()).toMatchObject([{ externalId: String(order.id) }])
  },
)

test('an account that isn’t found for three days asks its owner, and one list that is missing doesn’t', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const gone = wooRefusal(404, 'rest_no_route')
  world.woo.failBy(({ path }) => (path.endsWith('/products/reviews') ? gone : undefined))
  await world.pull()
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active' })

  world.woo.failBy(() => gone)
  world.clock.advance(dayMillis)
  await world.pull()
  const before = await world.stored.connection(uuid)
  expect(before).toMatchObject({ state: 'active' })
  expect(before?.fault).toMatch(/^We didn’t find WooCommerce at this address\..* automatically\.$/)
  world.clock.advance(3 * dayMillis)
  await world.pull()

  const row = await world.stored.connection(uuid)
  expect(row).toMatchObject({ state: 'lost' })
  expect(row?.fault).toContain('We didn’t find WooCommerce at this address.')
})

const notFound = wooRefusal(404, 'rest_no_route')

test('the three days of an account that isn’t found begin with the account, not with one of its lists', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  world.woo.failBy(({ path }) => (path.endsWith('/products/reviews') ? notFound : undefined))
  for (let nth = 0; nth < 14; nth += 1) {
    await world.pull()
    world.clock.advance(12 * hourMillis)
  }
  expect((await world.stored.connection(uuid))?.failures).toBeGreaterThan(1)

  world.woo.failBy(() => notFound)
  await world.pull()

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active' })
})

test('a shop that was away for three days, and isn’t found once after, goes on', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()
  world.woo.failBy(() => ({ status: 503 }))
  for (let nth = 0; nth < 8; nth += 1) {
    world.clock.advance(12 * hourMillis)
    await world.pull()
  }

  world.woo.failBy(() => notFound)
  world.clock.advance(12 * hourMillis)
  await world.pull()

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active' })
})

test('a delivery doesn’t restart the three days of an account that isn’t found; an answer does', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()
  const missAfter = async (hours: number) => {
    world.woo.failBy(() => notFound)
    world.clock.advance(hours * hourMillis)
    await world.pull()
    return (await world.stored.connection(uuid))?.state
  }
  expect(await missAfter(6)).toBe('active')
  world.woo.heal()
  world.clock.advance(2 * hourMillis)
  await world.pull()
  expect(await missAfter(71)).toBe('active')
  expect(await missAfter(48)).toBe('active')
  await world.woo.placeOrder()
  await world.process()
  expect(await world.stored.activities()).toHaveLength(1)
  expect(await world.stored.connection(uuid)).toMatchObject({ failures: 2 })

  expect(await missAfter(25)).toBe('lost')
  world.woo.heal()
  await world.connect()

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active' })
  expect(await missAfter(1)).toBe('active')
})

test('a shop whose plugin is off for a while goes on without its owner', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()
  world.woo.failBy(() => notFound)
  for (let nth = 0; nth < 8; nth += 1) {
    world.clock.advance(6 * hourMillis)
    await world.pull()
  }

  world.woo.heal()
  await world.woo.placeOrder()
  world.woo.addReview()
  world.clock.advance(1.1 * hourMillis)
  await world.pull()

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', fault: null })
  expect(await world.stored.activities()).toHaveLength(2)
})

test('a place in a list that the shop no longer knows is named, and everything is read', async () => {
  const world = await createConnectionWorld()
  for (let nth = 0; nth < 130; nth += 1) await world.woo.placeOrder()
  const uuid = await world.connect()
  let refusals = 2
  world.woo.failBy(({ path, query }) => {
    if (!path.endsWith('/orders') || query.get('page') !== '2' || refusals === 0) return undefined
    refusals -= 1
    return wooRefusal(400, 'rest_invalid_param')
  })

  for (let nth = 0; nth < 6; nth += 1) {
    await world.pull()
    world.clock.advance(3 * minuteMillis)
  }

  const row = await world.stored.connection(uuid)
  expect(row).toMatchObject({ state: 'active', stored: 130, skipped: 0, failures: 0 })
  expect(row?.problem).toContain('lost our place in its orders')
})

test('webhooks that the shop turned off or deleted are mended within a day', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()
  const [first, second] = [...world.woo.hooks.values()]
  if (!first || !second) throw new Error('The shop has no webhooks.')
  first.status = 'disabled'
  world.woo.hooks.delete(second.id)

  world.clock.advance(hourMillis)
  await world.pull()
  const before = world.woo.hooks.size
  world.clock.advance(dayMillis)
  await world.pull()

  const hooks = [...world.woo.hooks.values()]
  expect(hooks).toHaveLength(before + 1)
  expect(hooks.map(({ status }) => status)).not.toContain('disabled')
  // The new one is known: disconnecting removes it.
  const connection = await findSiteConnection(world.services, world.site.scope, uuid)
  expect(
    Object.values(connection?.credentials.subscription ?? {})
      .map(Number)
      .sort(),
  ).toEqual(hooks.map(({ id }) => id).sort())
})
