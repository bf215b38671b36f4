/** The palette's entries, and the results of typing. */
import { expect, test } from 'vitest'
import { listNavigation, listPersonEntries } from '#app/platforms/navigation-entries.ts'
import { listAddresses } from '#tests/support/route-build.ts'
import type { TeamRole } from '#app/domain/scope.ts'
import type { PaletteData } from '../palette-data.ts'
import { addFound, findEntries, listEntries } from './palette-entries.ts'

const siteOf = (name: string, isCurrent: boolean) => ({
  uuid: `uuid-${name}`,
  name,
  host: `${name.toLowerCase()}.example`,
  logo: null,
  isCurrent,
})

const data: PaletteData = {
  nudges: [
    { uuid: 'one', name: 'Café orders', surface: 'popup', state: 'published' },
    { uuid: 'two', name: 'Below the price', surface: 'inline', state: 'draft' },
  ],
  integrations: [
    { name: 'wordpress', label: 'WooCommerce' },
    { name: 'rest_api', label: 'REST API' },
  ],
  isPaused: false,
}

function offer(given: { role?: TeamRole; isFramed?: boolean; data?: PaletteData | null } = {}) {
  const { role = 'owner', isFramed = false } = given
  return listEntries({
    facts: {
      teams: [{ id: 7, name: 'Team', role, logo: null, isCurrent: true }],
      sites: [siteOf('Here', true), siteOf('There', false)],
    },
    screens: [
      { to: '/goals', label: 'Goals' },
      { to: '/statistics', label: 'Statistics' },
    ],
    data: given.data === undefined ? data : given.data,
    isFramed,
  })
}

const find = (typed: string, entries = offer()) =>
  findEntries(entries, typed).flatMap(({ entries: found }) => found.map(({ label }) => label))

test.each([
  ['pau nu', 'Pause all nudges'],
  ['cafe', 'Café orders'],
  ['price bel', 'Below the price'],
  ['inline draft', 'Below the price'],
  ['upload csv', 'Import a file'],
  ['there.exa', 'There'],
  ['sign', 'Log out'],
  ['statis', 'Statistics'],
  ['  GOALS ', 'Goals'],
])('%s finds %s first', (typed, label) => {
  expect(find(typed)[0]).toBe(label)
})

test('a part within a word, and words that match nothing, find nothing', () => {
  expect(find('atistics')).toEqual([])
  expect(find('pause zebra')).toEqual([])
})

test('without a word, everything but the nudges is offered in groups', () => {
  expect(findEntries(offer(), ' ').map(({ group }) => group)).toEqual([
    'Actions',
    'Screens',
    'Sites',
  ])
})

test('the group with the best match comes first', () => {
  expect(findEntries(offer(), 'below').map(({ group }) => group)[0]).toBe('Nudges')
  expect(findEntries(offer(), 'go')[0]).toMatchObject({
    group: 'Screens',
    entries: [{ label: 'Goals', act: { to: '/goals' } }],
  })
})

test('roles are offered what they may do', () => {
  const actions = (role: TeamRole) =>
    offer({ role })
      .filter(({ group }) => group === 'Actions')
      .map(({ id }) => id)

  expect(actions('analyst')).toEqual(['keys', 'log-out'])
  expect(actions('editor')).not.toContain('pause')
  expect(actions('admin')).toContain('pause')
})

test('an admin’s frame is about its shop, and has no way out of it', () => {
  const ids = offer({ isFramed: true }).map(({ id }) => id)

  expect(ids).not.toContain('log-out')
  expect(ids).not.toContain('new-site')
  expect(ids).not.toContain('site-uuid-There')
  expect(ids).toContain('nudge-one')
})

test('paused nudges are resumed, and nothing is offered before that is known', () => {
  const paused = offer({ data: { nudges: [], integrations: [], isPaused: true } })

  expect(find('resume', paused)).toEqual(['Resume nudges'])
  expect(find('pause', paused)).toEqual([])
  expect(find('pause', offer({ data: null }))).toEqual([])
})

const navigationOf = (role: TeamRole) => [
  ...listNavigation({ site: 'uuid', team: 7, role }),
  ...listPersonEntries(role),
]

const whole = (role: TeamRole = 'owner', sites: ReturnType<typeof siteOf>[] = []) =>
  listEntries({
    facts: { teams: [{ id: 7, name: 'Team', role, logo: null, isCurrent: true }], sites },
    screens: navigationOf(role),
    data,
    isFramed: false,
  })

/** Words that people typed in search of something, and their synonyms. */
test.each([
  ['pause', 'Pause all nudges'],
  ['position', 'Appearance'],
  ['color', 'Appearance'],
  ['colour', 'Appearance'],
  ['dark', 'Appearance'],
  ['invite', 'Members'],
  ['colleague', 'Members'],
  ['csv', 'Import a file'],
  ['import', 'Import a file'],
  ['woo', 'WooCommerce'],
  ['invoice', 'Billing'],
  ['refund', 'Purchases'],
  ['unsubscribe', 'Emails'],
  ['gdpr', 'Privacy of visitors'],
  ['timezone', 'Site settings'],
  ['upgrade', 'Plan and usage'],
  ['2fa', 'Security'],
  ['dashboard', 'Home'],
  ['help', 'Support'],
  ['snippet', 'Pixel'],
])('the word %s finds %s', (typed, label) => {
  expect(find(typed, whole('owner', [siteOf('Here', true)]))).toContain(label)
})

test('an integration that has an entry as a screen is found once', () => {
  expect(find('rest api', whole())).toEqual(['REST API'])
})

test('matches from the server are shown below, in groups', () => {
  const found = [
    { group: 'Orders' as const, id: '1', label: 'Order 1042', detail: 'Zoe', to: '/a' },
    { group: 'Products' as const, id: '2', label: 'Goat cheese', detail: '7', to: '/b' },
    { group: 'Orders' as const, id: '3', label: 'Order 10421', detail: 'Ann', to: '/c' },
  ]

  const groups = addFound(findEntries(whole(), 'goa'), found)

  expect(groups.map(({ group }) => group)).toEqual(['Screens', 'Orders', 'Products'])
  expect(groups[1]?.entries.map(({ label, act }) => [label, act])).toEqual([
    ['Order 1042', { to: '/a' }],
    ['Order 10421', { to: '/c' }],
  ])
})

test.each([
  ['webhooks', 'Webhooks'],
  ['api tok', 'API tokens'],
  ['invite', 'Members'],
  ['orders', 'Café orders'],
  ['color', 'Appearance'],
  ['password', 'Security'],
  ['delete site', 'Transfer or delete site'],
])('a screen below those of the navigation is found: %s', (typed, label) => {
  expect(find(typed, whole())[0]).toBe(label)
  expect(find('', whole())).not.toContain(label)
})

test('people who see statistics alone are offered those, themselves and their organization', () => {
  const offered = whole('statistics')
    .filter(({ group }) => group === 'Screens')
    .flatMap(({ act }) => (typeof act === 'object' && 'to' in act ? [act.to] : []))

  expect(offered.filter((to) => !/^\/(?:statistics|account|support)/.test(to))).toEqual([
    '/settings/teams/7',
  ])
})

test('screens below are offered with the one above them alone, and by role', () => {
  expect(find('webhooks')).toEqual([])
  expect(find('audit log', whole())).toEqual(['Audit log'])
  expect(find('audit log', whole('editor'))).toEqual([])
  expect(find('delete', whole('analyst'))).toEqual(['Your data'])
})

test('each screen below exists, under an address of its own', () => {
  const known = new Set(listAddresses().map(({ path }) => path.replace(/:[a-z]+/, '7')))
  const addresses = whole().flatMap(({ id, act }) =>
    id.startsWith('screen-part-') && typeof act === 'object' && 'to' in act ? [act.to] : [],
  )

  expect(addresses.filter((address) => !known.has(address))).toEqual([])
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses.length).toBeGreaterThan(30)
})
