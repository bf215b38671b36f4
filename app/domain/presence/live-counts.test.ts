import { expect, test } from 'vitest'
import { withoutViewer, showableOthers } from './live-counts.ts'

test.each([
  [0, 0],
  [1, 0],
  [2, 1],
  [41, 40],
])('%i visitors include %i others', (count, others) => {
  expect(withoutViewer(count)).toBe(others)
})

test.each([
  [0, 0, null],
  [1, 0, null],
  [1, 1, null],
  [2, 1, 1],
  [5, 5, null],
  [6, 5, 5],
])('%i visitors with a minimum of %i show as %s', (count, minimum, expected) => {
  expect(showableOthers(count, minimum)).toBe(expected)
})
