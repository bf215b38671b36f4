import { expect, test } from 'vitest'
import { median, pairedRatio, percentile, slopeOf } from './summary.ts'

test('the median is the middle value in any order', () => {
  expect(median([9, 1, 5])).toBe(5)
})

test('the median of an even number of values is the lower middle one', () => {
  expect(median([4, 1, 3, 2])).toBe(2)
})

test('a percentile is a value that was measured', () => {
  const values = Array.from({ length: 100 }, (_one, index) => index + 1)

  expect(percentile(values, 0.99)).toBe(99)
  expect(percentile(values, 1)).toBe(100)
  expect(percentile([7], 0.99)).toBe(7)
})

test('nothing has no percentile', () => {
  expect(() => percentile([], 0.5)).toThrow(RangeError)
})

test('a ratio compares each round with its own pair', () => {
  const product = [50, 10, 60]
  const floor = [100, 20, 60]

  expect(pairedRatio(product, floor)).toBe(0.5)
})

test('rounds without a pair are refused', () => {
  expect(() => pairedRatio([1, 2], [1])).toThrow(RangeError)
})

test('the slope is what each further site costs', () => {
  const points = [1, 2, 3].map((x) => ({ x, y: 100 + 4 * x }))

  expect(slopeOf(points)).toBeCloseTo(4)
})

test('a single place has no slope', () => {
  expect(() => slopeOf([{ x: 1, y: 1 }])).toThrow(RangeError)
})
