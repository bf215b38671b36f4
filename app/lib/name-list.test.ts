import { expect, test } from 'vitest'
import { formatNames } from './name-list.ts'

test.each([
  [[], ''],
  [['A'], 'A'],
  [['A', 'B'], 'A, B'],
  [['A', 'B', 'C'], 'A, B and 1 more'],
])('of %j, two names are written out', (names, words) => {
  expect(formatNames(names, 2)).toBe(words)
})
