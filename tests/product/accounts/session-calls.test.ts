/** The calls `user` and `spark-variables`, over HTTP. */
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { apiTokens, passkeys, sessions, teams, twoFactors, users } from '#app/db/schema/index.ts'
import { createWorld } from '../../support/world.ts'

const withoutLogin = {
  currency: 'usd',
  currencyLocale: 'en',
  roles: [],
  usesTeams: true,
  user: null,
  team: null,
}

test('whoever is logged in is described, without anything that is secret', async () => {
  const world = await createWorld()
  const { owner, team } = await world.site()
  const { fetch } = await world.serve()

  const response = await fetch('/api/user', { headers: { Cookie: owner.cookie } })

  expect(response.headers.get('cache-control')).toBe('no-store')
  const { user } = (await response.json()) as { user: Record<string, unknown> }
  expect(user).toMatchObject({
    id: owner.id,
    name: owner.name,
    first_name: 'Person',
    email: owner.email,
    is_admin: false,
    owned_teams: [{ id: team.scope.teamId, role: 'owner' }],
  })
  expect(Object.keys(user).join()).not.toMatch(/hash|password$|token/)
})

test('nobody is described to nobody', async () => {
  const world = await createWorld()
  const { fetch } = await world.serve()

  const response = await fetch('/api/user')

  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ message: 'Please log in to continue' })
})

test.each(['/api/user', '/api/spark-variables'])(
  'an API token does not speak for a person at %s',
  async (address) => {
    const world = await createWorld()
    const { owner, team } = await world.site()
    const token = await world.token(team)
    const { fetch } = await world.serve()

    const headers = { Cookie: owner.cookie, Authorization: `Bearer ${token}` }
    const response = await fetch(address, { headers })

    expect(response.status).toBe(403)
  },
)

test('the settings tell each person what the own role may know', async () => {
  const world = await createWorld()
  const { owner, team } = await world.site()
  const member = await world.member(team)
  const { fetch } = await world.serve()
  const read = async (cookie?: string) => {
    const response = await fetch(
      '/api/spark-variables',
      cookie ? { headers: { Cookie: cookie } } : {},
    )
    return (await response.json()) as { team: object | null }
  }

  const [nobodys, members, owners] = [
    await read(),
    await read(member.cookie),
    await read(owner.cookie),
  ]

  expect(nobodys).toMatchObject(withoutLogin)
  expect(owners).toMatchObject({
    user: { email: owner.email },
    team: {
      id: team.scope.teamId,
      current_billing_plan: 'free',
      onFreePlan: true,
      metadata: { visit_limit_exceeded: false },
      plan: { name: 'Free', price: 0, features: { visitorLimit: 1000, reviewsLimit: 1 } },
    },
  })
  expect(members).toMatchObject({ user: { email: member.email } })
  expect(Object.keys(members.team ?? {}).sort()).toEqual([
    ...['id', 'name', 'owner_id', 'photo_url', 'slug'],
  ])
})

const tables: readonly PgTable[] = [users, sessions, twoFactors, passkeys, apiTokens, teams]
/**
 * Every stored column of a person or a team. Columns that aren't listed below must never be sent.
 */
const stored = tables.flatMap((table) => getTableConfig(table).columns.map(({ name }) => name))

/** Fields that the specification sends to the person's own browser. */
const userFields = [
  ...['id', 'name', 'first_name', 'last_name', 'email', 'email_verified_at', 'photo_url'],
  ...['uses_two_factor_auth', 'country_code', 'phone', 'last_read_announcements_at'],
  ...['current_site_id', 'current_team_id', 'password_created_at', 'is_admin'],
  ...['owned_teams', 'teams', 'created_at', 'updated_at', 'extra_attributes'],
]

/** Only the owner gets those of the second line. */
const teamFields = [
  ...['id', 'owner_id', 'name', 'slug', 'photo_url'],
  ...['current_billing_plan', 'visitor_boost', 'visitor_boost_expires_at', 'onFreePlan', 'plan'],
  'metadata',
]

test('no column leaves the server but those that are named', async () => {
  const world = await createWorld()
  const { owner } = await world.site()
  const { fetch } = await world.serve()
  const headers = { Cookie: owner.cookie }

  const [self, settings] = await Promise.all(
    ['/api/user', '/api/spark-variables'].map(
      async (path) => (await (await fetch(path, { headers })).json()) as Bootstrap,
    ),
  )

  expect(Object.keys(self?.user ?? {}).sort()).toEqual([...userFields].sort())
  expect(settings?.user).toEqual(self?.user)
  expect(Object.keys(settings?.team ?? {}).sort()).toEqual([...teamFields].sort())
  const secret = stored.filter((name) => /hash|seed|token|reset_code|public_key|counter/.test(name))
  expect(secret).toContain('two_factor_reset_code')
  expect([...userFields, ...teamFields].filter((name) => secret.includes(name))).toEqual([])
})

type Bootstrap = { user?: Record<string, unknown>; team?: Record<string, unknown> }
