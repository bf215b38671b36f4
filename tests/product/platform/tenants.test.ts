/** Sites and stores in which the app is installed, before and after they have an organization. */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { frameSessions, tenants } from '#app/db/schema/index.ts'
import {
  findTenant,
  installTenant,
  readTenantToken,
  removeTenant,
} from '#app/domain/shops/tenants/tenants.server.ts'
import { readTenantId } from '#app/domain/shops/tenants/tenant-name.ts'
import { addStore, openStore, tenantOf } from '../../support/framed/framed-world.ts'
import { joinTenant } from '../../support/framed/join-tenant.ts'
import { createWorld } from '../../support/world.ts'

const named = (name: string) => tenantOf('bigcommerce', name)
const linen = named('linen')

test('a store is there before its organization, which it keeps when the app is installed again', async () => {
  const { services, team } = await createWorld()
  const { scope } = await team()

  await installTenant(services, { ...linen, accessToken: 'first' })
  expect(await findTenant(services, linen)).toMatchObject({ teamId: null, state: 'installed' })
  await joinTenant(services, scope, linen)
  await removeTenant(services, { ...linen, uninstalledAt: services.now() })
  expect(await findTenant(services, linen)).toMatchObject({ state: 'removed' })
  expect(await readTenantToken(services, linen)).toBeNull()
  await installTenant(services, { ...linen, accessToken: 'second' })

  expect(await findTenant(services, linen)).toMatchObject({
    teamId: scope.teamId,
    state: 'installed',
  })
  expect(await readTenantToken(services, linen)).toBe('second')
})

test('an uninstall that arrives after a newer install ends nothing', async () => {
  const world = await createWorld()
  const { services, clock } = world
  const store = await addStore(world, linen)
  const uninstalledAt = services.now()
  clock.advance(1_000)
  await installTenant(services, { ...linen, accessToken: 'newer' })
  await openStore(world, store, store.site.owner)

  await removeTenant(services, { ...linen, uninstalledAt })

  expect(await findTenant(services, linen)).toMatchObject({ state: 'installed' })
  expect(await readTenantToken(services, linen)).toBe('newer')
  expect(await services.db.system.$count(frameSessions)).toBe(1)
  await removeTenant(services, { ...linen, uninstalledAt: services.now() })
  expect(await findTenant(services, linen)).toMatchObject({ state: 'removed' })
  expect(await services.db.system.$count(frameSessions)).toBe(0)
})

test('a token is stored encrypted, and opens for its own store alone', async () => {
  const { services } = await createWorld()
  const { db } = services
  const wool = named('wool')
  await installTenant(services, { ...linen, accessToken: 'secret of linen' })
  await installTenant(services, { ...wool, accessToken: 'secret of wool' })

  const [row] = await db.system.select().from(tenants).where(eq(tenants.tenantId, 'linen'))
  expect(row?.accessToken?.includes('secret')).toBe(false)
  await db.system
    .update(tenants)
    .set({ accessToken: row?.accessToken ?? null })
    .where(eq(tenants.tenantId, 'wool'))

  expect(await readTenantToken(services, linen)).toBe('secret of linen')
  await expect(readTenantToken(services, wool)).rejects.toThrow()
})

test('an organization sees its stores and their sessions, and no others', async () => {
  const world = await createWorld()
  const { db } = world.services
  const ours = await addStore(world, linen)
  const theirs = await addStore(world, { ...linen, tenantId: 'wool' })
  await installTenant(world.services, { ...named('without'), accessToken: null })
  await openStore(world, ours, ours.site.owner)
  await openStore(world, theirs, theirs.site.owner)

  const seen = await db.asTeam(ours.site.scope, async (tx) => ({
    tenants: await tx.select({ id: tenants.tenantId }).from(tenants),
    sessions: await tx.select({ userId: frameSessions.userId }).from(frameSessions),
  }))
  expect(seen).toEqual({
    tenants: [{ id: 'linen' }],
    sessions: [{ userId: ours.site.owner.id }],
  })
  // Nor can it take one, whatever a query forgets.
  const taken = await db.asTeam(ours.site.scope, (tx) =>
    tx
      .update(tenants)
      .set({ teamId: ours.site.scope.teamId })
      .where(sql`true`)
      .returning({ id: tenants.tenantId }),
  )
  expect(taken).toEqual([{ id: 'linen' }])
})

test.each([
  ['6f1c5c2e-3f7e-4a46-9c1e-0d5f4b2f9a10', true],
  ['abc123xyz', true],
  ['', false],
  ['Linen', false],
  ['-linen', false],
  ['linen.evil.example', false],
  ['linen;script-src', false],
  ['linen https://evil.example', false],
  ['a'.repeat(64), false],
])('the name %s of a store is read: %s', (name, isRead) => {
  expect(readTenantId(name) === name).toBe(isRead)
})
