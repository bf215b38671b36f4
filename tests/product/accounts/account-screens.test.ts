/** Changes that people make to their account, and the browsers where they are logged in. */
import { expect, test } from 'vitest'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { verifyCredentials } from '#app/domain/accounts/login/credentials.server.ts'
import {
  sendEmailChangeEmail,
  sendEmailChangedEmail,
  sendPasswordChangedEmail,
} from '#app/jobs/account-emails.server.ts'
import { action as changeDevices, loader as devicesPage } from '#app/routes/account/devices.tsx'
import { action as change } from '#app/routes/account/general.tsx'
import { action as verify, loader as verifyPage } from '#app/routes/auth/verify.tsx'
import type { TestUser } from '../../support/makers.ts'
import {
  createMailWorld as createQueuedMailWorld,
  type MailWorld,
} from '../../support/email-world.ts'
import { createWorld, type World } from '../../support/world.ts'

const address = '192.0.2.1'
const queued = [sendEmailChangeEmail, sendEmailChangedEmail, sendPasswordChangedEmail]

const createMailWorld = () => createQueuedMailWorld(queued)

const save = (world: World, as: TestUser, form: Record<string, string>) =>
  change(world.visit('/account/general', { as, form }))

/** Asks for another address, and returns the path of the link that was sent there. */
async function requestEmailChange(world: MailWorld, person: TestUser, email: string) {
  await save(world, person, { intent: 'email', email, emailPassword: person.password })
  const [mail] = await world.mailsNow(1)
  expect(mail).toMatchObject({ to: [email] })
  return /http:\/\/footfall\.test(\/auth\S+)/.exec(mail?.text ?? '')?.[1] ?? 'no link'
}

const openLink = (world: World, link: string, as: TestUser) =>
  verify(world.visit(link, { as, form: { intent: '' } }))

const listDevices = async (world: World, as: TestUser) =>
  (await devicesPage(world.visit('/account/devices', { as }))).devices

const endDevices = (world: World, as: TestUser, form: Record<string, string>) =>
  changeDevices(world.visit('/account/devices', { as, form }))

const accountOf = ({ services }: World, person: TestUser) =>
  findSessionAccount(services, tokenOf(person))

const tokenOf = ({ cookie }: TestUser) => cookie.replace(/^token=([^;]*).*/, '$1')

const signedIn = async ({ services }: World, token: string) =>
  (await findSessionAccount(services, token)) !== null

test('a new name is saved', async () => {
  const world = await createWorld()
  const ann = await world.user()

  expect(await save(world, ann, { intent: 'name', name: ' Ann Lee ' })).toMatchObject({
    data: { saved: 'Name saved' },
  })

  expect(await accountOf(world, ann)).toMatchObject({ name: 'Ann Lee' })
})

test('a new address counts once its link was used, and the old one is notified', async () => {
  const world = await createMailWorld()
  const ann = await world.user()
  const email = 'ann@new.example'

  const link = await requestEmailChange(world, ann, email)
  expect(await accountOf(world, ann)).toMatchObject({ email: ann.email })
  expect(await verifyPage(world.visit(link))).toMatchObject({
    data: { proof: { email, replaces: ann.email, isDone: false } },
  })
  await openLink(world, link, ann)

  expect(await accountOf(world, ann)).toMatchObject({ email })
  const [, notice] = await world.mailsNow(2)
  expect(notice).toMatchObject({ to: [ann.email], headers: { subject: /was changed$/ } })
  // Using it again changes nothing and notifies no one.
  expect(await openLink(world, link, ann)).toMatchObject({
    init: { status: 200 },
  })
})

test('an address that another account got in between isn’t taken from it', async () => {
  const world = await createMailWorld()
  const ann = await world.user()
  const email = 'ann@new.example'
  const link = await requestEmailChange(world, ann, email)
  await world.user({ email })

  const use = openLink(world, link, ann)

  await expect(use).rejects.toMatchObject({ code: 'conflict' })
  expect(await accountOf(world, ann)).toMatchObject({ email: ann.email })
})

test('a new password ends every other session and notifies the person', async () => {
  const world = await createMailWorld()
  const ann = await world.user()
  const other = await world.logIn(ann)
  const newPassword = 'another horse battery'

  await save(world, ann, { intent: 'password', currentPassword: ann.password, newPassword })

  expect(await signedIn(world, tokenOf(ann))).toBe(true)
  expect(await signedIn(world, other)).toBe(false)
  expect(
    await verifyCredentials(world.services, { email: ann.email, password: newPassword }, address),
  ).toMatchObject({ userId: ann.id })
  const [mail] = await world.mailsNow(1)
  expect(mail).toMatchObject({ to: [ann.email], headers: { subject: /was changed$/ } })
})

test.each([
  [{ intent: 'name', name: '' }, 'name', 'Enter your name.'],
  [
    { intent: 'email', email: 'ann', emailPassword: 'x' },
    'email',
    'Enter an email address, for example name@shop.com.',
  ],
  [
    { intent: 'email', email: 'ann@shop.example', emailPassword: 'correct horse battery' },
    'email',
    'This is already your email address.',
  ],
  [
    { intent: 'email', email: 'ann@new.example', emailPassword: 'wrong' },
    'emailPassword',
    'That’s not your current password.',
  ],
  [
    { intent: 'password', currentPassword: 'wrong', newPassword: 'another horse battery' },
    'currentPassword',
    'That’s not your current password.',
  ],
  [
    { intent: 'password', currentPassword: 'correct horse battery', newPassword: 'short' },
    'newPassword',
    'Use at least 8 characters.',
  ],
  [
    { intent: 'password', currentPassword: 'correct horse battery', newPassword: 'password1' },
    'newPassword',
    'This password is too common. Choose a different one.',
  ],
])('%j is refused at %s', async (form, field, sentence) => {
  const world = await createWorld()
  const ann = await world.user({ email: 'ann@shop.example' })
  await world.user({ email: 'bob@shop.example' })

  const answer = await save(world, ann, form)

  expect(answer).toMatchObject({ init: { status: 422 }, data: { errors: { [field]: [sentence] } } })
  expect(JSON.stringify(answer)).not.toContain('horse')
})

test('the present password can’t be guessed here any more often than at the login', async () => {
  const world = await createWorld()
  const ann = await world.user()
  const form = { intent: 'password', currentPassword: 'no', newPassword: 'another horse battery' }
  for (let tries = 0; tries < 10; tries += 1) await save(world, ann, form)

  const answer = await save(world, ann, { ...form, currentPassword: ann.password })

  expect(answer).toMatchObject({ init: { status: 429 } })
})

test('each browser that is logged in is listed, and can be logged out', async () => {
  const world = await createWorld()
  const ann = await world.user()
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  world.clock.advance(1000)
  const other = await world.logIn(ann, firefox)
  const devices = await listDevices(world, ann)
  expect(devices).toMatchObject([
    { name: 'Firefox on Linux', isThis: false },
    { name: null, isThis: true },
  ])
  expect(JSON.stringify(devices)).not.toContain(other)

  await endDevices(world, ann, { intent: 'end', id: devices[0]?.id ?? '' })

  expect(await signedIn(world, other)).toBe(false)
  expect(await signedIn(world, tokenOf(ann))).toBe(true)
})

test('another person’s browser is not logged out', async () => {
  const world = await createWorld()
  const [ann, bob] = [await world.user(), await world.user()]
  const devices = await listDevices(world, bob)

  await endDevices(world, ann, { intent: 'end', id: devices[0]?.id ?? '' })

  expect(await signedIn(world, tokenOf(bob))).toBe(true)
})

test('every other browser of this person is logged out, and no one else’s', async () => {
  const world = await createWorld()
  const [ann, bob] = [await world.user(), await world.user()]
  const others = [await world.logIn(ann), await world.logIn(ann)]

  await endDevices(world, ann, { intent: 'end-others' })

  for (const other of others) expect(await signedIn(world, other)).toBe(false)
  for (const person of [ann, bob]) expect(await signedIn(world, tokenOf(person))).toBe(true)
})
