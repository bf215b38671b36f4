import { expect, test } from 'vitest'
import {
  formatDatedMoment,
  formatDay,
  formatDays,
  formatLongDay,
  formatLongMoment,
  formatMoment,
  formatMonthOf,
  formatShortDay,
  formatTime,
  formatWeekday,
} from './moment-text.ts'

test.each([
  ['UTC', '2026-12-01T00:05:00Z', 'Dec 1, 12:05 AM'],
  ['UTC', '2026-12-01T12:00:00Z', 'Dec 1, 12:00 PM'],
  ['America/New_York', '2026-12-01T01:30:00Z', 'Nov 30, 8:30 PM'],
  ['Europe/Amsterdam', '2026-09-09T06:00:00Z', 'Sep 9, 8:00 AM'],
])('in %s, %s reads %s', (timeZone, at, text) => {
  expect(formatMoment(timeZone, new Date(at))).toBe(text)
})

test('each format of a day', () => {
  const day = '2026-09-01'
  expect(
    [formatShortDay, formatDay, formatWeekday, formatLongDay, formatMonthOf].map((format) =>
      format(day),
    ),
  ).toEqual(['Sep 1', 'Sep 1, 2026', 'Tue, Sep 1', 'September 1, 2026', 'September 2026'])
})

test('every day of a year reads as US English writes it', () => {
  const written = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  const days = Array.from({ length: 366 }, (_one, index) => new Date(Date.UTC(2028, 0, 1 + index)))
  expect(days.map((at) => formatDay(at.toISOString().slice(0, 10)))).toEqual(
    days.map((at) => written.format(at)),
  )
})

test('a moment with its year follows the clock of the zone', () => {
  const at = new Date('2027-01-01T03:04:00Z')
  expect(formatDatedMoment('UTC', at)).toBe('Jan 1, 2027, 3:04 AM')
  expect(formatDatedMoment('America/New_York', at)).toBe('Dec 31, 2026, 10:04 PM')
  expect(formatLongMoment(at)).toBe('January 1, 2027 at 3:04 AM UTC')
})

test.each([
  ['00:00', '12:00 AM'],
  ['09:05', '9:05 AM'],
  ['12:30', '12:30 PM'],
  ['23:59:07', '11:59:07 PM'],
])('%s reads %s', (time, text) => {
  expect(formatTime(time)).toBe(text)
})

test.each([
  ['2026-11-01', '2026-11-07', 'Nov 1–7, 2026'],
  ['2026-10-26', '2026-11-24', 'Oct 26 – Nov 24, 2026'],
  ['2025-12-26', '2026-01-04', 'Dec 26, 2025 – Jan 4, 2026'],
  ['2026-11-07', '2026-11-07', 'Nov 7, 2026'],
])('%s to %s reads “%s”', (from, to, text) => {
  expect(formatDays({ from, to })).toBe(text)
})
