/** Invitations to an organization, and how people join. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitations, teams, users } from '#app/db/schema/index.ts'
import { listMembers } from '#app/domain/teams/members.server.ts'
import { listMemberships } from '#app/domain/teams/teams.server.ts'
import { sweeps } from '#app/jobs/sweeps.server.ts'
import { sendInvitationEmail } from '#app/jobs/team-emails.server.ts'
import { action as answer, loader as answerPage } from '#app/routes/auth/invitation.tsx'
import { action as register, loader as registerPage } from '#app/routes/auth/register.tsx'
import { action as invite, loader as membersPage } from '#app/routes/settings/members.tsx'
import type { TestTeam, TestUser } from '../../support/makers.ts'
import { createMailWorld as createQueuedMailWorld } from '../../support/email-world.ts'
import type { AcceptedMail } from '#workshop/doubles/smtp-server.ts'
import type { World } from '../../support/world.ts'
import { dayMillis } from '#app/lib/time.ts'

const ann = { name: 'Ann', password: 'correct horse battery', terms: 'on' }

const createMailWorld = () => createQueuedMailWorld([sendInvitationEmail])

const pathOf = (given: unknown) =>
  given instanceof Response ? given.headers.get('Location') : null

const ask = (world: World, { scope, owner }: TestTeam, form: Record<string, string>, as = owner) =>
  invite(
    world.visit('/settings/teams/1/members', {
      as,
      form,
      params: { id: String(scope.teamId) },
    }),
  )

const inviteAs = (world: World, team: TestTeam, email: string, role = 'editor') =>
  ask(world, team, { intent: 'invite', email, role })

const see = (world: World, { scope }: TestTeam, as: TestUser) =>
  membersPage(
    world.visit('/settings/teams/1/members', { as, params: { id: String(scope.teamId) } }),
  )

/** Invitations as a person who manages members sees them. */
async function list(world: World, team: TestTeam) {
  const { invitations: seen } = await see(world, team, team.owner)
  if (seen === null) throw new Error('The owner sees no invitations.')
  return seen
}

function tokenOf(mail: AcceptedMail | undefined): string {
  const found = /footfall\.test\/auth\/register\?invitation=(\S+)/.exec(mail?.text ?? '')?.[1]
  if (found === undefined) throw new Error('No invitation in the mail.')
  return found
}

const openRegister = (world: World, token: string, as?: TestUser) =>
  registerPage(world.visit(`/auth/register?invitation=${token}`, as ? { as } : {}))

const open = (world: World, token: string, as?: TestUser) =>
  answerPage(world.visit(`/invitations/${token}`, { params: { token }, ...(as ? { as } : {}) }))

const answerInvitation = (world: World, token: string, as: TestUser, intent = 'accept') =>
  answer(world.visit(`/invitations/${token}`, { as, params: { token }, form: { intent } }))

const caught = (attempt: Promise<unknown>) => attempt.catch((error: unknown) => error)

test('a new person registers by the link, is proven by it and joins instead of setting up', async () => {
  const world = await createMailWorld()
  const site = await world.site({ team: await world.team({ name: 'Kettles' }) })
  const { team, owner } = site
  await ask(world, team, {
    intent: 'invite',
    email: ' New@Shop.example ',
    role: 'analyst',
    access: 'some',
    sites: site.uuid,
  })
  const [mail] = await world.mailsNow(1)
  const token = tokenOf(mail)

  const page = await openRegister(world, token)
  const form = { ...ann, email: 'other@shop.example' }
  const made = await register(world.visit(`/auth/register?invitation=${token}`, { form }))

  expect(mail).toMatchObject({
    to: ['new@shop.example'],
    headers: { subject: "You're invited to join an organization" },
  })
  expect(mail?.text).toContain(`“${owner.name}” invited you to join the organization “Kettles”`)
  expect(page.invitation).toEqual({ email: 'new@shop.example', team: 'Kettles' })
  expect(pathOf(made)).toBe('/')
  const [person] = await world.services.db.system
    .select({ id: users.id, verified: users.emailVerifiedAt, current: users.currentTeamId })
    .from(users)
    .where(eq(users.email, 'new@shop.example'))
  expect(person).toMatchObject({ verified: world.clock.now(), current: team.scope.teamId })
  expect(await listMemberships(world.services, person?.id ?? 0)).toMatchObject([
    { role: 'analyst', scope: { siteIds: [site.scope.siteId] } },
  ])
  // The link has been used.
  expect(await caught(openRegister(world, token))).toMatchObject({ code: 'not_found' })
})

test('who has an account logs in, comes back and accepts', async () => {
  const world = await createMailWorld()
  const { team } = await world.site()
  const bob = await world.user()
  await inviteAs(world, team, bob.email, 'admin')
  const [mail] = await world.mailsNow(1)
  const token = tokenOf(mail)

  const led = await caught(openRegister(world, token))
  const guest = await caught(open(world, token))
  const page = await open(world, token, bob)
  const done = await answerInvitation(world, token, bob)

  expect(pathOf(led)).toBe(`/invitations/${token}`)
  expect(pathOf(guest)).toBe(`/auth/login?to=${encodeURIComponent(`/invitations/${token}`)}`)
  expect(page).toMatchObject({ isForYou: true, role: 'admin' })
  expect(pathOf(done)).toBe(`/settings/teams/${String(team.scope.teamId)}?done=joined`)
  expect(await listMembers(world.services, team.scope)).toMatchObject([
    { role: 'owner' },
    { id: bob.id, role: 'admin', siteIds: null },
  ])
})

test('only the invited address can accept', async () => {
  const world = await createMailWorld()
  const { team } = await world.site()
  const eve = await world.user()
  await inviteAs(world, team, 'bob@shop.example')
  const [mail] = await world.mailsNow(1)
  const token = tokenOf(mail)

  expect(await open(world, token, eve)).toEqual({ isForYou: false, you: eve.email })
  await expect(answerInvitation(world, token, eve)).rejects.toMatchObject({ code: 'forbidden' })
  expect(pathOf(await caught(openRegister(world, token, eve)))).toBe(`/invitations/${token}`)

  expect(await listMembers(world.services, team.scope)).toHaveLength(1)
})

test('an invitation is declined, and its link no longer works', async () => {
  const world = await createMailWorld()
  const { team } = await world.site()
  const bob = await world.user()
  await inviteAs(world, team, bob.email)
  const [mail] = await world.mailsNow(1)

  await answerInvitation(world, tokenOf(mail), bob, 'decline')

  await expect(answerInvitation(world, tokenOf(mail), bob)).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await list(world, team)).pending).toEqual([])
  expect(await listMembers(world.services, team.scope)).toHaveLength(1)
})

test('members who manage no others see no invitations', async () => {
  const world = await createMailWorld()
  const { team } = await world.site()
  const editor = await world.member(team)
  const admin = await world.member(team, { role: 'admin' })
  await inviteAs(world, team, 'new@shop.example')

  const seen = await see(world, team, editor)

  expect(seen.invitations).toBeNull()
  expect(JSON.stringify(seen)).not.toContain('new@shop.example')
  expect((await see(world, team, admin)).invitations?.pending).toMatchObject([
    { email: 'new@shop.example', isExpired: false },
  ])
})

test('after seven days the link is removed and reads as one that was never made', async () => {
  const world = await createMailWorld()
  const { team } = await world.site()
  await inviteAs(world, team, 'late@shop.example')
  const [mail] = await world.mailsNow(1)
  world.clock.advance(7 * dayMillis - 1000)
  expect((await openRegister(world, tokenOf(mail))).invitation).not.toBeNull()
  world.clock.advance(2000)
  expect((await list(world, team)).pending).toMatchObject([{ isExpired: true }])

  const opened = await caught(openRegister(world, tokenOf(mail)))
  const random = await caught(openRegister(world, 'never-made'))

  expect(opened).toMatchObject({ code: 'not_found', message: 'Page Not Found: /auth/register' })
  expect(random).toMatchObject({ code: 'not_found', message: 'Page Not Found: /auth/register' })
  expect((await list(world, team)).pending).toEqual([])
})

test('an expired invitation that wasn’t opened can be sent again for thirty days, then it’s removed', async () => {
  const world = await createMailWorld()
  const { team } = await world.site()
  await inviteAs(world, team, 'late@shop.example')
  const [first] = await world.mailsNow(1)
  world.clock.advance(10 * dayMillis)
  await sweeps.accounts.run(world.services, {})
  const [invitation] = (await list(world, team)).pending

  await ask(world, team, { intent: 'resend', id: invitation?.id ?? '' })
  const [, second] = await world.mailsNow(2)

  expect(await caught(openRegister(world, tokenOf(first)))).toMatchObject({ code: 'not_found' })
  expect((await openRegister(world, tokenOf(second))).invitation).not.toBeNull()
  world.clock.advance(38 * dayMillis)
  await sweeps.accounts.run(world.services, {})
  expect(await world.services.db.system.select().from(invitations)).toEqual([])
})

test('a revoked invitation no longer works', async () => {
  const world = await createMailWorld()
  const [{ team }, foreign] = [await world.site(), await world.site()]
  await inviteAs(world, team, 'bob@shop.example')
  const [mail] = await world.mailsNow(1)
  const [invitation] = (await list(world, team)).pending
  const form = { intent: 'revoke', id: invitation?.id ?? '' }

  await expect(ask(world, foreign.team, form)).rejects.toMatchObject({ code: 'not_found' })
  await ask(world, team, form)

  expect(await caught(openRegister(world, tokenOf(mail)))).toMatchObject({ code: 'not_found' })
})

test('members and invited ones are not invited again', async () => {
  const world = await createMailWorld()
  const { team } = await world.site()
  const bob = await world.member(team)
  await inviteAs(world, team, 'new@shop.example')

  const answers = [
    await inviteAs(world, team, bob.email),
    await inviteAs(world, team, 'NEW@shop.example'),
    await inviteAs(world, team, 'no address'),
    await inviteAs(world, team, 'other@shop.example', 'owner'),
  ]

  expect(answers).toMatchObject([
    { data: { errors: { email: ['This person is already a member.'] } } },
    { data: { errors: { email: ['This address has already been invited.'] } } },
    { data: { errors: { email: ['Enter an email address, for example name@shop.com.'] } } },
    { data: { errors: { role: ['Choose a role.'] } } },
  ])
  for (const given of answers) expect(given).toMatchObject({ init: { status: 422 } })
})

test('a plan without a free seat invites no one, even with two requests at the same moment', async () => {
  const world = await createMailWorld()
  const { team } = await world.site()
  await world.member(team)
  await world.services.db.system
    .update(teams)
    .set({ memberLimit: 3 })
    .where(eq(teams.id, team.scope.teamId))
  const addresses = ['one@shop.example', 'two@shop.example']

  const given = await Promise.all(addresses.map((email) => inviteAs(world, team, email)))

  const full = 'Your current plan doesn’t allow more members. Upgrade to invite more.'
  const outcomes = given.map(({ data }) => ('saved' in data ? 'sent' : data.errors['']?.[0]))
  expect(outcomes.sort()).toEqual([full, 'sent'])
  await world.mailsNow(1)
  expect(await list(world, team)).toMatchObject({
    seats: { taken: 3, limit: 3, isFull: true },
    mayPay: true,
    teamId: team.scope.teamId,
  })
})

test('a plan without a free seat lets no one in', async () => {
  const world = await createMailWorld()
  const { team } = await world.site()
  const bob = await world.user()
  await inviteAs(world, team, bob.email)
  const [mail] = await world.mailsNow(1)
  await world.services.db.system
    .update(teams)
    .set({ memberLimit: 1 })
    .where(eq(teams.id, team.scope.teamId))

  await expect(answerInvitation(world, tokenOf(mail), bob)).rejects.toMatchObject({
    code: 'conflict',
  })

  expect(await listMembers(world.services, team.scope)).toHaveLength(1)
})

test('a hundred invitations to one address are three emails, from any number of teams', async () => {
  const world = await createMailWorld()
  const owner = await world.user()
  const given = []
  for (let turn = 0; turn < 100; turn += 1) {
    const team = await world.team({ owner })
    given.push(await inviteAs(world, team, 'victim@shop.example'))
  }

  const refused = given.filter((one) => 'init' in one && one.init?.status === 429)
  expect(refused).toHaveLength(97)
  expect(await world.mailsNow(3)).toHaveLength(3)
})

test('a coupon code is refused at its field, and without it the account is made', async () => {
  const world = await createMailWorld()
  const page = await registerPage(world.visit('/auth/register?coupon=SPRING'))
  const form = { ...ann, email: 'ann@shop.example', coupon: 'SPRING' }

  const refused = await register(world.visit('/auth/register?coupon=SPRING', { form }))

  expect(page).toMatchObject({ coupon: 'SPRING', invitation: null })
  expect(refused).toMatchObject({
    init: { status: 422 },
    data: {
      errors: { coupon: ['This coupon code is invalid.'] },
      values: { name: 'Ann', coupon: 'SPRING' },
    },
  })
})

test('a program that fills in the hidden field creates no account', async () => {
  const world = await createMailWorld()
  const form = { ...ann, email: 'ann@shop.example', homepage: 'https://spam.example' }

  const refused = await register(world.visit('/auth/register', { form }))

  expect(refused).toMatchObject({ init: { status: 422 } })
  expect(await world.services.db.system.select().from(users)).toEqual([])
})
