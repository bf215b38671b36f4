import { expect, test } from 'vitest'
import { listAddresses } from '#tests/support/route-build.ts'
import { createWorld, type World } from '#tests/support/world.ts'
import { accessTable, people, type Answer, type Person } from './access-table.ts'

test('every address of the URL table has a row, and every row an address', () => {
  const addresses = listAddresses().map(({ path }) => path)

  expect(Object.keys(accessTable).sort()).toEqual([...new Set(addresses)].sort())
})

test('an address that is not built is served by the not-found module, a built one is not', () => {
  for (const { path, id } of listAddresses()) {
    const isUnbuilt = id.startsWith('unbuilt:')
    expect([path, accessTable[path]?.state]).toEqual([path, isUnbuilt ? 'not built yet' : 'built'])
  }
})

test('each person gets at each address what the table says', { timeout: 120_000 }, async () => {
  const world = await createWorld()
  const { fetch } = await world.serve()
  const visitors = await makeVisitors(world)

  const differences: string[] = []
  for (const { address, method, person, expected } of rows) {
    const path = fill(address, visitors.siteUuid)
    const response = await fetch(path, visitors.ask(person, method, path))
    await response.arrayBuffer()
    const got = answerOf(response)
    if (got === expected) continue
    differences.push(`${method} ${address} as ${person}: ${String(got)}, not ${String(expected)}`)
  }

  expect(differences).toEqual([])
})

type Row = { address: string; method: 'GET' | 'POST'; person: Person; expected: Answer }

const rows: Row[] = Object.entries(accessTable).flatMap(([address, access]) =>
  (['GET', 'POST'] as const).flatMap((method) =>
    people.map((person) => ({ address, method, person, expected: access[method][person] })),
  ),
)

/** A sample for each parameter; the site is the owner's. */
const fill = (address: string, siteUuid: string) =>
  address
    .replace(':uuid', siteUuid)
    .replace(/:[a-z]+/g, '1')
    .replace('*', 'no/such/page')

function answerOf(response: Response): Answer {
  const location = response.headers.get('Location')
  if (location === null) return response.status
  if (location.startsWith('/auth/login')) return 'login'
  if (location === '/') return 'home'
  if (location === '/account/general') return 'general'
  return location === '/onboarding' ? 'onboarding' : response.status
}

/** Screens are asked with the cookie of a fresh sign-in, calls with a token as well. */
async function makeVisitors(world: World) {
  const site = await world.site()
  const other = await world.site()
  const member = await world.member(site.team)
  const admin = await world.user({ isAdmin: true })
  const cookies: Record<Person, string | null> = {
    nobody: null,
    member: member.cookie,
    owner: site.owner.cookie,
    otherTeam: other.owner.cookie,
    admin: admin.cookie,
  }
  const tokens: Partial<Record<Person, string>> = {
    member: await world.token({ ...site.team, owner: member }),
    owner: await world.token(site.team),
    otherTeam: await world.token(other.team),
  }

  return {
    siteUuid: site.uuid,
    ask(person: Person, method: 'GET' | 'POST', path: string): RequestInit {
      const headers = new Headers()
      // Logging out ends a session that the next address still needs.
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
