import { expect, test } from 'vitest'
import { formatMoment } from './moment-text.ts'

test.each([
  ['UTC', '2026-12-01T00:05:00Z', 'Dec 1, 12:05 AM'],
  ['UTC', '2026-12-01T12:00:00Z', 'Dec 1, 12:00 PM'],
  ['America/New_York', '2026-12-01T01:30:00Z', 'Nov 30, 8:30 PM'],
  ['Europe/Amsterdam', '2026-09-09T06:00:00Z', 'Sep 9, 8:00 AM'],
])('in %s, %s reads %s', (timeZone, at, text) => {
  expect(formatMoment(timeZone, new Date(at))).toBe(text)
})
