import { expect, test } from 'vitest'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { sendVerificationEmail } from '#app/jobs/account-emails.server.ts'
import { action as logOut, loader as logOutPage } from '#app/routes/api/session-calls/logout.ts'
import { action as logIn, loader as logInPage } from '#app/routes/auth/login.tsx'
import { action as register } from '#app/routes/auth/register.tsx'
import { createWorld, type RouteVisit, type World } from '../../support/world.ts'

const ann = { name: 'Ann', email: 'ann@shop.example', password: 'correct horse battery' }

/** Status and headers of an action's result. */
function answered(answer: Awaited<ReturnType<typeof logIn>>) {
  if (!('init' in answer)) throw new Error('Not data.')
  return { status: answer.init?.status, headers: new Headers(answer.init?.headers) }
}

const tokenOf = (answer: unknown) => {
  const cookie = answer instanceof Response ? answer.headers.get('set-cookie') : null
  return /^token=([^;]+); Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/.exec(
    cookie ?? '',
  )?.[1]
}

const accountOf = (world: World, token: string | undefined) =>
  token === undefined ? null : findSessionAccount(world.services, token)

/** A world whose queue accepts emails without sending them. */
async function createQueueWorld() {
  const world = await createWorld()
  await world.queue.start([sendVerificationEmail], world.services)
  return world
}

test('registering signs in and leads to onboarding', async () => {
  const world = await createQueueWorld()

  const answer = await register(world.visit('/auth/register', { form: { ...ann, terms: 'on' } }))

  expect(answer).toMatchObject({ status: 302 })
  expect(answer instanceof Response && answer.headers.get('location')).toBe('/onboarding')
  expect(await accountOf(world, tokenOf(answer))).toMatchObject({ email: ann.email })
})

test('registering without accepting the terms makes no account and keeps what was typed', async () => {
  const world = await createWorld()

  const answer = await register(world.visit('/auth/register', { form: ann }))

  expect(answer).toMatchObject({
    init: { status: 422 },
    data: {
      errors: { terms: ['Accept the terms of service to create an account.'] },
      values: { name: 'Ann', email: ann.email },
    },
  })
  expect(JSON.stringify(answer)).not.toContain(ann.password)
  const { rows } = await world.services.pool.query('select count(*)::int as total from users')
  expect(rows).toEqual([{ total: 0 }])
})

test('no field of the form makes an admin', async () => {
  const world = await createQueueWorld()
  const form = { ...ann, terms: 'on', admin: 'true', isStaff: 'true', preserve_account: 'true' }

  const answer = await register(world.visit('/auth/register', { form }))

  expect(await accountOf(world, tokenOf(answer))).toMatchObject({ isStaff: false })
})

test('each login makes a new token, and the one that was sent along is not taken over', async () => {
  const world = await createWorld()
  const { email, password } = await world.user()
  const form = { email, password }
  const planted = { as: { cookie: 'token=planted' }, form }

  const first = tokenOf(await logIn(world.visit('/auth/login', planted)))
  const second = tokenOf(await logIn(world.visit('/auth/login', { form })))

  expect(await accountOf(world, first)).toMatchObject({ email })
  expect(new Set([first, second, 'planted']).size).toBe(3)
})

test.each([
  ['', '/'],
  ['?to=%2Fonboarding%3Fstep%3Dinstall', '/onboarding?step=install'],
  ['?to=https%3A%2F%2Felsewhere.test%2F', '/'],
  ['?to=%2F%2Felsewhere.test', '/'],
  ['?to=%2F.%2F%2Felsewhere.test', '/'],
])('after a login at "%s" one lands on %s', async (query, place) => {
  const world = await createWorld()
  const { email, password } = await world.user()

  const answer = await logIn(world.visit(`/auth/login${query}`, { form: { email, password } }))

  expect(answer instanceof Response && answer.headers.get('location')).toBe(place)
})

test('a wrong password is a sentence at the field, too many tries are one with a time', async () => {
  const world = await createWorld()
  const { email } = await world.user()
  const visit = () => world.visit('/auth/login', { form: { email, password: 'not it' } })

  const wrong = await logIn(visit())
  for (let tries = 1; tries < 10; tries += 1) await logIn(visit())
  const refused = await logIn(visit())

  expect(wrong).toMatchObject({
    init: { status: 422 },
    data: {
      errors: { email: ['These credentials do not match our records.'] },
      values: { email },
    },
  })
  expect(answered(refused).status).toBe(429)
  expect(refused).toMatchObject({
    data: { message: 'Too many attempts. Try again in 15 minutes.' },
  })
  expect(Number(answered(refused).headers.get('retry-after'))).toBeGreaterThan(800)
})

test('a person who is logged in is redirected home from the login page and form', async () => {
  const world = await createWorld()
  const user = await world.user()

  const page = logInPage(world.visit('/auth/login', { as: user }))
  await expect(page).rejects.toMatchObject({ status: 302 })
  const form = logIn(world.visit('/auth/login', { as: user, form: { email: '', password: '' } }))
  await expect(form).rejects.toMatchObject({ status: 302 })
})

test('logging out ends the session on the server and clears the cookie', async () => {
  const world = await createWorld()
  const user = await world.user()
  const token = user.cookie.slice('token='.length)

  const answer = await logOut(world.visit('/api/logout', { as: user, method: 'POST' }))

  expect(answer.status).toBe(200)
  expect(answer.headers.get('set-cookie')).toBe(
    'token=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
  )
  // https://www.w3.org/TR/clear-site-data/#header
  expect(answer.headers.get('clear-site-data')).toBe('"cache"')
  expect(await accountOf(world, token)).toBeNull()
})

test('a person to whom something is refused is in the log with the request', async () => {
  const world = await createWorld()
  const user = await world.user()
  const { fetch } = await world.serve()

  const refused = await fetch('/kiosk', { headers: { Cookie: user.cookie } })
  await fetch('/settings/teams', { headers: { Cookie: user.cookie } })

  const entries = world.logged.filter(({ msg }) => msg === 'request')
  expect(refused.status).toBe(404)
  expect(entries).toMatchObject([{ path: '/kiosk', status: 404, userId: user.id }, { status: 200 }])
  expect(entries[1]).not.toHaveProperty('userId')
})

test('logging out without a session answers the same, and a link can’t log out', async () => {
  const world = await createWorld()

  const answer = await logOut(world.visit('/api/logout', { method: 'POST' }))

  expect(answer.status).toBe(200)
  expect(logOutPage).toThrow(expect.objectContaining({ code: 'method_not_allowed', status: 405 }))
})

test('logging out before the page’s script is there ends at the login page', async () => {
  const world = await createWorld()
  const user = await world.user()
  const { fetch } = await world.serve()

  const answer = await fetch('/api/logout', {
    method: 'POST',
    headers: { Cookie: user.cookie, Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  })

  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/auth/login')
  expect(answer.headers.get('set-cookie')).toMatch(/^token=; Max-Age=0;/)
  expect(await accountOf(world, user.cookie.slice('token='.length))).toBeNull()
})

/** The same world behind https, where cookies have a prefix. */
function onHttps(world: World, address: string, visit: RouteVisit) {
  const { context, ...args } = world.visit(address, visit)
  const { services } = world
  const config = { ...services.config, appUrl: 'https://footfall.test' }
  return { ...args, context: { ...context, services: { ...services, config } } }
}

const formerEnded = 'token=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict'

test('on https, a login removes the cookie from before its name had a prefix', async () => {
  const world = await createWorld()
  const { email, password, cookie } = await world.user()
  const form = { email, password }
  const logInWith = async (headers: Record<string, string>) => {
    const answer = await logIn(onHttps(world, '/auth/login', { form, headers }))
    return answer instanceof Response ? answer.headers.getSetCookie() : []
  }

  expect(await logInWith({ Cookie: cookie })).toEqual([
    expect.stringMatching(/^__Host-token=[^;]+; /),
    formerEnded,
  ])
  expect(await logInWith({})).toEqual([expect.stringMatching(/^__Host-token=[^;]+; /)])
})

test('on https, logging out ends the session of that cookie, too, and removes a link to data', async () => {
  const world = await createWorld()
  const [user, former] = [await world.user(), await world.user()]
  const headers = { Cookie: `__Host-${user.cookie}; ${former.cookie}; __Host-data_export=user=1` }

  const answer = await logOut(onHttps(world, '/api/logout', { method: 'POST', headers }))

  expect(answer.headers.getSetCookie()).toEqual([
    '__Host-token=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
    formerEnded,
    '__Host-data_export=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
  ])
  for (const { cookie } of [user, former]) {
    expect(await accountOf(world, cookie.slice('token='.length))).toBeNull()
  }
})
