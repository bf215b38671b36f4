import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundsOf, bucketOf, percentileOf } from './web-vitals-buckets.ts'
import { webVitalsMetrics } from '#app/contract/pixel-events.ts'

const metrics = fc.constantFrom(...webVitalsMetrics)
const values = fc.double({ min: 0, max: 600_000, noNaN: true })

test('every value lies inside of its bucket', () => {
  fc.assert(
    fc.property(metrics, values, (metric, value) => {
      const { from, to } = boundsOf(metric, bucketOf(metric, value))
      expect(value).toBeGreaterThanOrEqual(from)
      expect(value).toBeLessThan(to)
    }),
  )
})

test('the border between two buckets belongs to the upper one', () => {
  for (const metric of webVitalsMetrics) {
    for (let bucket = 1; bucket < 140; bucket += 1) {
      expect(bucketOf(metric, boundsOf(metric, bucket).from)).toBe(bucket)
    }
  }
})

test('a value below the unit counts as zero', () => {
  expect(bucketOf('cls', 0.0009)).toBe(0)
  expect(percentileOf('cls', [{ bucket: 0, total: 5 }], 0.75)).toMatchObject({
    value: 0,
    lower: 0,
    upper: 0.001,
    pages: 5,
  })
})

test('a percentile is at most a twentieth off, and lies in its interval', () => {
  const samples = fc.array(fc.double({ min: 1, max: 60_000, noNaN: true }), { minLength: 1 })
  fc.assert(
    fc.property(samples, (pages) => {
      const histogram = pages.map((value) => ({ bucket: bucketOf('lcp', value), total: 1 }))
      const sorted = [...pages].sort((a, b) => a - b)
      const exact = sorted[Math.ceil(pages.length * 0.75) - 1] ?? 0

      const found = percentileOf('lcp', histogram, 0.75)

      expect(found?.pages).toBe(pages.length)
      expect(Math.abs((found?.value ?? 0) / exact - 1)).toBeLessThanOrEqual(0.05)
      expect(found?.lower).toBeLessThanOrEqual(exact)
      expect(found?.upper).toBeGreaterThan(exact)
    }),
  )
})

test('more pages make the interval narrower', () => {
  const pagesOf = (times: number) =>
    Array.from({ length: 40 }, (_none, bucket) => ({ bucket: bucket + 60, total: times }))
  const widthOf = (times: number) => {
    const { lower = 0, upper = 0 } = percentileOf('lcp', pagesOf(times), 0.75) ?? {}
    return upper / lower
  }

  expect(widthOf(1)).toBeGreaterThan(widthOf(10))
  expect(widthOf(10)).toBeGreaterThan(widthOf(1000))
})

test('without a page there is no percentile', () => {
  expect(percentileOf('inp', [{ bucket: 3, total: 0 }], 0.75)).toBeNull()
})
