/** How an address is confirmed: by whom, and what the emails say was removed with it. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { passkeys, shopStaff, twoFactors, users } from '#app/db/schema/index.ts'
import {
  createEmailChangeLink,
  createVerificationLink,
} from '#app/domain/accounts/mail-links/verification.server.ts'
import { visitShop } from '#app/domain/shops/visit-shop.server.ts'
import {
  sendAddressProvenEmail,
  sendPasswordChangedEmail,
  sendPasswordResetEmail,
  sendVerificationEmail,
} from '#app/jobs/account-emails.server.ts'
import { action as forgot } from '#app/routes/auth/forgot.tsx'
import { action as register } from '#app/routes/auth/register.tsx'
import { action as reset, loader as resetPage } from '#app/routes/auth/reset.tsx'
import { action as verify } from '#app/routes/auth/verify.tsx'
import type { AcceptedMail } from '#workshop/doubles/smtp-server.ts'
import { createMailWorld } from '../../support/email-world.ts'
import type { TestUser } from '../../support/makers.ts'
import { createShopifyWorld, linen } from '../../support/shopify/shopify-world.ts'
import type { World } from '../../support/world.ts'

const ann = { name: 'Ann', email: 'ann@shop.example', password: 'correct horse battery' }

const queued = [
  sendAddressProvenEmail,
  sendPasswordChangedEmail,
  sendPasswordResetEmail,
  sendVerificationEmail,
]

/** Our URL in the email, as path and query. */
function linkOf(mail: AcceptedMail | undefined): string {
  const link = /http:\/\/footfall\.test(\/\S+)/.exec(mail?.text ?? '')?.[1]
  if (link === undefined) throw new Error('No link of ours in the mail.')
  return link
}

const textOf = (mail: AcceptedMail | undefined) => (mail?.text ?? '').replaceAll(/\s+/g, ' ')

const isVerified = async ({ services }: World, email: string) => {
  const [row] = await services.db.system.select().from(users).where(eq(users.email, email))
  return (row?.emailVerifiedAt ?? null) !== null
}

/** As if the account were from before adding them took a confirmed address. */
async function leaveFactors({ services }: World, { id: userId }: TestUser): Promise<void> {
  const { system } = services.db
  await system.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, userId))
  const key = {
    publicKey: Buffer.alloc(1),
    counter: 0,
    transports: [],
    isSynced: false,
    name: 'Key',
  }
  const createdAt = services.now()
  for (const credentialId of ['one', 'two'])
    await system.insert(passkeys).values({ ...key, credentialId, userId, createdAt })
  const factor = { userId, method: 'app', confirmedAt: createdAt, createdAt } as const
  await system.insert(twoFactors).values(factor)
}

test('the email about a new password says what was removed', async () => {
  const world = await createMailWorld(queued)
  const person = await world.user()
  await world.token(await world.team({ owner: person }))
  await leaveFactors(world, person)
  await forgot(world.visit('/auth/forgot', { form: { email: person.email } }))
  const [mail] = await world.mailsNow(1)
  const path = linkOf(mail)
  const params = { token: path.replace('/auth/reset/', '') }

  expect(await resetPage(world.visit(path, { params }))).toMatchObject({
    data: { isFirstProof: true },
  })
  await reset(world.visit(path, { params, form: { password: 'another horse battery' } }))

  const [, notice] = await world.mailsNow(2)
  expect(notice?.headers['subject']).toBe('Your password was changed')
  expect(textOf(notice)).toContain(
    'we removed what was added before: 2 passkeys, two-factor authentication and 1 API token.',
  )
})

test('the email about a confirmed address says what was removed', async () => {
  const world = await createMailWorld(queued)
  const person = await world.user()
  await leaveFactors(world, person)
  const made = await createVerificationLink(world.services, person.id)
  const path = (made?.link ?? '').replace('http://footfall.test', '')

  await verify(world.visit(path, { as: person, form: { intent: '' } }))

  const [notice] = await world.mailsNow(1)
  expect(notice).toMatchObject({
    to: [person.email],
    headers: { subject: 'Your email address was confirmed' },
  })
  expect(textOf(notice)).toContain('added before: 2 passkeys and two-factor authentication.')
})

test('in a browser that isn’t logged in, the link asks for the account’s password', async () => {
  const world = await createMailWorld(queued)
  await register(world.visit('/auth/register', { form: { ...ann, terms: 'on' } }))
  const [mail] = await world.mailsNow(1)
  const link = linkOf(mail)
  const other = await world.user()
  const press = (form: Record<string, string>, as?: { cookie: string }) =>
    verify(world.visit(link, { form, ...(as ? { as } : {}) }))

  for (const as of [undefined, other]) {
    const asked = { init: { status: 401 }, data: { outcome: 'password-needed' } }
    expect(await press({}, as)).toMatchObject(asked)
    expect(await press({ password: '' }, as)).toMatchObject({
      init: { status: 422 },
      data: { errors: { password: ['Enter your password.'] } },
    })
    expect(await press({ password: other.password + '!' }, as)).toMatchObject({
      init: { status: 422 },
      data: { errors: { password: ['That’s not the password of this account.'] } },
    })
  }
  expect(await isVerified(world, ann.email)).toBe(false)

  expect(await press({ password: ann.password })).toMatchObject({ init: { status: 200 } })
  expect(await isVerified(world, ann.email)).toBe(true)
})

test('guesses at a link’s password count as attempts to log in', async () => {
  const world = await createMailWorld(queued)
  await register(world.visit('/auth/register', { form: { ...ann, terms: 'on' } }))
  const [mail] = await world.mailsNow(1)
  const press = (password: string) => verify(world.visit(linkOf(mail), { form: { password } }))

  for (let turn = 0; turn < 10; turn += 1) await press(`guess number ${String(turn)}`)

  expect(await press(ann.password)).toMatchObject({ init: { status: 429 } })
})

test('people without a password confirm a new address in the shop’s admin', async () => {
  const world = await createShopifyWorld()
  // Other tests cover the emails.
  world.services.jobs = { ...world.services.jobs, send: () => Promise.resolve() }
  const visited = await visitShop(world.services, {
    token: world.tokenOf(world.owner),
    shop: linen,
  })
  if (!('account' in visited)) throw new Error(visited.refused)
  const { id } = visited.account
  const to = 'olive@new.example'
  const made = await createEmailChangeLink(world.services, { userId: id, to, mark: '' })
  const path = made?.link?.replace('http://footfall.test', '') ?? ''
  const form = { intent: '' }

  const led = await verify(world.visit(path, { form }))
  expect(led).toMatchObject({ status: 302 })
  const admin = new URL((led as Response).headers.get('location') ?? '')
  expect(admin.pathname).toBe('/store/linen/apps/footfall/auth/verify')
  expect(`/auth/verify${admin.search}`).toBe(path)
  const headers = world.bearerOf(world.owner)
  const query = `&shop=${linen}&embedded=1`
  expect(await verify(world.visit(path + query, { form, headers }))).toMatchObject({
    init: { status: 200 },
  })

  expect(await isVerified(world, to)).toBe(true)
  expect(await world.services.db.system.$count(shopStaff, eq(shopStaff.userId, id))).toBe(1)
})
