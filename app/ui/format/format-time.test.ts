import { expect, test } from 'vitest'
import {
  formatAge,
  formatCountedUntil,
  formatDateTime,
  formatFieldDate,
  type DateFieldKind,
} from './format-time.ts'

const now = new Date('2026-03-10T12:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test.each([
  [0, 'just now'],
  [4, 'just now'],
  [5, '5 seconds ago'],
  [59, '59 seconds ago'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [29 * 86_400, '29 days ago'],
  [30 * 86_400, 'Feb 8, 2026'],
])('%i seconds ago reads "%s"', (seconds, text) => {
  expect(formatAge(before(seconds), now)).toBe(text)
})

test('a clock that runs ahead reads as now', () => {
  expect(formatAge(before(-90), now)).toBe('just now')
})

test('the moment until which events are counted has seconds, and the date if it isn’t today', () => {
  const until = new Date('2026-03-10T12:04:31Z')
  expect(formatCountedUntil(until, new Date('2026-03-10T12:04:40Z'))).toBe('12:04:31 PM UTC')
  expect(formatCountedUntil(until, new Date('2026-03-11T00:00:01Z'))).toBe(
    'Mar 10, 2026, 12:04:31 PM UTC',
  )
})

test('a moment is formatted with its zone, which is UTC unless a site has another', () => {
  expect(formatDateTime(new Date('2026-03-10T23:30:00Z'))).toBe('Mar 10, 2026, 11:30 PM UTC')
  expect(formatDateTime(new Date('2026-03-10T23:30:00Z'), 'America/New_York')).toBe(
    'Mar 10, 2026, 7:30 PM (America/New York)',
  )
})

test.each<[DateFieldKind, string, string]>([
  ['date', '2026-10-24', 'Oct 24, 2026'],
  ['date', '2026-09-24', 'Sep 24, 2026'],
  ['datetime-local', '2026-10-24T14:05', 'Oct 24, 2026, 2:05 PM'],
  ['datetime-local', '2026-10-24T14:05:30', 'Oct 24, 2026, 2:05 PM'],
  ['time', '14:05', '2:05 PM'],
  ['date', '', 'No date'],
  ['datetime-local', '', 'No date and time'],
  ['time', '', 'No time'],
  ['date', 'soon', 'soon'],
])('a %s field with “%s” shows “%s”', (kind, value, text) => {
  expect(formatFieldDate(kind, value)).toBe(text)
})
