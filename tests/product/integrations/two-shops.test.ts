/**
 * Two shops on one site whose numbers overlap: an order is named by its shop's account and
 * its number there, and meets only itself.
 */
import { expect, onTestFinished, test } from 'vitest'
import { disconnect } from '#app/domain/connections/manage-connections.server.ts'
import { deleteActivity } from '#app/domain/lifecycle/delete-activity.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { startWooServer } from '#workshop/doubles/shops/woo-server.ts'
import { connectionOf, createConnectionWorld } from '../../support/integrations/connected-shop.ts'

const zoe = {
  billing: { first_name: 'Zoe', city: 'Lyon', country: 'FR', email: 'zoe@home.example' },
  line_items: [{ name: 'Blue lamp', product_id: 0, quantity: 1, price: 90 }],
  total: '90.00',
}

/** Shop A is the world's. Both begin with the same numbers. */
async function createShops() {
  let time = () => new Date()
  const other = await startWooServer(() => time())
  onTestFinished(other.stop)
  const world = await createConnectionWorld({ [other.url]: other.url })
  time = world.clock.now
  const connectOther = () => world.connect({ store: other.url, ...other.keys })
  const shown = async () =>
    (await world.stored.activities()).map(
      ({ kind, externalId, firstName, isShowable }) =>
        `${kind} ${externalId} ${firstName ?? ''} ${isShowable ? 'shown' : 'hidden'}`,
    )
  return { world, other, connectOther, shown }
}

test('orders and customers with the same numbers never meet, nor do their refunds', async () => {
  const { world, other, connectOther, shown } = await createShops()
  const uuid = await world.connect()
  await connectOther()
  await other.placeOrder({ ...zoe, id: 115 })
  await world.woo.placeOrder({ id: 115 })
  await world.woo.addCustomer({ id: 7 })
  await other.addCustomer({ id: 7, first_name: 'Zoe', email: 'zoe@home.example' })
  await world.process()
  expect((await shown()).toSorted()).toEqual([
    'purchase 115 Emma shown',
    'purchase 115 Zoe shown',
    expect.stringMatching(/^signup 7 \w+ shown$/),
    'signup 7 Zoe shown',
  ])

  await world.woo.refund(115)
  await world.process()
  expect(await shown()).toContain('purchase 115 Zoe shown')
  expect(await shown()).toContain('purchase 115 Emma hidden')
  expect(await world.stored.connection(uuid)).toMatchObject({ skipped: 0, problem: null })
})

test('an order that arrives by webhook and by backfill is one, also when its shop is connected again', async () => {
  const { world, connectOther, other, shown } = await createShops()
  await world.woo.placeOrder({ id: 115 })
  await other.placeOrder({ ...zoe, id: 115 })
  const uuid = await world.connect()
  await world.pull()
  await world.woo.changeOrder(115, { status: 'completed' })
  await world.process()
  await world.pull()
  expect(await shown()).toEqual(['purchase 115 Emma shown'])

  await disconnect(world.services, await connectionOf(world, uuid))
  await world.connect()
  await connectOther()
  await world.pull()
  await world.pull()
  expect(await shown()).toEqual(['purchase 115 Emma shown', 'purchase 115 Zoe shown'])
})

test('another person’s order with the same number is left out, counted, and its owner reads that', async () => {
  const { world, shown } = await createShops()
  const uuid = await world.connect()
  await world.woo.placeOrder({ id: 115 })
  await world.process()
  // The shop was set up again, and counts from the beginning.
  world.clock.advance(2 * dayMillis)
  await world.woo.placeOrder({ ...zoe, id: 115 })
  await world.process()

  expect(await shown()).toEqual(['purchase 115 Emma shown'])
  expect(await world.stored.connection(uuid)).toMatchObject({ stored: 1, skipped: 1 })
  const screen = await world.served.fetch(`/integrations/connections/${uuid}`, {
    headers: { Cookie: world.site.owner.cookie },
  })
  expect(await screen.text()).toContain('A record has the number of another one that is stored')
})

test('a shop that moved to another system in the middle of a backfill keeps both systems’ orders', async () => {
  const { world, other, connectOther, shown } = await createShops()
  for (let id = 1; id <= 60; id += 1) await world.woo.placeOrder({ id })
  for (let id = 40; id <= 45; id += 1) await other.placeOrder({ ...zoe, id })
  const uuid = await world.connect()
  await world.pull()
  await disconnect(world.services, await connectionOf(world, uuid))
  await connectOther()
  await world.pull()
  await world.pull()

  const rows = await shown()
  expect(rows.filter((row) => row.includes('Zoe'))).toHaveLength(6)
  expect(new Set(rows).size).toBe(rows.length)
  expect(rows.some((row) => row.includes('Emma'))).toBe(true)
})

test('a number alone can’t name a shop’s order through the REST API', async () => {
  const { world, shown } = await createShops()
  await world.connect()
  await world.woo.placeOrder({ id: 115 })
  await world.process()
  const answer = await fetch(`${world.served.baseUrl}/api/v1/sites/${world.site.uuid}/activities`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await world.token(world.site)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      kind: 'purchase',
      id: '115',
      occurred_at: world.clock.now().toISOString(),
      state: 'refunded',
    }),
  })
  expect(answer.status).toBe(201)
  expect(await shown()).toEqual(['purchase 115 Emma shown', 'purchase 115  hidden'])
})

test('an order that was erased doesn’t come back, and the other shop’s stays', async () => {
  const { world, other, connectOther, shown } = await createShops()
  await world.connect()
  await connectOther()
  await world.woo.placeOrder({ id: 115 })
  await world.process()
  const [gone] = await world.stored.activities()
  await deleteActivity(world.services, world.site.scope, gone?.uuid ?? '')
  await other.placeOrder({ ...zoe, id: 115 })
  await world.woo.changeOrder(115, { status: 'completed' })
  await world.process()
  expect(await shown()).toEqual(['purchase 115 Zoe shown'])
})
