import { expect, test } from 'vitest'
import { clickRate } from './totals.ts'

test('the click rate is clicks per impression', () => {
  expect(clickRate({ impressions: 4, clicks: 1 })).toBe(0.25)
  expect(clickRate({ impressions: 4, clicks: 0 })).toBe(0)
})

test('without an impression there is no click rate', () => {
  expect(clickRate({ impressions: 0, clicks: 0 })).toBeNull()
})
