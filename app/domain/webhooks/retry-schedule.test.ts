import { expect, test } from 'vitest'
import { isGivenUp, maxAttempts, pauseAfter, restAfter } from './retry-schedule.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]

test.each([
  [1, 5 * second],
  [2, 5 * minute],
  [3, 30 * minute],
  [4, 2 * hour],
  [5, 5 * hour],
  [6, 10 * hour],
  [7, 10 * hour],
  [8, null],
])('after attempt %i', (attempts, pause) => {
  expect(pauseAfter(attempts, 0)).toBe(pause)
  expect(pauseAfter(attempts, 1)).toBe(pause === null ? null : pause * 1.2)
})

test('all attempts together take a little more than a day', () => {
  const total = Array.from({ length: maxAttempts }, (_item, index) => pauseAfter(index + 1, 0) ?? 0)
  expect(total.reduce((sum, pause) => sum + pause) / hour).toBeCloseTo(27.6, 1)
})

test.each([
  [0, 0],
  [2, 0],
  [3, minute],
  [4, 2 * minute],
  [8, 30 * minute],
  [10_000, 30 * minute],
])('after %i failures in a row the endpoint rests', (failures, rest) => {
  expect(restAfter(failures)).toBe(rest)
})

const now = new Date('2026-03-02T10:00:00Z')
const ago = (millis: number) => new Date(now.getTime() - millis)

test.each([
  ['it works', { failingSince: null, failures: 0 }, false],
  ['for an hour', { failingSince: ago(hour), failures: 90 }, false],
  ['for a day, but rarely asked', { failingSince: ago(24 * hour), failures: 6 }, false],
  ['for a day', { failingSince: ago(24 * hour), failures: 7 }, true],
])('given up? %s', (_name, endpoint, expected) => {
  expect(isGivenUp(endpoint, now)).toBe(expected)
})
