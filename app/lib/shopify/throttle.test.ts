import { expect, test } from 'vitest'
import { throttledMillis } from './throttle.ts'

test.each([
  ['842 points of which 42 are there', 842, { currentlyAvailable: 42, restoreRate: 100 }, 8_000],
  ['a fraction of a second', 105, { currentlyAvailable: 100, restoreRate: 1000 }, 1_000],
  ['a bucket that is full again', 10, { currentlyAvailable: 2000, restoreRate: 100 }, 1_000],
  ['a rate of zero', 10, { currentlyAvailable: 0, restoreRate: 0 }, 10_000],
  ['no figures', 10, undefined, 10_000],
])('%s', (_which, requestedQueryCost, throttleStatus, millis) => {
  expect(throttledMillis({ requestedQueryCost, throttleStatus })).toBe(millis)
})

test('an answer without a cost waits the usual time', () => {
  expect(throttledMillis(undefined)).toBe(10_000)
})
