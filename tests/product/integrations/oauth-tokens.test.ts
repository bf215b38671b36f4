/** Access that was approved: renewed in time, lost, approved again and given back. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sites, teams } from '#app/db/schema/index.ts'
import { callerOf } from '#app/domain/connections/caller.server.ts'
import { changeSettings } from '#app/domain/connections/change-settings.server.ts'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import {
  disconnect,
  findSiteConnection,
} from '#app/domain/connections/manage-connections.server.ts'
import { eraseTeam } from '#app/domain/lifecycle/erase-team.server.ts'
import { createSite } from '#app/domain/sites/sites.server.ts'
import { onlyByApproval } from '#app/integrations/kit/oauth.ts'
import { connectionDeliveriesJob } from '#app/jobs/deliveries.server.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import { hourMillis, minuteMillis } from '#app/lib/time.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import {
  createApprovedWorld,
  type ApprovedWorld,
} from '../../support/integrations/approved-shop.ts'

async function connectionOf({ services, site }: ApprovedWorld, uuid: string) {
  const found = await findSiteConnection(services, site.scope, uuid)
  if (!found) throw new Error('The site has no such connection.')
  return found
}

const open = async ({ served, site }: ApprovedWorld, path: string) => {
  const response = await served.fetch(path, { headers: { Cookie: site.owner.cookie } })
  return (await response.text()).replaceAll('<!-- -->', '')
}

/** @param name as it was typed; absent: the site's */
async function removeSite({ served, site, services }: ApprovedWorld, name?: string) {
  const [row] = await services.db.system
    .select({ name: sites.name })
    .from(sites)
    .where(eq(sites.id, site.scope.siteId))
  const form = { intent: 'delete', site: site.uuid, name: name ?? row?.name ?? '' }
  return served.fetch('/site-settings/danger', {
    method: 'POST',
    headers: { Cookie: site.owner.cookie },
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
}

test('a token is renewed before it ends, each time with the newest refresh token', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('etsy')
  await world.pull()

  for (const round of [1, 2, 3]) {
    world.clock.advance(hourMillis)
    world.etsy.placeOrder()
    await world.pull()
    expect(world.etsy.desk.count.refreshes).toBe(round)
    expect(await world.stored.activities()).toHaveLength(round)
  }
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', failures: 0 })
})

test('a token that is refused before its end is renewed once, and nothing is missed', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('etsy')
  await world.pull()

  world.etsy.desk.endTokens()
  world.etsy.placeOrder()
  world.clock.advance(20 * minuteMillis)
  await world.pull()

  expect(world.etsy.desk.count.refreshes).toBe(1)
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', failures: 0 })
  expect(await world.stored.activities()).toHaveLength(1)
})

test('two callers whose token is refused before its end renew it once', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('etsy')
  const connection = await connectionOf(world, uuid)
  world.etsy.desk.endTokens()
  world.clock.advance(minuteMillis)

  const tests = Array.from({ length: 2 }, async () =>
    connection.integration.test?.(callerOf(world.services, connection)),
  )

  expect(new Set((await Promise.all(tests)).map((one) => one?.label)).size).toBe(1)
  expect(world.etsy.desk.count.refreshes).toBe(1)
})

test('a token that stays refused after its renewal ends the connection', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('etsy')
  await world.pull()
  world.etsy.failBy(({ path }) =>
    path.startsWith('/v3/application')
      ? { status: 401, json: { error: 'invalid_token' } }
      : undefined,
  )
  world.clock.advance(20 * minuteMillis)

  await world.pull()

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'lost' })
  expect(world.etsy.desk.count.refreshes).toBe(1)
})

test('a renewal that gives the refused token again ends the connection', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('etsy')
  await world.pull()
  const access = (await connectionOf(world, uuid)).credentials.token?.token
  const renewed = { access_token: access, token_type: 'Bearer', expires_in: 3600 }
  const json = { ...renewed, refresh_token: 'refresh-again' }
  world.etsy.failBy(({ path }) => (path.endsWith('/oauth/token') ? { json } : { status: 401 }))
  world.clock.advance(20 * minuteMillis)

  await world.pull()

  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'lost' })
  expect((await connectionOf(world, uuid)).credentials.grant?.refreshToken).toBe('refresh-again')
})

test('a caller whose tokens are refused twice gets a third one', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('etsy')
  const connection = await connectionOf(world, uuid)
  const caller = callerOf(world.services, connection)

  for (const round of [1, 2]) {
    world.clock.advance(minuteMillis)
    world.etsy.desk.endTokens()
    expect(await connection.integration.test?.(caller)).toBeDefined()
    expect(world.etsy.desk.count.refreshes).toBe(round)
  }
})

test('many callers that need a token at the same time renew it once', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('etsy')
  world.clock.advance(hourMillis)
  const connection = await connectionOf(world, uuid)

  const tokens = await Promise.all(
    Array.from({ length: 20 }, () => callerOf(world.services, connection).token(onlyByApproval)),
  )

  expect(new Set(tokens).size).toBe(1)
  expect(world.etsy.desk.count.refreshes).toBe(1)
})

test('two processes that need a token at the same time renew it once, and the other comes back for it', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('etsy')
  world.clock.advance(hourMillis)
  const connection = await connectionOf(world, uuid)
  // Processes share nothing but the database's rows.
  const other = { ...world.services, db: { ...world.services.db } }
  const tokenIn = (services: typeof other) => callerOf(services, connection).token(onlyByApproval)

  const both = await Promise.allSettled([tokenIn(world.services), tokenIn(other)])

  expect(world.etsy.desk.count.refreshes).toBe(1)
  const late = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(late.filter((reason) => !(reason instanceof TryLater))).toEqual([])
  expect(await tokenIn(other)).toBe(await tokenIn(world.services))
  expect(world.etsy.desk.count.refreshes).toBe(1)
})

test('a renewal that fails for a while keeps the refresh token, and the connection', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('etsy')
  await world.pull()
  world.clock.advance(hourMillis)
  world.etsy.placeOrder()

  world.etsy.failNext({ status: 503 })
  await world.pull()
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', failures: 1 })
  // Our own app that is refused is nothing that an owner can mend.
  world.etsy.failNext({ status: 401, json: { error: 'invalid_client' } })
  world.clock.advance(10 * minuteMillis)
  await world.pull()
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', failures: 2 })

  world.clock.advance(2 * hourMillis)
  await world.pull()
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', failures: 0 })
  expect(await world.stored.activities()).toHaveLength(1)
})

test('a refresh token that is refused loses the connection; approving again keeps it with its data', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('etsy')
  world.etsy.placeOrder()
  await world.pull()
  world.etsy.desk.withdraw()
  world.clock.advance(hourMillis)
  await world.pull()

  expect((await world.stored.connection(uuid))?.state).toBe('lost')
  const page = await open(world, `/integrations/connections/${uuid}`)
  expect(page).toContain('Needs reconnecting')
  expect(page).toContain('Approve the same account in Etsy again')

  const back = await world.choose(await world.begin('etsy', { reconnects: uuid }))
  const { location } = await world.arrive(back)
  expect(location).toBe(`/integrations/connections/${uuid}?connected`)
  expect(await world.stored.connections()).toHaveLength(1)
  expect(await world.stored.connection(uuid)).toMatchObject({ state: 'active', fault: null })
  world.etsy.placeOrder()
  await world.pull()
  expect(await world.stored.activities()).toHaveLength(2)
})

test('reconnecting with another account changes nothing', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('etsy')
  await world.pull()
  world.etsy.desk.withdraw()
  world.clock.advance(hourMillis)
  await world.pull()
  world.etsy.shop.id = '87654321'

  const back = await world.choose(await world.begin('etsy', { reconnects: uuid }))
  const { status, text } = await world.arrive(back)

  expect(status).toBe(409)
  expect(text).toContain('another Etsy account')
  expect(await world.stored.connections()).toMatchObject([{ uuid, state: 'lost' }])
})

test('another organization’s connection can’t be reconnected by its address', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('etsy')
  const before = await world.stored.connection(uuid)
  const { owner } = await world.makeOther()

  const back = await world.choose(
    await world.begin('etsy', { cookie: owner.cookie, reconnects: uuid }),
  )
  const { location } = await world.arrive(back, owner.cookie)

  expect(location).not.toContain(uuid)
  expect(await world.stored.connection(uuid)).toEqual(before)
})

test('settings that are saved while a token is renewed don’t bring the used one back', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('etsy')
  const before = await connectionOf(world, uuid)
  world.clock.advance(hourMillis)
  await callerOf(world.services, before).token(onlyByApproval)

  // As it was read before the renewal.
  expect(await changeSettings(world.services, before, { shopId: '1' })).toMatchObject({ ok: true })

  world.clock.advance(hourMillis)
  const after = await connectionOf(world, uuid)
  expect(after.credentials.settings).toEqual({ shopId: '12345678' })
  await expect(callerOf(world.services, after).token(onlyByApproval)).resolves.toMatch(/^access-/)
})

test('Stripe is approved by login: its webhooks arrive, and the access is given back', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('stripe')
  expect(await world.stored.connection(uuid)).toMatchObject({
    account: world.stripe.account.id,
    label: `Live account ${world.stripe.account.id}`,
  })
  expect(world.stripe.endpoints.size).toBe(1)
  const { services, site } = world
  const calls = world.stripe.seen.filter(({ path }) => path.startsWith('/v1/'))
  // Never with the platform's own key.
  expect(new Set(calls.map(({ headers }) => headers.authorization?.slice(0, 13)))).toEqual(
    new Set(['Bearer access']),
  )

  await world.stripe.checkOut()
  expect(world.stripe.sent.every(({ status }) => status === 200)).toBe(true)
  await disconnect(services, await connectionOf(world, uuid))

  expect(world.stripe.endpoints.size).toBe(0)
  expect(world.stripe.account.isAuthorized).toBe(false)
  expect((await findSiteConnection(services, site.scope, uuid))?.credentials).toMatchObject({
    settings: {},
    token: null,
    grant: null,
  })
})

test('an account that is connected by key and by login: its orders count once', async () => {
  const world = await createApprovedWorld()
  const { services, site, stripe } = world
  await world.connect('stripe')
  const integration = findIntegration('stripe')
  if (!integration) throw new Error('Stripe is not in the registry.')
  const given = { key: stripe.key }
  expect(await connectWithSettings(services, site.scope, { integration, given })).toMatchObject({
    ok: true,
  })
  expect(stripe.endpoints.size).toBe(2)

  const { charge } = await stripe.checkOut()
  const paid = await stripe.pay()
  expect(new Set(stripe.sent.map(({ status }) => status))).toEqual(new Set([200]))
  await connectionDeliveriesJob.run(services, {})
  await world.pull()
  expect(await world.stored.activities()).toHaveLength(2)
  expect((await world.stored.activities()).every(({ isShowable }) => isShowable)).toBe(true)

  for (const { id } of [charge, paid]) await stripe.refund(id)
  await connectionDeliveriesJob.run(services, {})
  const after = await world.stored.activities()
  expect(after).toHaveLength(2)
  expect(after.some(({ isShowable }) => isShowable)).toBe(false)
  expect((await world.stored.connections()).map(({ skipped }) => skipped)).toEqual([0, 0])
})

test('a deleted site gives its access back, and keeps it while the name is wrong', async () => {
  const world = await createApprovedWorld()
  await world.connect('stripe')
  const { stripe } = world

  expect((await removeSite(world, 'Another name')).status).toBe(422)
  expect([stripe.endpoints.size, stripe.account.isAuthorized]).toEqual([1, true])

  expect((await removeSite(world)).status).toBe(302)
  expect([stripe.endpoints.size, stripe.account.isAuthorized]).toEqual([0, false])
  expect(await world.stored.connections()).toEqual([])
})

/** @param name as it was typed; absent: the organization's */
async function removeTeam({ served, site, services }: ApprovedWorld, name?: string) {
  const [row] = await services.db.system
    .select({ name: teams.name })
    .from(teams)
    .where(eq(teams.id, site.scope.teamId))
  const { password, cookie } = site.owner
  const form = { intent: 'delete', name: name ?? row?.name ?? '', deletePassword: password }
  return served.fetch(`/settings/teams/${site.scope.teamId}/ownership`, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
}

test('a deleted organization leaves the services of all its sites, and gives its access back', async () => {
  const world = await createApprovedWorld()
  await world.connect('stripe')
  const { services, stripe } = world
  const { owner, team } = world.site
  await createSite(
    services,
    { team: team.scope, userId: owner.id },
    { name: 'Second', url: 'https://second.example' },
  )
  // The new site is the current one: another connection of the same account.
  await world.connect('stripe')
  expect(stripe.endpoints.size).toBe(2)

  expect((await removeTeam(world, 'Another name')).status).toBe(422)
  expect([stripe.endpoints.size, stripe.account.isAuthorized]).toEqual([2, true])

  expect((await removeTeam(world)).status).toBe(302)
  expect([stripe.endpoints.size, stripe.account.isAuthorized]).toEqual([0, false])
  expect(await world.stored.connections()).toEqual([])
})

test('an organization whose services are away is deleted all the same', async () => {
  const world = await createApprovedWorld()
  await world.connect('stripe')
  world.stripe.failNext('hang up', 'hang up', 'hang up', 'hang up')

  expect((await removeTeam(world)).status).toBe(302)
  expect(await world.stored.connections()).toEqual([])
})

test('staff who erase an organization end its access as well', async () => {
  const world = await createApprovedWorld()
  await world.connect('stripe')

  await eraseTeam(world.services, world.site.scope.teamId)

  expect(world.stripe.account.isAuthorized).toBe(false)
})

test('a site whose services are away is deleted all the same', async () => {
  const world = await createApprovedWorld()
  await world.connect('stripe')
  world.stripe.failNext('hang up', 'hang up', 'hang up', 'hang up')

  expect((await removeSite(world)).status).toBe(302)
  expect(await world.stored.connections()).toEqual([])
})

test('while another site uses the account, its access isn’t given back', async () => {
  const world = await createApprovedWorld()
  const uuid = await world.connect('stripe')
  const { owner } = await world.makeOther()
  const back = await world.choose(await world.begin('stripe', { cookie: owner.cookie }))
  expect((await world.arrive(back, owner.cookie)).status).toBe(302)

  await disconnect(world.services, await connectionOf(world, uuid))

  expect(world.stripe.account.isAuthorized).toBe(true)
})

test('the name of an account that approved opens nothing for those who type it', async () => {
  const world = await createApprovedWorld()
  await world.connect('stripe')
  const integration = findIntegration('stripe')
  if (!integration) throw new Error('Stripe is not in the registry.')
  const other = await world.makeOther()

  const connected = await connectWithSettings(world.services, other.scope, {
    integration,
    given: { key: '', account: world.stripe.account.id, isLiveMode: true },
  })

  expect(connected).toMatchObject({
    ok: false,
    errors: { fields: { key: expect.stringContaining('rk_live_') as string } },
  })
  expect(await world.stored.connections()).toHaveLength(1)
})
