/**
 * Every way in which an address can be proven for the first time, against everything that can be left
 * behind in the account before: whoever registered with a stranger's address keeps no way in.
 */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitations, passkeys, twoFactors, users } from '#app/db/schema/index.ts'
import { accountEmailJobs, type RemovedAccess } from '#app/domain/accounts/jobs.ts'
import { findSessionAccount } from '#app/domain/accounts/login/sessions.server.ts'
import { markPassword } from '#app/domain/accounts/mail-links/password-mark.server.ts'
import { createResetLink } from '#app/domain/accounts/mail-links/password-reset.server.ts'
import {
  createEmailChangeLink,
  createVerificationLink,
} from '#app/domain/accounts/mail-links/verification.server.ts'
import { requestEmailChange } from '#app/domain/accounts/profile/profile.server.ts'
import { verifyEmailByStaff } from '#app/domain/accounts/staff/user-acts.server.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import { hourMillis } from '#app/lib/time.ts'
import { action as logIn } from '#app/routes/auth/login.tsx'
import { action as answerInvitation } from '#app/routes/auth/invitation.tsx'
import { action as register } from '#app/routes/auth/register.tsx'
import { action as reset } from '#app/routes/auth/reset.tsx'
import { action as verify } from '#app/routes/auth/verify.tsx'
import type { TestSite, TestUser } from '../../support/makers.ts'
import { readSources } from '../../support/sources.ts'
import { createSecurityWorld, loggedIn } from '../../support/two-factor.ts'
import type { World } from '../../support/world.ts'
import {
  earlierAccess,
  listUserColumns,
  phoneColumns,
  tablesWithAccess,
  userColumns,
  type Leaving,
} from './earlier-access.ts'

const mine = 'my own battery horse'

type SentEmail = { removed?: RemovedAccess[] }
type Story = { world: World; person: TestUser; leaving: Leaving; emails: SentEmail[] }

/** An account with an organization and a site, and everything that can be left behind in it. */
async function createStory(leave = true): Promise<Story> {
  const world = await createSecurityWorld()
  const emails: SentEmail[] = []
  const { services } = world
  services.jobs = {
    ...services.jobs,
    hasQueue: () => Promise.resolve(true),
    send: (_job, payload) => {
      emails.push(payload)
      return Promise.resolve()
    },
  }
  const person = await world.user()
  const site: TestSite = await world.site({ team: await world.team({ owner: person }) })
  const { teamId, siteId } = site.scope
  const leaving = { services, userId: person.id, team: { teamId }, site: { teamId, siteId } }
  await setProven({ world, person }, null)
  if (leave) await leaveEverything(leaving)
  return { world, person, leaving, emails }
}

const setProven = ({ world, person }: Pick<Story, 'world' | 'person'>, at: Date | null) =>
  world.services.db.system.update(users).set({ emailVerifiedAt: at }).where(eq(users.id, person.id))

async function leaveEverything(leaving: Leaving): Promise<void> {
  for (const kind of Object.values(earlierAccess)) if ('leave' in kind) await kind.leave(leaving)
}

/** Names of the tables in which something is left. */
async function listLeft(leaving: Leaving): Promise<string[]> {
  const left: string[] = []
  for (const [name, kind] of Object.entries(earlierAccess)) {
    if ('count' in kind && (await kind.count(leaving)) > 0) left.push(name)
  }
  return left
}

const kindsThat = (ends: 'both' | 'mailbox'): string[] =>
  Object.entries(earlierAccess)
    .filter(([, kind]) => 'endsBy' in kind && kind.endsBy === ends)
    .map(([name]) => name)

const isProven = async ({ world, person }: Story) => {
  const [row] = await world.services.db.system.select().from(users).where(eq(users.id, person.id))
  return row?.emailVerifiedAt !== null
}

const pathOf = (link: string | null | undefined) => (link ?? '').replace('http://footfall.test', '')

const press = ({ world, person }: Story, link: string, form: Record<string, string> = {}) => {
  const as = 'password' in form ? {} : { as: person }
  return verify(world.visit(link, { ...as, form: { intent: '', ...form } }))
}

async function firstLink({ world, person }: Story): Promise<string> {
  return pathOf((await createVerificationLink(world.services, person.id))?.link)
}

async function changeLink({ world, person }: Story, to: string): Promise<string> {
  const { services } = world
  const [user] = await services.db.system.select().from(users).where(eq(users.id, person.id))
  const mark = markPassword(services, user?.passwordHash ?? null)
  return pathOf((await createEmailChangeLink(services, { userId: person.id, to, mark }))?.link)
}

async function setNewPassword({ world, person }: Story): Promise<unknown> {
  const path = pathOf((await createResetLink(world.services, person.id))?.link)
  const params = { token: path.replace('/auth/reset/', '') }
  return reset(world.visit(path, { params, form: { password: mine } }))
}

async function acceptInvitation({ world, person }: Story): Promise<unknown> {
  const { services } = world
  const inviting = await world.team()
  const token = 'invitation-of-the-test'
  await services.db.system.insert(invitations).values({
    teamId: inviting.scope.teamId,
    email: person.email,
    role: 'admin',
    tokenHash: tokenHash(token),
    createdAt: services.now(),
    sentAt: services.now(),
    expiresAt: new Date(services.now().getTime() + hourMillis),
  })
  const visit = { as: person, params: { token }, form: { intent: 'accept' } }
  return answerInvitation(world.visit(`/invitations/${token}`, visit))
}

async function vouchByStaff({ world, person }: Story): Promise<unknown> {
  const staff = await world.confirmedStaff()
  return verifyEmailByStaff(world.services, {
    userId: person.id,
    actor: { staffId: staff.id, address: '192.0.2.9' },
    reason: 'Ticket 12',
    lastActId: null,
  })
}

type Road = { name: string; place: string; by: 'login' | 'mailbox'; go: (on: Story) => unknown }

const links = 'app/domain/accounts/mail-links/verification.server.ts'

/** One for each call in the product, by its file. */
const roads: Road[] = [
  {
    name: 'a new password by email',
    place: 'app/domain/accounts/mail-links/password-reset.server.ts',
    by: 'mailbox',
    go: setNewPassword,
  },
  {
    name: 'the confirmation link',
    place: links,
    by: 'login',
    go: async (on) => press(on, await firstLink(on)),
  },
  {
    name: 'the link to a new address',
    place: links,
    by: 'login',
    go: async (on) => press(on, await changeLink(on, 'new@shop.example')),
  },
  {
    name: 'an accepted invitation',
    place: 'app/domain/teams/join.server.ts',
    by: 'login',
    go: acceptInvitation,
  },
  {
    name: 'staff who vouch for it',
    place: 'app/domain/accounts/staff/user-acts.server.ts',
    by: 'mailbox',
    go: vouchByStaff,
  },
]

/** The same roads for someone who isn't logged in, and gives the password with the link. */
const withPassword: Road[] = [
  {
    name: 'the confirmation link with the password',
    place: links,
    by: 'login',
    go: async (on) => press(on, await firstLink(on), { password: on.person.password }),
  },
]

test.each([...roads, ...withPassword])('$name ends what was set up before', async (road) => {
  const story = await createStory()
  const { leaving, emails } = story
  const other = await createBystander(story.world)
  const everything = [...kindsThat('both'), ...kindsThat('mailbox')].sort()
  expect((await listLeft(leaving)).sort()).toEqual(everything)

  await road.go(story)

  expect(await isProven(story)).toBe(true)
  const stays = road.by === 'mailbox' ? [] : kindsThat('mailbox').sort()
  expect((await listLeft(leaving)).sort()).toEqual(stays)
  expect((await listLeft(other)).sort()).toEqual(everything)
  const notified = emails.flatMap(({ removed }) => removed ?? []).map(({ kind }) => kind)
  const removedByMailbox = [
    ...['api-tokens', 'invitations', 'phone', 'shop-logins', 'members'],
    'webhooks',
  ]
  expect(notified).toEqual([
    'passkeys',
    'two-factor',
    ...(road.by === 'mailbox' ? removedByMailbox : []),
  ])
})

test('who came to a store’s organization by its control panel leaves it with the login', async () => {
  const story = await createStory(false)
  const { world, person, leaving, emails } = story
  const team = await world.team({ owner: person })
  const { scope } = await world.site({ team })
  const inStore = { ...leaving, team: { teamId: scope.teamId }, site: scope }
  const { tenant_staff: logins, team_members: members } = earlierAccess
  if (!logins || !members || !('leave' in logins) || !('leave' in members))
    throw new Error('Missing.')
  await logins.leave(inStore)
  await world.member(team)

  await setNewPassword(story)

  expect(await members.count(inStore)).toBe(0)
  expect(emails.flatMap(({ removed }) => removed ?? []).map(({ kind }) => kind)).toEqual([
    'shop-logins',
    'members',
  ])
})

/** Someone else, whose things are their own. */
async function createBystander(world: World): Promise<Leaving> {
  const { scope, owner } = await world.site()
  const { teamId, siteId } = scope
  const { services } = world
  const leaving = { services, userId: owner.id, team: { teamId }, site: { teamId, siteId } }
  await leaveEverything(leaving)
  return leaving
}

test.each(roads)(
  '$name removes nothing, and writes of nothing, where nothing was',
  async (road) => {
    const story = await createStory(false)

    await road.go(story)

    expect(await isProven(story)).toBe(true)
    expect(await listLeft(story.leaving)).toEqual(road.by === 'mailbox' ? [] : ['sessions'])
    expect(story.emails.flatMap(({ removed }) => removed ?? [])).toEqual([])
  },
)

const toProvenOnes = roads.filter(
  ({ name }) => !['the confirmation link', 'staff who vouch for it'].includes(name),
)

test.each(toProvenOnes)('$name leaves a proven account what it has', async (road) => {
  const story = await createStory()
  await setProven(story, story.world.clock.now())
  const before = await listLeft(story.leaving)

  await road.go(story)

  // A new password ends sessions, pending logins, what is being set up and logins through shops' admins,
  // and uses its link up, as a new address does.
  const ended = {
    mailbox: [
      ...['passkey_challenges', 'password_resets', 'pending_logins', 'sessions'],
      ...['frame_sessions', 'shop_staff', 'shop_joins', 'tenant_staff'],
    ],
    login: road.name.includes('new address') ? ['password_resets'] : [],
  }[road.by]
  const stays = before.filter((name) => !ended.includes(name))
  expect(await listLeft(story.leaving)).toEqual(stays)
})

test('every call that proves an address is a road of this test', () => {
  const calls = readSources('app').flatMap(({ path, text }) =>
    path === 'app/domain/accounts/address-proof.server.ts'
      ? []
      : [...text.matchAll(/\b(?:proveAddress|replaceAddress)\(/g)].map(() => path),
  )

  expect(calls.sort()).toEqual(roads.map(({ place }) => place).sort())
})

test('nothing else marks an address as proven, except where the account is created with it', () => {
  const marking =
    /\bemailVerifiedAt:(?!\s*(?:users|target|others)\.)|\bset\(\{[^}]*emailVerifiedAt/g
  const inSql = /["'` ]email_verified_at\b(?!:)/g
  const places = readSources('app')
    .filter(({ path }) => !path.startsWith('app/db/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(marking), ...text.matchAll(inSql)].map(() => path),
    )

  expect(places).toEqual([
    'app/domain/accounts/address-proof.server.ts',
    'app/domain/accounts/address-proof.server.ts',
    // New accounts: by the command line and the demo, by an invitation, and of a shop's staff.
    'app/domain/accounts/login/credentials.server.ts',
    'app/domain/shops/install-shop.server.ts',
  ])
})

test('every table and column that can open an account is named', () => {
  expect(tablesWithAccess().sort()).toEqual(Object.keys(earlierAccess).sort())
  expect(listUserColumns().sort()).toEqual([...userColumns, ...phoneColumns].sort())
})

test('a second factor of someone else doesn’t lock the address’s owner out', async () => {
  const story = await createStory()
  const { world, person } = story
  await setNewPassword(story)

  const form = { email: person.email, password: mine }
  const answer = await logIn(world.visit('/auth/login', { form }))

  expect(await loggedIn(world, answer)).toMatchObject({ id: person.id, isVerified: true })
})

test('a link to an address of the stranger’s own ends with the owner’s new password', async () => {
  const story = await createStory(false)
  const { world, person } = story
  const link = await changeLink(story, 'stranger@elsewhere.example')
  await setNewPassword(story)

  expect(await press(story, link, { password: person.password })).toMatchObject({
    init: { status: 410 },
  })
  expect(await press(story, link, { password: mine })).toMatchObject({ init: { status: 410 } })
  const [row] = await world.services.db.system.select().from(users).where(eq(users.id, person.id))
  expect(row?.email).toBe(person.email)
})

test('people of a shop keep the login through its admin when it’s their only one', async () => {
  const story = await createStory()
  const { system } = story.world.services.db
  await system.update(users).set({ passwordHash: null }).where(eq(users.id, story.person.id))

  await vouchByStaff(story)

  const left = (await listLeft(story.leaving)).sort()
  expect(left).toEqual(['shop_staff', 'team_members', 'tenant_staff', 'webhook_endpoints'])
})

test.each(roads.filter(({ by }) => by === 'mailbox'))(
  '$name ends the password that was set before, and no one else gets the address',
  async ({ go }) => {
    const story = await createStory(false)
    const { world, person } = story
    await go(story)

    expect(await logIn(world.visit('/auth/login', { form: loginOf(person) }))).toMatchObject({
      init: { status: 422 },
    })
    const { name, email, password } = person
    const again = { name, email, password, terms: 'on' }
    expect(await register(world.visit('/auth/register', { form: again }))).toMatchObject({
      init: { status: 422 },
    })
    await setNewPassword(story)
    const form = { email, password: mine }
    const answer = await logIn(world.visit('/auth/login', { form }))
    expect(await loggedIn(world, answer)).toMatchObject({ id: person.id, isVerified: true })
  },
)

const loginOf = ({ email, password }: TestUser) => ({ email, password })

test('a link to a new address ends with the next password, however long it was proven before', async () => {
  const story = await createStory(false)
  const { world, person } = story
  await setProven(story, world.clock.now())
  const link = await changeLink(story, 'stranger@elsewhere.example')
  await setNewPassword(story)

  expect(await press(story, link, { password: mine })).toMatchObject({ init: { status: 410 } })
  const [row] = await world.services.db.system.select().from(users).where(eq(users.id, person.id))
  expect(row?.email).toBe(person.email)
})

test('so does one that was asked for before and is sent after', async () => {
  const story = await createStory(false)
  const { world, person, emails } = story
  const { services } = world
  await setProven(story, world.clock.now())
  const account = await findSessionAccount(services, person.cookie.slice('token='.length))
  if (!account) throw new Error('The person is not logged in.')
  const asked = { email: 'stranger@elsewhere.example', emailPassword: person.password }
  await requestEmailChange(
    services,
    { account, address: '192.0.2.10' },
    { intent: 'email', ...asked },
  )
  const { email: to, mark = '' } = accountEmailJobs.emailChange.payload.parse(emails.at(-1))
  await setNewPassword(story)

  const link = pathOf(
    (await createEmailChangeLink(services, { userId: person.id, to, mark }))?.link,
  )

  expect(await press(story, link, { password: mine })).toMatchObject({ init: { status: 410 } })
})

test('two proofs at the same moment leave nothing between them', async () => {
  const story = await createStory()
  const { system } = story.world.services.db
  const link = await firstLink(story)

  await Promise.all([press(story, link), press(story, link), setNewPassword(story)])

  const of = (table: typeof passkeys | typeof twoFactors) => eq(table.userId, story.person.id)
  expect(await system.$count(passkeys, of(passkeys))).toBe(0)
  expect(await system.$count(twoFactors, of(twoFactors))).toBe(0)
})
