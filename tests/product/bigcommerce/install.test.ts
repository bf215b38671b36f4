/** The install of the app in a store, and who gets in afterwards. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sites, teamMembers, teams, tenants, tenantStaff, users } from '#app/db/schema/index.ts'
import { findTeamScope } from '#app/domain/find-scope.server.ts'
import { eraseUser } from '#app/domain/lifecycle/erase-user.server.ts'
import type { TokenBearer } from '#app/domain/tokens/tokens.server.ts'
import { readSiteFacts } from '#app/presenters/site-facts.server.ts'
import { findScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { installTenant, readTenantToken } from '#app/domain/shops/tenants/tenants.server.ts'
import { appScopes } from '#workshop/doubles/bigcommerce/store-books.ts'
import {
  createBigCommerceWorld,
  type Answer,
  type BigCommerceWorld,
} from '../../support/bigcommerce/bigcommerce-world.ts'
import { passIn } from '../../support/framed/framed-story.ts'
import { tenantOf } from '../../support/framed/framed-world.ts'
import { joinTenant } from '../../support/framed/join-tenant.ts'

const linen = tenantOf('bigcommerce', 'linen')

const faultOf = ({ location }: Answer) =>
  location?.pathname === '/bc/error' || location?.pathname === '/frame/closed'
    ? location.searchParams.get('reason')
    : null

/** The email address of the account that the answer opens; null: it opens none. */
async function openedBy(world: BigCommerceWorld, answer: Answer): Promise<string | null> {
  const page = await world.follow(answer)
  if (page.status !== 200 || !page.html.includes('frame-pass')) return null
  const user = await world.ask('/api/user', {
    headers: {
      Authorization: `Bearer ${passIn(page).token}`,
      'Sec-Fetch-Dest': 'empty',
      'Sec-Fetch-Site': 'same-origin',
    },
  })
  return (JSON.parse(user.html) as { user: { email: string } }).user.email
}

test('an install creates the organization, its site and the account of the person, and opens the app', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  const { system } = services.db

  const answer = await world.install(store)

  expect(answer.location?.searchParams.get('tenant')).toBe('linen')
  expect(answer.location?.search).not.toContain('code')
  const page = await world.follow({
    ...answer,
    location: new URL('/account/general' + (answer.location?.search ?? ''), 'http://x'),
  })
  expect(page.status).toBe(200)
  expect(page.html).toContain('owner@linen.example')
  expect(page.html).toContain('data-shell="bigcommerce"')
  expect(await system.select({ name: teams.name }).from(teams)).toEqual([{ name: 'Store linen' }])
  expect(await system.select({ url: sites.url, zone: sites.timeZone }).from(sites)).toEqual([
    { url: 'https://linen.example', zone: 'America/Chicago' },
  ])
  expect(await readTenantToken(services, linen)).toBe(store.token)
  const [row] = await system.select({ token: tenants.accessToken }).from(tenants)
  expect(row?.token?.includes(store.token ?? '')).toBe(false)
  expect(world.sent).toEqual(['accounts.mail-verification', 'stores.connect'])
})

test('the organization and the site name their store, and never its token', async () => {
  const world = await createBigCommerceWorld()
  const { store } = world
  const page = await world.follow(await world.install(store))
  const ask = (path: string) =>
    world.ask(path, {
      headers: {
        Authorization: `Bearer ${passIn(page).token}`,
        'Sec-Fetch-Dest': 'empty',
        'Sec-Fetch-Site': 'same-origin',
      },
    })

  const variables = await ask('/api/spark-variables')

  expect(variables.html).toContain('"bc_store_id":"linen"')
  expect(variables.html).not.toContain(store.token)
  const [team] = await world.services.db.system.select({ id: teams.id }).from(teams)
  const scope = await findTeamScope(world.services.db.system, team?.id ?? 0)
  if (!scope) throw new Error('The install created no organization.')
  const facts = await readSiteFacts(world.services, { scope, userId: 0 } as TokenBearer)
  expect([...facts.stores.values()]).toEqual([{ storeId: 'linen', hasToken: true }])
})

test('a code works once, for its store alone, and with all rights', async () => {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce } = world
  const wool = bigcommerce.addStore('wool')

  const used = `/bc/auth?${bigcommerce.install(store).toString()}`
  expect(faultOf(await world.ask(used))).toBeNull()
  expect(faultOf(await world.ask(used))).toBe('code')
  const moved = bigcommerce.install(wool)
  moved.set('context', 'stores/linen')
  expect(faultOf(await world.ask(`/bc/auth?${moved.toString()}`))).toBe('code')
  const less = appScopes.replace('store_v2_content ', '')
  expect(faultOf(await world.install(wool, { scope: less }))).toBe('scope')
  for (const query of [
    '',
    '?code=abc',
    '?code=a&code=b&context=stores/wool',
    '?code=abc&context=stores/Wool',
  ]) {
    expect(faultOf(await world.ask(`/bc/auth${query}`))).toBe('payload')
  }
  expect(await world.services.db.system.$count(tenants, eq(tenants.tenantId, 'wool'))).toBe(0)
})

test('the answer of another store than the asked one is refused', async () => {
  const world = await createBigCommerceWorld()
  const { bigcommerce, store } = world
  bigcommerce.ignorePublished()
  bigcommerce.answers.set('POST /oauth2/token', {
    access_token: 'a'.repeat(32),
    scope: appScopes,
    context: 'stores/wool',
    user: { id: 1, email: 'a@wool.example' },
  })

  expect(faultOf(await world.install(store))).toBe('code')
  expect(await world.services.db.system.$count(tenants)).toBe(0)
})

test('an install in two windows is one organization, one site and one account', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world

  const answers = await Promise.all([world.install(store), world.install(store)])

  expect(answers.map(faultOf)).toEqual([null, null])
  const { system } = services.db
  expect(await system.$count(teams)).toBe(1)
  expect(await system.$count(sites)).toBe(1)
  expect(await system.$count(users)).toBe(1)
})

test('while BigCommerce is away nothing is stored, and the person reads why', async () => {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce, ask } = world
  bigcommerce.failNext({ status: 503 })

  const answer = await world.install(store)

  expect(faultOf(answer)).toBe('away')
  const page = await world.follow(answer)
  expect([page.status, page.html]).toEqual([
    200,
    expect.stringContaining('BigCommerce didn’t answer'),
  ])
  expect(page.headers.get('content-security-policy')).toContain(
    'frame-ancestors https://store-linen.mybigcommerce.com',
  )
  expect((await ask('/bc/error?reason=nonsense')).html).toContain('The app didn’t open')
  expect(await world.services.db.system.$count(tenants)).toBe(0)
})

test('a store keeps its organization, whoever of its people installs the app again', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce } = world
  const ben = { id: 77, email: 'ben@linen.example' }
  await world.setUp(store)
  await bigcommerce.uninstall(store)
  world.clock.advance(1_000)

  const answer = await world.install(store, { user: ben })

  expect(await openedBy(world, answer)).toBe('ben@linen.example')
  expect(await services.db.system.$count(teams)).toBe(1)
  expect(await services.db.system.$count(sites)).toBe(1)
  expect(await services.db.system.select({ role: teamMembers.role }).from(teamMembers)).toEqual(
    expect.arrayContaining([{ role: 'owner' }, { role: 'editor' }]),
  )
})

test('a person whom the store’s owner let in is added, and has the same account from then on', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  const ben = { id: 77, email: 'ben@linen.example' }
  await world.install(store)

  expect(await openedBy(world, await world.load(store, { user: ben }))).toBe(ben.email)
  expect(await openedBy(world, await world.load(store, { user: ben }))).toBe(ben.email)
  expect(await openedBy(world, await world.load(store))).toBe(store.owner.email)
  expect(await services.db.system.$count(users)).toBe(2)
})

test('the store’s owner becomes the organization’s, when a colleague installed the app', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  await world.install(store, { user: { id: 77, email: 'ben@linen.example' } })

  await world.load(store)

  const [team] = await services.db.system
    .select({ email: users.email })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.ownerId))
  expect(team).toEqual({ email: store.owner.email })
})

test('an account with the same address is another one', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  const known = await world.user({ email: store.owner.email })

  await world.install(store)

  const [staff] = await services.db.system.select({ userId: tenantStaff.userId }).from(tenantStaff)
  expect(staff?.userId).not.toBe(known.id)
})

test('a person whom the organization removed isn’t added again', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  const ben = { id: 77, email: 'ben@linen.example' }
  await world.install(store)
  await world.load(store, { user: ben })
  const [account] = await services.db.system.select().from(users).where(eq(users.email, ben.email))
  await services.db.system.delete(teamMembers).where(eq(teamMembers.userId, account?.id ?? 0))

  expect(faultOf(await world.load(store, { user: ben }))).toBe('member')
})

test('who erases their account comes back with the least rights, and not at all once removed', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, clock } = world
  const { system } = services.db
  const ben = { id: 77, email: 'ben@linen.example' }
  await world.install(store)
  await world.load(store, { user: ben })
  const [before] = await system.select().from(users).where(eq(users.email, ben.email))
  await eraseUser(services, before?.id ?? 0)
  expect(await system.$count(users, eq(users.email, ben.email))).toBe(0)
  clock.advance(2_000)

  expect(faultOf(await world.load(store, { user: ben }))).toBeNull()
  const isBen = eq(tenantStaff.staffId, String(ben.id))
  const [back] = await system.select().from(tenantStaff).where(isBen)
  const ofBack = eq(teamMembers.userId, back?.userId ?? 0)
  expect(await system.select().from(teamMembers).where(ofBack)).toMatchObject([
    { role: 'analyst', seesAllSites: false },
  ])
  await system.delete(teamMembers).where(ofBack)
  await eraseUser(services, back?.userId ?? 0)
  clock.advance(2_000)
  expect(faultOf(await world.load(store, { user: ben }))).toBe('member')
  expect(await system.$count(teamMembers)).toBe(1)
})

test('a full organization takes no colleague, and reads why', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  const ben = { id: 77, email: 'ben@linen.example' }
  await world.install(store)
  await services.db.system.update(teams).set({ memberLimit: 1 })

  for (const answer of [
    await world.load(store, { user: ben }),
    await world.install(store, { user: ben }),
  ]) {
    expect(faultOf(answer)).toBe('seats')
    expect((await world.follow(answer)).html).toContain('This organization is full')
  }
  expect(await services.db.system.$count(users)).toBe(1)
})

test('an account that got a password is opened by it alone', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  await world.install(store)
  await services.db.system.update(tenantStaff).set({ endedAt: services.now() })

  const answer = await world.load(store)

  expect(faultOf(answer)).toBe('ended')
  expect((await world.follow(answer)).html).toContain('Log in with your password')
})

test('an install at the top leads into the control panel, one on another site back to BigCommerce', async () => {
  const world = await createBigCommerceWorld()
  const { store, bigcommerce } = world
  const atTop = { headers: { 'Sec-Fetch-Dest': 'document' } }
  const open = (query: URLSearchParams) => world.ask(`/bc/auth?${query.toString()}`, atTop)

  const panel = await open(bigcommerce.install(store))
  expect(panel.location?.href).toBe(`${bigcommerce.url}/panel/linen/manage/app/31415`)
  const external = bigcommerce.install(store)
  external.set('external_install', '1')
  expect((await open(external)).location?.pathname).toMatch(/install\/succeeded$/)
  expect((await open(external)).location?.pathname).toMatch(/install\/failed$/)
})

test('emails lead into the control panel, which alone opens an account without a password', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce } = world
  await world.install(store)
  const [account] = await services.db.system.select({ id: users.id }).from(users)
  const addressOf = async () =>
    (await findScreenAddress(services, { userId: account?.id ?? 0 }))('/goals?page=2')

  expect(await addressOf()).toBe(`${bigcommerce.url}/panel/linen/manage/app/31415/goals?page=2`)
  await services.db.system.update(users).set({ passwordHash: 'a hash' })
  expect(await addressOf()).toBe('http://footfall.test/goals?page=2')
})

test('a store that belongs to another organization gives its people none of it', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  const { scope } = await world.team()
  await installTenant(services, { ...linen, accessToken: null })
  await joinTenant(services, scope, linen)

  expect(faultOf(await world.install(store))).toBe('member')
  expect(faultOf(await world.load(store))).toBe('member')

  const [row] = await services.db.system.select({ teamId: tenants.teamId }).from(tenants)
  expect(row?.teamId).toBe(scope.teamId)
  expect(await readTenantToken(services, linen)).toBeNull()
  expect(await services.db.system.$count(teamMembers)).toBe(1)
})

test('a refused person lets themselves in by no report of their removal', async () => {
  const world = await createBigCommerceWorld()
  const { store, services, bigcommerce, clock } = world
  const { scope } = await world.team()
  await installTenant(services, { ...linen, accessToken: null })
  await joinTenant(services, scope, linen)
  const ben = { id: 77, email: 'ben@linen.example' }
  const report = bigcommerce.sign(store, { user: ben })
  expect((await world.ask(`/bc/remove-user?signed_payload_jwt=${report}`)).status).toBe(200)
  clock.advance(2_000)

  expect(faultOf(await world.load(store, { user: ben }))).toBe('member')
  expect(faultOf(await world.install(store, { user: ben }))).toBe('member')

  expect(await readTenantToken(services, linen)).toBeNull()
  expect(await services.db.system.$count(teamMembers)).toBe(1)
})

test('an address below .invalid, by which accounts without one are found, isn’t taken', async () => {
  const world = await createBigCommerceWorld()
  const { store, services } = world
  await world.setUp(store)

  await world.load(store, { user: { id: 78, email: 'person@instance.wix.invalid' } })

  const emails = await services.db.system.select({ email: users.email }).from(users)
  expect(emails).toContainEqual({ email: '78@linen.invalid' })
})
