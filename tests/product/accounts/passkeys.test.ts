/** Passkeys: added, used, refused. The authenticator is simulated, so it can also misbehave. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { expect, test } from 'vitest'
import { listPasskeys } from '#app/domain/accounts/passkeys/passkeys.server.ts'
import { sendSecurityEmail } from '#app/jobs/account-emails.server.ts'
import { sweeps } from '#app/jobs/sweeps.server.ts'
import { action as newPasskey } from '#app/routes/account/two-factor/new-passkey.ts'
import { action as changePasskey } from '#app/routes/account/two-factor/passkeys.ts'
import { action as passkeyLogin } from '#app/routes/auth/passkey.ts'
import { createAuthenticator, type Authenticator } from '../../support/authenticator.ts'
import type { TestUser } from '../../support/makers.ts'
import { createMailWorld } from '../../support/email-world.ts'
import {
  cookieOf,
  createSecurityWorld,
  createTwoFactorUser,
  headersOf,
  loggedIn,
} from '../../support/two-factor.ts'
import type { World } from '../../support/world.ts'
import { minuteMillis } from '#app/lib/time.ts'

const origin = 'http://footfall.test'

const add = (world: World, as: { cookie: string }, form: Record<string, string>) =>
  newPasskey(world.visit('/account/security/new-passkey', { as, form }))

const logIn = (world: World, as: { cookie: string }, form: Record<string, string>, to = '') =>
  passkeyLogin(world.visit(`/auth/passkey${to}`, { as, form }))

const change = (world: World, as: { cookie: string }, form: Record<string, string>) =>
  changePasskey(world.visit('/account/security/passkeys', { as, form }))

/** Requests a challenge for a new passkey. Returns it and the browser's cookies. */
async function askToAdd(world: World, as: TestUser) {
  const form = { intent: 'ask', passkeyName: 'Laptop', passkeyPassword: as.password }
  const answer = await add(world, as, form)
  const { options } = answer.data as { options: PublicKeyCredentialCreationOptionsJSON }
  return { options, cookie: `${as.cookie}; ${cookieOf(answer, 'passkey') ?? ''}` }
}

async function addOne(world: World, as: TestUser, authenticator = createAuthenticator()) {
  const { options, cookie } = await askToAdd(world, as)
  const answer = authenticator.create(options, { origin })
  await add(world, { cookie }, { intent: 'add', passkeyName: 'Laptop', answer })
  return authenticator
}

/** Requests a challenge for a login. Returns it and the browser's cookie. */
async function askToLogIn(world: World) {
  const answer = await logIn(world, { cookie: '' }, { intent: 'ask' })
  if (answer instanceof Response) throw new Error('No question.')
  const { options } = answer.data as { options: PublicKeyCredentialRequestOptionsJSON }
  return { options, cookie: cookieOf(answer, 'passkey') ?? '' }
}

type Way = Parameters<Authenticator['get']>[1]

async function answerWith(world: World, authenticator: Authenticator, way: Partial<Way> = {}) {
  const { options, cookie } = await askToLogIn(world)
  const answer = authenticator.get(options, { origin, ...way })
  return logIn(world, { cookie }, { intent: 'answer', answer })
}

const refused = (sentence: string) => ({
  init: { status: 422 },
  data: { errors: { '': [sentence] } },
})
const notAccepted = refused('We couldn’t verify this passkey. Log in with your password.')
const notAdded = refused('We couldn’t add this passkey. Start over.')
const tooLate = refused('This timed out. Try again.')

test('a passkey is added after the password, and the owner is notified', async () => {
  const world = await createMailWorld([sendSecurityEmail])
  const ann = await world.user()

  const wrong = await add(world, ann, { intent: 'ask', passkeyName: 'A', passkeyPassword: 'no' })
  expect(wrong).toMatchObject({
    init: { status: 422 },
    data: { errors: { passkeyPassword: ['That’s not your current password.'] } },
  })
  const { options, cookie } = await askToAdd(world, ann)
  expect(options).toMatchObject({
    rp: { id: 'footfall.test', name: 'Footfall' },
    user: { name: ann.email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const answer = createAuthenticator().create(options, { origin, isSynced: true })
  const done = await add(world, { cookie }, { intent: 'add', passkeyName: ' Laptop ', answer })

  expect(done).toMatchObject({ data: { saved: 'Passkey added' } })
  expect(await listPasskeys(world.services, ann.id)).toEqual([
    {
      id: expect.any(Number) as number,
      name: 'Laptop',
      createdAt: world.clock.now(),
      lastUsedAt: null,
      isSynced: true,
    },
  ])
  const [mail] = await world.mailsNow(1)
  expect(mail?.headers['subject']).toBe('A passkey was added')
})

test('a passkey logs in without password and code, although two-factor is on', async () => {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const authenticator = await addOne(world, ann)
  const { options, cookie } = await askToLogIn(world)
  expect(options).toMatchObject({ rpId: 'footfall.test', userVerification: 'required' })

  const answer = authenticator.get(options, { origin })
  const done = await logIn(world, { cookie }, { intent: 'answer', answer }, '?to=%2Fonboarding')

  expect(headersOf(done).get('location')).toBe('/onboarding')
  expect(await loggedIn(world, done)).toMatchObject({
    id: ann.id,
    secondFactorAt: world.clock.now(),
  })
  expect(await listPasskeys(world.services, ann.id)).toMatchObject([
    { lastUsedAt: world.clock.now(), isSynced: false },
  ])
})

test.each<[string, Partial<Way>]>([
  ['a page of another origin', { origin: 'https://footfall.test.elsewhere.example' }],
  ['our host on another port', { origin: 'http://footfall.test:8080' }],
  ['a device that did not check who holds it', { isUserVerified: false }],
])('%s is refused, at a login and for a new passkey', async (_case, way) => {
  const world = await createSecurityWorld()
  const ann = await world.user()
  const authenticator = await addOne(world, ann)

  const login = await answerWith(world, authenticator, way)
  const { options, cookie } = await askToAdd(world, ann)
  const answer = createAuthenticator().create(options, { origin, ...way })
  const added = await add(world, { cookie }, { intent: 'add', passkeyName: 'B', answer })

  expect(login).toMatchObject(notAccepted)
  expect(added).toMatchObject(notAdded)
  expect(await listPasskeys(world.services, ann.id)).toHaveLength(1)
})

test('a question is answered once', async () => {
  const world = await createSecurityWorld()
  const authenticator = await addOne(world, await world.user())
  const { options, cookie } = await askToLogIn(world)

  const form = { intent: 'answer', answer: authenticator.get(options, { origin }) }
  const [first, second] = [
    await logIn(world, { cookie }, form),
    await logIn(world, { cookie }, form),
  ]

  expect(cookieOf(first, 'token')).not.toBeNull()
  expect(second).toMatchObject(tooLate)
})

test('the answer to one question is none to another', async () => {
  const world = await createSecurityWorld()
  const authenticator = await addOne(world, await world.user())
  const [mine, theirs] = [await askToLogIn(world), await askToLogIn(world)]

  const answer = authenticator.get(mine.options, { origin })
  const swapped = await logIn(world, theirs, { intent: 'answer', answer })

  expect(swapped).toMatchObject(notAccepted)
})

test('a question ends after five minutes, and the job removes it', async () => {
  const world = await createSecurityWorld()
  const authenticator = await addOne(world, await world.user())
  const { options, cookie } = await askToLogIn(world)

  world.clock.advance(5 * minuteMillis)
  const answer = authenticator.get(options, { origin })
  const late = await logIn(world, { cookie }, { intent: 'answer', answer })
  world.clock.advance(1)
  await sweeps.accounts.run(world.services, {})

  expect(late).toMatchObject(tooLate)
  const { rows } = await world.services.pool.query('select * from passkey_challenges')
  expect(rows).toEqual([])
})

test('a passkey that wasn’t added here logs no one in', async () => {
  const world = await createSecurityWorld()

  const answer = await answerWith(world, createAuthenticator())

  expect(answer).toMatchObject(
    refused('We don’t recognize this passkey. Log in with your password.'),
  )
})

test('a copied passkey with a lower counter than the original is refused', async () => {
  const world = await createSecurityWorld()
  const authenticator = await addOne(world, await world.user())
  await answerWith(world, authenticator)
  await answerWith(world, authenticator)

  authenticator.counter = 0
  const copy = await answerWith(world, authenticator)

  expect(copy).toMatchObject(notAccepted)
})

test('the question for one person’s passkey is not answered by another', async () => {
  const world = await createSecurityWorld()
  const [ann, bob] = [await world.user(), await world.user()]
  const { options, cookie } = await askToAdd(world, ann)

  const answer = createAuthenticator().create(options, { origin })
  const mixed = { cookie: cookie.replace(ann.cookie, bob.cookie) }
  const stolen = await add(world, mixed, { intent: 'add', passkeyName: 'B', answer })

  expect(stolen).toMatchObject(refused('This timed out. Start over.'))
  expect(await listPasskeys(world.services, bob.id)).toEqual([])
})

test('the challenge for a new passkey logs no one in', async () => {
  const world = await createSecurityWorld()
  const ann = await world.user()
  const authenticator = await addOne(world, ann)
  const { options, cookie } = await askToAdd(world, ann)

  const asked = { challenge: options.challenge, rpId: 'footfall.test' }
  const answer = authenticator.get(asked, { origin })
  const browser = { cookie: cookie.replace(`${ann.cookie}; `, '') }
  const login = await logIn(world, browser, { intent: 'answer', answer })

  expect(login).toMatchObject(tooLate)
})

test('one authenticator’s passkey is added once', async () => {
  const world = await createSecurityWorld()
  const ann = await world.user()
  const authenticator = await addOne(world, ann)
  const { options, cookie } = await askToAdd(world, ann)
  expect(options.excludeCredentials).toHaveLength(1)

  const answer = authenticator.create(options, { origin })
  const again = await add(world, { cookie }, { intent: 'add', passkeyName: 'B', answer })

  expect(again).toMatchObject(refused('You’ve already added this passkey.'))
})

test('passkeys are renamed, and removed with the password', async () => {
  const world = await createMailWorld([sendSecurityEmail])
  const ann = await world.user()
  const authenticator = await addOne(world, ann)
  const [passkey] = await listPasskeys(world.services, ann.id)
  const id = String(passkey?.id)

  await change(world, ann, { intent: 'rename', id, name: 'Old laptop' })
  expect(await listPasskeys(world.services, ann.id)).toMatchObject([{ name: 'Old laptop' }])
  const wrong = await change(world, ann, { intent: 'remove', id, password: 'no' })
  expect(wrong).toMatchObject({ init: { status: 422 } })
  await change(world, ann, { intent: 'remove', id, password: ann.password })

  expect(await listPasskeys(world.services, ann.id)).toEqual([])
  expect(await answerWith(world, authenticator)).toMatchObject({ init: { status: 422 } })
  const [, mail] = await world.mailsNow(2)
  expect(mail?.headers['subject']).toBe('A passkey was removed')
})

test('another person’s passkey is neither renamed nor removed', async () => {
  const world = await createSecurityWorld()
  const [ann, bob] = [await world.user(), await world.user()]
  await addOne(world, ann)
  const [passkey] = await listPasskeys(world.services, ann.id)
  const id = String(passkey?.id)

  await change(world, bob, { intent: 'rename', id, name: 'Mine' })
  await change(world, bob, { intent: 'remove', id, password: bob.password })

  expect(await listPasskeys(world.services, ann.id)).toMatchObject([{ name: 'Laptop' }])
})

test.each(['', '{', '{}', '{"id":"x"}', 'null'])(
  '"%s" is no answer, and no fault',
  async (answer) => {
    const world = await createSecurityWorld()
    const { cookie } = await askToLogIn(world)

    const login = await logIn(world, { cookie }, { intent: 'answer', answer })

    expect(login).toMatchObject({ init: { status: 422 } })
  },
)

test('one address asks sixty questions within a quarter of an hour', async () => {
  const world = await createSecurityWorld()
  for (let asked = 0; asked < 60; asked += 1) await askToLogIn(world)

  const next = await logIn(world, { cookie: '' }, { intent: 'ask' })

  expect(next).toMatchObject({ init: { status: 429 } })
})
