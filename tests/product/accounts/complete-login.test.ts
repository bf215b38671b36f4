/** From a correct password to a session with two-factor authentication. */
import { expect, test } from 'vitest'
import { startLogin } from '#app/domain/accounts/login/complete-login.server.ts'
import { verifyCredentials } from '#app/domain/accounts/login/credentials.server.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { createResetLink } from '#app/domain/accounts/mail-links/password-reset.server.ts'
import { storePassword } from '#app/domain/accounts/store-password.server.ts'
import { findTwoFactor } from '#app/domain/accounts/two-factor/two-factor.server.ts'
import { sendSecurityEmail } from '#app/jobs/account-emails.server.ts'
import { sweeps } from '#app/jobs/sweeps.server.ts'
import { action as emergency } from '#app/routes/auth/emergency.tsx'
import { loader as logInPage } from '#app/routes/auth/login.tsx'
import { action as reset } from '#app/routes/auth/reset.tsx'
import { action as enterCode, loader as codePage } from '#app/routes/auth/two-factor.tsx'
import { createMailWorld } from '../../support/email-world.ts'
import {
  codeNow,
  cookieOf,
  createSecurityWorld,
  createTwoFactorUser,
  headersOf,
  loggedIn,
  logInWithCode,
  startPendingLoginByForm,
  stepMillis,
  typeCode,
} from '../../support/two-factor.ts'
import type { World } from '../../support/world.ts'
import { minuteMillis } from '#app/lib/time.ts'

const useToken = (world: World, as: { cookie: string }, token: string) =>
  emergency(world.visit('/auth/emergency', { as, form: { token } }))

const wrongCode = {
  init: { status: 422 },
  data: { errors: { code: ['This code is wrong or has already been used.'] } },
}

const wrongToken = {
  init: { status: 422 },
  data: { errors: { token: ['The emergency token is invalid.'] } },
}

test('a right password makes no session, and its cookie waits ten minutes', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)

  const { answer, cookie } = await startPendingLoginByForm(world, ann)

  expect(answer).toMatchObject({ status: 302 })
  expect(headersOf(answer).get('location')).toBe('/auth/two-factor')
  expect(headersOf(answer).getSetCookie()).toEqual([
    expect.stringMatching(
      /^pending_login=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
    ),
  ])
  expect(await findSessionAccount(world.services, cookie.slice('pending_login='.length))).toBeNull()
})

test('the right code makes a new session that knows of it, and leads to the wanted path', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const to = '?to=%2Fonboarding%3Fstep%3Dinstall'
  const { answer, cookie } = await startPendingLoginByForm(world, ann, to)
  expect(headersOf(answer).get('location')).toBe(`/auth/two-factor${to}`)

  const form = { intent: 'enter', code: codeNow(world, ann.seed) }
  const done = await enterCode(world.visit(`/auth/two-factor${to}`, { as: { cookie }, form }))

  expect(headersOf(done).get('location')).toBe('/onboarding?step=install')
  expect(headersOf(done).getSetCookie()).toContainEqual(
    expect.stringMatching(/^pending_login=; Max-Age=0;/),
  )
  expect(await loggedIn(world, done)).toMatchObject({
    id: ann.id,
    secondFactorAt: world.clock.now(),
  })
})

test('a path of another origin is no wanted path here either', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const { cookie } = await startPendingLoginByForm(world, ann)

  const form = { intent: 'enter', code: codeNow(world, ann.seed) }
  const address = '/auth/two-factor?to=https%3A%2F%2Felsewhere.test%2F'
  const done = await enterCode(world.visit(address, { as: { cookie }, form }))

  expect(headersOf(done).get('location')).toBe('/')
})

test('the same code is not taken twice', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const code = codeNow(world, ann.seed)
  const [first, second] = [
    await startPendingLoginByForm(world, ann),
    await startPendingLoginByForm(world, ann),
  ]

  const taken = await typeCode(world, first, code)
  const again = await typeCode(world, second, code)

  expect(await loggedIn(world, taken)).toMatchObject({ id: ann.id })
  expect(again).toMatchObject(wrongCode)
})

test('when two logins send one code at the same time, only one gets in', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const code = codeNow(world, ann.seed)
  const logins = [
    await startPendingLoginByForm(world, ann),
    await startPendingLoginByForm(world, ann),
  ]

  const answers = await Promise.all(logins.map((login) => typeCode(world, login, code)))

  const tokens = answers.map((answer) => cookieOf(answer, 'token'))
  expect(tokens.filter((token) => token !== null)).toHaveLength(1)
})

test('a login that was finished is not finished again', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const login = await startPendingLoginByForm(world, ann)
  await typeCode(world, login, codeNow(world, ann.seed))
  world.clock.advance(stepMillis)

  const again = typeCode(world, login, codeNow(world, ann.seed))

  await expect(again).rejects.toMatchObject({ status: 302 })
})

test('a code of one account is nothing in the login of another', async () => {
  const world = await createSecurityWorld()
  const [ann, bob] = [await createTwoFactorUser(world), await createTwoFactorUser(world)]
  const login = await startPendingLoginByForm(world, bob)

  const byApp = await typeCode(world, login, codeNow(world, ann.seed))
  const byList = await typeCode(world, login, ann.kit.codes[0] ?? '')

  expect([byApp, byList]).toMatchObject([wrongCode, wrongCode])
})

test('a code that is two steps old or early is wrong', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  world.clock.advance(10 * stepMillis)
  const login = await startPendingLoginByForm(world, ann)

  const answers = [
    await typeCode(world, login, codeNow(world, ann.seed, -2)),
    await typeCode(world, login, codeNow(world, ann.seed, 2)),
  ]

  expect(answers).toMatchObject([wrongCode, wrongCode])
})

test('the sixth attempt of a login must wait, even if it’s right, and the owner is notified', async () => {
  const world = await createMailWorld([sendSecurityEmail])
  const ann = await createTwoFactorUser(world)
  await world.mailsNow(1)
  const login = await startPendingLoginByForm(world, ann)
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await typeCode(world, login, '000000')).toMatchObject(wrongCode)
  }

  const sixth = await typeCode(world, login, codeNow(world, ann.seed))

  expect(sixth).toMatchObject({
    init: { status: 429 },
    data: { message: 'Too many wrong codes. Log in again in 10 minutes.' },
  })
  expect(headersOf(sixth).get('retry-after')).toBe('600')
  const [, mail] = await world.mailsNow(2)
  expect(mail).toMatchObject({
    to: [ann.email],
    headers: { subject: 'Failed login attempts on your account' },
  })
})

test('attempts at the same time are limited to five as well', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const login = await startPendingLoginByForm(world, ann)

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => typeCode(world, login, '000000')),
  )

  const statuses = answers.map((answer) => ('init' in answer ? answer.init?.status : 302))
  expect(statuses.filter((status) => status === 422)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
})

test('new logins bring no new tries without end', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  for (let logins = 0; logins < 2; logins += 1) {
    const login = await startPendingLoginByForm(world, ann)
    for (let tries = 0; tries < 5; tries += 1) await typeCode(world, login, '000000')
  }

  const login = await startPendingLoginByForm(world, ann)
  const answer = await typeCode(world, login, codeNow(world, ann.seed))

  expect(answer).toMatchObject({ init: { status: 429 } })
})

test('a login that waited too long begins with the password again, and says why', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const login = await startPendingLoginByForm(world, ann)

  world.clock.advance(10 * minuteMillis)
  const late = await typeCode(world, login, codeNow(world, ann.seed)).catch(
    (error: unknown) => error,
  )

  const location = headersOf(late).get('location') ?? ''
  expect(location).toMatch(/^\/auth\/login\?expired/)
  expect(await logInPage(world.visit(location))).toMatchObject({ isExpired: true })
})

test('an address of another product makes no login that waits', async () => {
  const world = await createSecurityWorld()

  const page = codePage(
    world.visit('/auth/two-factor?to=%2Fgoals', { as: { cookie: 'pending_login=planted' } }),
  )

  const turned: unknown = await page.catch((error: unknown) => error)
  expect(headersOf(turned).get('location')).toBe('/auth/login?expired=&to=%2Fgoals')
})

test('a recovery code logs in once, in any spelling, and the owner is notified', async () => {
  const world = await createMailWorld([sendSecurityEmail])
  const ann = await createTwoFactorUser(world)
  await world.mailsNow(1)
  const code = ann.kit.codes[0] ?? ''

  const done = await typeCode(world, await startPendingLoginByForm(world, ann), code.toUpperCase())
  const again = await typeCode(world, await startPendingLoginByForm(world, ann), code)

  expect(await loggedIn(world, done)).toMatchObject({ id: ann.id })
  expect(again).toMatchObject(wrongCode)
  const [, mail] = await world.mailsNow(2)
  expect(mail?.headers['subject']).toBe('A recovery code was used')
})

test('the emergency token logs in, turns two-factor off and ends every other session', async () => {
  const world = await createMailWorld([sendSecurityEmail])
  const ann = await createTwoFactorUser(world)
  await world.mailsNow(1)
  const other = await logInWithCode(world, ann)
  const login = await startPendingLoginByForm(world, ann)

  const done = await useToken(world, login, ann.kit.emergencyToken)

  expect(await loggedIn(world, done)).toMatchObject({ id: ann.id, secondFactorAt: null })
  expect(await findTwoFactor(world.services, ann.id)).toBeNull()
  expect(await findSessionAccount(world.services, other)).toBeNull()
  const [, mail] = await world.mailsNow(2)
  expect(mail?.headers['subject']).toBe('The emergency token was used')
})

test('the emergency token works once', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const [first, second] = [
    await startPendingLoginByForm(world, ann),
    await startPendingLoginByForm(world, ann),
  ]

  await useToken(world, first, ann.kit.emergencyToken)
  const again = await useToken(world, second, ann.kit.emergencyToken).catch(
    (error: unknown) => error,
  )

  // Turning two-factor off has ended all pending logins.
  expect(headersOf(again).get('location')).toMatch(/^\/auth\/login\?expired/)
})

test('when two logins send the emergency token at the same time, only one gets in', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const logins = [
    await startPendingLoginByForm(world, ann),
    await startPendingLoginByForm(world, ann),
  ]

  const answers = await Promise.allSettled(
    logins.map((login) => useToken(world, login, ann.kit.emergencyToken)),
  )

  const tokens = answers.map((one) =>
    one.status === 'fulfilled' ? cookieOf(one.value, 'token') : null,
  )
  expect(tokens.filter((token) => token !== null)).toHaveLength(1)
})

test('a wrong emergency token is an error at its field, three times a minute', async () => {
  const world = await createSecurityWorld()
  const [ann, bob] = [await createTwoFactorUser(world), await createTwoFactorUser(world)]
  const login = await startPendingLoginByForm(world, ann)

  for (const token of ['x', bob.kit.emergencyToken, ann.kit.codes[0] ?? '']) {
    expect(await useToken(world, login, token)).toMatchObject(wrongToken)
  }
  const fourth = await useToken(world, login, ann.kit.emergencyToken)

  expect(fourth).toMatchObject({ init: { status: 429 } })
  expect(await findTwoFactor(world.services, ann.id)).not.toBeNull()
})

test('the emergency token is nothing without the password', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)

  const attempt = useToken(world, { cookie: '' }, ann.kit.emergencyToken)

  await expect(attempt).rejects.toMatchObject({ status: 302 })
  expect(await findTwoFactor(world.services, ann.id)).not.toBeNull()
})

test('a password reset by email ends a pending login, and a code is still required', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const old = await startPendingLoginByForm(world, ann)
  const made = await createResetLink(world.services, ann.id)
  const token = made?.link.split('/').at(-1) ?? ''
  const password = 'another horse battery'

  const done = await reset(
    world.visit(`/auth/reset/${token}`, { params: { token }, form: { password } }),
  )

  expect(headersOf(done).get('location')).toBe('/auth/login?reset')
  expect(cookieOf(done, 'token')).toBeNull()
  await expect(typeCode(world, old, codeNow(world, ann.seed))).rejects.toMatchObject({
    status: 302,
  })
  const login = await startPendingLoginByForm(world, { ...ann, password })
  expect(
    await loggedIn(world, await typeCode(world, login, codeNow(world, ann.seed))),
  ).toMatchObject({ id: ann.id })
})

test('a person who is logged in has no second step', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)

  const page = codePage(world.visit('/auth/two-factor', { as: ann }))

  await expect(page).rejects.toMatchObject({ status: 302 })
})

test('neither the cookie of a login that waits nor its tries outlive it in the database', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const { cookie } = await startPendingLoginByForm(world, ann)
  const rows = async () =>
    (
      await world.services.pool.query<{ row: string }>(
        'select p::text as row from pending_logins p',
      )
    ).rows
  expect(JSON.stringify(await rows())).not.toContain(cookie.slice('pending_login='.length))
  expect(await rows()).toHaveLength(1)

  world.clock.advance(10 * minuteMillis + 1)
  await sweeps.accounts.run(world.services, {})

  expect(await rows()).toEqual([])
})

test.each([
  ['without a second factor', (world: World) => world.user()],
  ['with a second factor', createTwoFactorUser],
])('a password replaced since it was checked opens nothing %s', async (_who, register) => {
  const world = await createSecurityWorld()
  const { services } = world
  const ann = await register(world)
  const client = { userAgent: null, address: '192.0.2.1' }
  const proof = await verifyCredentials(services, ann, client.address)
  const passwordHash = await services.security.passwords.hash('a longer horse battery')
  await services.db.transaction((tx) =>
    storePassword(tx, { userId: ann.id, passwordHash, at: services.now() }),
  )

  await expect(startLogin(services, proof, client)).rejects.toMatchObject({
    details: { errors: { email: ['These credentials do not match our records.'] } },
  })

  const { rows } = await services.pool.query(
    'select 1 from pending_logins where user_id = $1 and created_at >= $2',
    [ann.id, services.now()],
  )
  expect(rows).toEqual([])
})
