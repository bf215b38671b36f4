/** Changing what a connection was connected with. */
import { generateKeyPairSync } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { changeSettings } from '#app/domain/connections/change-settings.server.ts'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { disconnect, pauseConnection } from '#app/domain/connections/manage-connections.server.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import { startPayPalServer } from '#workshop/doubles/shops/paypal-server.ts'
import { startStripeServer } from '#workshop/doubles/shops/stripe-server.ts'
import { startWooServer } from '#workshop/doubles/shops/woo-server.ts'
import { createReviewPageWorld } from '../../support/integrations/review-page.ts'
import { connectionOf, createConnectionWorld } from '../../support/integrations/connected-shop.ts'

const tokenRequests = (requests: readonly { path: string }[]) =>
  requests.filter(({ path }) => path === '/v1/oauth2/token').length

test('wrong credentials are refused while a token of the right ones is still valid', async () => {
  const paypal = await startPayPalServer(() => new Date())
  onTestFinished(paypal.stop)
  const world = await createConnectionWorld({ 'https://api-m.paypal.com': paypal.url })
  const integration = findIntegration('paypal')
  if (!integration) throw new Error('PayPal is not in the registry.')
  const { clientId, clientSecret } = paypal
  const given = { clientId, clientSecret }
  const connected = await connectWithSettings(world.services, world.site.scope, {
    integration,
    given,
  })
  if (!connected.ok) throw new Error(JSON.stringify(connected.errors))
  const { uuid } = connected
  // A payment that is read with the stored settings leaves a token.
  const capture = await paypal.pay()
  await paypal.refund(capture.id)
  await world.process()
  const { token } = (await connectionOf(world, uuid)).credentials
  expect(token?.expiresAt).toBeGreaterThan(world.clock.now().getTime())
  const before = tokenRequests(paypal.seen)

  const wrong = { clientSecret: 'another-secret-0123456789' }
  const refused = await changeSettings(world.services, await connectionOf(world, uuid), wrong)

  expect(refused).toMatchObject({
    ok: false,
    errors: { form: expect.stringContaining('didn’t accept') as string },
  })
  expect(tokenRequests(paypal.seen)).toBe(before + 1)
  const kept = await connectionOf(world, uuid)
  expect(kept.state).toBe('active')
  expect(kept.credentials).toMatchObject({ settings: given, token })

  const right = await changeSettings(world.services, kept, { clientSecret })
  expect(right).toEqual({ ok: true, uuid })
})

test('saved while it is disconnected, it stays disconnected, and no webhook is left at the shop', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const connection = await connectionOf(world, uuid)
  world.woo.beforeNext(() => disconnect(world.services, connection))

  const changed = await changeSettings(world.services, connection, world.woo.keys)

  expect(changed).toMatchObject({
    ok: false,
    errors: { form: 'This connection was disconnected meanwhile. Connect it again.' },
  })
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'ended', pullDueAt: null })
  expect((await connectionOf(world, uuid)).credentials.settings).toEqual({})
  expect([...world.woo.hooks.values()]).toEqual([])
})

test('saved while it is paused, it stays paused', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const connection = await connectionOf(world, uuid)
  world.woo.beforeNext(() => pauseConnection(world.services, connection))

  const changed = await changeSettings(world.services, connection, world.woo.keys)

  expect(changed).toEqual({ ok: true, uuid })
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'paused', pullDueAt: null })
})

const otherAccount = {
  ok: false,
  errors: { fields: {}, form: expect.stringMatching(/another account or page/) as string },
}

/** The world's shop is connected. The other one has another plugin's webhooks, with the same numbers. */
async function createMove() {
  let time = () => new Date()
  const other = await startWooServer(() => time())
  onTestFinished(other.stop)
  const world = await createConnectionWorld({ [other.url]: other.url })
  time = world.clock.now
  const uuid = await world.connect()
  const foreign = 'https://shipping.example/hook'
  for (const hook of world.woo.hooks.values()) {
    other.hooks.set(hook.id, { ...hook, secret: 'theirs', delivery_url: foreign })
  }
  const move = async () =>
    changeSettings(world.services, await connectionOf(world, uuid), {
      store: other.url,
      ...other.keys,
    })
  return { world, other, uuid, foreign, move }
}

test('another shop is refused: its webhooks stay its own, and orders with the same number never meet', async () => {
  const { world, other, uuid, foreign, move } = await createMove()
  const before = await connectionOf(world, uuid)

  expect(await move()).toEqual(otherAccount)

  const after = await connectionOf(world, uuid)
  expect([after.account, after.credentials]).toEqual([before.account, before.credentials])
  expect([...other.hooks.values()].map((hook) => hook.delivery_url)).toEqual(
    Array.from(world.woo.hooks, () => foreign),
  )
})

test('a shop with a new address goes on, and its orders stay the same ones', async () => {
  const { world, other, uuid, move } = await createMove()
  await world.woo.placeOrder({ id: 115 })
  await world.process()
  for (const hook of world.woo.hooks.values()) other.hooks.set(hook.id, hook)
  const order = world.woo.orders.get(115)
  if (order) other.orders.set(115, order)

  expect(await move()).toEqual({ ok: true, uuid })

  world.clock.advance(60_000)
  await other.refund(115)
  await world.process()
  await world.pull()
  expect(await world.stored.activities()).toMatchObject([{ externalId: '115', state: 'refunded' }])
})

/** The shop has moved, and the connection with it. */
async function createMoved() {
  const { world, other, uuid, move } = await createMove()
  for (const hook of world.woo.hooks.values()) other.hooks.set(hook.id, hook)
  expect(await move()).toEqual({ ok: true, uuid })
  const { account } = await connectionOf(world, uuid)
  return { world, other, uuid, account, atNew: { store: other.url, ...other.keys } }
}

test('after a move, the details can be changed, also without webhooks', async () => {
  const { world, other, uuid, account, atNew } = await createMoved()
  other.hooks.clear()

  expect(await changeSettings(world.services, await connectionOf(world, uuid), atNew)).toEqual({
    ok: true,
    uuid,
  })
  expect(await connectionOf(world, uuid)).toMatchObject({ account, state: 'active' })
})

test.each([
  ['while it is connected', false],
  ['after it was disconnected', true],
])('a shop that moved is the same one when it’s connected again, %s', async (_name, isEnded) => {
  const { world, uuid, account, atNew } = await createMoved()
  if (isEnded) await disconnect(world.services, await connectionOf(world, uuid))

  expect(await world.connect(atNew)).toBe(uuid)

  const after = await connectionOf(world, uuid)
  expect(after).toMatchObject({ account, state: 'active' })
  expect(after.credentials.settings).toMatchObject(atNew)
})

test('a new shop at the address that a shop left is another account', async () => {
  const { world, uuid, account, atNew } = await createMoved()
  world.woo.hooks.clear()

  const second = await world.connect()

  expect(second).not.toBe(uuid)
  expect((await connectionOf(world, second)).account).not.toBe(account)
  const first = await connectionOf(world, uuid)
  expect(first).toMatchObject({ account, state: 'active' })
  expect(first.credentials.settings).toMatchObject(atNew)
  expect(await world.connect()).toBe(second)
})

test('a shop that moved back is the same one', async () => {
  const { world, uuid, account } = await createMoved()

  expect(await world.connect()).toBe(uuid)

  expect((await connectionOf(world, uuid)).account).toBe(account)
})

test('a shop that was set up again keeps webhooks of others, also when it is disconnected', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const foreign = 'https://shipping.example/hook'
  const others = [...world.woo.hooks.values()].map((hook) => ({ ...hook, delivery_url: foreign }))
  for (const hook of others) world.woo.hooks.set(hook.id, hook)
  const foreigners = () =>
    [...world.woo.hooks.values()].filter((hook) => hook.delivery_url === foreign)

  await world.pull()
  world.clock.advance(25 * 60 * 60_000)
  await world.pull()
  expect(foreigners()).toEqual(others)
  expect(world.woo.hooks.size).toBe(2 * others.length)

  await disconnect(world.services, await connectionOf(world, uuid))
  expect([...world.woo.hooks.values()]).toEqual(others)
})

test('another page of reviews is refused, so nothing of the first becomes the site’s', async () => {
  const world = await createReviewPageWorld()
  const uuid = await world.connectPage()

  const changed = await changeSettings(world.services, await connectionOf(world, uuid), {
    page: 'https://www.yelp.com/biz/neighbour',
  })

  expect(changed).toEqual(otherAccount)
})

test('the key of another account of Stripe begins with its past, and leaves no webhook at the first', async () => {
  let time = () => new Date()
  const stripe = await startStripeServer(() => time())
  onTestFinished(stripe.stop)
  const world = await createConnectionWorld({ 'https://api.stripe.com': stripe.url })
  time = world.clock.now
  const integration = findIntegration('stripe')
  if (!integration) throw new Error('Stripe is not in the registry.')
  const given = { key: stripe.key }
  const connected = await connectWithSettings(world.services, world.site.scope, {
    integration,
    given,
  })
  if (!connected.ok) throw new Error(JSON.stringify(connected.errors))
  const { uuid } = connected
  await world.pull()
  expect(await world.stored.connection(uuid)).not.toMatchObject({ cursor: null })

  const again = await changeSettings(world.services, await connectionOf(world, uuid), given)
  expect(again).toEqual({ ok: true, uuid })
  expect(await world.stored.connection(uuid)).not.toMatchObject({ cursor: null })
  expect(stripe.endpoints.size).toBe(1)

  // The budget is of a second.
  world.clock.advance(2_000)
  const key = { key: stripe.other.key }
  const changed = await changeSettings(world.services, await connectionOf(world, uuid), key)
  expect(changed).toEqual({ ok: true, uuid })
  expect(await world.stored.connection(uuid)).toMatchObject({ cursor: null, state: 'active' })
  expect(stripe.endpoints.size).toBe(0)
  expect(stripe.other.endpoints.size).toBe(1)
})

test('another installation of Wix is another account', async () => {
  const world = await createConnectionWorld()
  const uuid = await world.connect()
  const woo = await connectionOf(world, uuid)
  const integration = findIntegration('wix')
  if (!integration) throw new Error('Wix is not in the registry.')
  const instanceId = '11111111-1111-4111-8111-111111111111'
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const settings = {
    appId: instanceId,
    appSecret: 'secret-0123456789',
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
    instanceId,
  }
  const connection = {
    ...woo,
    integration: { ...integration, test: () => Promise.resolve({ label: '' }) },
    account: instanceId,
    credentials: { ...woo.credentials, settings },
  }

  const changed = await changeSettings(world.services, connection, {
    instanceId: instanceId.replaceAll('1', '2'),
  })

  expect(changed).toEqual(otherAccount)
})
