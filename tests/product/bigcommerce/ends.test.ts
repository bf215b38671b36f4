/** Uninstalls, people who may not open the app any more, and the webhook of a store that ended the app. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connections, frameSessions, teamMembers, tenants, users } from '#app/db/schema/index.ts'
import { readTenantToken } from '#app/domain/shops/tenants/tenants.server.ts'
import { signDelivery } from '#workshop/doubles/bigcommerce/signing.ts'
import {
  createBigCommerceWorld,
  type BigCommerceWorld,
} from '../../support/bigcommerce/bigcommerce-world.ts'
import { passIn } from '../../support/framed/framed-story.ts'
import { tenantOf } from '../../support/framed/framed-world.ts'

const linen = tenantOf('bigcommerce', 'linen')
const ben = { id: 77, email: 'ben@linen.example' }

const stateOf = async ({ services }: BigCommerceWorld) =>
  (await services.db.system.select({ state: tenants.state }).from(tenants))[0]?.state

const callback = (
  { ask, bigcommerce, store }: BigCommerceWorld,
  path: string,
  user = store.owner,
) =>
  ask(`/bc/${path}?signed_payload_jwt=${bigcommerce.sign(store, { user })}`, {
    headers: { 'Sec-Fetch-Dest': 'empty' },
  })

test('an uninstall ends access, sessions and the connection, and an install finds everything again', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce, clock } = world
  const { system } = services.db
  await world.setUp(store)

  expect((await bigcommerce.uninstall(store)).status).toBe(200)

  expect(await stateOf(world)).toBe('removed')
  expect(await readTenantToken(services, linen)).toBeNull()
  expect(await system.$count(frameSessions)).toBe(0)
  expect(await system.select({ state: connections.state }).from(connections)).toEqual([
    { state: 'ended' },
  ])
  const refused = await world.load(store)
  expect(refused.location?.searchParams.get('reason')).toBe('removed')
  clock.advance(1_000)
  await world.setUp(store)
  expect(await stateOf(world)).toBe('installed')
  expect(await system.select({ state: connections.state }).from(connections)).toEqual([
    { state: 'active' },
  ])
})

test('an uninstall while a form is open refuses the form', async () => {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce, ask } = world
  await world.setUp(store)
  const page = await world.follow(await world.load(store))
  const headers = {
    Authorization: `Bearer ${passIn(page).token}`,
    'Sec-Fetch-Dest': 'empty',
    'Sec-Fetch-Site': 'same-origin',
    Origin: world.services.config.appUrl,
    'Content-Type': 'application/x-www-form-urlencoded',
  }
  await bigcommerce.uninstall(store)

  const answer = await ask('/sites/new.data', { method: 'POST', headers, body: 'name=Wool' })

  expect([answer.status, answer.headers.get('x-frame-session')]).toEqual([401, 'renew'])
})

test('a late or repeated uninstall doesn’t end a newer install', async () => {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce, clock, ask } = world
  await world.setUp(store)
  const signed = bigcommerce.sign(store)
  await ask(`/bc/uninstall?signed_payload_jwt=${signed}`)
  clock.advance(2_000)
  await world.setUp(store)

  expect((await ask(`/bc/uninstall?signed_payload_jwt=${signed}`)).status).toBe(200)

  expect(await stateOf(world)).toBe('installed')
})

test('a plain user’s uninstall counts once the store refuses the app, and not before', async () => {
  const world = await createBigCommerceWorld()
  const { store } = world
  await world.setUp(store)
  await world.load(store, { user: ben })

  const early = await callback(world, 'uninstall', ben)
  expect([early.status, early.html]).toEqual([403, expect.stringContaining('owner')])
  expect(await stateOf(world)).toBe('installed')
  const unknown = await callback(world, 'uninstall', { id: 99, email: 'x@linen.example' })
  expect(unknown.status).toBe(403)
  store.token = null
  expect((await callback(world, 'uninstall', ben)).status).toBe(200)
  expect(await stateOf(world)).toBe('removed')
})

test('a person whose access the owner revokes is out, and comes back when let in again', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce, clock } = world
  const { system } = services.db
  await world.setUp(store)
  await world.load(store, { user: ben })
  const [account] = await system.select().from(users).where(eq(users.email, ben.email))
  const early = bigcommerce.sign(store, { user: ben })
  clock.advance(1_000)

  expect((await bigcommerce.removeUser(store, ben)).status).toBe(200)

  const ofBen = eq(teamMembers.userId, account?.id ?? 0)
  expect(await system.$count(teamMembers, ofBen)).toBe(0)
  expect(await system.$count(frameSessions, eq(frameSessions.userId, account?.id ?? 0))).toBe(0)
  clock.advance(1_000)
  expect((await world.load(store, { user: ben })).location?.searchParams.get('ticket')).toBeTruthy()
  // A payload from before they were let in again is about that time.
  await world.ask(`/bc/remove-user?signed_payload_jwt=${early}`)
  expect(await system.select().from(teamMembers).where(ofBen)).toMatchObject([
    { role: 'analyst', seesAllSites: false },
  ])
})

test('who sends a visit’s payload as their removal gets no more than they had', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, clock } = world
  const { system } = services.db
  await world.setUp(store)
  await world.load(store, { user: ben })
  const [account] = await system.select().from(users).where(eq(users.email, ben.email))
  const ofBen = eq(teamMembers.userId, account?.id ?? 0)
  await system.update(teamMembers).set({ role: 'analyst', seesAllSites: false }).where(ofBen)
  const leaveAndReturn = async () => {
    clock.advance(1_000)
    expect((await callback(world, 'remove-user', ben)).status).toBe(200)
    clock.advance(1_000)
    await world.load(store, { user: ben })
    return system.select().from(teamMembers).where(ofBen)
  }

  expect(await leaveAndReturn()).toMatchObject([{ role: 'analyst', seesAllSites: false }])
  // The organization takes them out.
  await system.delete(teamMembers).where(ofBen)
  expect(await leaveAndReturn()).toEqual([])
})

test('a payload that was signed before a removal brings no one back, used before or not', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce, clock, ask } = world
  const { system } = services.db
  await world.setUp(store)
  const load = async (signed: string) =>
    (await ask(`/bc/load?signed_payload_jwt=${signed}`)).location?.searchParams
  const [used, unused] = [
    bigcommerce.sign(store, { user: ben }),
    bigcommerce.sign(store, { user: ben }),
  ]
  expect((await load(used))?.get('ticket')).toBeTruthy()
  clock.advance(3_000)
  await bigcommerce.removeUser(store, ben)
  clock.advance(3_000)

  expect((await load(used))?.get('reason')).toBe('used')
  expect((await load(unused))?.get('reason')).toBe('left')

  expect(await system.$count(teamMembers)).toBe(1)
  const [account] = await system.select().from(users).where(eq(users.email, ben.email))
  expect(await system.$count(frameSessions, eq(frameSessions.userId, account?.id ?? 0))).toBe(0)
  // The store let them in again, and they open the app.
  expect((await load(bigcommerce.sign(store, { user: ben })))?.get('ticket')).toBeTruthy()
})

test('a payload that was used stays used when its session ends', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce, ask } = world
  await world.setUp(store)
  const path = `/bc/load?signed_payload_jwt=${bigcommerce.sign(store)}`
  expect((await ask(path)).location?.searchParams.get('ticket')).toBeTruthy()

  await services.db.system.delete(frameSessions)

  expect((await ask(path)).location?.searchParams.get('reason')).toBe('used')
})

test('the owner can’t be removed, and nothing happens for someone unknown', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  await world.setUp(store)
  await world.load(store, { user: ben })

  expect((await callback(world, 'remove-user')).status).toBe(403)
  const unknown = await callback(world, 'remove-user', { id: 99, email: 'x@linen.example' })
  expect(unknown.status).toBe(200)
  expect(await services.db.system.$count(teamMembers)).toBe(2)
})

test('callbacks that BigCommerce didn’t sign change nothing', async () => {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce, ask } = world
  await world.setUp(store)
  const forged = bigcommerce.sign(store, { secret: 'a'.repeat(30) })

  for (const path of ['uninstall', 'remove-user']) {
    for (const query of ['', '?signed_payload_jwt=', `?signed_payload_jwt=${forged}`]) {
      expect([path, query, (await ask(`/bc/${path}${query}`)).status]).toEqual([path, query, 401])
    }
  }
  expect(await stateOf(world)).toBe('installed')
})

test('the webhook of a store that ended the app ends its install, if BigCommerce signed it', async () => {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce, clock, ask } = world
  await world.setUp(store)
  clock.advance(5_000)
  const body = JSON.stringify({
    scope: 'store/app/uninstalled',
    producer: 'stores/linen',
    created_at: Math.floor(clock.now().getTime() / 1_000),
  })
  const send = (secret: string, text = body, at = clock.now()) =>
    ask('/hooks/bigcommerce', {
      method: 'POST',
      headers: signDelivery(body, secret, at),
      body: text,
    })
  const { clientSecret } = bigcommerce.account

  expect((await send('another')).status).toBe(401)
  expect((await send(clientSecret, body.replace('linen', 'wool'))).status).toBe(401)
  expect((await send(clientSecret, body, new Date(clock.now().getTime() - 600_000))).status).toBe(
    401,
  )
  expect(await stateOf(world)).toBe('installed')
  const [delivered] = await bigcommerce.send(store, 'store/app/uninstalled', { type: 'store' })
  expect(delivered?.status).toBe(200)
  expect(await stateOf(world)).toBe('removed')
})

test('a webhook before the install ended, or of a store that never was, is answered and changes nothing', async () => {
  const world = await createBigCommerceWorld()
  const { bigcommerce, clock, ask, services } = world
  const body = JSON.stringify({
    scope: 'store/app/uninstalled',
    producer: 'stores/linen',
    created_at: Math.floor(clock.now().getTime() / 1_000),
  })
  const headers = signDelivery(body, bigcommerce.account.clientSecret, clock.now())

  expect((await ask('/hooks/bigcommerce', { method: 'POST', headers, body })).status).toBe(200)

  expect(await services.db.system.$count(tenants)).toBe(0)
})
