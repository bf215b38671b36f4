/** Organizations: their members, what each of them sees, and changes. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { requireAccountContext } from '#app/auth/guards.server.ts'
import { teams, users } from '#app/db/schema/index.ts'
import { listMembers } from '#app/domain/teams/members.server.ts'
import { listMemberships } from '#app/domain/teams/teams.server.ts'
import { sendOwnershipEmail } from '#app/jobs/team-emails.server.ts'
import { loader as home } from '#app/routes/home.tsx'
import { pathOnSite } from '#app/lib/switch-path.ts'
import { action as switchCurrent } from '#app/routes/settings/current.ts'
import { loader as logPage } from '#app/routes/settings/log.tsx'
import { action as changeMembers } from '#app/routes/settings/members.tsx'
import { action as changeMember } from '#app/routes/settings/member.tsx'
import { action as transferOwnership } from '#app/routes/settings/ownership.tsx'
import { action as changeTeam, loader as teamPage } from '#app/routes/settings/team.tsx'
import { action as makeTeam, loader as teamsPage } from '#app/routes/settings/teams.tsx'
import type { TestTeam, TestUser } from '../../support/makers.ts'
import { createMailWorld } from '../../support/email-world.ts'
import { createWorld, type World } from '../../support/world.ts'

const pathOf = (answer: unknown) =>
  answer instanceof Response ? answer.headers.get('Location') : null

const idOf = ({ scope }: TestTeam) => String(scope.teamId)

/** A person's current team and site, as on every screen. */
async function currentOf(world: World, as: TestUser) {
  const { team, siteContext } = await requireAccountContext(world.visit('/', { as }))
  return { team: team?.scope.teamId, site: siteContext?.site.uuid }
}

const change = (
  world: World,
  { team, as, member }: { team: TestTeam; as: TestUser; member: TestUser },
  form: Record<string, string>,
) =>
  changeMember(
    world.visit('/settings/teams/1/members/1', {
      as,
      form,
      params: { id: idOf(team), member: String(member.id) },
    }),
  )

test('the switcher makes a team or a site the current one, and comes back to the screen', async () => {
  const world = await createWorld()
  const first = await world.site()
  const { owner } = first
  const second = await world.site({ team: await world.team({ owner }) })
  const ask = (form: Record<string, string>) =>
    switchCurrent(world.visit('/settings/current', { as: owner, form }))

  const toSite = await ask({ site: first.uuid, to: '/statistics?days=7' })
  expect(pathOf(toSite)).toBe('/statistics?days=7')
  const before = await currentOf(world, owner)
  const toTeam = await ask({ team: idOf(second.team), to: 'https://evil.example/' })

  expect(before).toEqual({ team: first.team.scope.teamId, site: first.uuid })
  expect(pathOf(toTeam)).toBe('/')
  expect(await currentOf(world, owner)).toEqual({
    team: second.team.scope.teamId,
    site: second.uuid,
  })
})

test('a link to a screen of another site asks before it switches, and leads on when it is the current one', async () => {
  const world = await createWorld()
  const first = await world.site({ name: 'Oak & linen' })
  const { owner } = first
  const second = await world.site({ team: await world.team({ owner }) })
  const theirs = await world.site()
  const { fetch } = await world.serve()
  const open = (site: string, to: string) =>
    fetch(pathOnSite(site, to), { headers: { Cookie: owner.cookie }, redirect: 'manual' })
  await switchCurrent(world.visit('/settings/current', { as: owner, form: { site: second.uuid } }))

  const asked = await open(first.uuid, '/goals')
  const before = await currentOf(world, owner)
  const led = await open(second.uuid, '/goals')
  const astray = await open(second.uuid, 'https://evil.example/')
  const hidden = await open(theirs.uuid, '/goals')

  expect(asked.status).toBe(200)
  expect(await asked.text()).toContain('Switch to Oak &amp; linen')
  expect(before).toMatchObject({ site: second.uuid })
  expect([led.status, led.headers.get('Location')]).toEqual([302, '/goals'])
  expect(astray.headers.get('Location')).toBe('/')
  expect(hidden.status).toBe(404)
})

test('no one can switch to others’ teams or sites, or to a site they can’t see', async () => {
  const world = await createWorld()
  const [mine, theirs] = [await world.site(), await world.site()]
  const hidden = await world.site({ team: mine.team })
  const bob = await world.member(mine.team, { sites: [mine] })
  const ask = (form: Record<string, string>) =>
    switchCurrent(world.visit('/settings/current', { as: bob, form }))
  const missing = '00000000-0000-4000-8000-000000000000'
  const wishes = [
    { team: idOf(theirs.team) },
    { team: '999' },
    { site: theirs.uuid },
    { site: hidden.uuid },
    { site: missing },
  ]

  for (const wish of wishes) {
    await expect(ask(wish), JSON.stringify(wish)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Organization or site not found.',
    })
  }
  expect(await ask({})).toMatchObject({ init: { status: 422 } })
  expect(await currentOf(world, bob)).toMatchObject({ site: mine.uuid })
})

test('a member sees the given sites alone, on every screen and with every token', async () => {
  const world = await createWorld()
  const hidden = await world.site()
  const seen = await world.site({ team: hidden.team })
  const bob = await world.member(hidden.team, { sites: [seen] })
  const token = await world.token({ ...hidden.team, owner: bob })
  const { fetch } = await world.serve()
  const headers = { Authorization: `Bearer ${token}` }

  const screen = await home(world.visit('/', { as: bob }))
  const listed = await fetch('/api/v1/sites', { headers })
  const reads = await Promise.all(
    [seen, hidden].map(({ uuid }) => fetch(`/api/v1/sites/${uuid}/activities`, { headers })),
  )

  expect(screen.host).toBe(new URL(seen.url).host)
  expect(await listed.json()).toMatchObject({ data: [{ uuid: seen.uuid }] })
  expect(reads.map(({ status }) => status)).toEqual([200, 404])
})

test('who sees no site is led to the organizations instead of to onboarding', async () => {
  const world = await createWorld()
  const site = await world.site()
  const bob = await world.member(site.team, { sites: [] })

  const turnedAway = await home(world.visit('/', { as: bob })).catch((error: unknown) => error)
  const listed = await teamsPage(world.visit('/settings/teams', { as: bob }))

  expect(pathOf(turnedAway)).toBe('/settings/teams')
  expect(listed.teams).toMatchObject([{ role: 'editor', sites: 0, members: 2 }])
})

test('a new organization is its maker’s current one, and the log begins', async () => {
  const world = await createWorld()
  const { owner } = await world.site()

  const answer = await makeTeam(
    world.visit('/settings/teams', { as: owner, form: { name: 'Two' } }),
  )

  const [, made] = await listMemberships(world.services, owner.id)
  expect(made).toMatchObject({ name: 'Two', role: 'owner' })
  const id = String(made?.scope.teamId)
  expect(pathOf(answer)).toBe(`/settings/teams/${id}?done=made`)
  expect((await currentOf(world, owner)).team).toBe(made?.scope.teamId)
  const log = await logPage(world.visit('/settings/teams/1/log', { as: owner, params: { id } }))
  expect(log.entries.map(({ sentence: sentence }) => sentence)).toEqual([
    `${owner.name} created the organization.`,
  ])
})

test('a role and sites are changed, and hold at the next request', async () => {
  const world = await createWorld()
  const site = await world.site()
  const other = await world.site({ team: site.team })
  const { team, owner } = site
  const bob = await world.member(team)

  const answer = await change(
    world,
    { team, as: owner, member: bob },
    { intent: 'change', role: 'analyst', access: 'some', sites: other.uuid },
  )

  expect(pathOf(answer)).toBe(`/settings/teams/${idOf(team)}/members?done=changed`)
  const [membership] = await listMemberships(world.services, bob.id)
  expect(membership).toMatchObject({ role: 'analyst', scope: { siteIds: [other.scope.siteId] } })
  await change(world, { team, as: owner, member: bob }, { intent: 'change', role: 'admin' })
  const [raised] = await listMemberships(world.services, bob.id)
  expect(raised).toMatchObject({ role: 'admin', scope: { siteIds: null } })
})

test('a role is changed in the list and back, and keeps the chosen sites', async () => {
  const world = await createWorld()
  const site = await world.site()
  const { team, owner } = site
  await world.site({ team })
  const bob = await world.member(team)
  const list = (form: Record<string, string>, as = owner) =>
    changeMembers(
      world.visit('/settings/teams/1/members', { as, form, params: { id: idOf(team) } }),
    )
  const setRole = (role: string) => list({ intent: 'role', member: String(bob.id), role })
  const membershipOf = async () => (await listMemberships(world.services, bob.id))[0]
  const chosen = { intent: 'change', role: 'analyst', access: 'some', sites: site.uuid }
  await change(world, { team, as: owner, member: bob }, chosen)

  const raised = await setRole('admin')
  expect(await membershipOf()).toMatchObject({ role: 'admin', scope: { siteIds: null } })
  expect(raised).toMatchObject({
    data: {
      saved: 'Role changed to admin',
      undo: { fields: expect.arrayContaining([['role', 'analyst']]) as unknown },
    },
  })
  await setRole('analyst')
  expect(await membershipOf()).toMatchObject({
    role: 'analyst',
    scope: { siteIds: [site.scope.siteId] },
  })

  const ofOwner = list({ intent: 'role', member: String(owner.id), role: 'analyst' })
  await expect(ofOwner).rejects.toMatchObject({ code: 'conflict' })
  expect(await setRole('owner')).toMatchObject({ init: { status: 422 } })
  await list({ intent: 'remove', member: String(bob.id) })
  expect(await membershipOf()).toBeUndefined()
})

test('a site of another team can’t be given, and none is too few', async () => {
  const world = await createWorld()
  const { team, owner } = await world.site()
  const foreign = await world.site()
  const bob = await world.member(team)
  const give = (sites: Record<string, string>) =>
    change(
      world,
      { team, as: owner, member: bob },
      { intent: 'change', role: 'editor', access: 'some', ...sites },
    )

  expect(await give({ sites: foreign.uuid })).toMatchObject({
    init: { status: 422 },
    data: { errors: { sites: ['One of these sites no longer exists. Update your selection.'] } },
  })
  expect(await give({})).toMatchObject({
    init: { status: 422 },
    data: { errors: { sites: ['Choose at least one site.'] } },
  })
})

test('owner and oneself have no screen to be changed on; a foreign member does not exist', async () => {
  const world = await createWorld()
  const [{ team, owner }, foreign] = [await world.site(), await world.site()]
  const admin = await world.member(team, { role: 'admin' })

  for (const member of [owner, admin, foreign.owner]) {
    const attempt = change(world, { team, as: admin, member }, { intent: 'remove' })
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
  }

  expect(await listMembers(world.services, team.scope)).toHaveLength(2)
})

test('who is removed is out at the next request, token included', async () => {
  const world = await createWorld()
  const { team, owner, uuid } = await world.site()
  const bob = await world.member(team)
  const token = await world.token({ ...team, owner: bob })
  const { fetch } = await world.serve()
  const callWithToken = () =>
    fetch(`/api/v1/sites/${uuid}/activities`, { headers: { Authorization: `Bearer ${token}` } })
  const openTeam = () => fetch(`/settings/teams/${idOf(team)}`, { headers: { Cookie: bob.cookie } })
  expect([(await callWithToken()).status, (await openTeam()).status]).toEqual([200, 200])

  await change(world, { team, as: owner, member: bob }, { intent: 'remove' })

  expect([(await callWithToken()).status, (await openTeam()).status]).toEqual([401, 404])
  const log = await logPage(
    world.visit('/settings/teams/1/log', { as: owner, params: { id: idOf(team) } }),
  )
  expect(log.entries[0]?.sentence).toBe(`${owner.name} removed ${bob.name} (1 API token revoked).`)
})

test('a member leaves; the owner can’t', async () => {
  const world = await createWorld()
  const { team, owner } = await world.site()
  const bob = await world.member(team)
  const leave = (as: TestUser) =>
    changeTeam(
      world.visit('/settings/teams/1', {
        as,
        form: { intent: 'leave' },
        params: { id: idOf(team) },
      }),
    )

  expect(pathOf(await leave(bob))).toBe('/settings/teams?done=left')

  await expect(leave(owner)).rejects.toMatchObject({ code: 'conflict' })
  expect(await listMembers(world.services, team.scope)).toMatchObject([{ id: owner.id }])
})

test('the name changes and the short name stays', async () => {
  const world = await createWorld()
  const { team, owner } = await world.site()
  const params = { id: idOf(team) }
  const { slug } = await teamPage(world.visit('/settings/teams/1', { as: owner, params }))
  const rename = (name: string) =>
    changeTeam(
      world.visit('/settings/teams/1', { as: owner, params, form: { intent: 'rename', name } }),
    )

  expect(await rename('Kettles')).toMatchObject({ data: { saved: 'Name saved' } })
  expect(await rename(' ')).toMatchObject({
    init: { status: 422 },
    data: { errors: { name: ['Enter the name of your organization.'] } },
  })

  const page = await teamPage(world.visit('/settings/teams/1', { as: owner, params }))
  expect(page).toMatchObject({ name: 'Kettles', slug })
})

const ownership = (world: World, team: TestTeam, as: TestUser, form: Record<string, string>) =>
  transferOwnership(
    world.visit('/settings/teams/1/ownership', { as, form, params: { id: idOf(team) } }),
  )

test('ownership is transferred: the new owner gets an email, the old owner becomes an admin', async () => {
  const world = await createMailWorld([sendOwnershipEmail])
  const { team, owner } = await world.site()
  const bob = await world.member(team, { role: 'analyst', sites: [] })

  const answer = await ownership(world, team, owner, {
    intent: 'transfer',
    member: String(bob.id),
    transferPassword: owner.password,
  })

  expect(pathOf(answer)).toBe(`/settings/teams/${idOf(team)}?done=transferred`)
  expect(await listMembers(world.services, team.scope)).toMatchObject([
    { id: bob.id, role: 'owner', siteIds: null },
    { id: owner.id, role: 'admin' },
  ])
  const [row] = await world.services.db.system
    .select({ ownerId: teams.ownerId })
    .from(teams)
    .where(eq(teams.id, team.scope.teamId))
  expect(row).toEqual({ ownerId: bob.id })
  const [mail] = await world.mailsNow(1)
  expect(mail).toMatchObject({
    to: [bob.email],
    headers: { subject: "You're now the owner of an organization" },
  })
  await expect(
    ownership(world, team, owner, { intent: 'delete', name: 'x', deletePassword: 'x' }),
  ).rejects.toMatchObject({ code: 'forbidden' })
})

test('handing over and deleting ask for the password, and deleting for the name', async () => {
  const world = await createWorld()
  const { team, owner } = await world.site({ team: await world.team({ name: 'Kettles' }) })
  const [bob, stranger] = [await world.member(team), await world.user()]
  const cases = [
    [{ intent: 'transfer', member: '', transferPassword: 'x' }, 'member'],
    [{ intent: 'transfer', member: String(bob.id), transferPassword: 'x' }, 'transferPassword'],
    [{ intent: 'transfer', member: String(owner.id), transferPassword: 'x' }, 'member'],
    [{ intent: 'delete', name: 'kettles', deletePassword: owner.password }, 'name'],
    [{ intent: 'delete', name: 'Kettles', deletePassword: 'x' }, 'deletePassword'],
  ] as const

  for (const [form, field] of cases) {
    const answer = await ownership(world, team, owner, form)
    expect(answer, JSON.stringify(form)).toMatchObject({
      init: { status: 422 },
      data: { errors: { [field]: [expect.any(String)] } },
    })
  }
  const toStranger = ownership(world, team, owner, {
    intent: 'transfer',
    member: String(stranger.id),
    transferPassword: owner.password,
  })
  await expect(toStranger).rejects.toMatchObject({ code: 'not_found' })
  expect(await listMembers(world.services, team.scope)).toMatchObject([
    { id: owner.id, role: 'owner' },
    { id: bob.id },
  ])
})

test('a deleted organization disappears for all members, and its people stay', async () => {
  const world = await createWorld()
  const site = await world.site({ team: await world.team({ name: 'Kettles' }) })
  const { team, owner } = site
  const bob = await world.member(team)
  const token = await world.token(team)
  await world.nudge(site)
  const { fetch } = await world.serve()

  const answer = await ownership(world, team, owner, {
    intent: 'delete',
    name: 'Kettles',
    deletePassword: owner.password,
  })

  expect(pathOf(answer)).toBe('/settings/teams?done=deleted')
  for (const { id } of [owner, bob]) expect(await listMemberships(world.services, id)).toEqual([])
  const people = await world.services.db.system.select({ id: users.id }).from(users)
  expect(people).toHaveLength(2)
  const answers = await Promise.all([
    fetch('/api/v1/me', { headers: { Authorization: `Bearer ${token}` } }),
    fetch(`/settings/teams/${idOf(team)}`, { headers: { Cookie: owner.cookie } }),
    fetch(`/api/pixel/${site.uuid}`),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 404, 404])
})

test('the log has pages, and an entry of a deleted person names no one', async () => {
  const world = await createWorld()
  const { team, owner } = await world.site()
  const bob = await world.member(team, { role: 'admin' })
  const params = { id: idOf(team) }
  const rename = (as: TestUser, name: string) =>
    changeTeam(world.visit('/settings/teams/1', { as, params, form: { intent: 'rename', name } }))
  for (let turn = 0; turn < 55; turn += 1) await rename(bob, `Name ${String(turn)}`)
  await world.services.db.system.delete(users).where(eq(users.id, bob.id))

  const first = await logPage(world.visit('/settings/teams/1/log', { as: owner, params }))
  const address = `/settings/teams/1/log?before=${String(first.next)}`
  const second = await logPage(world.visit(address, { as: owner, params }))

  expect(first.entries).toHaveLength(50)
  expect(first.entries[0]?.sentence).toBe('A former user renamed the organization to “Name 54”.')
  expect(second.entries).toHaveLength(7)
  expect(second.next).toBeNull()
})
