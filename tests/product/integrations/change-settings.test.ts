/** Changing what a connection was connected with. */
import { expect, onTestFinished, test } from 'vitest'
import { changeSettings } from '#app/domain/connections/change-settings.server.ts'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { disconnect, pauseConnection } from '#app/domain/connections/manage-connections.server.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import { startPayPalServer } from '#workshop/doubles/shops/paypal-server.ts'
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
