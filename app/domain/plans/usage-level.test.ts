import { expect, test } from 'vitest'
import { usageLevel } from './usage-level.ts'

test.each([
  [0, 'good'],
  [79, 'good'],
  [80, 'warning'],
  [99, 'warning'],
  [100, 'critical'],
  [140, 'critical'],
])('%i percent of a plan is %s', (percent, level) => {
  expect(usageLevel(percent)).toBe(level)
})
