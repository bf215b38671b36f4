/** API tokens: shown once, changed, revoked, and never with more rights than their creator. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { teamMembers } from '#app/db/schema/index.ts'
import { action as changeToken, loader as tokenPage } from '#app/routes/account/api-token.tsx'
import { action as makeToken, loader as tokensPage } from '#app/routes/account/api-tokens.tsx'
import { loader as logPage } from '#app/routes/settings/log.tsx'
import type { TestTeam, TestUser } from '../../support/makers.ts'
import { createWorld, type World } from '../../support/world.ts'
import { dayMillis } from '#app/lib/time.ts'

const wanted = { name: 'Shop', abilities: 'sites:read', site: '', lifetime: '90' }

const make = (world: World, as: TestUser, form: Record<string, string> = wanted) =>
  makeToken(world.visit('/account/api-tokens', { as, form }))

async function madeBy(world: World, as: TestUser, form: Record<string, string> = wanted) {
  const { data } = await make(world, as, form)
  if (!('token' in data)) throw new Error(`No token: ${JSON.stringify(data)}`)
  return data.token
}

const list = (world: World, as: TestUser) => tokensPage(world.visit('/account/api-tokens', { as }))

const ofToken = (as: TestUser, id: number, form?: Record<string, string>) => ({
  as,
  params: { id: String(id) },
  ...(form ? { form } : {}),
})

const setRole = ({ services }: World, { id }: TestUser, role: 'admin' | 'editor' | 'analyst') =>
  services.db.system.update(teamMembers).set({ role }).where(eq(teamMembers.userId, id))

test('a token is shown once, works, and is listed with all that is known about it', async () => {
  const world = await createWorld()
  const site = await world.site({ name: 'Kettle shop' })
  const { fetch } = await world.serve()

  const answer = await make(world, site.owner, { ...wanted, site: site.uuid })
  const token = 'token' in answer.data ? answer.data.token : ''
  const call = await fetch('/api/v1/sites', { headers: { Authorization: `Bearer ${token}` } })

  expect(answer.init?.headers).toEqual({ 'Cache-Control': 'no-store' })
  expect(call.status).toBe(200)
  const page = await list(world, site.owner)
  expect(page.tokens).toMatchObject([
    {
      name: 'Shop',
      abilities: ['sites:read'],
      site: 'Kettle shop',
      madeBy: { id: site.owner.id, name: site.owner.name },
      lastUsedAt: world.clock.now(),
      expiresAt: new Date(world.clock.now().getTime() + 90 * dayMillis),
    },
  ])
  expect(JSON.stringify(page)).not.toContain(token)
})

test('the database holds no token', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const token = await madeBy(world, owner)

  const { rows } = await world.services.pool.query<{ row: string }>(
    'select t::text as row from api_tokens t union all select a::text from audit_entries a',
  )

  expect(rows).toHaveLength(4)
  const hex = Buffer.from(token).toString('hex')
  for (const { row } of rows) {
    expect(row).not.toContain(token.slice(3, 40))
    expect(row).not.toContain(hex)
  }
})

test.each([
  [{ name: '' }, 'name', 'Enter a token name.'],
  [{ name: 'x'.repeat(256) }, 'name', 'Use 255 characters or fewer.'],
  [{ abilities: 'everything' }, 'abilities.0', expect.any(String)],
  [{ lifetime: '1000' }, 'lifetime', 'Choose when the token expires.'],
  [
    { site: '00000000-0000-4000-8000-000000000000' },
    'site',
    'This site no longer exists. Choose another one.',
  ],
])('%o is refused at %s', async (wrong, field, sentence) => {
  const world = await createWorld()
  const { owner } = await world.site()

  const answer = await make(world, owner, { ...wanted, ...wrong })

  expect(answer).toMatchObject({ init: { status: 422 }, data: { errors: { [field]: [sentence] } } })
  expect((await list(world, owner)).tokens).toEqual([])
})

test('at least one ability must be selected', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const { abilities: _none, ...form } = wanted

  const answer = await make(world, owner, form)

  expect(answer).toMatchObject({
    init: { status: 422 },
    data: {
      errors: { abilities: ['Select at least one ability.'] },
      values: { name: 'Shop', lifetime: '90' },
    },
  })
})

test('a name of 255 characters is taken, and several abilities are', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const body = new URLSearchParams([
    ['name', 'x'.repeat(255)],
    ['abilities', 'sites:read'],
    ['abilities', 'goals:read'],
    ['lifetime', 'never'],
  ])
  const { fetch } = await world.serve()

  const headers = { Cookie: owner.cookie }
  const answer = await fetch('/account/api-tokens', { method: 'POST', headers, body })

  expect(answer.status).toBe(200)
  expect((await list(world, owner)).tokens).toMatchObject([
    { name: 'x'.repeat(255), abilities: ['sites:read', 'goals:read'], expiresAt: null },
  ])
})

test('name and abilities are changed, and count at the next call', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const token = await madeBy(world, owner)
  const { fetch } = await world.serve()
  const ask = async (path: string) =>
    (await fetch(path, { headers: { Authorization: `Bearer ${token}` } })).status
  const [listed] = (await list(world, owner)).tokens
  expect(await ask('/api/v1/sites')).toBe(200)

  const form = { intent: 'change', name: 'Other', abilities: 'goals:read' }
  await changeToken(world.visit('/account/api-tokens/1', ofToken(owner, listed?.id ?? 0, form)))

  expect(await ask('/api/v1/sites')).toBe(403)
  expect((await list(world, owner)).tokens).toMatchObject([
    { name: 'Other', abilities: ['goals:read'] },
  ])
})

test('a deleted token and an expired one are refused immediately', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const [deleted, expiring] = [await madeBy(world, owner), await madeBy(world, owner)]
  const { fetch } = await world.serve()
  const ask = async (token: string) =>
    (await fetch('/api/v1/me', { headers: { Authorization: `Bearer ${token}` } })).status
  const { tokens } = await list(world, owner)
  const oldest = tokens.at(-1)?.id ?? 0

  const form = { intent: 'delete' }
  await changeToken(world.visit('/account/api-tokens/1', ofToken(owner, oldest, form)))
  const afterDeletion = [await ask(deleted), await ask(expiring)]
  world.clock.advance(90 * dayMillis)

  expect(afterDeletion).toEqual([401, 200])
  expect(await ask(expiring)).toBe(401)
})

test('a token can do no more than its creator can today', async () => {
  const world = await createWorld()
  const site = await world.site()
  const bob = await world.member(site.team, { role: 'admin' })
  const token = await world.token({ ...site.team, owner: bob })
  const { fetch } = await world.serve()
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const address = `/api/v1/sites/${site.uuid}/activities`
  const ask = async () => {
    const write = await fetch(address, { method: 'POST', headers, body: '{}' })
    return [write.status, (await fetch(address, { headers })).status]
  }

  const asAdmin = await ask()
  await setRole(world, bob, 'analyst')

  expect(asAdmin).toEqual([422, 200])
  expect(await ask()).toEqual([403, 200])
})

test('a token opens no address of a person, and none in the query', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const token = await madeBy(world, owner)
  const { fetch } = await world.serve()
  const headers = { Authorization: `Bearer ${token}` }
  const screenPaths = ['/account/api-tokens', '/account/general', '/settings/teams/1', '/']

  const screens = await Promise.all(screenPaths.map((path) => fetch(path, { headers })))
  const writes = await Promise.all(
    screenPaths
      .slice(0, 2)
      .map((path) => fetch(path, { method: 'POST', headers, body: new URLSearchParams(wanted) })),
  )
  const user = await fetch('/api/user', { headers })
  const inQuery = await fetch(`/api/v1/me?api_token=${token}&token=${token}`)

  for (const { headers: lines } of [...screens, ...writes]) {
    expect(lines.get('Location')).toMatch(/^\/auth\/login/)
  }
  expect([user.status, inQuery.status]).toEqual([403, 401])
  expect((await list(world, owner)).tokens).toHaveLength(1)
})

test('a member who lost the right sees and deletes only their own tokens', async () => {
  const world = await createWorld()
  const { team, owner } = await world.site()
  const bob = await world.member(team, { role: 'admin' })
  await madeBy(world, owner)
  await madeBy(world, bob)
  const [bobs, owners] = (await list(world, owner)).tokens
  await setRole(world, bob, 'editor')
  const open = (id: number, form?: Record<string, string>) =>
    world.visit('/account/api-tokens/1', ofToken(bob, id, form))

  expect((await list(world, bob)).tokens).toMatchObject([{ id: bobs?.id }])
  await expect(tokenPage(open(owners?.id ?? 0))).rejects.toMatchObject({ code: 'not_found' })
  await expect(make(world, bob)).rejects.toMatchObject({ code: 'forbidden' })
  const change = { intent: 'change', name: 'Mine', abilities: 'sites:read' }
  await expect(changeToken(open(bobs?.id ?? 0, change))).rejects.toMatchObject({
    code: 'forbidden',
  })
  await changeToken(open(bobs?.id ?? 0, { intent: 'delete' }))

  expect((await list(world, owner)).tokens).toMatchObject([{ id: owners?.id }])
})

test('a token of another organization does not exist', async () => {
  const world = await createWorld()
  const [mine, theirs] = [await world.site(), await world.site()]
  await madeBy(world, theirs.owner)
  const [foreign] = (await list(world, theirs.owner)).tokens

  for (const form of [undefined, { intent: 'delete' }]) {
    const visit = world.visit('/account/api-tokens/1', ofToken(mine.owner, foreign?.id ?? 0, form))
    const attempt = form ? changeToken(visit) : tokenPage(visit)
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
  }
  expect((await list(world, theirs.owner)).tokens).toHaveLength(1)
})

test('changes to tokens are logged', async () => {
  const world = await createWorld()
  const { team, owner } = await world.site()
  await madeBy(world, owner)
  const id = (await list(world, owner)).tokens[0]?.id ?? 0
  const change = { intent: 'change', name: 'Other', abilities: 'goals:read' }
  await changeToken(world.visit('/account/api-tokens/1', ofToken(owner, id, change)))
  await changeToken(world.visit('/account/api-tokens/1', ofToken(owner, id, { intent: 'delete' })))

  const lines = await readLog(world, team)

  expect(lines.slice(0, 3)).toEqual([
    `${owner.name} deleted the API token “Other”.`,
    `${owner.name} edited the API token “Other”.`,
    `${owner.name} created the API token “Shop”.`,
  ])
})

async function readLog(world: World, { scope, owner }: TestTeam): Promise<string[]> {
  const params = { id: String(scope.teamId) }
  const { entries } = await logPage(world.visit('/settings/teams/1/log', { as: owner, params }))
  return entries.map(({ sentence: lines }) => lines)
}
