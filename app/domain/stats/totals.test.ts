import { expect, test } from 'vitest'
import { clickRate, lastDays } from './totals.ts'

test('the last seven days begin with a whole hour and have no end', () => {
  const window = lastDays(7, new Date('2026-03-10T12:34:56Z'))

  expect(window).toEqual({ from: new Date('2026-03-03T12:00:00Z'), to: null })
})

test('the click rate is clicks per impression', () => {
  expect(clickRate({ impressions: 4, clicks: 1 })).toBe(0.25)
  expect(clickRate({ impressions: 4, clicks: 0 })).toBe(0)
})

test('without an impression there is no click rate', () => {
  expect(clickRate({ impressions: 0, clicks: 0 })).toBeNull()
})
