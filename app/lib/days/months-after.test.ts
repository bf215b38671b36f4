import { expect, test } from 'vitest'
import { monthsAfter } from './months-after.ts'

test.each([
  ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
  ['2026-01-31T10:00:00Z', 2, '2026-03-31T10:00:00Z'],
  ['2027-12-29T23:59:59Z', 2, '2028-02-29T23:59:59Z'],
  ['2026-05-15T00:00:00Z', 0, '2026-05-15T00:00:00Z'],
])('%s, and %i months later %s', (from, months, then) => {
  expect(monthsAfter(new Date(from), months)).toEqual(new Date(then))
})
