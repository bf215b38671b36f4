import { expect, test } from 'vitest'
import type { DeliveryContent } from '#app/contract/nudge-content.ts'
import { promiserOf } from './delivery-promise.ts'

/** Dispatch from Monday to Friday until 15:30, delivery from Monday to Saturday. */
const shop: DeliveryContent = {
  timeZone: 'Europe/Amsterdam',
  cutOffs: ['15:30', '15:30', '15:30', '15:30', '15:30', null, null],
  deliversOn: [true, true, true, true, true, true, false],
  transit: { NL: { min: 1, max: 1 }, DE: { min: 2, max: 4 } },
  holidays: ['2026-12-25', '2026-12-26', '2027-01-01'],
  holidaysUntil: '2027-12-31',
}

/** As "earliest – latest, today or later, until when". */
function formatAll(now: string, country = 'NL', changed: Partial<DeliveryContent> = {}) {
  const content = { ...shop, ...changed }
  const promise = promiserOf(content)({ country, now: new Date(now) })
  if (!promise) return null
  const { earliest, latest, leavesToday, until } = promise
  const days = earliest === latest ? latest : `${earliest} – ${latest}`
  return `${days}, ${leavesToday ? 'today' : 'later'}, ${until.toISOString().slice(0, 16)}`
}

const everyDay = Array.from({ length: 7 }, () => '02:30')

test.each<[string, string, string | null]>([
  ['before the cut-off', '2026-11-23T10:00Z', '2026-11-24, today, 2026-11-23T14:30'],
  ['a second before it', '2026-11-23T14:29:59Z', '2026-11-24, today, 2026-11-23T14:30'],
  ['at the cut-off', '2026-11-23T14:30Z', '2026-11-25, later, 2026-11-23T23:00'],
  ['after it until midnight', '2026-11-23T22:59Z', '2026-11-25, later, 2026-11-23T23:00'],
  ['from midnight on', '2026-11-23T23:00Z', '2026-11-25, today, 2026-11-24T14:30'],
  ['on Friday in time, for Saturday', '2026-11-27T10:00Z', '2026-11-28, today, 2026-11-27T14:30'],
  ['on Friday too late', '2026-11-27T15:00Z', '2026-12-01, later, 2026-11-29T23:00'],
  ['on Saturday', '2026-11-28T10:00Z', '2026-12-01, later, 2026-11-29T23:00'],
  ['on Sunday', '2026-11-29T10:00Z', '2026-12-01, later, 2026-11-29T23:00'],
  ['before Christmas', '2026-12-24T10:00Z', '2026-12-28, today, 2026-12-24T14:30'],
  ['at Christmas', '2026-12-25T10:00Z', '2026-12-29, later, 2026-12-27T23:00'],
  ['over the end of the year', '2026-12-31T10:00Z', '2027-01-02, today, 2026-12-31T14:30'],
  ['when the year has begun there', '2026-12-31T23:30Z', '2027-01-05, later, 2027-01-03T23:00'],
  ['in summer', '2026-07-06T13:00Z', '2026-07-07, today, 2026-07-06T13:30'],
  ['before the spring change', '2026-03-27T15:00Z', '2026-03-31, later, 2026-03-29T22:00'],
  ['before the autumn change', '2026-10-23T14:00Z', '2026-10-27, later, 2026-10-25T23:00'],
])('%s', (_case, now, expected) => {
  expect(formatAll(now)).toBe(expected)
})

test.each<[string, string, string]>([
  ['winter', '2027-02-02T00:00Z', '2027-02-02T01:30'],
  ['the night on which 02:30 is left out', '2027-03-28T00:00Z', '2027-03-28T00:30'],
  ['summer', '2027-07-06T00:00Z', '2027-07-06T00:30'],
  ['the night on which 02:30 comes twice', '2027-10-31T00:00Z', '2027-10-31T00:30'],
])('a cut-off in %s never shows later than it is', (_case, now, until) => {
  const deliversOn = everyDay.map(() => true)

  expect(formatAll(now, 'NL', { cutOffs: everyDay, deliversOn })).toContain(`, today, ${until}`)
})

test('in a night with two 02:30, the second one is too late', () => {
  const second = '2027-10-31T01:00Z'

  expect(formatAll(second, 'NL', { cutOffs: everyDay })).toContain(', later, 2027-10-31T23:00')
})

test.each<[string, string, string]>([
  // This day has no midnight: it starts at one o'clock.
  ['Africa/Cairo', '2026-04-23T20:00Z', '2026-04-23T22:00'],
  ['Asia/Kolkata', '2026-11-23T11:00Z', '2026-11-23T18:30'],
  ['Pacific/Auckland', '2026-11-23T03:00Z', '2026-11-23T11:00'],
  ['America/Los_Angeles', '2026-11-24T00:00Z', '2026-11-24T08:00'],
])('in %s the next day begins at its own midnight', (timeZone, now, until) => {
  expect(formatAll(now, 'NL', { timeZone })).toContain(`, later, ${until}`)
})

test('the shop’s day counts, not that of UTC', () => {
  // It's still Friday noon in Los Angeles, and evening in UTC.
  expect(formatAll('2026-11-27T20:00Z', 'NL', { timeZone: 'America/Los_Angeles' })).toBe(
    '2026-11-28, today, 2026-11-27T23:30',
  )
  // It's already Saturday in Auckland.
  expect(formatAll('2026-11-27T12:00Z', 'NL', { timeZone: 'Pacific/Auckland' })).toBe(
    '2026-12-01, later, 2026-11-29T11:00',
  )
})

test('days on the way are days of delivery, from the first to the last', () => {
  expect(formatAll('2026-11-25T10:00Z', 'DE')).toBe(
    '2026-11-27 – 2026-11-30, today, 2026-11-25T14:30',
  )
  expect(formatAll('2026-12-23T10:00Z', 'DE')).toBe(
    '2026-12-28 – 2026-12-30, today, 2026-12-23T14:30',
  )
})

test('same-day delivery arrives on the next delivery day', () => {
  const transit = { NL: { min: 0, max: 0 } }

  expect(formatAll('2026-11-23T10:00Z', 'NL', { transit })).toMatch(/^2026-11-23,/)
  const onMondays = [true, false, false, false, false, false, false]
  expect(formatAll('2026-11-24T10:00Z', 'NL', { transit, deliversOn: onMondays })).toMatch(
    /^2026-11-30,/,
  )
})

test('a country that is not named has the days of all others, or nothing', () => {
  const transit = { ...shop.transit, '*': { min: 5, max: 5 } }

  expect(formatAll('2026-11-23T10:00Z', 'FR')).toBeNull()
  expect(formatAll('2026-11-23T10:00Z', 'FR', { transit })).toMatch(/^2026-11-28,/)
})

test('nothing is promised beyond the known holidays', () => {
  expect(formatAll('2026-11-23T10:00Z', 'DE', { holidaysUntil: '2026-11-27' })).not.toBeNull()
  expect(formatAll('2026-11-23T10:00Z', 'DE', { holidaysUntil: '2026-11-26' })).toBeNull()
  expect(formatAll('2026-11-23T10:00Z', 'NL', { holidaysUntil: '2025-12-31' })).toBeNull()
})

test('a shop that never sends or never delivers promises nothing', () => {
  expect(formatAll('2026-11-23T10:00Z', 'NL', { cutOffs: shop.cutOffs.map(() => null) })).toBeNull()
  expect(
    formatAll('2026-11-23T10:00Z', 'NL', { deliversOn: shop.deliversOn.map(() => false) }),
  ).toBeNull()
})

test('each promise is followed by a later one, never by the same', () => {
  let now = new Date('2026-10-20T00:00Z')
  const seen: string[] = []
  while (seen.length < 40) {
    const promise = promiserOf(shop)({ country: 'NL', now })
    if (!promise) throw new Error('Nothing is promised.')
    expect(promise.until.getTime()).toBeGreaterThan(now.getTime())
    seen.push(promise.latest)
    now = promise.until
  }

  expect(seen).toEqual(seen.toSorted())
})
