/** Confirming the second factor again in a running session. */
import type { ActionFunctionArgs } from '@remix-run/node'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { expect, test } from 'vitest'
import { action as makeToken } from '#app/routes/account/api-tokens.tsx'
import { action as exportData } from '#app/routes/account/export.ts'
import { action as general } from '#app/routes/account/general.tsx'
import { action as newPasskey } from '#app/routes/account/two-factor/new-passkey.ts'
import { action as passkeys } from '#app/routes/account/two-factor/passkeys.ts'
import { action as privacy } from '#app/routes/account/privacy.tsx'
import { action as secondProof } from '#app/routes/account/two-factor/step-up.ts'
import { action as security } from '#app/routes/account/security.tsx'
import { action as ownership } from '#app/routes/settings/ownership.tsx'
import { createAuthenticator } from '../../support/authenticator.ts'
import {
  codeNow,
  cookieOf,
  createSecurityWorld,
  createTwoFactorUser,
  type TwoFactorUser,
} from '../../support/two-factor.ts'
import type { World } from '../../support/world.ts'
import { hourMillis } from '#app/lib/time.ts'

const origin = 'http://footfall.test'

/** A person with a second factor, given two hours ago, and an organization. */
async function createStory() {
  const world = await createSecurityWorld()
  const ann = await createTwoFactorUser(world)
  const team = await world.team({ owner: ann, name: 'Linen' })
  const params = { id: String(team.scope.teamId) }
  world.clock.advance(2 * hourMillis)
  return { world, ann, params }
}

type Action = (args: ActionFunctionArgs) => Promise<unknown>
type Asking = [string, Action, Record<string, string>]

const guarded = ({ email, password }: TwoFactorUser): Asking[] => [
  ['two-factor off', security, { intent: 'turn-off', offPassword: password }],
  ['new recovery codes', security, { intent: 'renew-kit', kitPassword: password }],
  ['a passkey more', newPasskey, { intent: 'ask', passkeyName: 'Key', passkeyPassword: password }],
  ['a passkey less', passkeys, { intent: 'remove', id: '1', password }],
  [
    'another address',
    general,
    { intent: 'email', email: 'b@shop.example', emailPassword: password },
  ],
  [
    'another password',
    general,
    { intent: 'password', currentPassword: password, newPassword: 'a horse of another colour' },
  ],
  ['an API token', makeToken, { name: 'Shop', abilities: 'sites:read', site: '', lifetime: '90' }],
  ['the export', exportData, { exportPassword: password }],
  ['the account’s end', privacy, { intent: 'delete', address: email, deletePassword: password }],
  ['another owner', ownership, { intent: 'transfer', member: '999', transferPassword: password }],
  [
    'the organization’s end',
    ownership,
    { intent: 'delete', name: 'Linen', deletePassword: password },
  ],
]

const prove = (world: World, as: { cookie: string }, form: Record<string, string>) =>
  secondProof(world.visit('/account/second-proof', { as, form }))

const renew = (world: World, as: TwoFactorUser) =>
  security(
    world.visit('/account/security', {
      as,
      form: { intent: 'renew-kit', kitPassword: as.password },
    }),
  )

const asked = { data: { proof: { isByPhone: false, hasPasskey: false } } }

test('each thing that changes who a person is asks for a code that is too old', async () => {
  const { world, ann, params } = await createStory()
  const answers: unknown[] = []

  for (const [name, act, form] of guarded(ann)) {
    const answer = await act(world.visit('/', { as: ann, form, params }))
    answers.push([name, answer])
  }

  const refused = { init: { status: 422 }, ...asked }
  expect(answers).toMatchObject(guarded(ann).map(([name]) => [name, refused]))
})

test('a wrong password is reported first, regardless of the code’s age', async () => {
  const { world, ann } = await createStory()

  const answer = await renew(world, { ...ann, password: 'not it' })

  expect(answer).toMatchObject({ data: { errors: { kitPassword: [expect.any(String)] } } })
  expect(answer.data).not.toHaveProperty('proof')
})

test('the app’s code proves it for two hours, in this browser', async () => {
  const { world, ann } = await createStory()

  const done = await prove(world, ann, { intent: 'enter', code: codeNow(world, ann.seed) })

  expect(done).toMatchObject({ data: { isProven: true } })
  world.clock.advance(2 * hourMillis - 1)
  expect(await renew(world, ann)).toMatchObject({
    data: { kit: { codes: expect.any(Array) as [] } },
  })
  world.clock.advance(1)
  expect(await renew(world, ann)).toMatchObject(asked)
})

test('a recovery code proves it, once', async () => {
  const { world, ann } = await createStory()
  const enter = { intent: 'enter', code: ann.kit.codes[3] ?? '' }

  expect(await prove(world, ann, enter)).toMatchObject({ data: { isProven: true } })

  expect(await prove(world, ann, enter)).toMatchObject({
    init: { status: 422 },
    data: { errors: { code: ['This code is wrong or has already been used.'] } },
  })
})

test('after five wrong codes the right one waits as well', async () => {
  const { world, ann } = await createStory()
  const first = await prove(world, ann, { intent: 'enter', code: '000000' })
  const as = { cookie: `${ann.cookie}; ${cookieOf(first, 'pending_login') ?? ''}` }
  for (let tries = 2; tries <= 5; tries += 1) {
    await prove(world, as, { intent: 'enter', code: '000000' })
  }

  const answer = await prove(world, as, { intent: 'enter', code: codeNow(world, ann.seed) })

  expect(answer).toMatchObject({ init: { status: 429 } })
  expect(await renew(world, ann)).toMatchObject(asked)
})

test('the person’s own passkey proves it, and another person’s doesn’t', async () => {
  const { world, ann } = await createStory()
  const ben = await world.user()
  const add = async (as: { cookie: string; password: string }) => {
    const authenticator = createAuthenticator()
    const visit = (cookie: string, form: Record<string, string>) =>
      newPasskey(world.visit('/account/security/new-passkey', { as: { cookie }, form }))
    const ask = { intent: 'ask', passkeyName: 'Key', passkeyPassword: as.password }
    const question = await visit(as.cookie, ask)
    if (!('options' in question.data)) throw new Error('No question.')
    const answer = authenticator.create(question.data.options, { origin })
    const cookie = `${as.cookie}; ${cookieOf(question, 'passkey') ?? ''}`
    await visit(cookie, { intent: 'add', passkeyName: 'Key', answer })
    return authenticator
  }
  await prove(world, ann, { intent: 'enter', code: codeNow(world, ann.seed) })
  const devices = { current: await add(ann), other: await add(ben) }
  world.clock.advance(2 * hourMillis)
  expect(await renew(world, ann)).toMatchObject({ data: { proof: { hasPasskey: true } } })
  const proveBy = async (device: typeof devices.current) => {
    const question = await prove(world, ann, { intent: 'ask' })
    const { options } = question.data as { options: PublicKeyCredentialRequestOptionsJSON }
    const cookie = `${ann.cookie}; ${cookieOf(question, 'passkey') ?? ''}`
    return prove(world, { cookie }, { intent: 'answer', answer: device.get(options, { origin }) })
  }

  expect(await proveBy(devices.other)).toMatchObject({ init: { status: 422 } })
  expect(await renew(world, ann)).toMatchObject({ data: { proof: { hasPasskey: true } } })
  expect(await proveBy(devices.current)).toMatchObject({ data: { isProven: true } })

  expect(await renew(world, ann)).toMatchObject({ data: { kit: expect.any(Object) as object } })
})

test('a person without a second factor is asked only for the password', async () => {
  const world = await createSecurityWorld()
  const ben = await world.user()
  world.clock.advance(2 * hourMillis)

  const form = { intent: 'email', email: 'c@shop.example', emailPassword: ben.password }
  const answer = await general(world.visit('/account/general', { as: ben, form }))

  expect(answer).toMatchObject({
    data: { saved: 'We’ve sent an email to c@shop.example' },
  })
})
