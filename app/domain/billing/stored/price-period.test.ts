import { expect, test } from 'vitest'
import { monthlyPart, periodWords } from './price-period.ts'

test.each([
  [29_000, 'year', 1, 2_417, 'a year'],
  [60_000, 'year', 2, 2_500, 'every 2 years'],
  [8_700, 'month', 3, 2_900, 'every 3 months'],
  [700, 'week', 1, 3_042, 'a week'],
  [100, 'day', 1, 3_042, 'a day'],
  [2_900, 'month', 1, 2_900, 'a month'],
] as const)('%i per %s × %i are %i a month', (cents, every, count, month, words) => {
  expect(monthlyPart(cents, { every, count })).toBe(month)
  expect(periodWords({ every, count })).toBe(words)
})

test('without a period it’s a month', () => {
  expect(periodWords(null)).toBe('a month')
})
