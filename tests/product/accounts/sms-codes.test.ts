/** Two-factor authentication by text message, against a provider double over HTTP. */
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createTwilioSms } from '#app/clients/twilio-sms.server.ts'
import { users } from '#app/db/schema/index.ts'
import { findTwoFactor } from '#app/domain/accounts/two-factor/two-factor.server.ts'
import { createProviderClients } from '#app/lib/web/provider-client.server.ts'
import {
  action as phone,
  loader as phonePage,
} from '#app/routes/account/two-factor/security-phone.tsx'
import { action as enterCode, loader as codePage } from '#app/routes/auth/two-factor.tsx'
import type { TestUser } from '../../support/makers.ts'
import {
  codeNow,
  cookieOf,
  createSecurityWorld,
  createTwoFactorUser,
  loggedIn,
  startPendingLoginByForm,
  typeCode,
} from '../../support/two-factor.ts'
import { startSmsServer } from '#workshop/doubles/sms-server.ts'
import type { World } from '../../support/world.ts'

const notEnabled = 'We were not able to enable two-factor authentication for this phone number.'

async function createSmsWorld(from?: string) {
  const world = await createSecurityWorld()
  const sms = await startSmsServer()
  onTestFinished(sms.stop)
  const clients = createProviderClients({
    now: world.clock.now,
    internet: { doubles: [sms.account.url] },
  })
  const account = { ...sms.account, ...(from === undefined ? {} : { from }) }
  world.services.mail.sms = createTwilioSms(account, clients)
  return { ...world, sms }
}

async function createPhoneUser({ services, user }: World, digits = '15112345678') {
  const person = await user()
  await services.db.system
    .update(users)
    .set({ countryCode: 'DE', phone: digits })
    .where(eq(users.id, person.id))
  return person
}

const setUp = (world: World, as: { cookie: string }, form: Record<string, string>) =>
  phone(world.visit('/account/security/phone', { as, form }))

/** Requests the first code. Returns the browser's cookies. */
async function begin(world: World, as: TestUser) {
  const answer = await setUp(world, as, { intent: 'start', password: as.password })
  return { answer, cookie: `${as.cookie}; ${cookieOf(answer, 'pending_login') ?? ''}` }
}

async function turnOn(world: Awaited<ReturnType<typeof createSmsWorld>>, as: TestUser) {
  const { cookie } = await begin(world, as)
  return setUp(world, { cookie }, { intent: 'confirm', code: world.sms.newestCode() })
}

const sendAgain = (world: World, as: { cookie: string }) =>
  enterCode(world.visit('/auth/two-factor', { as, form: { intent: 'send' } }))

test('the number is proven by a code before any login asks for one', async () => {
  const world = await createSmsWorld()
  const ann = await createPhoneUser(world)

  const { answer, cookie } = await begin(world, ann)
  expect(answer).toMatchObject({ data: { isSent: true } })
  expect(world.sms.messages).toEqual([
    {
      to: '+4915112345678',
      from: '+15005550006',
      body: expect.stringMatching(/^\d{6} is your Footfall code\./) as string,
    },
  ])
  expect(await findTwoFactor(world.services, ann.id)).toBeNull()
  const done = await setUp(world, { cookie }, { intent: 'confirm', code: world.sms.newestCode() })

  expect(done).toMatchObject({ data: { kit: { codes: expect.any(Array) as string[] } } })
  expect(await findTwoFactor(world.services, ann.id)).toMatchObject({ method: 'phone' })
  const [row] = await world.services.db.system
    .select({ at: users.phoneVerifiedAt })
    .from(users)
    .where(eq(users.id, ann.id))
  expect(row?.at).toEqual(world.clock.now())
})

test('a login is sent a code, which finishes this login and no other', async () => {
  const world = await createSmsWorld()
  const ann = await createPhoneUser(world)
  await turnOn(world, ann)

  const first = await startPendingLoginByForm(world, ann)
  const firstCode = world.sms.newestCode()
  const second = await startPendingLoginByForm(world, ann)
  const secondCode = world.sms.newestCode()

  expect(await typeCode(world, second, firstCode)).toMatchObject({ init: { status: 422 } })
  expect(await typeCode(world, first, secondCode)).toMatchObject({ init: { status: 422 } })
  expect(await loggedIn(world, await typeCode(world, first, firstCode))).toMatchObject({
    id: ann.id,
    secondFactorAt: world.clock.now(),
  })
})

test('another code ends the one before it', async () => {
  const world = await createSmsWorld()
  const ann = await createPhoneUser(world)
  await turnOn(world, ann)
  const login = await startPendingLoginByForm(world, ann)
  const old = world.sms.newestCode()

  expect(await sendAgain(world, login)).toMatchObject({ data: { isSent: true } })

  expect(await typeCode(world, login, old)).toMatchObject({ init: { status: 422 } })
  expect(await loggedIn(world, await typeCode(world, login, world.sms.newestCode()))).toMatchObject(
    { id: ann.id },
  )
})

test.each([
  ['the service refuses the number', 400, 21211],
  ['the service has a fault', 503, 20500],
])('%s: the specification’s sentence, and nothing is turned on', async (_case, status, code) => {
  const world = await createSmsWorld()
  const ann = await createPhoneUser(world)
  world.sms.refuse(1, status, code)

  const { answer } = await begin(world, ann)

  expect(answer).toMatchObject({ init: { status: 422 }, data: { errors: { '': [notEnabled] } } })
  expect(await findTwoFactor(world.services, ann.id)).toBeNull()
  const logged = JSON.stringify(world.logged)
  expect(logged).toContain(`answered ${String(status)}, code ${String(code)}`)
  expect(logged).not.toContain('15112345678')
})

test('a service that is away is the same to the person', async () => {
  const world = await createSmsWorld()
  const ann = await createPhoneUser(world)
  await world.sms.stop()

  const { answer } = await begin(world, ann)

  expect(answer).toMatchObject({ init: { status: 422 }, data: { errors: { '': [notEnabled] } } })
})

test('a login whose message was not sent says so, and sends it when asked', async () => {
  const world = await createSmsWorld()
  const ann = await createPhoneUser(world)
  await turnOn(world, ann)
  world.sms.refuse(2, 503, 20500)

  const login = await startPendingLoginByForm(world, ann)
  const page = () => codePage(world.visit('/auth/two-factor', { as: login }))
  expect(await page()).toEqual({ isByPhone: true, isSent: false })
  expect(await sendAgain(world, login)).toMatchObject({
    init: { status: 422 },
    data: { errors: { '': [expect.stringContaining('couldn’t send the code') as string] } },
  })
  await sendAgain(world, login)

  expect(await page()).toEqual({ isByPhone: true, isSent: true })
  expect(await loggedIn(world, await typeCode(world, login, world.sms.newestCode()))).toMatchObject(
    { id: ann.id },
  )
})

test('an account gets five messages within an hour, and one number too', async () => {
  const world = await createSmsWorld()
  const ann = await createPhoneUser(world)
  for (let sent = 0; sent < 5; sent += 1) await begin(world, ann)

  const sixth = await begin(world, ann)
  const neighbour = await begin(world, await createPhoneUser(world))
  const other = await begin(world, await createPhoneUser(world, '15212345678'))

  expect(sixth.answer).toMatchObject({ init: { status: 429 } })
  expect(neighbour.answer).toMatchObject({ init: { status: 429 } })
  expect(other.answer).toMatchObject({ data: { isSent: true } })
  expect(world.sms.messages).toHaveLength(6)
})

test('a number that changed in between isn’t verified by the old number’s code', async () => {
  const world = await createSmsWorld()
  const ann = await createPhoneUser(world)
  const { cookie } = await begin(world, ann)
  await world.services.db.system
    .update(users)
    .set({ phone: '15212345678' })
    .where(eq(users.id, ann.id))

  const answer = await setUp(world, { cookie }, { intent: 'confirm', code: world.sms.newestCode() })

  expect(answer).toMatchObject({ init: { status: 422 } })
  expect(await findTwoFactor(world.services, ann.id)).toBeNull()
})

test('one person’s set-up is not finished by another', async () => {
  const world = await createSmsWorld()
  const [ann, bob] = [await createPhoneUser(world), await createPhoneUser(world)]
  const { cookie } = await begin(world, ann)
  const mixed = cookie.replace(ann.cookie, bob.cookie)

  const answer = await setUp(world, { cookie: mixed }, { intent: 'confirm', code: '123456' })

  expect(answer).toMatchObject({ init: { status: 422 } })
})

test('a person who chose the app isn’t offered the weaker method', async () => {
  const world = await createSmsWorld()
  const ann = await createTwoFactorUser(world)
  await world.services.db.system
    .update(users)
    .set({ countryCode: 'DE', phone: '15112345678', phoneVerifiedAt: world.clock.now() })
    .where(eq(users.id, ann.id))
  const login = await startPendingLoginByForm(world, ann)

  await expect(sendAgain(world, login)).rejects.toMatchObject({ code: 'conflict' })

  expect(world.sms.messages).toEqual([])
  expect(
    await loggedIn(world, await typeCode(world, login, codeNow(world, ann.seed))),
  ).toMatchObject({ id: ann.id })
})

test('a messaging service sends codes as a number does, and nothing is sent without both', async () => {
  const service = `MG${'0'.repeat(32)}`
  const world = await createSmsWorld(service)
  const ann = await createPhoneUser(world)
  await turnOn(world, ann)
  expect(world.sms.messages).toMatchObject([{ to: '+4915112345678', from: service }])

  const nameless = await createSmsWorld('')
  const bob = await createPhoneUser(nameless)
  expect((await begin(nameless, bob)).answer).toMatchObject({ init: { status: 422 } })
  expect(nameless.sms.messages).toEqual([])
})

test('without a service the screen says so and the call is refused', async () => {
  const world = await createSecurityWorld()
  const ann = await createPhoneUser(world)

  const page = await phonePage(world.visit('/account/security/phone', { as: ann }))
  expect(page).toMatchObject({ hasTextMessages: false, phone: '+49 1511 2345678' })

  const attempt = setUp(world, ann, { intent: 'start', password: ann.password })
  await expect(attempt).rejects.toMatchObject({ code: 'conflict' })
})
