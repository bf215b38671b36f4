/** Openings of the app in a control panel after something changed: the site, the organization, the people. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sites, teams, tenants, tenantStaff, users } from '#app/db/schema/index.ts'
import { eraseTeam } from '#app/domain/lifecycle/erase-team.server.ts'
import { eraseSiteRows } from '#app/domain/lifecycle/delete-site.server.ts'
import { connectStore } from '#app/domain/shops/stores/connect-store.server.ts'
import {
  createBigCommerceWorld,
  type Answer,
  type BigCommerceWorld,
} from '../../support/bigcommerce/bigcommerce-world.ts'
import { passIn } from '../../support/framed/framed-story.ts'

const ben = { id: 77, email: 'ben@linen.example' }

const reasonOf = ({ location }: Answer) => location?.searchParams.get('reason')

const asPage = ({ services }: BigCommerceWorld, page: Answer) => ({
  Authorization: `Bearer ${passIn(page).token}`,
  'Sec-Fetch-Dest': 'empty',
  'Sec-Fetch-Site': 'same-origin',
  Origin: services.config.appUrl,
})

/** Name of the site that the page is about. */
async function siteOf(world: BigCommerceWorld, page: Answer): Promise<string | undefined> {
  const { html } = await world.ask('/api/user', { headers: asPage(world, page) })
  const { user } = JSON.parse(html) as { user: { current_site_id: number | null } }
  const rows = await world.services.db.system
    .select({ name: sites.name })
    .from(sites)
    .where(eq(sites.id, user.current_site_id ?? 0))
  return rows[0]?.name
}

test('the store’s site shows first, another one until the next opening', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, ask } = world
  const page = await world.follow(await world.setUp(store))
  const switchTo = (body: Record<string, string>) =>
    ask('/settings/current', {
      method: 'POST',
      headers: asPage(world, page),
      body: new URLSearchParams(body),
    })
  const [team] = await services.db.system
    .select({ id: teams.id, ownerId: teams.ownerId })
    .from(teams)
  const added = await ask('/sites/new', {
    method: 'POST',
    headers: asPage(world, page),
    body: new URLSearchParams({ name: 'Wool', url: 'https://wool.example' }),
  })
  expect(added.status).toBe(302)
  expect(await siteOf(world, page)).toBe('Wool')

  expect(await siteOf(world, await world.follow(await world.load(store)))).toBe('Store linen')

  const [wool] = await services.db.system
    .select({ uuid: sites.uuid })
    .from(sites)
    .where(eq(sites.name, 'Wool'))
  expect((await switchTo({ site: wool?.uuid ?? '', to: '/' })).status).toBe(302)
  expect(await siteOf(world, page)).toBe('Wool')
  // The person is in another organization as well, which this frame isn't about.
  const other = await world.team()
  const owner = { ...other.owner, id: team?.ownerId ?? 0 }
  await world.team({ owner, name: 'Elsewhere' })
  const [elsewhere] = await services.db.system
    .select({ id: teams.id })
    .from(teams)
    .where(eq(teams.name, 'Elsewhere'))
  expect((await switchTo({ team: String(elsewhere?.id), to: '/' })).status).toBe(404)
})

test('a store whose site was deleted gets one at its next opening by someone who can add sites', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce } = world
  await world.setUp(store)
  await world.load(store, { user: ben })
  const { scope } = await world.siteOfStore()
  await services.db.transaction((tx) => eraseSiteRows(tx, services, scope.siteId))
  world.sent.length = 0

  await world.load(store, { user: ben })
  expect(await services.db.system.$count(sites)).toBe(0)
  const opened = await world.load(store)

  expect(await siteOf(world, await world.follow(opened))).toBe('Store linen')
  expect(world.sent).toContain('stores.connect')
  await connectStore(services, { store: store.hash })
  const { uuid } = await world.siteOfStore()
  expect(bigcommerce.page(store, 'storefront')).toEqual([expect.stringContaining(uuid)])
  await world.load(store)
  expect(await services.db.system.$count(sites)).toBe(1)
})

test('a deleted organization leads to an install, which begins another one', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  await world.setUp(store)
  const [team] = await services.db.system.select({ id: teams.id }).from(teams)
  await eraseTeam(services, team?.id ?? 0)
  expect(await services.db.system.$count(tenants)).toBe(0)

  const refused = await world.load(store)

  expect(reasonOf(refused)).toBe('gone')
  const { html } = await world.follow(refused)
  expect(html).toContain('Uninstall Footfall in your control panel, then install it again')
  world.clock.advance(1_000)
  expect((await world.follow(await world.setUp(store))).status).toBe(200)
  expect(await services.db.system.$count(teams)).toBe(1)
})

test('a person who was removed before they ever came is out, until the store lets them in again', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce, clock } = world
  await world.setUp(store)
  const before = bigcommerce.sign(store, { user: ben })
  clock.advance(1_000)
  const remove = () =>
    world.ask(`/bc/remove-user?signed_payload_jwt=${bigcommerce.sign(store, { user: ben })}`)
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(200)

  expect(await services.db.system.$count(tenantStaff, eq(tenantStaff.staffId, '77'))).toBe(1)
  expect(reasonOf(await world.ask(`/bc/load?signed_payload_jwt=${before}`))).toBe('left')
  clock.advance(2_000)
  const page = await world.follow(await world.load(store, { user: ben }))
  expect(page.status).toBe(200)
  // As everyone who comes back: they see the store's site and change nothing.
  expect((await world.ask('/sites/new', { headers: asPage(world, page) })).status).toBe(403)
  const rows = await services.db.system.select({ email: users.email }).from(users)
  expect(rows.map(({ email }) => email)).not.toContain(ben.email)
})

test('a deep link shows first that a script is off, and leads on', async () => {
  const world = await createBigCommerceWorld()
  const { store } = world
  await world.setUp(store)
  store.scripts.clear()

  const opened = await world.load(store, { claims: { url: '/goals?page=2' } })

  expect(opened.location?.pathname).toBe('/bc')
  expect((await world.follow(opened)).html).toContain('href="/goals?page=2"')
  const away = await world.load(store, { claims: { url: '//evil.example' } })
  expect(away.location?.searchParams.get('to')).toBeNull()
})

test('a password that was set outside ends the control panel’s way in, until its person allows it again', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  await world.setUp(store)
  const outside = await world.user()
  const [hash] = await services.db.system
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, outside.id))
  const [staff] = await services.db.system.select({ userId: tenantStaff.userId }).from(tenantStaff)
  const userId = staff?.userId ?? 0
  const at = services.now()
  const password = { passwordHash: hash?.passwordHash, passwordCreatedAt: at, emailVerifiedAt: at }
  await services.db.system.update(users).set(password).where(eq(users.id, userId))
  await services.db.system.update(tenantStaff).set({ endedAt: at })
  const refused = await world.load(store)
  expect(reasonOf(refused)).toBe('ended')
  expect((await world.follow(refused)).html).toContain('Account › Devices')
  const token = await world.logIn({ ...outside, id: userId, email: 'owner@linen.example' })
  const headers = { Cookie: `token=${token}`, Origin: services.config.appUrl }
  const screen = await world.ask('/account/devices', { headers })
  expect(screen.html).toContain('Dashboards that no longer open your account')
  expect(screen.html).toContain('BigCommerce control panel: Store linen')
  const allow = (given: Record<string, string>) =>
    world.ask('/account/devices', {
      method: 'POST',
      headers,
      body: new URLSearchParams({
        intent: 'allow-admin',
        platform: 'bigcommerce',
        tenant: 'linen',
        ...given,
      }),
    })

  expect((await allow({ password: 'another one, wrong' })).status).toBe(422)
  expect((await allow({ password: outside.password, tenant: 'wool' })).status).toBe(404)
  expect(reasonOf(await world.load(store))).toBe('ended')
  expect((await allow({ password: outside.password })).status).toBe(200)

  expect((await world.follow(await world.load(store))).status).toBe(200)
})

test('sessions in frames are on the screen of devices, and end there', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, ask } = world
  const first = await world.follow(await world.setUp(store))
  world.clock.advance(60_000)
  const second = await world.follow(await world.load(store))
  const listed = await ask('/account/devices', { headers: asPage(world, second) })
  expect(listed.html.match(/This dashboard/g)).toHaveLength(1)
  expect(listed.html).toContain('127.0.0.1')
  const id = /name="id" value="([^"]+)"/.exec(listed.html)?.[1] ?? ''
  const end = (page: Answer) =>
    ask('/account/devices', {
      method: 'POST',
      headers: asPage(world, page),
      body: new URLSearchParams({ intent: 'end-frame', id }),
    })
  // Another person's request ends nothing of theirs.
  const stranger = await world.user()
  await ask('/account/devices', {
    method: 'POST',
    headers: { Cookie: stranger.cookie, Origin: services.config.appUrl },
    body: new URLSearchParams({ intent: 'end-frame', id }),
  })
  expect((await ask('/account/devices', { headers: asPage(world, first) })).status).toBe(200)

  expect((await end(second)).status).toBe(200)

  expect((await ask('/account/devices', { headers: asPage(world, first) })).status).toBe(401)
  expect((await ask('/account/devices', { headers: asPage(world, second) })).status).toBe(200)
})
