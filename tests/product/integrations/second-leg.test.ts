/** Services whose webhooks fail to deliver: their lists bring the same later, once. */
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { connections } from '#app/db/schema/index.ts'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { openConnection } from '#app/domain/connections/connections.server.ts'
import { sweepConnections } from '#app/domain/connections/manage-connections.server.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import { contactsReply } from '#workshop/doubles/shops/active-campaign-contacts.ts'
import { startPayPalServer } from '#workshop/doubles/shops/paypal-server.ts'
import { startRestServer } from '#workshop/doubles/shops/rest-server.ts'
import {
  createConnectionWorld,
  type ConnectionWorld,
} from '../../support/integrations/connected-shop.ts'
import { createWorld } from '../../support/world.ts'

async function connectAt(
  { services, site }: ConnectionWorld,
  name: string,
  given: Record<string, string>,
) {
  const integration = findIntegration(name)
  if (!integration) throw new Error(`${name} is not in the registry.`)
  const connected = await connectWithSettings(services, site.scope, { integration, given })
  if (!connected.ok) throw new Error(JSON.stringify(connected.errors))
  return connected.uuid
}

async function connectPayPal() {
  let time = () => new Date()
  const paypal = await startPayPalServer(() => time())
  onTestFinished(paypal.stop)
  const world = await createConnectionWorld({
    'https://api-m.paypal.com': paypal.url,
    'https://api.paypal.com': paypal.url,
  })
  time = world.clock.now
  const { clientId, clientSecret } = paypal
  const connect = () => connectAt(world, 'paypal', { clientId, clientSecret })
  const shown = async () =>
    (await world.stored.activities()).map(
      ({ externalId, firstName, isShowable }) =>
        `${externalId} ${firstName ?? ''} ${isShowable ? 'shown' : 'hidden'}`,
    )
  return { world, paypal, connect, shown }
}

test('PayPal: a payment whose webhook was lost is read later, and a delivered one is the same', async () => {
  const { world, paypal, connect, shown } = await connectPayPal()
  const uuid = await connect()
  await world.pull()
  const lost = await paypal.pay({ isDelivered: false })
  const delivered = await paypal.pay()
  await world.process()
  expect(await shown()).toEqual([`${delivered.id} Emma shown`])

  world.clock.advance(7 * hourMillis)
  await world.pull()
  world.clock.advance(7 * hourMillis)
  await world.pull()

  expect((await shown()).toSorted()).toEqual([
    `${lost.id} Emma shown`,
    `${delivered.id} Emma shown`,
  ])
  expect(await world.stored.connection(uuid)).toMatchObject({ stored: 2, skipped: 0, failures: 0 })

  await paypal.refund(lost.id, { isDelivered: false })
  world.clock.advance(7 * hourMillis)
  await world.pull()
  expect(await shown()).toContain(`${lost.id} Emma hidden`)
  expect(await shown()).toContain(`${delivered.id} Emma shown`)
})

test('PayPal: payments from before connecting are read', async () => {
  const { world, paypal, connect, shown } = await connectPayPal()
  const at = new Date(world.clock.now().getTime() - 40 * dayMillis)
  const { id } = await paypal.pay({ at, isDelivered: false })
  await connect()

  await world.pull()

  expect(await shown()).toEqual([`${id} Emma shown`])
})

test('PayPal: without the right to list, its webhooks still arrive and are still looked at', async () => {
  const { world, paypal, connect, shown } = await connectPayPal()
  paypal.reports.isAllowed = false
  const uuid = await connect()
  await world.pull()
  const row = await world.stored.connection(uuid)
  expect(row).toMatchObject({ state: 'active' })
  expect(row?.fault).toMatch(/^New payments still arrive.+Transaction search/)
  paypal.webhooks.clear()

  world.clock.advance(2 * dayMillis)
  await world.pull()

  expect(await world.stored.connection(uuid)).toMatchObject({
    fault: row?.fault,
    failures: 0,
    failingSince: null,
  })
  expect(paypal.webhooks.size).toBe(1)
  const { id } = await paypal.pay()
  await world.process()
  expect(await shown()).toEqual([`${id} Emma shown`])

  paypal.reports.isAllowed = true
  world.clock.advance(dayMillis)
  await world.pull()
  expect(await world.stored.connection(uuid)).toMatchObject({ fault: null, failures: 0 })
})

test('a connection from before its service was asked for anything is asked from now on', async () => {
  const { world, connect } = await connectPayPal()
  const uuid = await connect()
  await world.services.db.system
    .update(connections)
    .set({ pullDueAt: null })
    .where(eq(connections.uuid, uuid))

  await sweepConnections(world.services)

  expect(await world.stored.connection(uuid)).toMatchObject({ pullDueAt: world.clock.now() })
})

test('a shop’s app reads its shop itself, so its connection is never due', async () => {
  const { services, ...world } = await createWorld()
  const { scope } = await world.site()
  await services.db.transaction((tx) =>
    openConnection(tx, scope, {
      integration: 'shopify',
      account: 'oak.myshopify.com',
      at: services.now(),
    }),
  )

  await sweepConnections(services)

  expect(await services.db.system.select().from(connections)).toMatchObject([
    { state: 'active', pullDueAt: null },
  ])
})

test('ActiveCampaign: a sign-up whose webhook was lost is read later, once, and leaves with the person', async () => {
  const key = '0123456789abcdef'.repeat(4)
  const account = 'https://oak.api-us1.com'
  let time = () => new Date()
  const double = await startRestServer({
    now: () => time(),
    answer: (request, { orders }) =>
      contactsReply(request, orders) ??
      (request.path === '/api/3/lists/4' ? { json: { list: { id: '4', name: 'Letter' } } } : hooks),
    isAuthorized: ({ headers }) => headers['api-token'] === key,
  })
  onTestFinished(double.stop)
  const world = await createConnectionWorld({ [account]: double.url })
  time = world.clock.now
  const uuid = await connectAt(world, 'active_campaign', { account, key, list: '4' })
  await world.pull()
  const { id } = double.placeOrder()
  const shown = async () =>
    (await world.stored.activities()).map(({ externalId, isShowable }) => [externalId, isShowable])

  for (let nth = 0; nth < 3; nth += 1) {
    world.clock.advance(2 * hourMillis)
    await world.pull()
  }

  expect(await shown()).toEqual([[`activecampaign-${String(id)}`, true]])
  double.refund(id)
  world.clock.advance(2 * hourMillis)
  await world.pull()
  expect(await shown()).toEqual([[`activecampaign-${String(id)}`, false]])
  expect(await world.stored.connection(uuid)).toMatchObject({ failures: 0, skipped: 0 })
})

/** The account knows no webhooks, and makes one. */
const hooks = { json: { webhooks: [], webhook: { id: '1' } } }

test('WooCommerce: customers from before connecting, and one whose webhook was lost, are read once', async () => {
  const world = await createConnectionWorld()
  await world.woo.addCustomer({ id: 1, date_created_gmt: '2020-01-01T00:00:00' }, false)
  await world.woo.addCustomer({ id: 2 }, false)
  await world.connect()
  await world.pull()
  await world.woo.addCustomer({ id: 3, first_name: 'Lost' }, false)
  await world.woo.addCustomer({ id: 4 })
  await world.process()

  world.clock.advance(2 * hourMillis)
  await world.pull()
  world.clock.advance(2 * hourMillis)
  await world.pull()

  const stored = await world.stored.activities()
  expect(stored.map(({ kind, externalId }) => `${kind} ${externalId}`).sort()).toEqual([
    'signup 2',
    'signup 3',
    'signup 4',
  ])
})
