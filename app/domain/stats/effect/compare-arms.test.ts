import { expect, test } from 'vitest'
import { type Arms, compareArms, type ArmComparison } from './compare-arms.ts'
import { boundary, differenceInterval, rateInterval, ratioInterval } from './intervals.ts'

const arms = (shown: [number, number], holdout: [number, number]): Arms => ({
  shown: { visitors: shown[0], converters: shown[1] },
  holdout: { visitors: holdout[0], converters: holdout[1] },
})
const tenPercent = { holdoutPercent: 10 }

function estimateOf(counts: Arms, alpha = 0.05): Extract<ArmComparison, { kind: 'estimate' }> {
  const comparison = compareArms(counts, { ...tenPercent, alpha })
  if (comparison.kind !== 'estimate') throw new Error('There is no estimate.')
  return comparison
}

test('the boundary is the published one', () => {
  // Tuned for time 100 by the authors' approximation, at time 100 and unit variance.
  const tuned = Math.sqrt((-2 * Math.log(0.05) + Math.log(-2 * Math.log(0.05) + 1)) / 100)

  const published = Math.sqrt(
    ((2 * (100 * tuned ** 2 + 1)) / (100 ** 2 * tuned ** 2)) *
      Math.log(Math.sqrt(100 * tuned ** 2 + 1) / 0.05),
  )

  expect(boundary(100, tuned, 0.05) / Math.sqrt(100)).toBeCloseTo(published, 12)
})

test('at a single look the intervals are those of the textbooks', () => {
  // Newcombe 1998, Statistics in Medicine 17, 873-890, table II, example (a): 56/70 and 48/80.
  const one = rateInterval({ visitors: 70, converters: 56 }, 1.959964)
  const other = rateInterval({ visitors: 80, converters: 48 }, 1.959964)

  const difference = differenceInterval(one, other)
  const ratio = ratioInterval(one, other)

  expect(difference.lower).toBeCloseTo(0.0524, 4)
  expect(difference.upper).toBeCloseTo(0.3339, 4)
  for (const end of [ratio.lower, ratio.upper]) {
    // By definition: at its ends, `one - end * other` just touches zero.
    const [near, far] = end > 4 / 3 ? [one.upper, other.lower] : [one.lower, other.upper]
    const edge = Math.hypot(one.value - near, end * (other.value - far))
    expect(Math.abs(one.value - end * other.value)).toBeCloseTo(edge, 10)
  }
})

test('an effect of a half at 5 % is found with 200,000 visitors', () => {
  const estimate = estimateOf(arms([180_000, 13_500], [20_000, 1_000]))

  expect(estimate.isConclusive).toBe(true)
  expect(estimate.rates).toEqual({ shown: 0.075, holdout: 0.05 })
  expect(estimate.difference.value).toBeCloseTo(0.025, 10)
  expect(estimate.lift.value).toBeCloseTo(0.5, 10)
  expect(estimate.lift.lower).toBeGreaterThan(0.3)
  expect(estimate.lift.upper).toBeLessThan(0.7)
  expect(estimate.smallestVisibleEffect).toBeLessThan(0.15)
})

test('nudges that drive buyers away are found, too', () => {
  const estimate = estimateOf(arms([90_000, 1_800], [90_000, 2_250]))

  expect(estimate.isConclusive).toBe(true)
  expect(estimate.difference.upper).toBeLessThan(0)
  expect(estimate.lift.upper).toBeLessThan(0)
})

test('equal arms are never conclusive', () => {
  const estimate = estimateOf(arms([9_000_000, 225_000], [1_000_000, 25_000]))

  expect(estimate.isConclusive).toBe(false)
  expect(estimate.lift.lower).toBeLessThan(0)
  expect(estimate.lift.upper).toBeGreaterThan(0)
})

test('the interval and the smallest visible effect shrink as visitors come', () => {
  const estimates = [1, 4, 16, 64].map((times) =>
    estimateOf(arms([18_000 * times, 540 * times], [2_000 * times, 50 * times])),
  )

  const widths = estimates.map(({ lift }) => lift.upper - lift.lower)
  const visible = estimates.map(({ smallestVisibleEffect }) => smallestVisibleEffect ?? Infinity)
  for (const sizes of [widths, visible]) {
    for (const [place, size] of sizes.slice(1).entries()) {
      expect(size).toBeLessThan(0.65 * (sizes[place] ?? 0))
    }
  }
})

test('more certainty takes a wider interval', () => {
  const counts = arms([18_000, 540], [2_000, 50])

  const [strict, usual] = [estimateOf(counts, 0.01), estimateOf(counts, 0.05)]

  expect(strict.lift.lower).toBeLessThan(usual.lift.lower)
  expect(strict.lift.upper).toBeGreaterThan(usual.lift.upper)
})

const lopsided = [200, 3_000, 40_000].flatMap((visitors) =>
  [0.2, 0.5, 0.8].flatMap((share) =>
    Array.from({ length: 49 }, (_, place): Arms => {
      const converters = Math.min(visitors - 25, 25 + place * Math.round(visitors / 50))
      return arms([visitors, converters], [visitors, Math.round(share * visitors)])
    }),
  ),
)

test('the two intervals exclude zero together, and each holds its estimate', () => {
  const estimates = lopsided.map((counts) => estimateOf(counts))

  const together = estimates.filter(
    ({ difference, lift, isConclusive }) =>
      difference.lower > 0 === lift.lower > 0 &&
      difference.upper < 0 === lift.upper < 0 &&
      isConclusive === (lift.lower > 0 || lift.upper < 0),
  )
  const holding = estimates.filter(({ difference, lift }) =>
    [difference, lift].every(({ lower, value, upper }) => lower <= value && value <= upper),
  )
  expect(together).toEqual(estimates)
  expect(holding).toEqual(estimates)
})

test('with too few converters the answer says what is missing', () => {
  const comparison = compareArms(arms([3_000, 70], [330, 8]), tenPercent)

  expect(comparison).toMatchObject({
    kind: 'not_enough_data',
    missing: { shown: { converters: 0, others: 0 }, holdout: { converters: 17, others: 0 } },
    // 17 more converters, with 78 in 3,330, and a tenth of the visitors: 17 / 0.023423 / 0.1.
    visitorsNeeded: 7_258,
  })
  expect(comparison.smallestVisibleEffect).toBeGreaterThan(0.5)
})

test('before the first visitor there is no estimate', () => {
  const comparison = compareArms(arms([0, 0], [0, 0]), tenPercent)

  expect(comparison).toEqual({
    kind: 'not_enough_data',
    missing: { shown: { converters: 25, others: 25 }, holdout: { converters: 25, others: 25 } },
    visitorsNeeded: null,
    smallestVisibleEffect: null,
  })
})

test('a goal that everyone reaches gives no estimate', () => {
  const comparison = compareArms(arms([9_000, 9_000], [1_000, 1_000]), tenPercent)

  expect(comparison).toMatchObject({
    kind: 'not_enough_data',
    missing: { shown: { converters: 0, others: 25 }, holdout: { converters: 0, others: 25 } },
    visitorsNeeded: null,
  })
})

test('a goal counted before its visit is no error', () => {
  const comparison = compareArms(arms([1, 2], [0, 1]), tenPercent)

  expect(comparison.kind).toBe('not_enough_data')
})

test('without a holdout group no number of visitors is enough', () => {
  const comparison = compareArms(arms([9_000, 300], [0, 0]), { holdoutPercent: 0 })

  expect(comparison).toMatchObject({ kind: 'not_enough_data', visitorsNeeded: null })
})

test.each([
  [arms([-1, 0], [0, 0]), tenPercent],
  [arms([10, 1.5], [0, 0]), tenPercent],
  [arms([10, 1], [Number.NaN, 0]), tenPercent],
  [arms([10, 1], [10, 1]), { holdoutPercent: 101 }],
  [arms([10, 1], [10, 1]), { holdoutPercent: 10, alpha: 1 }],
])('%j with %j is refused', (counts, options) => {
  expect(() => compareArms(counts, options)).toThrow(RangeError)
})
