import { expect, test } from 'vitest'
import { formatRemaining } from './format-remaining.ts'

test.each([
  [-1, '0 seconds'],
  [999, '1 second'],
  [119_000, '119 seconds'],
  [120_000, '2 minutes'],
  [3_600_000, '60 minutes'],
  [7_200_000, '2 hours'],
  [7_200_001, '2 hours 1 minute'],
  [48_000_000, '13 hours 20 minutes'],
])('%d ms read %s', (millis, text) => {
  expect(formatRemaining(millis)).toBe(text)
})
