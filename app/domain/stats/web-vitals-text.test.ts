import { expect, test } from 'vitest'
import {
  compareWebVital,
  formatWebVital,
  placeWebVital,
  rateWebVital,
  describeWebVitalsComparison,
} from './web-vitals-text.ts'

const of = (value: number, pages = 500) => ({
  value,
  pages,
  lower: value * 0.9,
  upper: value * 1.1,
})

test('a difference needs 100 page loads per group, and the text says how many are missing', () => {
  const comparison = compareWebVital(of(2000, 99), of(1000, 20))

  expect(describeWebVitalsComparison('lcp', comparison)).toBe(
    'Not enough data yet. Needs 1 more page load with nudges and 80 more page loads in the holdout group.',
  )
  expect(describeWebVitalsComparison('lcp', compareWebVital(of(2000, 99), of(1000)))).toBe(
    'Not enough data yet. Needs 1 more page load with nudges.',
  )
  expect(compareWebVital(null, of(1000))).toEqual({ kind: 'missing', shown: 100, holdout: 0 })
})

test('intervals that meet are no difference, those that do not are one', () => {
  expect(describeWebVitalsComparison('lcp', compareWebVital(of(1100), of(1000)))).toBe(
    'No clear difference',
  )
  expect(describeWebVitalsComparison('lcp', compareWebVital(of(3400), of(1000)))).toBe(
    'About 2.4 s slower with nudges',
  )
  expect(describeWebVitalsComparison('inp', compareWebVital(of(100), of(180)))).toBe(
    'About 80 ms faster with nudges',
  )
  expect(describeWebVitalsComparison('cls', compareWebVital(of(0.2), of(0.1)))).toBe(
    'About 0.10 more with nudges',
  )
})

test('the web vitals’ own bounds say what is good', () => {
  expect([2500, 2501, 4001].map((value) => rateWebVital('lcp', value))).toEqual([
    ...['Good', 'Needs improvement', 'Poor'],
  ])
  expect(rateWebVital('own', 900)).toBeNull()
})

test('each rating has a third of the scale, which ends', () => {
  expect(
    [0, 1250, 2500, 3250, 4000, 6000, 8000, 90_000].map((value) => placeWebVital('lcp', value)),
  ).toEqual([0, 1 / 6, 1 / 3, 1 / 2, 2 / 3, 5 / 6, 1, 1])
  expect(placeWebVital('own', 900)).toBeNull()
})

test('figures are written in the unit that suits them', () => {
  expect([2449, 183.4, 1.52, 0].map((value) => formatWebVital('lcp', value))).toEqual([
    ...['2.4 s', '183 ms', '1.5 ms', '0 ms'],
  ])
  expect([0.0042, 0.1, 0].map((value) => formatWebVital('cls', value))).toEqual([
    ...['0.004', '0.10', '0.00'],
  ])
})
