/** Where emails lead: people of a shop are logged in inside its admin alone. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { shopStaff, sites, teams } from '#app/db/schema/index.ts'
import { findScreenAddress } from '#app/domain/shops/screen-address.server.ts'
import { uninstallShop } from '#app/domain/shops/uninstall-shop.server.ts'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import { sendGiftEmail } from '#app/jobs/billing.server.ts'
import { sendStaffActEmail } from '#app/jobs/staff-act-emails.server.ts'
import { sendOwnershipEmail } from '#app/jobs/team-emails.server.ts'
import { createShopifyWorld, linen } from '../../support/shopify/shopify-world.ts'

const here = 'http://footfall.test'

/** A shop with its owner, who has no password, an invited member, and an organization elsewhere. */
async function createShop() {
  const world = await createShopifyWorld()
  const { services, owner, tokenOf } = world
  const visited = await visitShop(services, { token: tokenOf(owner), shop: linen })
  if (!('account' in visited)) throw new Error(visited.refused)
  const { id: userId, currentTeamId } = visited.account
  const [site] = await services.db.system.select().from(sites)
  if (currentTeamId === null || !site) throw new Error('The shop has a site.')
  const shop = { teamId: currentTeamId, siteUuid: site.uuid, userId }
  const member = await world.user()
  const elsewhere = await world.team()
  const addressFor = async (reader: Parameters<typeof findScreenAddress>[1]) =>
    (await findScreenAddress(services, reader))('/goals?page=2')
  return { world, shop, member, elsewhere, addressFor, admin: adminOf(world.shopify.url) }
}

const adminOf = (url: string) => `${url}/store/linen/apps/footfall`

test('screens of a person without a password are in their shop’s admin', async () => {
  const { shop, elsewhere, addressFor, admin } = await createShop()
  const { userId, teamId, siteUuid } = shop
  const screen = `${admin}/goals?page=2`

  expect(await addressFor({ userId })).toBe(screen)
  expect(await addressFor({ userId, teamId })).toBe(screen)
  expect(await addressFor({ userId, siteUuid })).toBe(screen)
  expect(await addressFor({ ownerOf: teamId })).toBe(screen)
  expect(await addressFor({ userId, teamId: elsewhere.scope.teamId })).toBe(screen)
})

test('screens of everyone else are on our address', async () => {
  const { world, shop, member, elsewhere, addressFor } = await createShop()
  const screen = `${here}/goals?page=2`
  const site = await world.site({ team: elsewhere })

  // Invited to the shop's organization, but not to its admin.
  expect(await addressFor({ userId: member.id, teamId: shop.teamId })).toBe(screen)
  expect(await addressFor({ userId: member.id })).toBe(screen)
  expect(await addressFor({ ownerOf: elsewhere.scope.teamId })).toBe(screen)
  expect(await addressFor({ userId: elsewhere.owner.id, siteUuid: site.uuid })).toBe(screen)
})

test('an account that the shop was joined to opens its organization in the admin alone', async () => {
  const { world, shop, elsewhere, addressFor, admin } = await createShop()
  const { system } = world.services.db
  const { owner } = elsewhere
  await system.update(shopStaff).set({ userId: owner.id })
  await system.update(teams).set({ ownerId: owner.id }).where(eq(teams.id, shop.teamId))

  expect(await addressFor({ ownerOf: shop.teamId })).toBe(`${admin}/goals?page=2`)
  expect(await addressFor({ userId: owner.id })).toBe(`${here}/goals?page=2`)
  expect(await addressFor({ ownerOf: elsewhere.scope.teamId })).toBe(`${here}/goals?page=2`)
  // Without the app, the account's login is what is left.
  await uninstallShop(world.services, { domain: linen, at: world.clock.now() })
  expect(await addressFor({ ownerOf: shop.teamId })).toBe(`${here}/goals?page=2`)
})

test('a person without a password adds the app again in the admin', async () => {
  const { world, shop, addressFor, admin } = await createShop()
  await uninstallShop(world.services, { domain: linen, at: world.clock.now() })

  expect(await addressFor({ userId: shop.userId })).toBe(`${admin}/goals?page=2`)
})

test('the emails of the shop’s owner have such a link, and no other', async () => {
  const { world, shop, admin } = await createShop()
  const { teamId, userId } = shop
  const links: string[] = []
  const mailer = {
    ...world.services.mail.mailer,
    send: (email: { text: string }) => {
      links.push(...(email.text.match(/https?:\S+/g) ?? []))
      return Promise.resolve()
    },
  }
  const services = { ...world.services, mail: { ...world.services.mail, mailer } }
  const gift = { kind: 'plan', planId: 'plus-shopify' }
  const about = { userId, event: 'team-suspended', team: 'Linen', site: null, notice: null }

  await sendGiftEmail.run(services, { teamId, at: 0, gift })
  await sendOwnershipEmail.run(services, { teamId, userId })
  await sendStaffActEmail.run(services, about)

  expect(links).toHaveLength(3)
  for (const link of links) expect(link.startsWith(`${admin}/`)).toBe(true)
})
