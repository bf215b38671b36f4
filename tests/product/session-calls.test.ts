/** The calls `user` and `spark-variables` of specification section 7, over HTTP. */
import { expect, test } from 'vitest'
import { createWorld } from '#tests/support/world.ts'

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
  expect(Object.keys(members.team ?? {}).sort()).toEqual(['id', 'name', 'owner_id', 'slug'])
})
