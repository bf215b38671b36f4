/** Two-factor authentication by app: set up, turned off, codes kept and renewed. */
import { expect, test } from 'vitest'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { findTwoFactor } from '#app/domain/accounts/two-factor/two-factor.server.ts'
import { sendSecurityEmail } from '#app/jobs/account-emails.server.ts'
import { action as security, loader as securityPage } from '#app/routes/account/security.tsx'
import { action as app } from '#app/routes/account/two-factor/security-app.tsx'
import type { TestUser } from '../../support/makers.ts'
import { createMailWorld } from '../../support/email-world.ts'
import {
  codeNow,
  cookieOf,
  createSecurityWorld,
  createTwoFactorUser,
  loggedIn,
  logInWithCode,
  startPendingLoginByForm,
  stepMillis,
  typeCode,
} from '../../support/two-factor.ts'
import { createWorld, type World } from '../../support/world.ts'
import { minuteMillis } from '#app/lib/time.ts'

const setUp = (world: World, as: TestUser, form: Record<string, string>) =>
  app(world.visit('/account/security/app', { as, form }))

const change = (world: World, as: TestUser, form: Record<string, string>) =>
  security(world.visit('/account/security', { as, form }))

/** Starts a setup. Returns the seed shown to the person. */
async function begin(world: World, as: TestUser): Promise<string> {
  const answer = await setUp(world, as, { intent: 'start', password: as.password })
  if (!('data' in answer) || !('secret' in answer.data)) throw new Error('No set-up.')
  return answer.data.secret
}

const tokenOf = ({ cookie }: { cookie: string }) => cookie.replace(/^token=/, '')

test('the password is asked first, then the first right code turns it on', async () => {
  const world = await createMailWorld([sendSecurityEmail])
  const ann = await world.user()

  const wrong = await setUp(world, ann, { intent: 'start', password: 'not it' })
  expect(wrong).toMatchObject({
    init: { status: 422 },
    data: { errors: { password: ['That’s not your current password.'] } },
  })
  const started = await setUp(world, ann, { intent: 'start', password: ann.password })
  expect(started).toMatchObject({
    data: {
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/) as string,
      qr: { size: expect.any(Number) as number, path: expect.stringMatching(/^M/) as string },
    },
  })
  // An unfinished setup locks no one out.
  expect(await findTwoFactor(world.services, ann.id)).toBeNull()
  const seed = await begin(world, ann)
  const done = await setUp(world, ann, { intent: 'confirm', code: codeNow(world, seed) })

  expect(done).toMatchObject({
    data: { kit: { emergencyToken: expect.stringMatching(/^[0-9a-z]{40}$/) as string } },
  })
  expect(await findTwoFactor(world.services, ann.id)).toMatchObject({
    method: 'app',
    codesLeft: 10,
  })
  const [mail] = await world.mailsNow(1)
  expect(mail).toMatchObject({
    to: [ann.email],
    headers: { subject: 'Two-factor authentication was turned on' },
  })
})

test('turning it on ends every session, and this browser gets a new one', async () => {
  const world = await createSecurityWorld()
  const ann = await world.user()
  const other = await world.logIn(ann)
  const seed = await begin(world, ann)

  const done = await setUp(world, ann, { intent: 'confirm', code: codeNow(world, seed) })

  for (const old of [other, tokenOf(ann)]) {
    expect(await findSessionAccount(world.services, old)).toBeNull()
  }
  expect(await loggedIn(world, done)).toMatchObject({
    id: ann.id,
    secondFactorAt: world.clock.now(),
  })
})

test('a wrong code is an error at its field, and nothing is turned on', async () => {
  const world = await createSecurityWorld()
  const ann = await world.user()
  const seed = await begin(world, ann)

  const answer = await setUp(world, ann, { intent: 'confirm', code: codeNow(world, seed, 5) })

  expect(answer).toMatchObject({
    init: { status: 422 },
    data: { errors: { code: [expect.stringContaining('code is wrong') as string] } },
  })
  expect(await findTwoFactor(world.services, ann.id)).toBeNull()
})

test('a set-up that was left for ten minutes is begun again', async () => {
  const world = await createSecurityWorld()
  const ann = await world.user()
  const seed = await begin(world, ann)

  world.clock.advance(11 * minuteMillis)
  const answer = await setUp(world, ann, { intent: 'confirm', code: codeNow(world, seed) })

  expect(answer).toMatchObject({
    data: { errors: { code: ['This setup timed out. Reload the page and start over.'] } },
  })
})

test('the seed that a second tab made is the one that counts', async () => {
  const world = await createSecurityWorld()
  const ann = await world.user()
  const [first, second] = [await begin(world, ann), await begin(world, ann)]

  const old = await setUp(world, ann, { intent: 'confirm', code: codeNow(world, first) })
  const done = await setUp(world, ann, { intent: 'confirm', code: codeNow(world, second) })

  expect(old).toMatchObject({ init: { status: 422 } })
  expect(cookieOf(done, 'token')).not.toBeNull()
})

test('a new setup can’t replace two-factor authentication that is on', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)

  const attempt = setUp(world, ann, { intent: 'start', password: ann.password })

  await expect(attempt).rejects.toMatchObject({ code: 'conflict' })
})

test('the database contains neither the seed nor a code nor the token', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)

  const { rows } = await world.services.pool.query(
    'select t::text as factor, c::text as code from two_factors t, recovery_codes c',
  )

  const dump = JSON.stringify(rows)
  expect(rows).toHaveLength(10)
  const plain = ann.kit.codes.map((code) => code.replaceAll('-', ''))
  for (const secret of [ann.seed, ann.kit.emergencyToken, ...plain]) {
    expect(dump).not.toContain(secret)
    expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
  }
})

test('a seed that is moved to another account does not open', async () => {
  const world = await createSecurityWorld()
  const [ann, bob] = [await createTwoFactorUser(world), await createTwoFactorUser(world)]
  const { cookie } = await startPendingLoginByForm(world, bob)
  await world.services.pool.query(
    'update two_factors set seed = (select seed from two_factors where user_id = $1) where user_id = $2',
    [ann.id, bob.id],
  )

  const attempt = typeCode(world, { cookie }, codeNow(world, ann.seed))

  await expect(attempt).rejects.toThrow('unable to authenticate data')
})

test('two-factor authentication is turned off with the password, and the owner is notified', async () => {
  const world = await createMailWorld([sendSecurityEmail])
  const ann = await createTwoFactorUser(world)
  const other = await logInWithCode(world, ann)
  await world.mailsNow(1)

  const wrong = await change(world, ann, { intent: 'turn-off', offPassword: 'not it' })
  expect(wrong).toMatchObject({ init: { status: 422 } })
  expect(await findTwoFactor(world.services, ann.id)).not.toBeNull()
  await change(world, ann, { intent: 'turn-off', offPassword: ann.password })

  expect(await findTwoFactor(world.services, ann.id)).toBeNull()
  expect(await findSessionAccount(world.services, other)).toBeNull()
  expect(await findSessionAccount(world.services, tokenOf(ann))).toMatchObject({ id: ann.id })
  const [, mail] = await world.mailsNow(2)
  expect(mail?.headers['subject']).toBe('Two-factor authentication was turned off')
  const { rows } = await world.services.pool.query('select * from recovery_codes')
  expect(rows).toEqual([])
})

test('new recovery codes end the old ones', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)

  const answer = await change(world, ann, { intent: 'renew-kit', kitPassword: ann.password })

  if (!('kit' in answer.data)) throw new Error('No codes.')
  const { kit } = answer.data
  expect(kit.codes).toHaveLength(10)
  expect(new Set([...kit.codes, ...ann.kit.codes]).size).toBe(20)
  const { cookie } = await startPendingLoginByForm(world, ann)
  expect(await typeCode(world, { cookie }, ann.kit.codes[0] ?? '')).toMatchObject({
    init: { status: 422 },
  })
  expect(
    await loggedIn(world, await typeCode(world, { cookie }, kit.codes[0] ?? '')),
  ).toMatchObject({ id: ann.id })
})

test('the screen shows the method and how many codes are left, and no secret', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const { cookie } = await startPendingLoginByForm(world, ann)
  await typeCode(world, { cookie }, ann.kit.codes[3] ?? '')

  const page = await securityPage(world.visit('/account/security', { as: ann }))

  expect(page).toMatchObject({ twoFactor: { method: 'app', codesLeft: 9 }, hasTextMessages: false })
  expect(JSON.stringify(page)).not.toContain(ann.seed)
})

test('a code that turned on two-factor authentication logs no one in', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  world.clock.advance(-stepMillis)
  const { cookie } = await startPendingLoginByForm(world, ann)

  const answer = await typeCode(world, { cookie }, codeNow(world, ann.seed))

  expect(answer).toMatchObject({ init: { status: 422 } })
})

test('a visitor who isn’t logged in changes nothing', async () => {
  const world = await createWorld()

  const visit = world.visit('/account/security', { form: { intent: 'turn-off', offPassword: 'x' } })

  await expect(security(visit)).rejects.toMatchObject({ status: 302 })
})
