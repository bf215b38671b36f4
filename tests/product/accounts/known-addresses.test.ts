/** Finding out which addresses have an account, by registering and by other forms. */
import { expect, test } from 'vitest'
import { users } from '#app/db/schema/index.ts'
import {
  sendEmailChangeEmail,
  sendRegisteredAgainEmail,
  sendVerificationEmail,
} from '#app/jobs/account-emails.server.ts'
import { findAddressTaken } from '#app/domain/accounts/login/address-probes.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import { action as changeProfile } from '#app/routes/account/general.tsx'
import { action as register } from '#app/routes/auth/register.tsx'
import { createMailWorld } from '../../support/email-world.ts'
import type { TestUser } from '../../support/makers.ts'
import type { World } from '../../support/world.ts'

const queued = [sendEmailChangeEmail, sendRegisteredAgainEmail, sendVerificationEmail]

const createStory = () => createMailWorld(queued)

/** @param from network address of the client */
const registerWith = (world: World, email: string, from = '192.0.2.1') => {
  const form = { name: 'Eve', email, password: 'a long guess of mine', terms: 'on' }
  const visit = world.visit('/auth/register', { form })
  return register({ ...visit, context: { ...visit.context, clientAddress: from } })
}

const statusOf = (answer: Awaited<ReturnType<typeof register>>) =>
  answer instanceof Response ? answer.status : answer.init?.status

const requestChange = (world: World, as: TestUser, email: string) =>
  changeProfile(
    world.visit('/account/general', {
      as,
      form: { intent: 'email', email, emailPassword: as.password },
    }),
  )

test('who registers with an address that has an account is noticed by its owner, once a day', async () => {
  const world = await createStory()
  const ann = await world.user()

  for (let time = 0; time < 3; time += 1) {
    expect(await registerWith(world, ann.email)).toMatchObject({
      init: { status: 422 },
      data: {
        errors: {
          email: ['There’s already an account with this email address. Log in instead.'],
        },
      },
    })
  }

  const [mail] = await world.mailsNow(1)
  expect(mail).toMatchObject({
    to: [ann.email],
    headers: { subject: 'You already have an account' },
  })
  expect(mail?.text).toContain('http://footfall.test/auth/login')
  expect(mail?.text).not.toContain('Eve')
  // The third email shows that no second one was waiting before it.
  await registerWith(world, 'new@shop.example')
  expect((await world.mailsNow(2)).map(({ to }) => to[0])).toEqual([ann.email, 'new@shop.example'])
})

test('a network that has found ten accounts gets one answer for every other address, at the same time as well', async () => {
  const world = await createStory()
  const people = await Promise.all(Array.from({ length: 14 }, () => world.user()))

  const found = await Promise.all(people.map(({ email }) => registerWith(world, email)))

  const statuses = found.map(statusOf)
  expect(statuses.filter((status) => status === 422)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  const known = await registerWith(world, (await world.user()).email)
  const unknown = await registerWith(world, 'new@shop.example')
  expect(statusOf(known)).toBe(429)
  const { data } = known as { data: unknown }
  expect(unknown).toMatchObject({
    init: { status: 429 },
    data: { message: 'Too many attempts. Try again in 60 minutes.' },
  })
  expect({ ...(data as object), values: null }).toEqual({
    ...(unknown as { data: object }).data,
    values: null,
  })
  expect(statusOf(await registerWith(world, 'new@shop.example', '198.51.100.7'))).toBe(302)
  // An address that the network knows shows nothing new.
  const repeated = people[statuses.indexOf(422)]?.email ?? ''
  expect(statusOf(await registerWith(world, repeated))).toBe(422)

  world.clock.advance(hourMillis)
  expect(statusOf(await registerWith(world, 'new-too@shop.example'))).toBe(302)
  const late = people[statuses.indexOf(429)]?.email ?? ''
  expect(statusOf(await registerWith(world, late))).toBe(422)
})

test('an address that is tried again counts once', async () => {
  const world = await createStory()
  const [ann, ben] = [await world.user(), await world.user()]
  // Registering has its limit of five for each address.
  for (let time = 0; time < 4; time += 1) {
    expect(statusOf(await registerWith(world, ann.email))).toBe(422)
    expect(statusOf(await registerWith(world, ben.email))).toBe(422)
  }

  for (let person = 0; person < 8; person += 1) {
    expect(statusOf(await registerWith(world, (await world.user()).email))).toBe(422)
  }

  expect(statusOf(await registerWith(world, (await world.user()).email))).toBe(429)
})

test('an IPv6 network finds out forty accounts from all of its addresses', async () => {
  const world = await createStory()
  const probe = async (from: string) => {
    const { email } = await world.user()
    return world.services.db.transaction((tx) =>
      findAddressTaken(tx, { email, address: from, at: world.services.now() }),
    )
  }
  for (let part = 0; part < 4; part += 1) {
    for (let time = 0; time < 10; time += 1) {
      expect(await probe(`2001:db8:1:${String(part)}::${String(time)}`)).toBe(true)
    }
  }

  await expect(probe('2001:db8:1:9::1')).rejects.toMatchObject({ code: 'too_many' })
  expect(await probe('2001:db8:2:9::1')).toBe(true)
})

test('people who register count for nothing', async () => {
  const world = await createStory()

  const answers = []
  for (let person = 0; person < 12; person += 1) {
    answers.push(statusOf(await registerWith(world, `person-${String(person)}@shop.example`)))
  }

  expect(answers).toEqual(Array.from({ length: 12 }, () => 302))
})

test('a new login address gets one answer, and only its owner learns that it has an account', async () => {
  const world = await createStory()
  const [eve, ann] = [await world.user(), await world.user()]

  const known = await requestChange(world, eve, ann.email)
  const unknown = await requestChange(world, eve, 'new@shop.example')

  const saved = (email: string) => ({
    data: { saved: `We’ve sent an email to ${email}` },
  })
  expect(known).toMatchObject(saved(ann.email))
  expect(unknown).toMatchObject(saved('new@shop.example'))
  const mails = await world.mailsNow(2)
  const textTo = (email: string) => mails.find(({ to }) => to[0] === email)?.text ?? ''
  expect(textTo(ann.email)).toContain(
    'You already have an account with it, so nothing was changed.',
  )
  expect(textTo(ann.email)).not.toContain('verify_url')
  expect(textTo('new@shop.example')).toContain('verify_url')
  expect(await world.services.db.system.select({ email: users.email }).from(users)).toEqual(
    expect.arrayContaining([{ email: eve.email }, { email: ann.email }]),
  )
})

test('the owner of an address hears once a day that someone entered it, as a new login address as well', async () => {
  const world = await createStory()
  const [eve, mallory, ann] = [await world.user(), await world.user(), await world.user()]

  for (const person of [eve, mallory]) {
    expect(await requestChange(world, person, ann.email)).toMatchObject({
      data: { saved: `We’ve sent an email to ${ann.email}` },
    })
  }
  await registerWith(world, ann.email)
  await requestChange(world, eve, 'last@shop.example')

  expect((await world.mailsNow(2)).map(({ to }) => to[0])).toEqual([ann.email, 'last@shop.example'])
})
