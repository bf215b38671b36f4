import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countExpiry } from './count-expiry.ts'

const minute = 60
const hour = 3600
const day = 24 * hour

test.each([
  [10 * minute, minute],
  [hour, 150],
  [6 * hour, 15 * minute],
  [day, 30 * minute],
  [60 * day, 30 * minute],
])('a count over %i seconds is shown for one to two steps of %i', (seconds, step) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: day * 1000 }), (millis) => {
      const at = new Date(Date.UTC(2026, 2, 2) + millis)

      const ahead = (countExpiry(seconds, at).getTime() - at.getTime()) / 1000

      expect(ahead).toBeGreaterThan(step)
      expect(ahead).toBeLessThanOrEqual(2 * step)
    }),
  )
})

test('the end stays the same for as long as a step lasts', () => {
  const begin = Date.UTC(2026, 2, 2, 10)
  const ends = [0, 1, 149, 150].map((seconds) =>
    countExpiry(hour, new Date(begin + seconds * 1000)),
  )

  expect(ends.map((end) => (end.getTime() - begin) / 1000)).toEqual([300, 300, 300, 450])
})
