import { expect, test } from 'vitest'
import { formatChange } from './changes.ts'

test('a change is relative to the previous period, where that had any', () => {
  expect([
    formatChange(112, 100),
    formatChange(50, 100),
    formatChange(100, 100),
    formatChange(3, 0),
  ]).toEqual([
    '12.0% more (112 vs. 100)',
    '50.0% fewer (50 vs. 100)',
    'No change from 100',
    'None before',
  ])
})
