import { expect, test } from 'vitest'
import { compareRevenue, type Spending } from './compare-revenue.ts'

/** Buyers who spent the same, except for one. */
const spending = (visitors: number, buyers: number, each: number, large = each): Spending => ({
  visitors,
  buyers,
  sum: (buyers - 1) * each + large,
  squares: (buyers - 1) * each ** 2 + large ** 2,
})

const estimate = (shown: Spending, holdout: Spending) => {
  const comparison = compareRevenue({ shown, holdout })
  if (comparison.kind !== 'estimate') throw new Error('There is no estimate.')
  return comparison
}

test('fifty buyers of each group are needed', () => {
  expect(compareRevenue({ shown: spending(900, 60, 10), holdout: spending(100, 8, 10) })).toEqual({
    kind: 'not_enough_data',
    missing: { shown: 0, holdout: 42 },
  })
})

test('a clear difference excludes zero in both units, and an unclear one in neither', () => {
  const clear = estimate(spending(10_000, 1_000, 30), spending(10_000, 500, 30))
  const unclear = estimate(spending(10_000, 1_000, 30), spending(10_000, 980, 30))

  expect(clear).toMatchObject({ means: { shown: 3, holdout: 1.5 }, isConclusive: true })
  expect(clear.lift.value).toBeCloseTo(1)
  expect([clear.lift.lower > 0, clear.difference.lower > 0]).toEqual([true, true])
  expect([unclear.lift.lower < 0, unclear.difference.lower < 0]).toEqual([true, true])
  expect(unclear.isConclusive).toBe(false)
})

test('the unit of the amounts changes nothing but the unit of the difference', () => {
  const [dollars, cents] = [30, 3_000].map((each) =>
    estimate(spending(5_000, 300, each), spending(5_000, 200, each)),
  )

  for (const end of ['lower', 'value', 'upper'] as const) {
    expect(cents?.lift[end]).toBeCloseTo(dollars?.lift[end] ?? NaN)
    expect(cents?.difference[end]).toBeCloseTo(100 * (dollars?.difference[end] ?? NaN))
  }
})

test('amounts that differ more make the interval wider', () => {
  const width = (large: number) => {
    const { lift } = estimate(spending(5_000, 300, 30, large), spending(5_000, 300, 30))
    return lift.upper - lift.lower
  }

  expect(width(3_000)).toBeGreaterThan(1.1 * width(30))
})

test.each([{ visitors: -1 }, { buyers: 1.5 }, { sum: -1 }, { squares: Number.NaN }])(
  'an impossible group is refused: %o',
  (change) => {
    const possible = spending(1_000, 100, 10)

    expect(() => compareRevenue({ shown: { ...possible, ...change }, holdout: possible })).toThrow(
      RangeError,
    )
  },
)
