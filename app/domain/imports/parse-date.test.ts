import { expect, test } from 'vitest'
import { parseDate } from './parse-date.ts'

test.each([
  ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31 09:30:05 +0100', '2026-01-31T08:30:05.000Z'],
  ['2026-01-31 09:30:05.123+01:00', '2026-01-31T08:30:05.000Z'],
  ['2026-01-31 09:30 UTC', '2026-01-31T09:30:00.000Z'],
  ['2026-07-31 09:30', '2026-07-31T07:30:00.000Z'],
  [' 2026-01-31 ', '2026-01-30T23:00:00.000Z'],
])('%s is read, without a zone by the clock of the shop', (text, at) => {
  expect(parseDate(text, 'Europe/Amsterdam')?.toISOString()).toBe(at)
})

test.each(['31.01.2026', '01/31/2026', '2026-02-30', '2026-01-31 25:00', '2026-13-01', '', 'now'])(
  '%j is none that can be told for certain',
  (text) => {
    expect(parseDate(text, 'UTC')).toBeNull()
  },
)
