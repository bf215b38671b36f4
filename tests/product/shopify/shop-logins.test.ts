/**
 * A shop that is connected to an account logs a person in as that account: such logins are listed, can be
 * ended, and end with the password. On both engines, because a new password ends them in its transaction.
 */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { shopJoins, teamMembers } from '#app/db/schema/index.ts'
import { endSessionsByStaff } from '#app/domain/accounts/staff/user-acts.server.ts'
import {
  createResetLink,
  resetPassword,
} from '#app/domain/accounts/mail-links/password-reset.server.ts'
import { joinShop } from '#app/domain/lifecycle/join-shop.server.ts'
import { createJoinToken } from '#app/domain/shops/join-links.server.ts'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { action as changeDevices, loader as devicesPage } from '#app/routes/account/devices.tsx'
import { action as general } from '#app/routes/account/general.tsx'
import type { DoubleStaff } from '#workshop/doubles/shopify-server.ts'
import { createShopifyWorld, linen } from '../../support/shopify/shopify-world.ts'

const newPassword = 'a horse of another color'

/** Someone with an account, which a shop’s staff member has connected to the shop. */
async function createConnected() {
  const world = await createShopifyWorld()
  const { services } = world
  const emails: object[] = []
  services.jobs = {
    ...services.jobs,
    hasQueue: () => Promise.resolve(true),
    send: (_job, payload) => Promise.resolve(void emails.push(payload)),
  }
  const person = await world.user()
  const visit = (staff: DoubleStaff = world.owner) =>
    visitShop(services, { token: world.tokenOf(staff), shop: linen })
  const sessionToken = person.cookie.slice('token='.length)
  const connect = async () => {
    const visited = await visit()
    if (!('account' in visited)) throw new Error(visited.refused)
    const token = await createJoinToken(services, visited.account)
    const account = await findSessionAccount(services, sessionToken)
    if (!account) throw new Error('The person is not logged in.')
    const asker = { account, address: '192.0.2.1' }
    await joinShop(services, asker, { token, joinPassword: person.password })
  }
  await connect()
  expect(await visit()).toMatchObject({ account: { id: person.id } })
  const listed = async (as = person) =>
    (await devicesPage(world.visit('/account/devices', { as }))).shops
  const end = (form: Record<string, string>, as = person) =>
    changeDevices(world.visit('/account/devices', { as, form }))
  return { world, person, visit, listed, end, emails }
}

/** The shop's admin still lets its people in, but no longer as the account. */
const isOut = (visited: object, person: { id: number }) =>
  !('account' in visited) || (visited.account as { id: number }).id !== person.id

test('the list of sessions names the shops that log in as the account', async () => {
  const { world, person, listed, end, visit } = await createConnected()
  const bob = await world.user()
  expect(await listed()).toEqual([{ domain: linen, name: 'Linen & Co', since: world.clock.now() }])
  expect(await listed(bob)).toEqual([])

  // Another person, and another shop, end nothing.
  await end({ intent: 'end-shop', shop: linen }, bob)
  await end({ intent: 'end-shop', shop: 'other.myshopify.com' })
  expect(isOut(await visit(), person)).toBe(false)

  await end({ intent: 'end-shop', shop: linen })

  expect(isOut(await visit(), person)).toBe(true)
  expect(await listed()).toEqual([])
})

test('someone whose login ended isn’t added again beside a colleague, nor once they were removed', async () => {
  const { world, person, end, visit } = await createConnected()
  const colleague = world.shopify.addStaff(world.shop, { ...world.owner, id: '548380021' })
  expect(await visit(colleague)).toHaveProperty('account')
  const countMembers = () => world.services.db.system.$count(teamMembers)
  const before = await countMembers()

  await end({ intent: 'end-shop', shop: linen })
  expect(await visit()).toEqual({ refused: 'ended' })

  await world.services.db.system.delete(teamMembers).where(eq(teamMembers.userId, person.id))
  expect(await visit()).toEqual({ refused: 'removed' })
  expect(await countMembers()).toBeLessThan(before)
  expect(await visit(colleague)).toHaveProperty('account')
})

test('logging out all other sessions logs the shops out as well', async () => {
  const { person, end, visit } = await createConnected()

  await end({ intent: 'end-others' })

  expect(isOut(await visit(), person)).toBe(true)
})

test('in the shop’s admin, its own login stays', async () => {
  const { world, person, visit } = await createConnected()
  const headers = world.bearerOf(world.owner)

  await changeDevices(world.visit('/account/devices', { headers, form: { intent: 'end-others' } }))
  expect(isOut(await visit(), person)).toBe(false)
  const form = { intent: 'password', currentPassword: person.password, newPassword }
  await general(world.visit('/account/general', { headers, form }))

  expect(isOut(await visit(), person)).toBe(false)
})

test('a new password ends them, by whatever way it’s set, and the email says so', async () => {
  for (const way of ['changed', 'reset', 'staff'] as const) {
    const { world, person, visit, emails } = await createConnected()
    const { services } = world
    if (way === 'changed') {
      const form = { intent: 'password', currentPassword: person.password, newPassword }
      await general(world.visit('/account/general', { as: person, form }))
    } else if (way === 'reset') {
      const link = (await createResetLink(services, person.id))?.link ?? ''
      expect(await resetPassword(services, link.split('/').at(-1) ?? '', newPassword)).toBe(true)
    } else {
      const staff = await world.confirmedStaff()
      await endSessionsByStaff(services, {
        userId: person.id,
        actor: { staffId: staff.id, address: '192.0.2.9' },
        reason: 'Ticket 12',
        lastActId: null,
      })
    }

    expect(isOut(await visit(), person)).toBe(true)
    if (way !== 'staff') {
      expect(emails).toContainEqual(expect.objectContaining({ userId: person.id, shopLogins: 1 }))
    }
  }
})

test('people without a password have no other login, so none is listed or ended', async () => {
  const world = await createShopifyWorld()
  world.services.jobs = { ...world.services.jobs, send: () => Promise.resolve() }
  const visit = () => visitShop(world.services, { token: world.tokenOf(world.owner), shop: linen })
  const before = await visit()
  const headers = world.bearerOf(world.owner)
  const ask = (form: Record<string, string>) =>
    changeDevices(world.visit('/account/devices', { headers, form }))

  expect((await devicesPage(world.visit('/account/devices', { headers }))).shops).toEqual([])
  await ask({ intent: 'end-shop', shop: linen })
  await ask({ intent: 'end-others' })
  // Nor by the first password, which the shop's admin has set.
  await general(
    world.visit('/account/general', { headers, form: { intent: 'password', newPassword } }),
  )

  expect(await visit()).toMatchObject({
    account: { id: 'account' in before ? before.account.id : 0 },
  })
  expect(await world.services.db.system.$count(shopJoins)).toBe(0)
})
