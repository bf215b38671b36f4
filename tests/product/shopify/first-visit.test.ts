/** The first visit of a shop's staff makes what is missing, and a later install finds it again. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { shops, shopStaff, sites, teamMembers, teams, users } from '#app/db/schema/index.ts'
import { setPaused } from '#app/domain/sites/settings.server.ts'
import { provenSite, provenTeam } from '#app/domain/prove-scope.ts'
import { removeMember } from '#app/domain/teams/members.server.ts'
import { uninstallShop } from '#app/domain/shops/uninstall-shop.server.ts'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import { dayMillis, minuteMillis } from '#app/lib/time.ts'
import type { DoubleShop, DoubleStaff } from '#workshop/doubles/shopify-server.ts'
import {
  createShopifyWorld,
  linen,
  type ShopifyWorld,
} from '../../support/shopify/shopify-world.ts'

const visit = (world: ShopifyWorld, staff: DoubleStaff, shop: DoubleShop = world.shop) =>
  visitShop(world.services, { token: world.tokenOf(staff, shop), shop: null })

async function accountOf(world: ShopifyWorld, staff: DoubleStaff) {
  const visited = await visit(world, staff)
  if (!('account' in visited)) throw new Error(visited.refused)
  return visited.account
}

const membersOf = ({ services: { db } }: ShopifyWorld) =>
  db.system
    .select({ userId: teamMembers.userId, role: teamMembers.role })
    .from(teamMembers)
    .orderBy(teamMembers.userId)

test('a first visit makes the person, the organization and the site of a shop', async () => {
  const world = await createShopifyWorld()
  const { db, now } = world.services

  const account = await accountOf(world, world.owner)

  expect(account).toMatchObject({
    name: 'Olive Owner',
    email: 'olive@linen.example',
    isVerified: true,
    isStaff: false,
    secondFactorAt: null,
  })
  const [team] = await db.system.select().from(teams)
  expect(team).toMatchObject({
    id: account.currentTeamId,
    name: 'Linen & Co',
    ownerId: account.id,
    plan: 'free-shopify',
    meteredBy: 'impressions',
    planLimit: 300,
  })
  const [site] = await db.system.select().from(sites)
  expect(site?.options).toEqual({})
  expect(await db.system.select().from(sites)).toMatchObject([
    {
      id: account.currentSiteId,
      teamId: team?.id,
      name: 'Linen & Co',
      url: 'https://linen.example',
      timeZone: 'Europe/Amsterdam',
    },
  ])
  expect(await db.system.select().from(shops)).toMatchObject([
    {
      domain: linen,
      // Beyond what a number holds.
      shopifyId: '9007199254740993',
      currency: 'EUR',
      teamId: team?.id,
      siteId: account.currentSiteId,
      scopes: ['read_products', 'read_orders'],
      installedAt: now(),
      uninstalledAt: null,
    },
  ])
  expect(await membersOf(world)).toEqual([{ userId: account.id, role: 'owner' }])
  // No screen of ours asked for it.
  expect(await db.system.select().from(users)).toMatchObject([
    { termsAcceptedAt: null, termsVersion: null },
  ])
})

test('tokens are stored encrypted', async () => {
  const world = await createShopifyWorld()
  await visit(world, world.owner)

  const [shop] = await world.services.db.system.select().from(shops)

  for (const token of [shop?.accessToken, shop?.refreshToken]) {
    expect(Buffer.from(token ?? '').toString('latin1')).not.toMatch(/shp[a-z]{2}_/)
    expect(token?.length).toBeGreaterThan(60)
  }
})

test('a second visit asks nothing of Shopify', async () => {
  const world = await createShopifyWorld()
  const first = await accountOf(world, world.owner)
  const calls = world.shopify.seen.length

  const second = await accountOf(world, world.owner)

  expect(second.id).toBe(first.id)
  expect(world.shopify.seen).toHaveLength(calls)
})

test('first visits at the same moment make one of each', async () => {
  const world = await createShopifyWorld()
  const colleague = world.shopify.addStaff(world.shop, { id: '7' })
  const same = world.tokenOf(world.owner)

  await Promise.all([
    visitShop(world.services, { token: same, shop: null }),
    visitShop(world.services, { token: same, shop: null }),
    visit(world, world.owner),
    visit(world, colleague),
  ])

  const { system } = world.services.db
  expect(await system.$count(teams)).toBe(1)
  expect(await system.$count(sites)).toBe(1)
  expect(await system.$count(shops)).toBe(1)
  expect(await system.$count(users)).toBe(2)
  const [other, owner] = (await membersOf(world)).map(({ role }) => role).sort()
  expect(owner).toBe('owner')
  // A colleague who was first owned the organization until the shop's owner came.
  expect(['admin', 'editor']).toContain(other)
})

test('the shop’s owner becomes the owner when a colleague was first', async () => {
  const world = await createShopifyWorld()
  const colleague = await accountOf(world, world.shopify.addStaff(world.shop, { id: '7' }))
  expect(await membersOf(world)).toEqual([{ userId: colleague.id, role: 'owner' }])

  const owner = await accountOf(world, world.owner)

  expect(await membersOf(world)).toEqual([
    { userId: colleague.id, role: 'admin' },
    { userId: owner.id, role: 'owner' },
  ])
  const [team] = await world.services.db.system.select().from(teams)
  expect(team?.ownerId).toBe(owner.id)
})

test('an equal email address joins no account', async () => {
  const world = await createShopifyWorld()
  const known = await world.user({ email: 'olive@linen.example' })

  const account = await accountOf(world, world.owner)

  expect(account.id).not.toBe(known.id)
  expect(account.email).toBe(known.email)
  const { fetch } = await world.serve()
  const logIn = (password: string) =>
    fetch('/auth/login', {
      method: 'POST',
      body: new URLSearchParams({ email: known.email, password }),
    })
  // The address still logs in to the account that has a password, and to no other.
  expect((await logIn(known.password)).status).toBe(302)
  expect((await logIn('')).status).toBe(422)
})

test('a person who was removed from the organization stays out', async () => {
  const world = await createShopifyWorld()
  const owner = await accountOf(world, world.owner)
  const colleague = world.shopify.addStaff(world.shop, { id: '7' })
  const { id } = await accountOf(world, colleague)
  const team = provenTeam(owner.currentTeamId ?? 0)

  await removeMember(world.services, { actor: owner, team }, id)

  expect(await visit(world, colleague)).toEqual({ refused: 'removed' })
  expect(await membersOf(world)).toEqual([{ userId: owner.id, role: 'owner' }])
})

test('a visit that Shopify doesn’t confirm stores nothing', async () => {
  const world = await createShopifyWorld()
  world.shop.isInstalled = false

  expect(await visit(world, world.owner)).toEqual({ refused: 'invalid' })
  expect(await world.services.db.system.$count(users)).toBe(0)
})

test('an uninstall ends access, plan and nudges; a new install finds everything again', async () => {
  const world = await createShopifyWorld()
  const { clock, services } = world
  const account = await accountOf(world, world.owner)
  clock.advance(dayMillis)
  const at = services.now()

  expect(await uninstallShop(services, { domain: linen, at })).toBe(true)

  const [gone] = await services.db.system.select().from(shops)
  expect(gone).toMatchObject({
    accessToken: null,
    refreshToken: null,
    uninstalledAt: at,
    purgeAt: new Date(at.getTime() + 28 * dayMillis),
  })
  const pausedAt = async () => (await services.db.system.select().from(sites))[0]?.pausedAt
  expect(await pausedAt()).toEqual(at)
  // The same notice again, and one that was sent before.
  expect(await uninstallShop(services, { domain: linen, at })).toBe(false)

  clock.advance(minuteMillis)
  const back = await accountOf(world, world.owner)

  expect(back).toEqual(account)
  expect(await pausedAt()).toBeNull()
  const [again] = await services.db.system.select().from(shops)
  expect(again).toMatchObject({ uninstalledAt: null, purgeAt: null, installedAt: services.now() })
  expect(again?.accessToken).not.toBeNull()
  expect(await uninstallShop(services, { domain: linen, at })).toBe(false)
  expect(await services.db.system.$count(shopStaff)).toBe(1)
})

test('a site that its owner paused stays paused after a new install', async () => {
  const world = await createShopifyWorld()
  const { clock, services } = world
  const account = await accountOf(world, world.owner)
  const [row] = await services.db.system.select().from(sites)
  if (!row) throw new Error('no site')
  await setPaused(services, provenSite(provenTeam(account.currentTeamId ?? 0), row), true)
  const pausedAt = services.now()
  clock.advance(minuteMillis)

  await uninstallShop(services, { domain: linen, at: services.now() })
  clock.advance(minuteMillis)
  await accountOf(world, world.owner)

  const [site] = await services.db.system.select().from(sites).where(eq(sites.id, row.id))
  expect(site?.pausedAt).toEqual(pausedAt)
})

test('an unknown shop has nothing to uninstall', async () => {
  const { services } = await createShopifyWorld()

  expect(await uninstallShop(services, { domain: linen, at: services.now() })).toBe(false)
})
