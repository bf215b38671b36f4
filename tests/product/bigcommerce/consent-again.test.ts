/** The auth callback for a store that has the app, and an install's attempts: people's changes stay. */
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connections, sites, teamMembers, tenants, tenantStaff } from '#app/db/schema/index.ts'
import { listConnections } from '#app/domain/connections/connection.server.ts'
import { sealCredentials } from '#app/domain/connections/credentials.server.ts'
import { disconnect, pauseConnection } from '#app/domain/connections/manage-connections.server.ts'
import { connectStore } from '#app/domain/shops/stores/connect-store.server.ts'
import { endStore } from '#app/domain/shops/stores/end-store.server.ts'
import { readTenantToken, removeTenant } from '#app/domain/shops/tenants/tenants.server.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import {
  createBigCommerceWorld,
  type BigCommerceWorld,
} from '../../support/bigcommerce/bigcommerce-world.ts'
import { tenantOf } from '../../support/framed/framed-world.ts'

const linen = tenantOf('bigcommerce', 'linen')
const ben = { id: 77, email: 'ben@linen.example' }

async function connectionOf({ services }: BigCommerceWorld) {
  const [connection] = await listConnections(services, eq(connections.account, 'linen'))
  if (!connection) throw new Error('The store has no connection.')
  return connection
}

/** BigCommerce asks for consent again, and the job that follows runs. */
async function consentAgain(world: BigCommerceWorld): Promise<void> {
  const { services, store } = world
  const payloads: object[] = []
  services.jobs = {
    ...services.jobs,
    send(_job, payload) {
      payloads.push(payload)
      return Promise.resolve()
    },
  }
  await world.install(store)
  const payload = payloads.find((one) => 'store' in one) as { store: string; isRenewal?: boolean }
  await connectStore(services, payload)
}

test('a new consent leaves scripts as the merchant has them', async () => {
  const world = await createBigCommerceWorld()
  const { store } = world
  await world.setUp(store)
  const [off, deleted] = [...store.scripts.values()]
  Object.assign(off ?? {}, { enabled: false })
  store.scripts.delete(String(deleted?.['uuid']))

  await consentAgain(world)

  expect([...store.scripts.values()].map(({ enabled }) => enabled)).toEqual([false])
  expect((await connectionOf(world)).credentials.settings['accessToken']).toBe(store.token)
})

test('an attempt that follows another one turns on no script that the merchant turned off', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, app } = world
  await world.install(store)
  const reportEnd = app.reportEnd
  app.reportEnd = () => Promise.reject(new TryLater('busy', services.now()))
  await expect(connectStore(services, { store: store.hash })).rejects.toThrow('busy')
  const [script] = [...store.scripts.values()]
  Object.assign(script ?? {}, { enabled: false })
  app.reportEnd = reportEnd

  await connectStore(services, { store: store.hash })

  expect([...store.scripts.values()].map(({ enabled }) => enabled)).toEqual([false, true])
})

async function chooseChannel(world: BigCommerceWorld, channelId: string): Promise<void> {
  const { db, security } = world.services
  const { credentials, id, uuid } = await connectionOf(world)
  const settings = { ...credentials.settings, channelId }
  await db.system
    .update(connections)
    .set({ credentials: sealCredentials(security.secrets, uuid, { ...credentials, settings }) })
    .where(eq(connections.id, id))
}

test('a connection keeps its channel, and stays paused or ended by hand', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  await world.setUp(store)
  await chooseChannel(world, '2')

  await consentAgain(world)
  const after = await connectionOf(world)
  expect([after.state, after.credentials.settings['channelId']]).toEqual(['active', '2'])

  await pauseConnection(services, after)
  await consentAgain(world)
  const paused = await connectionOf(world)
  expect([paused.state, paused.credentials.settings['accessToken']]).toEqual([
    'paused',
    store.token,
  ])

  await disconnect(services, paused)
  await consentAgain(world)
  expect((await connectionOf(world)).state).toBe('ended')
})

test('an install’s next attempt leaves a disconnected store so, and a new install connects it', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, app, bigcommerce, clock } = world
  await world.install(store)
  const reportEnd = app.reportEnd
  app.reportEnd = () => Promise.reject(new TryLater('busy', services.now()))
  await expect(connectStore(services, { store: store.hash })).rejects.toThrow('busy')
  await disconnect(services, await connectionOf(world))
  app.reportEnd = reportEnd

  await connectStore(services, { store: store.hash })

  expect((await connectionOf(world)).state).toBe('ended')
  expect(store.hooks.size).toBe(1)
  clock.advance(1_000)
  await bigcommerce.uninstall(store)
  clock.advance(1_000)
  await world.setUp(store)
  const { state, credentials } = await connectionOf(world)
  expect([state, credentials.settings['accessToken']]).toEqual(['active', store.token])
})

test('a store that is disconnected while an attempt connects it stays so', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  await world.setUp(store)
  const { net } = services
  let isFirst = true
  services.net = {
    ...net,
    providers: (account) => ({
      async request(call) {
        const wasFirst = isFirst
        isFirst = false
        if (wasFirst) await disconnect(services, await connectionOf(world))
        return net.providers(account).request(call)
      },
    }),
  }

  await connectStore(services, { store: store.hash })

  expect(isFirst).toBe(false)
  expect((await connectionOf(world)).state).toBe('ended')
})

test('a store that doesn’t show its address at the install gets it afterwards', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, app } = world
  const siteNow = async () => {
    const rows = await services.db.system
      .select({ name: sites.name, url: sites.url, zone: sites.timeZone })
      .from(sites)
    return rows[0]
  }
  const { readStore } = app
  app.readStore = () => Promise.reject(new TryLater('busy', services.now()))
  await world.install(store)
  expect((await siteNow())?.url).toBe('https://store-linen.mybigcommerce.com')
  app.readStore = readStore

  await connectStore(services, { store: store.hash })

  const expected = { name: 'Store linen', url: 'https://linen.example', zone: 'America/Chicago' }
  expect(await siteNow()).toEqual(expected)
  // A store that opens on a domain later.
  await services.db.system.update(sites).set({ url: 'https://store-linen.mybigcommerce.com' })
  await world.load(store)
  expect(await siteNow()).toEqual(expected)
  await services.db.system.update(sites).set({ url: 'https://typed.example' })
  await world.load(store)
  expect((await siteNow())?.url).toBe('https://typed.example')
})

test('a store on any address of BigCommerce’s gets its domain when it opens on one', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, app } = world
  const addressNow = async () =>
    (await services.db.system.select({ url: sites.url }).from(sites)).map(({ url }) => url)
  const { readStore } = app
  const answer = (url: string) => {
    app.readStore = async (access) => ({ ...(await readStore(access)), url })
  }
  answer('https://linen.mybigcommerce.com')
  await world.setUp(store)
  expect(await addressNow()).toEqual(['https://linen.mybigcommerce.com'])
  answer('https://store-linen-1.mybigcommerce.com')
  await world.load(store)
  expect(await addressNow()).toEqual(['https://store-linen-1.mybigcommerce.com'])

  app.readStore = readStore
  await world.load(store)

  expect(await addressNow()).toEqual(['https://linen.example'])
  // A domain whose name only ends alike.
  await services.db.system.update(sites).set({ url: 'https://notmybigcommerce.com' })
  await world.load(store)
  expect(await addressNow()).toEqual(['https://notmybigcommerce.com'])
})

test('the address of another storefront than the default one stays, because BigCommerce says the default one’s', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  await world.setUp(store)
  await chooseChannel(world, '2')
  const second = 'https://store-linen-2.mybigcommerce.com'
  await services.db.system.update(sites).set({ url: second })

  await world.load(store)

  expect(await services.db.system.select({ url: sites.url }).from(sites)).toEqual([{ url: second }])
})

test('a refused colleague’s consent leaves the store its access', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  await world.setUp(store)
  await services.db.system.update(tenantStaff).set({ endedAt: services.now() })

  const refused = await world.install(store, { user: ben })

  expect(refused.location?.searchParams.get('reason')).toBe('member')
  expect(await readTenantToken(services, linen)).toBe(store.token)
  expect(await services.db.system.select({ state: tenants.state }).from(tenants)).toEqual([
    { state: 'installed' },
  ])
})

test('a refused colleague lets themselves in by no report of their removal', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce, clock } = world
  await world.setUp(store)
  await services.db.system.update(tenantStaff).set({ endedAt: services.now() })
  const report = bigcommerce.sign(store, { user: ben })
  expect((await world.ask(`/bc/remove-user?signed_payload_jwt=${report}`)).status).toBe(200)
  clock.advance(2_000)

  const opened = await world.load(store, { user: ben })
  const consented = await world.install(store, { user: ben })

  const reasons = [opened, consented].map(({ location }) => location?.searchParams.get('reason'))
  expect(reasons).toEqual(['member', 'member'])
  expect(await services.db.system.$count(teamMembers)).toBe(1)
  expect(await readTenantToken(services, linen)).toBe(store.token)
})

test('an uninstall that broke off in the middle ends the connection when it is reported again', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  await world.setUp(store)
  await removeTenant(services, { ...linen, uninstalledAt: services.now() })
  expect((await connectionOf(world)).state).toBe('active')

  await endStore(services, { tenantId: linen.tenantId, at: services.now() })

  expect((await connectionOf(world)).state).toBe('ended')
})

test('an install whose answer names no owner makes its person none', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, app } = world
  await world.setUp(store)
  const { exchangeCode } = app
  app.exchangeCode = async (asked) => ({ ...(await exchangeCode(asked)), owner: null })

  await world.install(store, { user: ben })

  const roles = await services.db.system
    .select({ role: teamMembers.role })
    .from(teamMembers)
    .orderBy(asc(teamMembers.userId))
  expect(roles.map(({ role }) => role)).toEqual(['owner', 'editor'])
})
