/** Forms that ask for a password, for people whom a shop's admin logs in and who have none. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { eq } from 'drizzle-orm'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shopStaff, teamMembers, users } from '#app/db/schema/index.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { findAddressTaken } from '#app/domain/accounts/login/address-probes.server.ts'
import { verifyCredentials } from '#app/domain/accounts/login/credentials.server.ts'
import { confirmPerson } from '#app/domain/accounts/profile/profile.server.ts'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import { retryHeader } from '#app/platforms/shopify/shopify.server.ts'
import { action as exportData } from '#app/routes/account/export.ts'
import { action as general } from '#app/routes/account/general.tsx'
import { action as privacy } from '#app/routes/account/privacy.tsx'
import { action as security } from '#app/routes/account/security.tsx'
import { action as newPasskey } from '#app/routes/account/two-factor/new-passkey.ts'
import { action as passkeys } from '#app/routes/account/two-factor/passkeys.ts'
import { action as setUpApp } from '#app/routes/account/two-factor/security-app.tsx'
import { action as ownership } from '#app/routes/settings/ownership.tsx'
import { sessionClaims, signToken, type DoubleStaff } from '#workshop/doubles/shopify-server.ts'
import {
  createShopifyWorld,
  linen,
  type ShopifyWorld,
} from '../../support/shopify/shopify-world.ts'

type Action = (args: ActionFunctionArgs) => Promise<unknown>
type Form = Record<string, string>
type Asking = { field: string; act: Action; form: Form; done: unknown }

const password = 'a horse of another color'
const address = '192.0.2.1'
/** Network address of all visits. */
const visitor = '192.0.2.10'
const outside = 'You don’t have a password yet. Open Footfall in your shop’s admin to do this.'
const missing = 'Enter your password.'

/** A shop with its owner and an editor, both of whom have only ever opened its admin. */
async function createStaff() {
  const world = await createShopifyWorld()
  // The emails have tests of their own.
  world.services.jobs = { ...world.services.jobs, send: () => Promise.resolve() }
  const editor = world.shopify.addStaff(world.shop, {
    id: '548380010',
    first_name: 'Ed',
    last_name: 'Editor',
    email: 'ed@linen.example',
    account_owner: false,
  })
  const owner = await accountOf(world, world.owner)
  const ed = await accountOf(world, editor)
  const params = { id: String(owner.currentTeamId) }
  const ask = (act: Action, form: Form, headers: Record<string, string>) =>
    act(world.visit('/account/general', { form, headers, params }))
  return { world, editor, owner, ed, params, ask }
}

async function accountOf(world: ShopifyWorld, staff: DoubleStaff): Promise<Account> {
  const visited = await visitShop(world.services, {
    token: world.tokenOf(staff),
    shop: linen,
  })
  if (!('account' in visited)) throw new Error(visited.refused)
  return visited.account
}

const saved = (sentence: string): unknown => expect.objectContaining({ data: { saved: sentence } })
const refused = (errors: Record<string, string[]>) => ({
  init: { status: 422 },
  data: { errors },
})

const doneByProof = (newOwner: number): Asking[] => [
  {
    field: 'emailPassword',
    act: general,
    form: { intent: 'email', email: 'new@linen.example' },
    done: saved('We’ve sent an email to new@linen.example'),
  },
  {
    field: 'exportPassword',
    act: exportData,
    form: {},
    done: expect.any(Response),
  },
  {
    field: 'transferPassword',
    act: ownership,
    form: { intent: 'transfer', member: String(newOwner) },
    done: expect.any(Response),
  },
]

/** Forms that a password protects, or that replace one. */
const doneByPassword: Omit<Asking, 'done'>[] = [
  { field: 'password', act: setUpApp, form: { intent: 'start' } },
  { field: 'password', act: passkeys, form: { intent: 'remove', id: '1' } },
  {
    field: 'passkeyPassword',
    act: newPasskey,
    form: { intent: 'ask', passkeyName: 'Key' },
  },
  { field: 'offPassword', act: security, form: { intent: 'turn-off' } },
  { field: 'kitPassword', act: security, form: { intent: 'renew-kit' } },
]

const changing: Form = { intent: 'password', newPassword: password }
const ending = { intent: 'delete', address: 'ed@linen.example' }
const deletingTeam = { intent: 'delete', name: 'Linen & Co' }

/** Sources of the screens below a folder. */
const screensOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => ({ path, source: readFileSync(`${folder}/${path}`, 'utf8') }))

test('no form is forgotten', () => {
  const fields = screensOf('app/routes').flatMap(({ source }) =>
    [...source.matchAll(/<ConfirmingPassword\s+name="(\w+)"/g)].map(([, name]) => name),
  )
  const others = screensOf('app')
    .filter(({ source }) => source.includes('autoComplete="current-password"'))
    .map(({ path }) => path)

  const tested = [...doneByProof(0), ...doneByPassword].map(({ field }) => field)
  expect(new Set(fields)).toEqual(
    new Set(['currentPassword', 'deletePassword', 'joinPassword', ...tested]),
  )
  expect(others.sort()).toEqual([
    'routes/auth/login.tsx',
    // Opens a confirmation link. People without a password open it in the admin.
    'routes/auth/verify.tsx',
    'ui/forms/confirming-password.tsx',
  ])
})

test('in the admin, the fresh session token confirms what a password would', async () => {
  const { world, ed, ask } = await createStaff()

  for (const { act, form, done } of doneByProof(ed.id)) {
    expect(await ask(act, form, world.bearerOf(world.owner))).toEqual(done)
  }

  const { system } = world.services.db
  const roles = await system.select().from(teamMembers).where(eq(teamMembers.userId, ed.id))
  expect(roles).toMatchObject([{ role: 'owner' }])
})

test('a screen has a password field once there is a password', async () => {
  const { world, ask } = await createStaff()
  const { fetch } = await world.serve()
  const open = async (path: string) => {
    const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
    return (await fetch(world.documentOf(path, world.owner), { headers })).text()
  }

  const before = await open('/account/general')
  expect(before).toContain('Set password')
  expect(before).not.toContain('current-password')
  expect(await open('/account/security')).toContain('set a password first')

  await ask(general, changing, world.bearerOf(world.owner))

  const after = await open('/account/general')
  expect(after).toContain('name="emailPassword"')
  expect(after).toContain('Change password')
})

test('the owner deletes the organization', async () => {
  const { world, owner, ask } = await createStaff()

  const answer = await ask(ownership, deletingTeam, world.bearerOf(world.owner))

  expect(answer).toBeInstanceOf(Response)
  expect(await world.services.db.system.$count(teamMembers)).toBe(0)
  expect(owner.hasPassword).toBe(false)
})

test('a person deletes their account, and stays deleted', async () => {
  const { world, editor, ed, ask } = await createStaff()
  const { system } = world.services.db

  const answer = await ask(privacy, ending, world.bearerOf(editor))

  const location = (answer as Response).headers.get('Location') ?? ''
  expect(location).toBe('/shopify/auth/error?reason=deleted')
  const { fetch } = await world.serve()
  const page = await fetch(world.documentOf('/shopify/auth/error', editor) + '&reason=deleted')
  expect(await page.text()).toContain('Account deleted')
  expect(await system.$count(users, eq(users.id, ed.id))).toBe(0)
  expect(await system.$count(shopStaff, eq(shopStaff.staffId, editor.id))).toBe(0)
})

test('two-factor and passkeys take a password', async () => {
  const { world, ask } = await createStaff()

  const sentence = 'Set a password first, under Account › General.'
  for (const { act, form } of doneByPassword) {
    const answer = await ask(act, form, world.bearerOf(world.owner))
    expect(answer).toMatchObject(refused({ '': [sentence] }))
  }
})

test('outside the admin, people without a password learn where to go', async () => {
  const { world, ed } = await createStaff()
  const person = await world.user({ email: 'ann@linen.example' })
  const team = await world.team({ owner: person, name: 'Linen & Co' })
  const { system } = world.services.db
  await system.update(users).set({ passwordHash: null }).where(eq(users.id, person.id))
  const params = { id: String(team.scope.teamId) }
  const sent: [Action, Form][] = [
    ...doneByProof(ed.id).map(({ act, form }): [Action, Form] => [act, form]),
    ...doneByPassword.map(({ act, form }): [Action, Form] => [act, form]),
    [general, changing],
    [privacy, { intent: 'delete', address: 'ann@linen.example' }],
    [ownership, deletingTeam],
  ]

  for (const [act, form] of sent) {
    // An invented password doesn't help either.
    for (const given of [{}, { deletePassword: 'x', exportPassword: 'x', emailPassword: 'x' }]) {
      const answer = await act(
        world.visit('/', { as: person, form: { ...form, ...given }, params }),
      )
      expect(answer).toMatchObject(refused({ '': [outside] }))
    }
  }
})

test('a password that was set in the admin logs in, and is asked for from then on', async () => {
  const { world, owner, editor, ask } = await createStaff()
  const bearer = world.bearerOf(world.owner)

  expect(await ask(general, changing, bearer)).toEqual(saved('Password set'))

  const given = { email: owner.email, password }
  const proof = await verifyCredentials(world.services, given, address)
  expect(proof.userId).toBe(owner.id)
  const again = { ...changing, newPassword: 'yet another long password' }
  expect(await ask(general, again, bearer)).toMatchObject(refused({ currentPassword: [missing] }))
  expect(await ask(exportData, {}, bearer)).toMatchObject(refused({ exportPassword: [missing] }))
  expect(await ask(exportData, { exportPassword: 'wrong' }, bearer)).toMatchObject(
    refused({ exportPassword: ['That’s not your current password.'] }),
  )
  const file = (await ask(exportData, { exportPassword: password }, bearer)) as Response
  expect(await file.text()).toContain(owner.email)
  // A colleague's token sets the colleague's password, whatever else the form says.
  const foreign = { ...again, userId: String(owner.id), email: owner.email }
  expect(await ask(general, foreign, world.bearerOf(editor))).toEqual(saved('Password set'))
  expect((await verifyCredentials(world.services, given, address)).userId).toBe(owner.id)
})

test('an old token, and one in the address, confirm nothing', async () => {
  const { world, owner, params } = await createStaff()
  const { clock, services } = world
  const before = new Date(clock.now().getTime() - 120_000)
  const old = signToken(sessionClaims(linen, world.owner.id, before))
  const stale = general(
    world.visit('/account/general', {
      form: changing,
      headers: { Authorization: `Bearer ${old}` },
    }),
  )
  const turnedAway: unknown = await stale.catch((answer: unknown) => answer)
  expect((turnedAway as Response).headers.get(retryHeader)).toBe('1')

  const path = world.documentOf('/account/general', world.owner)
  const answer = await general(world.visit(path, { form: changing, params }))

  expect(answer).toMatchObject(refused({ '': [outside] }))
  const [row] = await services.db.system.select().from(users).where(eq(users.id, owner.id))
  expect(row?.passwordHash).toBeNull()
})

test('a proof can’t be made up, and confirms its own person alone', async () => {
  const { world, owner, ed } = await createStaff()
  const { services } = world
  const confirm = (account: Account) => confirmPerson(services, { account, address }, { field: '' })

  const copied = JSON.parse(JSON.stringify(owner.shopProof)) as Account['shopProof']
  await expect(confirm({ ...owner, shopProof: copied })).rejects.toThrow('was not issued')
  await expect(confirm({ ...owner, shopProof: ed.shopProof })).rejects.toMatchObject({
    code: 'invalid',
  })
  expect(await confirm(owner)).toBe(owner.shopProof)
})

test('an address that someone logs in with isn’t taken over by setting a password', async () => {
  const { world, owner, ask } = await createStaff()
  const person = await world.user({ email: owner.email })

  const answer = await ask(general, changing, world.bearerOf(world.owner))

  const sentence =
    'There’s already an account with this email address. Connect your shop to it instead.'
  expect(answer).toMatchObject(refused({ newPassword: [sentence] }))
  const given = { email: owner.email, password: person.password }
  expect((await verifyCredentials(world.services, given, address)).userId).toBe(person.id)
})

test('finding out by a first password whether an address has an account is bounded as well', async () => {
  const { world, owner, ask } = await createStaff()
  await world.user({ email: owner.email })
  const at = world.services.now()
  for (let person = 0; person < 10; person += 1) {
    const { email } = await world.user()
    await world.services.db.transaction((tx) =>
      findAddressTaken(tx, { email, address: visitor, at }),
    )
  }

  const answer = await ask(general, changing, world.bearerOf(world.owner))

  expect(answer).toMatchObject({ init: { status: 429 } })
})
