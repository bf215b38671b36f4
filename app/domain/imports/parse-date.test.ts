import { expect, test } from 'vitest'
import { findDayOrder, parseDate } from './parse-date.ts'

test.each([
  ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31 09:30:05 +0100', '2026-01-31T08:30:05.000Z'],
  ['2026-01-31 09:30:05.123+01:00', '2026-01-31T08:30:05.000Z'],
  ['2026-01-31 09:30 UTC', '2026-01-31T09:30:00.000Z'],
  ['2026-07-31 09:30', '2026-07-31T07:30:00.000Z'],
  [' 2026-01-31 ', '2026-01-30T23:00:00.000Z'],
  ['31.1.2026 9:30', '2026-01-31T08:30:00.000Z'],
])('%s is read, without a zone by the clock of the shop', (text, at) => {
  expect(parseDate(text, 'Europe/Amsterdam')?.toISOString()).toBe(at)
})

test.each([
  '31/01.2026',
  '01/31/2026',
  '32.01.2026',
  '2026-02-30',
  '2026-01-31 25:00',
  '2026-01-31 09:75',
  '2026-13-01',
  '',
  'now',
])('%j isn’t an unambiguous date', (text) => {
  expect(parseDate(text, 'UTC')).toBeNull()
})

test.each([
  [['03/04/26', '31/01/2026 9:30'], 'day-first'],
  [['03/04/26', '01/31/26', ''], 'month-first'],
  [['03/04/26', 'yesterday'], null],
  [['31/01/26', '01/31/26'], null],
] as const)('%j prove together: %s', (dates, order) => {
  expect(findDayOrder(dates)).toBe(order)
})

test.each([
  ['03/04/26', 'month-first', '2026-03-04T00:00:00.000Z'],
  ['03/04/26', 'day-first', '2026-04-03T00:00:00.000Z'],
  ['3/4/2026 9:05 PM', 'month-first', '2026-03-04T21:05:00.000Z'],
  ['3/4/2026, 12:05:30 am', 'month-first', '2026-03-04T00:05:30.000Z'],
] as const)('%s is read %s', (text, order, at) => {
  expect(parseDate(text, 'UTC', order)?.toISOString()).toBe(at)
})

test.each([
  ['13/04/26', 'month-first'],
  ['03/04/26 9:75', 'month-first'],
  ['03/04/26', null],
] as const)('%s, %s, is no date', (text, order) => {
  expect(parseDate(text, 'UTC', order)).toBeNull()
})

test.each([
  ['2025/12/31 14:05', '2025-12-31T13:05:00.000Z'],
  ['Dec 31, 2025', '2025-12-30T23:00:00.000Z'],
  ['31. Dezember 2025 14:05', '2025-12-31T13:05:00.000Z'],
  ['46022.58', '2025-12-31T12:55:12.000Z'],
  ['1767186300', '2025-12-31T13:05:00.000Z'],
])('%s is read in other notations', (text, at) => {
  expect(parseDate(text, 'Europe/Amsterdam')?.toISOString()).toBe(at)
})
