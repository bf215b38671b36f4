import { expect, test } from 'vitest'
import { removeMember } from '#app/domain/teams/members.server.ts'
import type { TestUser } from '../../support/makers.ts'
import { listAddresses } from '../../support/route-build.ts'
import { storeRequest } from '../../support/conversations/store-request.ts'
import { createWorld, type World } from '../../support/world.ts'
import { accessTable, people, type ExpectedAnswer, type AccessPerson } from './access-table.ts'

test('every address of the URL table has a row, and every row an address', () => {
  const addresses = listAddresses().map(({ path }) => path)

  expect(Object.keys(accessTable).sort()).toEqual([...new Set(addresses)].sort())
})

test('URLs that only staff can reach ask for their second factor first', () => {
  for (const [address, access] of Object.entries(accessTable)) {
    for (const method of ['GET', 'POST'] as const) {
      const { former, staff, confirmedStaff } = access[method]
      // Like staff, a former member is in no team: any other answer is a right of staff.
      if (staff === former && confirmedStaff === former) continue
      expect([method, address, staff]).toEqual([method, address, 403])
    }
  }
})

test('each person gets at each address what the table says', { timeout: 900_000 }, async () => {
  const world = await createWorld()
  const { fetch } = await world.serve()
  const visitors = await makeVisitors(world)

  const differences: string[] = []
  for (const { address, method, person, expected } of rows) {
    const path = fill(address, visitors.names)
    const response = await fetch(path, visitors.ask(person, method, path))
    await response.arrayBuffer()
    const got = answerOf(response)
    if (got === expected) continue
    differences.push(`${method} ${address} as ${person}: ${String(got)}, not ${String(expected)}`)
  }

  expect(differences).toEqual([])
})

type Row = {
  address: string
  method: 'GET' | 'POST'
  person: AccessPerson
  expected: ExpectedAnswer
}

const rows: Row[] = Object.entries(accessTable).flatMap(([address, access]) =>
  (['GET', 'POST'] as const).flatMap((method) =>
    people.map((person) => ({
      address,
      method,
      person,
      expected: access[method][person],
    })),
  ),
)

/**
 * Values of named parameters, all of the owner's team. Other parameters get the first one of their
 * kind.
 */
type Names = Readonly<Record<string, string>>

const fill = (address: string, names: Names) =>
  address
    .replace(/:([a-z]+)/g, (_parameter, name: string) => names[name] ?? '1')
    .replace('*', 'no/such/page')

function answerOf(response: Response): ExpectedAnswer {
  const location = response.headers.get('Location')
  if (location === null) return response.status
  if (location.startsWith('/auth/login')) return 'login'
  if (location === '/') return 'home'
  if (location === '/account/general') return 'general'
  if (location === '/account/security') return 'security'
  if (location === '/account/privacy') return 'privacy'
  if (location === '/billing') return 'billing'
  return location === '/onboarding' ? 'onboarding' : response.status
}

/** Screens are requested with a fresh session's cookie, calls with a token as well. */
async function makeVisitors(world: World) {
  const site = await world.site()
  const other = await world.site()
  const editor = await world.member(site.team)
  const tokenOf = (owner: TestUser) => world.token({ ...site.team, owner })
  // The first token of all.
  const tokens: Partial<Record<AccessPerson, string>> = { editor: await tokenOf(editor) }
  const analyst = await world.member(site.team, { role: 'analyst' })
  const teamAdmin = await world.member(site.team, { role: 'admin' })
  const former = await world.member(site.team)
  const cookies: Record<AccessPerson, string | null> = {
    nobody: null,
    analyst: analyst.cookie,
    editor: editor.cookie,
    teamAdmin: teamAdmin.cookie,
    owner: site.owner.cookie,
    former: former.cookie,
    otherTeam: other.owner.cookie,
    staff: (await world.user({ isStaff: true })).cookie,
    confirmedStaff: (await world.confirmedStaff()).cookie,
  }
  tokens.analyst = await tokenOf(analyst)
  tokens.teamAdmin = await tokenOf(teamAdmin)
  tokens.owner = await tokenOf(site.owner)
  tokens.former = await tokenOf(former)
  tokens.otherTeam = await world.token(other.team)
  await storeRequest(world.services, { userId: site.owner.id })
  await removeMember(world.services, { actor: site.owner, team: site.team.scope }, former.id)

  return {
    names: {
      uuid: site.uuid,
      member: String(editor.id),
    },
    ask(person: AccessPerson, method: 'GET' | 'POST', path: string): RequestInit {
      const headers = new Headers()
      // Logging out would end a session that the next URL needs.
      const cookie = path === '/api/logout' ? null : cookies[person]
      if (cookie) headers.set('Cookie', cookie)
      const token = tokens[person]
      if (token && path.startsWith('/api/v1/')) headers.set('Authorization', `Bearer ${token}`)
      if (method === 'GET') return { method, headers }
      const isCall = path.startsWith('/api/v1/')
      headers.set('Content-Type', isCall ? 'application/json' : 'application/x-www-form-urlencoded')
      return { method, headers, body: isCall ? '{}' : '' }
    },
  }
}
