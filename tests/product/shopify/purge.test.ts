/** A shop that uninstalled the app is deleted after a while, unless it comes back. */
import { expect, test } from 'vitest'
import { erasures, shops, shopStaff, sites, teams, users } from '#app/db/schema/index.ts'
import { purgeDueShops, purgeShop } from '#app/domain/lifecycle/purge-shops.server.ts'
import { transferSite } from '#app/domain/lifecycle/transfer-site.server.ts'
import { provenSite, provenTeam } from '#app/domain/prove-scope.ts'
import { purgeDays, uninstallShop } from '#app/domain/shops/uninstall-shop.server.ts'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import {
  createShopifyWorld,
  linen,
  type ShopifyWorld,
} from '../../support/shopify/shopify-world.ts'

async function visit(world: ShopifyWorld) {
  const visited = await visitShop(world.services, {
    token: world.tokenOf(world.owner),
    shop: linen,
  })
  if (!('account' in visited)) throw new Error(visited.refused)
  return visited.account
}

const counts = async ({ services: { db } }: ShopifyWorld) => {
  const rows: Record<string, number> = {}
  for (const [name, table] of Object.entries({ shops, shopStaff, teams, sites, users })) {
    rows[name] = await db.system.$count(table)
  }
  return rows
}

const uninstall = ({ services }: ShopifyWorld) =>
  uninstallShop(services, { domain: linen, at: services.now() })

test('nothing of an uninstalled shop is left after its time, and other accounts stay', async () => {
  const world = await createShopifyWorld()
  await visit(world)
  const other = await world.site()
  await uninstall(world)

  world.clock.advance(purgeDays * dayMillis - 1)
  await purgeDueShops(world.services)
  expect(await counts(world)).toMatchObject({ shops: 1, teams: 2, sites: 2, users: 2 })

  world.clock.advance(1)
  await purgeDueShops(world.services)

  expect(await counts(world)).toEqual({ shops: 0, shopStaff: 0, teams: 1, sites: 1, users: 1 })
  expect(await world.services.db.system.select().from(users)).toMatchObject([
    { email: other.owner.email },
  ])
  // Erased again after a restore.
  const erased = await world.services.db.system.select({ kind: erasures.kind }).from(erasures)
  expect(erased.map(({ kind }) => kind).sort()).toEqual(['team', 'user'])
})

test('a shop that comes back keeps everything', async () => {
  const world = await createShopifyWorld()
  const account = await visit(world)
  await uninstall(world)
  world.clock.advance(dayMillis)
  expect(await visit(world)).toEqual(account)

  world.clock.advance(purgeDays * dayMillis)
  await purgeDueShops(world.services)

  expect(await counts(world)).toMatchObject({ shops: 1, teams: 1, sites: 1, users: 1 })
})

test('a shop can be deleted at any time, and only once', async () => {
  const world = await createShopifyWorld()
  await visit(world)

  expect(await purgeShop(world.services, linen)).toBe(true)
  expect(await purgeShop(world.services, linen)).toBe(false)
  expect(await counts(world)).toEqual({ shops: 0, shopStaff: 0, teams: 0, sites: 0, users: 0 })
})

test('the site of a shop stays in its organization', async () => {
  const world = await createShopifyWorld()
  const account = await visit(world)
  const other = await world.team()
  const [row] = await world.services.db.system.select().from(sites)
  if (!row) throw new Error('no site')
  const site = provenSite(provenTeam(row.teamId), row)

  await expect(
    transferSite(world.services, {
      account,
      site,
      to: other.scope.teamId,
      typedName: row.name,
    }),
  ).rejects.toMatchObject({
    details: { errors: { team: ['The site of a Shopify shop can’t be transferred.'] } },
  })
})
