/**
 * People whose login through a shop’s admin ended come back by the password of an account that is a member of
 * the shop’s organization, and by nothing else.
 */
import { isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { shopStaff, teamMembers, users } from '#app/db/schema/index.ts'
import {
  createResetLink,
  resetPassword,
} from '#app/domain/accounts/mail-links/password-reset.server.ts'
import { changePassword } from '#app/domain/accounts/profile/profile.server.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { joinShop } from '#app/domain/lifecycle/join-shop.server.ts'
import { provenTeam } from '#app/domain/prove-scope.ts'
import { createReturnToken } from '#app/domain/shops/return-links.server.ts'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import { removeMember } from '#app/domain/teams/members.server.ts'
import type { DoubleStaff } from '#workshop/doubles/shopify-server.ts'
import {
  createShopifyWorld,
  linen,
  type ShopifyWorld,
} from '../../support/shopify/shopify-world.ts'

const password = 'the owner’s own battery'

const visit = (world: ShopifyWorld, staff: DoubleStaff) =>
  visitShop(world.services, { token: world.tokenOf(staff), shop: linen })

async function accountOf(world: ShopifyWorld, staff: DoubleStaff) {
  const visited = await visit(world, staff)
  if (!('account' in visited)) throw new Error(visited.refused)
  return visited.account
}

const askFor = (world: ShopifyWorld, staff: DoubleStaff, shop: string | null = linen) =>
  createReturnToken(world.services, { token: world.tokenOf(staff), shop })

/** A shop whose owner has an account with a password, and lost the login through the admin by a first proof. */
async function createEnded() {
  const world = await createShopifyWorld()
  const { services } = world
  services.jobs = { ...services.jobs, send: () => Promise.resolve() }
  Object.assign(world.owner, { email_verified: false })
  const account = await accountOf(world, world.owner)
  await changePassword(
    services,
    { account, address: '192.0.2.10', sessionToken: '' },
    { intent: 'password', currentPassword: '', newPassword: 'the first of them all' },
  )
  const link = (await createResetLink(services, account.id))?.link ?? ''
  await resetPassword(services, link.split('/').at(-1) ?? '', password)
  const person = { ...account, password, cookie: '' }
  const cookie = await world.logIn(person)
  return { world, account, owner: { cookie, password } }
}

type Person = { cookie: string; password: string }

async function accept({ services }: ShopifyWorld, person: Person, token: string) {
  const account = await findSessionAccount(services, person.cookie.replace('token=', ''))
  if (!account) throw new Error('The person is not logged in.')
  const asker = { account, address: '192.0.2.1' }
  return joinShop(services, asker, { token, joinPassword: person.password })
}

test('the owner of a shop comes back with the password of their account', async () => {
  const { world, account, owner } = await createEnded()
  expect(await visit(world, world.owner)).toEqual({ refused: 'ended' })
  const token = await askFor(world, world.owner)

  await expect(accept(world, { ...owner, password: 'a guess' }, token)).rejects.toMatchObject({
    code: 'invalid',
  })
  expect(await accept(world, owner, token)).toBe(linen)

  expect(await visit(world, world.owner)).toMatchObject({ account: { id: account.id } })
  const members = await world.services.db.system.select().from(teamMembers)
  expect(members).toMatchObject([{ userId: account.id, role: 'owner' }])
  // The link was used up, and someone who is in gets no other.
  await expect(accept(world, owner, token)).rejects.toMatchObject({ code: 'not_found' })
  await expect(askFor(world, world.owner)).rejects.toMatchObject({ code: 'conflict' })
})

test('an account that isn’t a member lets no one in, and doesn’t use the link up', async () => {
  const { world, owner } = await createEnded()
  const stranger = await world.user()
  const token = await askFor(world, world.owner)

  await expect(accept(world, stranger, token)).rejects.toMatchObject({ code: 'forbidden' })

  expect(await visit(world, world.owner)).toEqual({ refused: 'ended' })
  expect(await world.services.db.system.$count(shopStaff, isNull(shopStaff.endedAt))).toBe(0)
  expect(await accept(world, owner, token)).toBe(linen)
})

test('someone who was removed gets a link as the shop’s owner alone, and needs a member’s account', async () => {
  const world = await createShopifyWorld()
  world.services.jobs = { ...world.services.jobs, send: () => Promise.resolve() }
  const first = world.shopify.addStaff(world.shop, { id: '7' })
  const actor = await accountOf(world, first)
  const removed = world.shopify.addStaff(world.shop, { id: '8' })
  const team = provenTeam(actor.currentTeamId ?? 0)
  const { id } = await accountOf(world, removed)
  await removeMember(world.services, { actor, team }, id)
  const other = await world.user()

  await expect(askFor(world, removed)).rejects.toMatchObject({ code: 'forbidden' })
  Object.assign(removed, { account_owner: true })
  const token = await askFor(world, removed)
  await expect(accept(world, other, token)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await visit(world, removed)).toEqual({ refused: 'removed' })

  // The organization invited them: they have their role, and no other.
  const { teamId } = team
  const createdAt = world.clock.now()
  await world.services.db.system
    .insert(teamMembers)
    .values({ teamId, userId: other.id, role: 'analyst', createdAt })
  await accept(world, other, token)
  expect(await visit(world, removed)).toMatchObject({ account: { id: other.id } })
  const members = await world.services.db.system.select().from(teamMembers)
  expect(members).toContainEqual(expect.objectContaining({ userId: other.id, role: 'analyst' }))
  expect(await world.services.db.system.select().from(users)).not.toContainEqual(
    expect.objectContaining({ id }),
  )
})

test('a link takes a token that Shopify signed for this shop', async () => {
  const { world } = await createEnded()

  await expect(askFor(world, world.owner, 'other.myshopify.com')).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  const made = createReturnToken(world.services, { token: 'a.b.c', shop: linen })
  await expect(made).rejects.toMatchObject({ code: 'unauthenticated' })
})
