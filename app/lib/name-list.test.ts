import { expect, test } from 'vitest'
import { formatNames } from './name-list.ts'

test.each([
  [[], ''],
  [['A'], 'A'],
  [['A', 'B'], 'A, B'],
  [['A', 'B', 'C'], 'A, B and 1 more'],
])('a list of %j has two names written out', (names, words) => {
  expect(formatNames(names, 2)).toBe(words)
})
