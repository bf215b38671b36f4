/**
 * A shop whose staff member has an address that isn't theirs: once the address's owner sets a password,
 * none of the shop's people gets into the organization, by whichever admin they come.
 */
import { expect, inject, test } from 'vitest'
import { shopJoins, teamMembers, users } from '#app/db/schema/index.ts'
import {
  createResetLink,
  resetPassword,
} from '#app/domain/accounts/mail-links/password-reset.server.ts'
import { changePassword } from '#app/domain/accounts/profile/profile.server.ts'
import { verifyEmailByStaff } from '#app/domain/accounts/staff/user-acts.server.ts'
import { createJoinToken } from '#app/domain/shops/join-links.server.ts'
import { uninstallShop } from '#app/domain/shops/uninstall-shop.server.ts'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import type { DoubleStaff } from '#workshop/doubles/shopify-server.ts'
import { pausing, settledOrWaiting } from '../../support/api/locks.ts'
import {
  createShopifyWorld,
  linen,
  type ShopifyWorld,
} from '../../support/shopify/shopify-world.ts'

const visit = (world: ShopifyWorld, staff: DoubleStaff) =>
  visitShop(world.services, { token: world.tokenOf(staff), shop: linen })

async function accountOf(world: ShopifyWorld, staff: DoubleStaff) {
  const visited = await visit(world, staff)
  if (!('account' in visited)) throw new Error(visited.refused)
  return visited.account
}

/** A shop with the address of someone else, which Shopify didn't confirm. */
async function createStrangersShop() {
  const world = await createShopifyWorld()
  world.services.jobs = { ...world.services.jobs, send: () => Promise.resolve() }
  Object.assign(world.owner, { email: 'victim@elsewhere.example', email_verified: false })
  const account = await accountOf(world, world.owner)
  return { world, account }
}

/** The account logs in outside of the shop as well. */
const setFirstPassword = (
  { services }: ShopifyWorld,
  account: Awaited<ReturnType<typeof accountOf>>,
) =>
  changePassword(
    services,
    { account, address: '192.0.2.10', sessionToken: '' },
    { intent: 'password', currentPassword: '', newPassword: 'what the stranger wants' },
  )

async function takeOver({ services }: ShopifyWorld, userId: number) {
  const link = (await createResetLink(services, userId))?.link ?? ''
  await resetPassword(services, link.split('/').at(-1) ?? '', 'the owner’s own battery')
}

const listMembers = ({ services: { db } }: ShopifyWorld) =>
  db.system.select({ userId: teamMembers.userId, role: teamMembers.role }).from(teamMembers)

test('after the owner’s new password no one of the shop’s staff comes in again', async () => {
  const { world, account } = await createStrangersShop()
  const colleague = world.shopify.addStaff(world.shop, { id: '7' })
  await accountOf(world, colleague)
  await setFirstPassword(world, account)

  await takeOver(world, account.id)

  const third = world.shopify.addStaff(world.shop, { id: '8' })
  const refusals = ['ended', 'removed', 'ended']
  const refused = async () => {
    const visits = [world.owner, colleague, third].map((staff) => visit(world, staff))
    return (await Promise.all(visits)).map((one) => ('refused' in one ? one.refused : one))
  }
  const { seen } = world.shopify
  const before = seen.length
  expect(await refused()).toEqual(refusals)
  // And no visit asks Shopify for anything.
  expect(seen.slice(before)).toEqual([])
  // Nor by installing the app again.
  await uninstallShop(world.services, { domain: linen, at: world.services.now() })
  expect(await refused()).toEqual(refusals)
  expect(await listMembers(world)).toEqual([{ userId: account.id, role: 'owner' }])
})

test('a shop goes on as before as long as no one else proves the address', async () => {
  const { world, account } = await createStrangersShop()
  await setFirstPassword(world, account)
  const colleague = world.shopify.addStaff(world.shop, { id: '7' })

  const { id } = await accountOf(world, colleague)

  expect(await accountOf(world, world.owner)).toMatchObject({ id: account.id })
  expect(await listMembers(world)).toEqual([
    { userId: account.id, role: 'owner' },
    { userId: id, role: 'editor' },
  ])
})

test('a link that joins the shop isn’t made for who asked before staff vouched', async () => {
  const { world, account } = await createStrangersShop()
  const staff = await world.confirmedStaff()
  await verifyEmailByStaff(world.services, {
    userId: account.id,
    actor: { staffId: staff.id, address: '192.0.2.9' },
    reason: 'Ticket 12',
    lastActId: null,
  })

  await expect(createJoinToken(world.services, account)).rejects.toMatchObject({ code: 'conflict' })
  expect(await world.services.db.system.$count(shopJoins)).toBe(0)
})

test('a shop joins no account whose address isn’t proven', async () => {
  const world = await createShopifyWorld()
  const visited = await accountOf(world, world.owner)
  const person = await world.user()
  await world.services.db.system.update(users).set({ emailVerifiedAt: null })
  const token = await createJoinToken(world.services, { id: visited.id, isVerified: false })
  const { fetch } = await world.serve()

  const refused = await fetch(`/shopify/join/${token}`, {
    method: 'POST',
    headers: { Cookie: person.cookie },
    body: new URLSearchParams(),
  })

  expect(refused.status).toBe(403)
  expect(await listMembers(world)).toEqual([{ userId: visited.id, role: 'owner' }])
})

// PGlite runs one transaction at a time, so nothing waits for a lock there.
const both = test.skipIf(inject('engine') === 'pglite')

both.each(['the visit', 'the new password'])(
  'of a first visit and a new password at the same moment, %s comes first: no one stays',
  async (first) => {
    const { world, account } = await createStrangersShop()
    const { services } = world
    const colleague = world.shopify.addStaff(world.shop, { id: '7' })
    const token = world.tokenOf(colleague)
    await setFirstPassword(world, account)
    const link = (await createResetLink(services, account.id))?.link ?? ''
    const paused = pausing(services)
    const steps = {
      'the visit': (given: typeof services) => visitShop(given, { token, shop: linen }),
      'the new password': (given: typeof services) =>
        resetPassword(given, link.split('/').at(-1) ?? '', 'the owner’s own battery'),
    }
    const [one, other] =
      first === 'the visit'
        ? [steps['the visit'], steps['the new password']]
        : [steps['the new password'], steps['the visit']]

    const running = one(paused.services)
    await paused.reached
    const waiting = other(services)
    await settledOrWaiting(services, waiting)
    paused.go()
    await Promise.allSettled([running, waiting])

    expect(await listMembers(world)).toEqual([{ userId: account.id, role: 'owner' }])
  },
)
