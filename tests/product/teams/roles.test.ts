/** The matrix of roles, tested through the real actions: role × action. */
import { expect, test } from 'vitest'
import { rights, roles, type Right } from '#app/domain/teams/roles.ts'
import type { TeamRole } from '#app/domain/scope.ts'
import type { TestUser } from '../../support/makers.ts'
import { createWorld } from '../../support/world.ts'

type Names = { team: string; editor: string }
type Deed = {
  /** The right in the matrix. */
  right: Right
  path: (names: Names) => string
  /** Absent: a screen is opened. */
  form?: (names: Names) => Record<string, string>
  /**
   * Expected status for people with the right. Forms are invalid on purpose where success would end
   * the test.
   */
  allowed: number
}

const team =
  (rest = '') =>
  ({ team: id }: Names) =>
    `/settings/teams/${id}${rest}`

/** Every right at least once, with its expected status. */
const deeds: Record<string, Deed> = {
  'look at home': { right: 'site:view', path: () => '/', allowed: 200 },
  'make a preview link': {
    right: 'site:view',
    path: () => '/?index',
    form: () => ({ intent: 'preview' }),
    allowed: 200,
  },
  'publish a nudge': {
    right: 'site:edit',
    path: () => '/onboarding',
    form: () => ({ intent: 'publish' }),
    allowed: 302,
  },
  'add a site': {
    right: 'sites:manage',
    path: () => '/onboarding',
    form: () => ({ intent: 'site', name: 'Other', url: 'https://other.example' }),
    allowed: 302,
  },
  'pause the site': {
    right: 'sites:manage',
    path: () => '/?index',
    form: () => ({ intent: 'pause' }),
    allowed: 302,
  },
  'look at the members': { right: 'members:view', path: team('/members'), allowed: 200 },
  invite: {
    right: 'members:manage',
    path: team('/members'),
    form: () => ({ intent: 'invite', email: 'no address', role: 'editor' }),
    allowed: 422,
  },
  'change a member': {
    right: 'members:manage',
    path: (names) => `${team('/members/')(names)}${names.editor}`,
    form: () => ({ intent: 'change', role: 'king' }),
    allowed: 422,
  },
  'make a token': {
    right: 'tokens:manage',
    path: () => '/account/api-tokens',
    form: () => ({ name: '' }),
    allowed: 422,
  },
  'make the first token': {
    right: 'tokens:manage',
    path: () => '/onboarding/token',
    form: () => ({}),
    allowed: 200,
  },
  'rename the organization': {
    right: 'team:edit',
    path: team('?index'),
    form: () => ({ intent: 'rename', name: 'New name' }),
    allowed: 200,
  },
  'change the logo': {
    right: 'team:edit',
    path: team('/logo'),
    form: () => ({ intent: 'remove' }),
    allowed: 200,
  },
  'read the log': { right: 'audit:view', path: team('/log'), allowed: 200 },
  'store a card': {
    right: 'billing:manage',
    path: () => '/billing/card',
    form: () => ({}),
    allowed: 422,
  },
  'hand over': {
    right: 'team:transfer',
    path: team('/ownership'),
    form: ({ editor }) => ({ intent: 'transfer', member: editor, transferPassword: 'wrong' }),
    allowed: 422,
  },
  'delete the organization': {
    right: 'team:delete',
    path: team('/ownership'),
    form: () => ({ intent: 'delete', name: 'wrong', deletePassword: 'wrong' }),
    allowed: 422,
  },
}

test('each right of the matrix is driven by a deed', () => {
  const driven = new Set(Object.values(deeds).map(({ right }) => right))

  expect(Object.keys(rights).filter((right) => !driven.has(right as Right))).toEqual([])
})

test('each role may do what the matrix says, and is refused the rest', async () => {
  const world = await createWorld()
  const site = await world.site()
  const member = (role: TeamRole) => world.member(site.team, { role })
  const editor = await member('editor')
  const people: Record<TeamRole, TestUser> = {
    owner: site.owner,
    admin: await member('admin'),
    editor,
    analyst: await member('analyst'),
  }
  const target = await member('editor')
  await world.nudge(site)
  const names: Names = {
    team: String(site.team.scope.teamId),
    editor: String(target.id),
  }
  const { fetch } = await world.serve()

  const differences: string[] = []
  for (const [deed, { right, path, form, allowed }] of Object.entries(deeds)) {
    for (const role of roles) {
      const body = form ? new URLSearchParams(form(names)) : null
      const headers = { Cookie: people[role].cookie }
      const method = body ? 'POST' : 'GET'
      const answer = await fetch(path(names), { method, headers, body })
      await answer.arrayBuffer()
      const holders: readonly TeamRole[] = rights[right]
      const expected = holders.includes(role) ? allowed : 403
      if (answer.status === expected) continue
      differences.push(`${deed} as ${role}: ${String(answer.status)}, not ${String(expected)}`)
    }
  }

  expect(differences).toEqual([])
})
