/** Changes to a connection at the same moment, and services whose clocks are wrong. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connections } from '#app/db/schema/index.ts'
import {
  disconnect,
  leaveServicesOfSite,
  sweepConnections,
} from '#app/domain/connections/manage-connections.server.ts'
import { dayMillis, hourMillis, minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import {
  connectionOf,
  createConnectionWorld,
  type ConnectionWorld,
} from '../../support/integrations/connected-shop.ts'
import { wooRefusal } from '#workshop/doubles/shops/woo-server.ts'

/** The world's services, whose requests to a shop end in another way. */
const askingBy = ({ services }: ConnectionWorld, request: () => Promise<never>): Services => ({
  ...services,
  net: { ...services.net, providers: () => ({ request }) },
})

test('an account connected repeatedly at the same time is one connection, with one of each webhook', async () => {
  const world = await createConnectionWorld()

  const uuids = await Promise.all([world.connect(), world.connect(), world.connect()])

  expect(new Set(uuids).size).toBe(1)
  const hooks = [...world.woo.hooks.values()]
  expect(hooks.length).toBeGreaterThan(0)
  expect(new Set(hooks.map(({ topic }) => topic)).size).toBe(hooks.length)
  world.clock.advance(2 * dayMillis)
  await sweepConnections(world.services)
  expect(await world.stored.connection(uuids[0])).toMatchObject({ state: 'active' })
  await world.woo.placeOrder()
  await world.process()
  expect(world.woo.sent.map(({ status }) => status)).toEqual([200])
  expect(await world.stored.activities()).toHaveLength(1)
})

test('data read while the owner disconnects isn’t stored, and nothing of the connection comes back', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.woo.addProduct()
  await world.woo.placeOrder()
  const connection = await connectionOf(world, uuid)
  world.woo.beforeNext(() => disconnect(world.services, connection))

  await world.pull()

  expect(await world.stored.connection(uuid)).toMatchObject({
    state: 'ended',
    cursor: null,
    pullDueAt: null,
    hookHash: null,
    failures: 0,
    stored: 0,
  })
  expect(await world.stored.products()).toEqual([])
  expect(await world.stored.activities()).toEqual([])
})

test('a call that fails while its owner disconnects is no fault of what has ended', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const connection = await connectionOf(world, uuid)
  world.woo.beforeNext(async () => {
    await disconnect(world.services, connection)
    world.woo.failNext('hang up')
  })

  await world.pull()

  expect(await world.stored.connection(uuid)).toMatchObject({
    state: 'ended',
    failures: 0,
    fault: null,
  })
})

test('connected again while it was read, it begins with everything, immediately', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.woo.placeOrder()
  world.woo.beforeNext(async () => {
    await disconnect(world.services, await connectionOf(world, uuid))
    expect(await world.connect()).toBe(uuid)
  })

  await world.pull()

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', stored: 1 })
  expect(await world.stored.activities()).toHaveLength(1)
})

test('webhooks that are mended while the owner disconnects aren’t left at the shop', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()
  world.woo.hooks.clear()
  world.clock.advance(dayMillis + hourMillis)
  const connection = await connectionOf(world, uuid)
  let isMending = false
  world.woo.failBy(({ method, path }) => {
    // The first of several that it creates.
    if (!isMending && method === 'GET' && path.includes('/webhooks/')) {
      isMending = true
      world.woo.beforeNext(() => disconnect(world.services, connection))
    }
    return undefined
  })

  await world.pull()

  expect(isMending).toBe(true)
  expect([...world.woo.hooks.values()]).toEqual([])
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'ended', problem: null })
})

test('webhooks that were mended since the owner opened the page are removed, too', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.pull()
  const opened = await connectionOf(world, uuid)
  world.woo.hooks.clear()
  world.clock.advance(dayMillis + hourMillis)
  await world.pull()
  expect(world.woo.hooks.size).toBeGreaterThan(0)

  await disconnect(world.services, opened)

  expect([...world.woo.hooks.values()]).toEqual([])
})

test('a process that dies while it leaves the shop leaves an ended connection, and the sweep finishes', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const connection = await connectionOf(world, uuid)
  await new Promise<void>((resolve) => {
    const neverAnswered = () => {
      resolve()
      return new Promise<never>(() => undefined)
    }
    void disconnect(askingBy(world, neverAnswered), connection)
  })
  expect(world.woo.hooks.size).toBeGreaterThan(0)

  world.clock.advance(hourMillis)
  await world.pull()

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'ended', pullDueAt: null })

  await sweepConnections(world.services)

  expect([...world.woo.hooks.values()]).toEqual([])
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'ended', hookHash: null })
  expect((await connectionOf(world, uuid)).credentials).toMatchObject({ settings: {}, token: null })
})

test('an error of ours while the shop is left is logged, and the connection has ended all the same', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const broken = () => Promise.reject(new TypeError('A bug.'))

  await disconnect(askingBy(world, broken), await connectionOf(world, uuid))

  expect(world.takeErrors()).toMatchObject([{ msg: 'a service could not be left' }])
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'ended', hookHash: null })
  expect((await connectionOf(world, uuid)).credentials).toMatchObject({ settings: {}, token: null })
})

test('a site that is deleted after a process died leaves the shop, too', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.services.db.system
    .update(connections)
    .set({ state: 'ended' })
    .where(eq(connections.uuid, uuid))

  await leaveServicesOfSite(world.services, world.site.scope)

  expect([...world.woo.hooks.values()]).toEqual([])
})

test('one whose address was closed before is left, too', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await world.services.db.system
    .update(connections)
    .set({ hookHash: null })
    .where(eq(connections.uuid, uuid))

  await disconnect(world.services, await connectionOf(world, uuid))

  expect([...world.woo.hooks.values()]).toEqual([])
  expect((await connectionOf(world, uuid)).credentials.settings).toEqual({})
})

test('connected again while the shop is left, it stays connected', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  world.woo.beforeNext(async () => {
    expect(await world.connect()).toBe(uuid)
  })

  await disconnect(world.services, await connectionOf(world, uuid))

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active' })
  expect((await connectionOf(world, uuid)).credentials.settings).toMatchObject(world.woo.keys)
  await world.woo.placeOrder()
  await world.process()
  expect(world.woo.sent).toMatchObject([{ topic: 'order.created', status: 200 }])
  expect(await world.stored.activities()).toHaveLength(1)
})

test('connected again before the shop was left, the old webhooks are removed and the new ones deliver', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const before = [...world.woo.hooks.keys()]
  const dying = askingBy(world, () => new Promise<never>(() => undefined))
  void disconnect(dying, await connectionOf(world, uuid))
  await expect.poll(async () => (await world.stored.connection(uuid))?.state).toBe('ended')

  expect(await world.connect()).toBe(uuid)
  await sweepConnections(world.services)

  const hooks = [...world.woo.hooks.values()]
  expect(new Set(hooks.map(({ topic }) => topic)).size).toBe(hooks.length)
  expect(hooks.filter(({ id }) => before.includes(id))).toEqual([])
  await world.woo.placeOrder()
  await world.process()
  expect(world.woo.sent).toMatchObject([{ topic: 'order.created', status: 200 }])
  expect(await world.stored.activities()).toHaveLength(1)
})

test('disconnected while it is connected once more, it is connected, with its webhooks', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const connection = await connectionOf(world, uuid)
  const last = [...world.woo.hooks.keys()].at(-1)
  // Its other webhooks are known as kept by then.
  world.woo.failBy(({ method, path }) => {
    if (method === 'PUT' && path.endsWith(`/${String((last ?? 0) - 1)}`)) {
      world.woo.heal()
      world.woo.beforeNext(() => disconnect(world.services, connection))
    }
    return undefined
  })

  expect(await world.connect()).toBe(uuid)

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active' })
  await world.woo.placeOrder()
  await world.process()
  expect(world.woo.sent).toMatchObject([{ topic: 'order.created', status: 200 }])
  expect(await world.stored.activities()).toHaveLength(1)
})

test('a shop that refuses webhooks when it is connected again leaves nothing behind', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  await disconnect(world.services, await connectionOf(world, uuid))
  world.woo.failBy(({ method }) =>
    method === 'POST' ? wooRefusal(401, 'woocommerce_rest_cannot_create') : undefined,
  )

  await expect(world.connect()).rejects.toThrow('didn’t accept')

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'ended', hookHash: null })
  expect((await connectionOf(world, uuid)).credentials).toMatchObject({ settings: {}, token: null })
})

test('an order of a shop whose clock is a day ahead is explained, and stored when its time has come', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const tomorrow = new Date(world.clock.now().getTime() + dayMillis).toISOString().slice(0, 19)
  await world.woo.placeOrder({
    date_created_gmt: tomorrow,
    date_modified_gmt: tomorrow,
    date_paid_gmt: tomorrow,
  })
  await world.process()
  await world.pull()
  expect(await world.stored.activities()).toEqual([])
  const row = await world.stored.connection(uuid)
  expect(row).toMatchObject({ state: 'active', failures: 0 })
  expect(row?.problem).toContain('in the future')

  world.clock.advance(dayMillis + 30 * minuteMillis)
  await world.pull()

  expect(await world.stored.activities()).toMatchObject([{ kind: 'purchase', firstName: 'Emma' }])
})

test('an order of a shop whose clock is a day behind counts, at the time that the shop says', async () => {
  const world = await createConnectionWorld()
  await world.connect()
  await world.pull()
  const at = new Date(world.clock.now().getTime() - dayMillis)
  const yesterday = at.toISOString().slice(0, 19)
  await world.woo.placeOrder({
    date_created_gmt: yesterday,
    date_modified_gmt: yesterday,
    date_paid_gmt: yesterday,
  })

  await world.process()

  const [stored] = await world.stored.activities()
  expect(stored?.occurredAt.toISOString().slice(0, 19)).toBe(yesterday)
})
