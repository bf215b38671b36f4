/** The provider's endpoints and what each lacks. */
import { expect, test } from 'vitest'
import { findEndpointIssues, keepsEventsAway, type HookEndpoint } from './find-endpoint-issues.ts'

const url = 'https://footfall.example/hooks/stripe'
const needed = { neededEvents: ['invoice.paid', 'customer.deleted'], apiVersion: '2026-10-28' }

const endpoint = (facts: Partial<HookEndpoint> = {}): HookEndpoint => ({
  id: 'we_1',
  url,
  isEnabled: true,
  events: needed.neededEvents,
  apiVersion: needed.apiVersion,
  ...facts,
})

const find = (...endpoints: HookEndpoint[]) => findEndpointIssues(needed, url, endpoints)
const nothing = { issues: [], otherVersions: [] }

test('an endpoint with the needed events, or all of them, lacks nothing', () => {
  expect(find(endpoint())).toEqual(nothing)
  expect(find(endpoint({ events: 'all' }))).toEqual(nothing)
  expect(find(endpoint({ events: ['payout.paid', ...needed.neededEvents] }))).toEqual(nothing)
})

test('endpoints of other products don’t count', () => {
  const others = [
    'https://other.example/hooks/stripe',
    'https://footfall.example/hooks/other',
    'http://footfall.example/hooks/stripe',
    'https://footfall.example:8443/hooks/stripe',
    'arn:aws:events',
  ]
  const missing = { issues: [{ kind: 'missing' }], otherVersions: [] }
  expect(find(...others.map((other) => endpoint({ url: other })))).toEqual(missing)
  expect(find()).toEqual(missing)
})

test('the same place is ours, however its address is written', () => {
  for (const written of [
    'https://FOOTFALL.example/hooks/stripe',
    'https://footfall.example:443/hooks/stripe/',
    'https://footfall.example/hooks/stripe?source=stripe',
  ]) {
    expect(find(endpoint({ url: written }))).toEqual(nothing)
  }
})

test('each state of our endpoint has its issue', () => {
  expect(findEndpointIssues(needed, url, null).issues).toEqual([{ kind: 'unreadable' }])
  expect(find(endpoint({ isEnabled: false })).issues).toEqual([
    { kind: 'disabled', endpoints: ['we_1'] },
  ])
  expect(find(endpoint({ events: ['invoice.paid'] })).issues).toEqual([
    { kind: 'events', endpoints: ['we_1'], events: ['customer.deleted'] },
  ])
})

test('a disabled endpoint next to an enabled one is no issue, and two enabled ones are', () => {
  expect(find(endpoint({ id: 'we_2', isEnabled: false, events: [] }), endpoint())).toEqual(nothing)
  const several = { kind: 'several', endpoints: ['we_2', 'we_1'] }
  expect(find(endpoint({ id: 'we_2' }), endpoint()).issues).toEqual([several])
  expect(find(endpoint({ id: 'we_2', events: [] }), endpoint()).issues).toEqual([several])
  expect(find(endpoint({ id: 'we_2', events: [] }), endpoint({ events: 'all' })).issues).toEqual([
    several,
  ])
})

test('events that none of several enabled endpoints gets are lacking', () => {
  const halves = needed.neededEvents.map((event, index) =>
    endpoint({ id: `we_${String(index)}`, events: [event] }),
  )
  const several = { kind: 'several', endpoints: ['we_0', 'we_1'] }
  expect(find(...halves).issues).toEqual([several])
  const alike = halves.map((one) => ({ ...one, events: ['invoice.paid'] }))
  expect(find(...alike).issues).toEqual([
    several,
    { kind: 'events', endpoints: ['we_0', 'we_1'], events: ['customer.deleted'] },
  ])
})

test('events stay away while their endpoint is missing, disabled or lacks them', () => {
  const found = [
    find(),
    find(endpoint({ isEnabled: false })),
    find(endpoint({ events: [] })),
    find(endpoint(), endpoint({ id: 'we_2' })),
    findEndpointIssues(needed, url, null),
  ]
  expect(found.map(({ issues }) => issues.map(keepsEventsAway))).toEqual([
    [true],
    [true],
    [true],
    [false],
    [false],
  ])
})

test('another API version is named, and is no issue', () => {
  expect(find(endpoint({ apiVersion: '2024-06-20' }))).toEqual({
    issues: [],
    otherVersions: ['2024-06-20'],
  })
  expect(find(endpoint({ apiVersion: null }))).toEqual({ issues: [], otherVersions: [null] })
})
