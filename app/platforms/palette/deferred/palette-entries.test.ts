/** The palette's entries, and the results of typing. */
import { expect, test } from 'vitest'
import { listNavigation, personEntries } from '#app/platforms/navigation-entries.ts'
import { listAddresses } from '#tests/support/route-build.ts'
import type { TeamRole } from '#app/domain/scope.ts'
import type { PaletteData } from '../palette-data.ts'
import { findEntries, listEntries } from './palette-entries.ts'

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
  const paused = offer({ data: { nudges: [], isPaused: true } })

  expect(find('resume', paused)).toEqual(['Resume nudges'])
  expect(find('pause', paused)).toEqual([])
  expect(find('pause', offer({ data: null }))).toEqual([])
})

const navigation = [...listNavigation({ site: 'uuid', team: 7 }), ...personEntries]

const whole = (role: TeamRole = 'owner') =>
  listEntries({
    facts: { teams: [{ id: 7, name: 'Team', role, logo: null, isCurrent: true }], sites: [] },
    screens: navigation,
    data,
    isFramed: false,
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
