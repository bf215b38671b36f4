import { expect, test } from 'vitest'
import {
  compareWebVital,
  formatWebVital,
  rateWebVital,
  describeWebVitalsComparison,
} from './web-vitals-text.ts'

const of = (value: number, pages = 500) => ({
  value,
  pages,
  lower: value * 0.9,
  upper: value * 1.1,
})

test('a difference is told from 100 pages of each group on, and how many are missing before', () => {
  const comparison = compareWebVital(of(2000, 99), of(1000, 20))

  expect(describeWebVitalsComparison('lcp', comparison)).toBe(
    'Not enough data yet: 1 measured page with nudges and 80 measured pages of the hold-out are missing.',
  )
  expect(describeWebVitalsComparison('lcp', compareWebVital(of(2000, 99), of(1000)))).toBe(
    'Not enough data yet: 1 measured page with nudges is missing.',
  )
  expect(compareWebVital(null, of(1000))).toEqual({ kind: 'missing', shown: 100, holdout: 0 })
})

test('intervals that meet are no difference, those that do not are one', () => {
  expect(describeWebVitalsComparison('lcp', compareWebVital(of(1100), of(1000)))).toBe(
    'No difference can be told.',
  )
  expect(describeWebVitalsComparison('lcp', compareWebVital(of(3400), of(1000)))).toBe(
    'With nudges about 2.4 s slower.',
  )
  expect(describeWebVitalsComparison('inp', compareWebVital(of(100), of(180)))).toBe(
    'With nudges about 80 ms faster.',
  )
  expect(describeWebVitalsComparison('cls', compareWebVital(of(0.2), of(0.1)))).toBe(
    'With nudges about 0.10 more.',
  )
})

test('the web vitals’ own bounds say what is good', () => {
  expect([2500, 2501, 4001].map((value) => rateWebVital('lcp', value))).toEqual([
    ...['Good', 'Needs improvement', 'Poor'],
  ])
  expect(rateWebVital('own', 900)).toBeNull()
})

test('figures are written in the unit that suits them', () => {
  expect([2449, 183.4, 1.52, 0].map((value) => formatWebVital('lcp', value))).toEqual([
    ...['2.4 s', '183 ms', '1.5 ms', '0 ms'],
  ])
  expect([0.0042, 0.1, 0].map((value) => formatWebVital('cls', value))).toEqual([
    ...['0.004', '0.10', '0.00'],
  ])
})
