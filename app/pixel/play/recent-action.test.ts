import { expect, test } from 'vitest'
import { itemOf } from '#tests/support/pixel-values.ts'
import { isRecentAction } from './recent-action.ts'

const actedAt = 1_800_000_000

test.each([
  ['a moment before him', -1, true],
  ['with him', 0, true],
  ['minutes after him', 899, true],
  ['long before him', -900, false],
  ['long after him', 900, false],
])('what was done %s may be his own: %s', (_when, later, recent) => {
  expect(isRecentAction(itemOf({ at: actedAt + later }), actedAt)).toBe(recent)
})

test('who did nothing is told everything, and a sum is nobody’s own', () => {
  expect(isRecentAction(itemOf({ at: actedAt }), NaN)).toBe(false)
  expect(isRecentAction(itemOf(), actedAt)).toBe(false)
})
