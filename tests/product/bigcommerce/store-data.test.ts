/** Orders, customers and products of a store with the app: by its webhooks, and from before. */
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { activities, connections, products } from '#app/db/schema/index.ts'
import { pullConnections } from '#app/domain/connections/pull-connections.server.ts'
import { connectStore } from '#app/domain/shops/stores/connect-store.server.ts'
import { connectionDeliveriesJob } from '#app/jobs/deliveries.server.ts'
import {
  createBigCommerceWorld,
  type BigCommerceWorld,
} from '../../support/bigcommerce/bigcommerce-world.ts'

const purchases = ({ services }: BigCommerceWorld) =>
  services.db.system
    .select({ kind: activities.kind, firstName: activities.firstName, state: activities.state })
    .from(activities)
    .orderBy(asc(activities.id))

test('an order of the store is a purchase, once, and its refund takes it back', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce } = world
  await world.setUp(store)

  const order = await bigcommerce.order(store)
  await bigcommerce.send(store, 'store/order/created', { type: 'order', id: order.id })
  await connectionDeliveriesJob.run(services, {})

  expect(await purchases(world)).toMatchObject([{ kind: 'purchase' }])
  Object.assign(order, { isRefunded: true, changedAt: world.clock.now() })
  await bigcommerce.send(store, 'store/order/statusUpdated', {
    type: 'order',
    id: order.id,
    status: { previous_status_id: 11, new_status_id: 4 },
  })
  await connectionDeliveriesJob.run(services, {})
  expect(await purchases(world)).toMatchObject([{ kind: 'purchase', state: 'refunded' }])
})

test('each topic has one webhook, whoever connects again', async () => {
  const world = await createBigCommerceWorld()
  const { store } = world
  await world.setUp(store)
  const scopes = () => [...store.hooks.values()].map(({ scope }) => scope).sort()
  const before = scopes()

  await world.setUp(store)

  expect(scopes()).toEqual(before)
  expect(new Set(before).size).toBe(before.length)
  expect(before).toContain('store/app/uninstalled')
})

test('products with their stock, customers and orders from before are read', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, clock } = world
  const at = clock.now()
  store.orders.push({ id: 11, placedAt: at, changedAt: at, isRefunded: false, productId: 205 })
  store.customers.push({ id: 32, email: 'jane@example.com', createdAt: at })
  await world.setUp(store)

  for (let page = 0; page < 5; page += 1) await pullConnections(services)

  expect((await purchases(world)).map(({ kind }) => kind).sort()).toEqual(['purchase', 'signup'])
  expect(
    await services.db.system
      .select({ title: products.title, stock: products.stock })
      .from(products),
  ).toEqual(expect.arrayContaining([{ title: 'Linen shirt', stock: 7 }]))
})

test('a delivery that BigCommerce didn’t sign is refused', async () => {
  const world = await createBigCommerceWorld()
  const { store, ask, bigcommerce } = world
  await world.setUp(store)
  const hook = [...store.hooks.values()].find(({ scope }) => scope === 'store/order/created')
  const path = new URL(hook?.destination ?? '').pathname

  const answer = await ask(path, {
    method: 'POST',
    headers: { ...hook?.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'store/order/created' }),
  })

  expect(answer.status).toBe(401)
  expect(bigcommerce.seen.some(({ path: asked }) => asked.includes('/v2/orders/'))).toBe(false)
})

test('a store that answers the install late is connected by the next attempt', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce } = world
  await world.install(store)
  bigcommerce.failNext({ status: 503 })
  await expect(connectStore(services, { store: 'linen' })).rejects.toThrow('isn’t connected')

  await connectStore(services, { store: 'linen' })

  expect(await services.db.system.select({ state: connections.state }).from(connections)).toEqual([
    { state: 'active' },
  ])
  expect(store.scripts.size).toBe(2)
})
