/** A Magento connection from before store views were asked for, whose access may not read them. */
import { expect, onTestFinished, test } from 'vitest'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import { hourMillis } from '#app/lib/time.ts'
import payload from '#tests/payloads/services/magento.json' with { type: 'json' }
import { startMagentoServer } from '#workshop/doubles/shops/magento-server.ts'
import { magento as published } from '#workshop/published/services/magento.ts'
import { createConnectionWorld } from '../../support/integrations/connected-shop.ts'

const token = 'token0123456789token'

type View = { id: number; code: string; website_id: number; address: string }

/** With orders of these store views. Default of the sites: one. */
async function connectMagento(views: readonly number[], sites?: readonly View[]) {
  let time = () => new Date()
  const orders: Record<string, unknown>[] = []
  const double = await startMagentoServer({
    now: () => time(),
    published,
    token,
    order: payload.order,
    rows: { orders },
    ...(sites ? { views: sites } : {}),
  })
  onTestFinished(double.stop)
  const world = await createConnectionWorld({ [double.url]: double.url })
  time = world.clock.now
  const made = new Date(time().getTime() - hourMillis).toISOString().slice(0, 19).replace('T', ' ')
  for (const view of views) {
    const times = { created_at: made, updated_at: made }
    orders.push({ ...payload.order, ...times, entity_id: 10 + orders.length, store_id: view })
  }
  const integration = findIntegration('magento')
  if (!integration) throw new Error('Magento is not in the registry.')
  const connect = () =>
    connectWithSettings(world.services, world.site.scope, {
      integration,
      given: { store: double.url, accessToken: token },
    })
  const refuse = () =>
    double.failBy(({ path }) =>
      path.endsWith('/storeConfigs') ? { status: 401, json: { message: 'Refused.' } } : undefined,
    )
  return { ...world, double, orders, connect, refuse }
}

test('where views could be mixed up, it stops, names the right, and emails once', async () => {
  const { connect, refuse, double, pull, clock, stored, services, site } = await connectMagento([
    1, 2,
  ])
  const connected = await connect()
  if (!connected.ok) throw new Error(JSON.stringify(connected.errors))
  refuse()

  for (let nth = 0; nth < 4; nth += 1) {
    await pull()
    clock.advance(hourMillis)
  }

  const row = await stored.connection(connected.uuid)
  expect(row).toMatchObject({ state: 'active', stored: 0 })
  expect(row?.fault).toContain('allow Stores › Settings › All Stores')
  const mails = () => services.mail.outbox.list()
  await expect.poll(async () => (await mails()).map(({ to }) => to)).toEqual([site.owner.email])
  const [mail] = await mails()
  expect(mail?.subject).toBe('Magento needs your attention')
  const text = (await services.mail.outbox.read(mail?.id ?? ''))?.text
  expect(text).toContain('allow Stores › Settings › All Stores')

  double.heal()
  clock.advance(hourMillis)
  await pull()
  clock.advance(hourMillis)
  await pull()
  expect(await stored.connection(connected.uuid)).toMatchObject({
    failures: 0,
    fault: null,
    lostAt: null,
    stored: 2,
  })
})

test('a shop of one store view goes on, and is connected without the right', async () => {
  const { connect, refuse, pull, stored } = await connectMagento([1, 1])
  refuse()
  const connected = await connect()
  if (!connected.ok) throw new Error(JSON.stringify(connected.errors))

  await pull()

  const row = await stored.connection(connected.uuid)
  expect(row).toMatchObject({ state: 'active', failures: 0, stored: 2, lostAt: null })
  expect(row?.fault).toContain('allow Stores › Settings › All Stores')
})

test('a form that finds several store views says which right it needs', async () => {
  const { connect, refuse } = await connectMagento([1, 2])
  refuse()

  expect(await connect()).toMatchObject({
    ok: false,
    errors: { form: expect.stringContaining('allow Stores › Settings › All Stores') as string },
  })
})

test('an order of another website that was stored before ends with its refund, and no other is stored', async () => {
  const address = 'https://lamps.example'
  const sites = [
    { id: 1, code: 'default', website_id: 1, address },
    { id: 2, code: 'lamps', website_id: 2, address },
  ]
  const { connect, orders, pull, clock, stored } = await connectMagento([1, 1], sites)
  const connected = await connect()
  if (!connected.ok) throw new Error(JSON.stringify(connected.errors))
  await pull()

  clock.advance(hourMillis)
  const changed = clock.now().toISOString().slice(0, 19).replace('T', ' ')
  const [first] = orders
  Object.assign(first ?? {}, { store_id: 2, state: 'closed', updated_at: changed })
  orders.push({ ...first, entity_id: 99 })
  clock.advance(2 * hourMillis)
  await pull()

  const states = (await stored.activities()).map(({ externalId, state }) => [externalId, state])
  expect(states.toSorted()).toEqual([
    ['10', 'refunded'],
    ['11', 'confirmed'],
  ])
})
