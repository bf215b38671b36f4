import { expect, test } from 'vitest'
import { findDayOrder, parseDate, parseMoment } from './parse-date.ts'

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
  ['2025.1.3', '2025-01-02T23:00:00.000Z'],
  ['2025-12-31 02:05 PM', '2025-12-31T13:05:00.000Z'],
  ['2025-12-31T14:05:00+01', '2025-12-31T13:05:00.000Z'],
  ['31-12-2025 14:05', '2025-12-31T13:05:00.000Z', 'day-first'],
  ['Dec 31, 2025', '2025-12-30T23:00:00.000Z'],
  ['Sep 30, 2025 10:00:00 AM', '2025-09-30T08:00:00.000Z'],
  ['December 31st, 2025, 2:05 pm', '2025-12-31T13:05:00.000Z'],
  ['Wed, 31 Dec 2025 14:05:00 +0000', '2025-12-31T14:05:00.000Z'],
  ['Wed Dec 31 2025 14:05:00 GMT+0100 (CET)', '2025-12-31T13:05:00.000Z'],
  ['31-Dec-25', '2025-12-30T23:00:00.000Z'],
  ['31. Dezember 2025 14:05', '2025-12-31T13:05:00.000Z'],
  ['31. Dez. 2025', '2025-12-30T23:00:00.000Z'],
  ['3. März 2025', '2025-03-02T23:00:00.000Z'],
  ['31 décembre 2025 à 14:05', '2025-12-31T13:05:00.000Z'],
  ['1er août 2025', '2025-07-31T22:00:00.000Z'],
  ['31 de diciembre de 2025', '2025-12-30T23:00:00.000Z'],
  ['31 ene. 2025', '2025-01-30T23:00:00.000Z'],
  ['31 dicembre 2025', '2025-12-30T23:00:00.000Z'],
  ['31 gen 2025', '2025-01-30T23:00:00.000Z'],
  ['5 mei 2025', '2025-05-04T22:00:00.000Z'],
  ['31 mrt. 2025', '2025-03-30T22:00:00.000Z'],
  ['46022', '2025-12-30T23:00:00.000Z'],
  ['46022.58', '2025-12-31T12:55:12.000Z'],
  ['46022,58', '2025-12-31T12:55:12.000Z'],
  ['1767186300', '2025-12-31T13:05:00.000Z'],
  ['1767186300000', '2025-12-31T13:05:00.000Z'],
] as const)('%s is read', (text, at, order?: 'day-first') => {
  expect(parseDate(text, 'Europe/Amsterdam', order ?? null)?.toISOString()).toBe(at)
})

test.each([
  ...['31-12-2025', '2025/13/01', '31 Foo 2025', 'Dec 32, 2025', '30 February 2025'],
  ...['1', '12345', '99999', '176718630', '17671863000', '2025-12-31 14:05 PM', '14:05'],
  ...['Dezember 2025', '31 Dec', 'May', '2025-12-31 14:05:00:00'],
])('%j is no date without more knowledge', (text) => {
  expect(parseDate(text, 'UTC')).toBeNull()
})

test.each([
  [{ date: '31.01.2026', time: '10:12:00', zone: null }, '2026-01-31T09:12:00.000Z'],
  [{ date: '31.01.2026', time: '10:12:00', zone: 'PST' }, '2026-01-31T18:12:00.000Z'],
  [{ date: '31.01.2026', time: '10:12', zone: 'America/New_York' }, '2026-01-31T15:12:00.000Z'],
  [{ date: '31.01.2026', time: '10:12', zone: 'Nowhere/Else' }, '2026-01-31T09:12:00.000Z'],
  [{ date: '2026-01-31 08:00', time: '10:12', zone: null }, '2026-01-31T07:00:00.000Z'],
  [{ date: '31.01.2026', time: 'morning', zone: null }, '2026-01-30T23:00:00.000Z'],
])('%j is one moment', (cells, at) => {
  expect(parseMoment(cells, 'Europe/Amsterdam', null)?.toISOString()).toBe(at)
})
