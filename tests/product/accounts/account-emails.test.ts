/** Links in emails: password reset and verification. */
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { users } from '#app/db/schema/index.ts'
import {
  findPasswordReset,
  resetPassword,
} from '#app/domain/accounts/mail-links/password-reset.server.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { verifyCredentials } from '#app/domain/accounts/login/credentials.server.ts'
import {
  sendPasswordChangedEmail,
  sendPasswordResetEmail,
  sendVerificationEmail,
} from '#app/jobs/account-emails.server.ts'
import { sweeps } from '#app/jobs/sweeps.server.ts'
import { action as forgot } from '#app/routes/auth/forgot.tsx'
import { action as register } from '#app/routes/auth/register.tsx'
import { action as reset, loader as resetPage } from '#app/routes/auth/reset.tsx'
import { action as verify, loader as verifyPage } from '#app/routes/auth/verify.tsx'
import { createMailWorld as createQueuedMailWorld } from '../../support/email-world.ts'
import type { AcceptedMail } from '#workshop/doubles/smtp-server.ts'
import { cookieOf } from '../../support/two-factor.ts'
import { createWorld, type World } from '../../support/world.ts'
import { minuteMillis, dayMillis } from '#app/lib/time.ts'

/** The queue polls every two seconds. */
const patience = { timeout: 60_000, interval: 50 }
const ann = { name: 'Ann', email: 'ann@shop.example', password: 'correct horse battery' }

const queued = [sendPasswordChangedEmail, sendPasswordResetEmail, sendVerificationEmail]

const createMailWorld = () => createQueuedMailWorld(queued)

/** Our URL in the email, as path and query. */
function linkOf(mail: AcceptedMail | undefined): string {
  const link = /http:\/\/footfall\.test(\/\S+)/.exec(mail?.text ?? '')?.[1]
  if (link === undefined) throw new Error('No link of ours in the mail.')
  return link
}

const tokenOf = (mail: AcceptedMail | undefined) => linkOf(mail).replace('/auth/reset/', '')

const askFor = (world: World, email: string) =>
  forgot(world.visit('/auth/forgot', { form: { email } }))

/** The page behind a reset link. */
const openReset = (world: World, token: string) =>
  resetPage(world.visit(`/auth/reset/${token}`, { params: { token } }))

const sendReset = (world: World, token: string, password: string) =>
  reset(world.visit(`/auth/reset/${token}`, { params: { token }, form: { password } }))

const isVerified = async ({ services }: World, email: string) => {
  const [row] = await services.db.system
    .select({ at: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.email, email))
  return (row?.at ?? null) !== null
}

test('a reset link sets a new password and ends every session', async () => {
  const world = await createMailWorld()
  const person = await world.user()

  await askFor(world, person.email)
  const [mail] = await world.mailsNow(1)
  const answer = await sendReset(world, tokenOf(mail), 'another horse battery')

  expect(mail).toMatchObject({ to: [person.email] })
  expect(answer instanceof Response && answer.headers.get('location')).toBe('/auth/login?reset')
  const cookieToken = person.cookie.replace(/^token=([^;]*).*/, '$1')
  expect(await findSessionAccount(world.services, cookieToken)).toBeNull()
  const login = { email: person.email, password: 'another horse battery' }
  expect(await verifyCredentials(world.services, login, '192.0.2.1')).toMatchObject({
    userId: person.id,
  })
  const [, notice] = await world.mailsNow(2)
  expect(notice).toMatchObject({ to: [person.email], headers: { subject: /was changed$/ } })
})

test('a link works once, also when it is used twice at the same moment', async () => {
  const world = await createMailWorld()
  const person = await world.user()
  await askFor(world, person.email)
  const [mail] = await world.mailsNow(1)
  const token = tokenOf(mail)

  const uses = await Promise.all(
    ['one horse battery', 'two horse battery'].map((password) =>
      resetPassword(world.services, token, password),
    ),
  )

  expect(uses.sort()).toEqual([false, true])
  expect(await openReset(world, token)).toMatchObject({ init: { status: 410 } })
  expect(await sendReset(world, token, 'three horse battery')).toMatchObject({
    init: { status: 410 },
  })
})

test('a link works for an hour, and a newer one ends it', async () => {
  const world = await createMailWorld()
  const person = await world.user()
  await askFor(world, person.email)
  const [first] = await world.mailsNow(1)
  await askFor(world, person.email)
  const [, second] = await world.mailsNow(2)

  expect(await findPasswordReset(world.services, tokenOf(first))).toBeNull()
  world.clock.advance(59 * minuteMillis)
  expect(await findPasswordReset(world.services, tokenOf(second))).toMatchObject({
    email: person.email,
  })
  world.clock.advance(2 * minuteMillis)
  expect(await findPasswordReset(world.services, tokenOf(second))).toBeNull()

  await sweeps.accounts.run(world.services, {})
  const { rows } = await world.services.pool.query(
    'select count(*)::int as total from password_resets',
  )
  expect(rows).toEqual([{ total: 0 }])
})

test('an address without an account gets the same answer and no email', async () => {
  const world = await createMailWorld()
  const person = await world.user()

  const unknown = await askFor(world, 'nobody@shop.example')
  const known = await askFor(world, person.email)

  expect(unknown).toMatchObject({ data: { sentTo: 'nobody@shop.example' } })
  expect(known).toMatchObject({ data: { sentTo: person.email } })
  await world.mailsNow(1)
  await vi.waitFor(async () => {
    const { rows } = await world.services.pool.query(
      "select state from pgboss.job where name = 'accounts.mail-reset'",
    )
    expect(rows).toEqual([{ state: 'completed' }, { state: 'completed' }])
  }, patience)
  expect(world.smtp.mails.map(({ to }) => to)).toEqual([[person.email]])
})

test('the fourth email within an hour is refused, for an unknown address too', async () => {
  const world = await createMailWorld()
  const person = await world.user()

  for (const email of [person.email, 'nobody@shop.example']) {
    for (let asked = 0; asked < 3; asked += 1) await askFor(world, email)
    const answer = await askFor(world, email)
    expect(answer).toMatchObject({
      init: { status: 429 },
      data: { message: 'Too many attempts. Try again in 60 minutes.' },
    })
  }
})

test('the link names our own host, whatever the request says', async () => {
  const world = await createMailWorld()
  const person = await world.user()
  const { fetch } = await world.serve()

  await fetch('/auth/forgot', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Forwarded-Host': 'evil.example',
    },
    body: new URLSearchParams({ email: person.email }).toString(),
  })

  const [mail] = await world.mailsNow(1)
  expect(mail?.text).not.toContain('evil.example')
  expect(linkOf(mail)).toMatch(/^\/auth\/reset\/[\w-]{43}$/)
})

test('neither the database nor the queue holds what the link holds', async () => {
  const world = await createMailWorld()
  const person = await world.user()
  await askFor(world, person.email)
  const [mail] = await world.mailsNow(1)

  const { rows } = await world.services.pool.query(
    "select data::text as text from pgboss.job union all select encode(token_hash, 'escape') from password_resets",
  )

  expect(JSON.stringify(rows)).not.toContain(tokenOf(mail))
})

test.each([
  ['password', 'short', 'Use at least 8 characters.'],
  ['password', 'Password1', 'This password is too common. Choose a different one.'],
])(
  'a new %s "%s" is refused at its field, and the link stays good',
  async (_at, password, expected) => {
    const world = await createMailWorld()
    const person = await world.user()
    await askFor(world, person.email)
    const [mail] = await world.mailsNow(1)

    const answer = await sendReset(world, tokenOf(mail), password)

    expect(answer).toMatchObject({
      init: { status: 422 },
      data: { errors: { password: [expected] } },
    })
    expect(await findPasswordReset(world.services, tokenOf(mail))).not.toBeNull()
  },
)

test('a new account gets a link, and opening it changes nothing before the button', async () => {
  const world = await createMailWorld()
  const made = await register(world.visit('/auth/register', { form: { ...ann, terms: 'on' } }))
  const as = { cookie: cookieOf(made, 'token') ?? '' }
  const [mail] = await world.mailsNow(1)
  const link = linkOf(mail)

  const page = await verifyPage(world.visit(link, { as }))
  expect(page).toMatchObject({ data: { proof: { email: ann.email, isDone: false } } })
  expect(await isVerified(world, ann.email)).toBe(false)
  const answer = await verify(world.visit(link, { as, form: { intent: '' } }))

  expect(answer).toMatchObject({ init: { status: 200 } })
  expect(await isVerified(world, ann.email)).toBe(true)
})

test.each([
  ['a password among the first guesses', 'iloveyou1'],
  ['the own address', 'ann@shop.example'],
])('%s makes no account', async (_what, password) => {
  const world = await createMailWorld()

  const form = { ...ann, password, terms: 'on' }
  const answer = await register(world.visit('/auth/register', { form }))

  expect(answer).toMatchObject({ init: { status: 422 }, data: { errors: { password: [/lists/] } } })
})

test.each([
  ['none', ''],
  [
    'of another host',
    `?verify_url=${encodeURIComponent('https://evil.example/auth/verify?user=1')}`,
  ],
  ['of another path', `?verify_url=${encodeURIComponent('http://footfall.test/api/user')}`],
  ['no address', '?verify_url=1'],
])('with a verify_url that is %s the page does not exist', async (_what, query) => {
  const world = await createWorld()

  const page = verifyPage(world.visit(`/auth/verify${query}`))

  await expect(page).rejects.toMatchObject({
    code: 'not_found',
    message: 'Page Not Found: /auth/verify',
  })
})

test('a changed link isn’t found, and an expired link or one to an old address is a 410', async () => {
  const world = await createMailWorld()
  await register(world.visit('/auth/register', { form: { ...ann, terms: 'on' } }))
  const [mail] = await world.mailsNow(1)
  const link = linkOf(mail)
  const inner = new URL(new URL(link, 'http://footfall.test').searchParams.get('verify_url') ?? '')
  const withInner = (change: (params: URLSearchParams) => void) => {
    const changed = new URL(inner)
    change(changed.searchParams)
    return `/auth/verify?verify_url=${encodeURIComponent(changed.href)}`
  }
  const expectUnknown = async (address: string) => {
    for (const visit of [world.visit(address), world.visit(address, { form: { intent: '' } })]) {
      const answer = visit.request.method === 'GET' ? verifyPage(visit) : verify(visit)
      await expect(answer).rejects.toMatchObject({
        code: 'not_found',
        message: 'Page Not Found: /auth/verify',
      })
    }
  }
  const expectGone = async (address: string) => {
    expect(await verifyPage(world.visit(address))).toMatchObject({ init: { status: 410 } })
    expect(await verify(world.visit(address, { form: { intent: '' } }))).toMatchObject({
      init: { status: 410 },
    })
  }

  await expectUnknown(withInner((params) => params.set('userId', '2')))
  await expectUnknown(withInner((params) => params.set('userId', '1.5')))
  await expectUnknown(withInner((params) => params.set('expires', '9999999999')))
  await expectUnknown(withInner((params) => params.set('to', 'mallory@shop.example')))
  await expectUnknown(withInner((params) => params.set('signature', 'no')))
  await world.services.db.system.update(users).set({ email: 'ann@other.example' })
  await expectGone(link)
  await world.services.db.system.update(users).set({ email: ann.email })
  world.clock.advance(3 * dayMillis + 1000)
  await expectGone(link)

  expect(await isVerified(world, ann.email)).toBe(false)
})

test('a person who is logged in can request the link again, and no one else can', async () => {
  const world = await createMailWorld()
  const person = await world.user()
  await world.services.db.system.update(users).set({ emailVerifiedAt: null })
  const form = { intent: 'send' }

  const answer = await verify(world.visit('/auth/verify', { as: person, form }))
  expect(answer).toMatchObject({ data: { isSent: true } })
  await world.mailsNow(1)
  const refusal: unknown = await verify(world.visit('/auth/verify', { form })).catch(
    (error: unknown) => error,
  )

  expect(refusal).toMatchObject({ status: 302 })
  // Without a link, the page that it was sent from shows nothing.
  expect(refusal instanceof Response && refusal.headers.get('location')).toBe('/auth/login')
})
