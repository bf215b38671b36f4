/**
 * Compares the revenue per visitor of two groups, by intention to treat like `compare-arms.ts`, with
 * intervals that are valid at every look (docs/decisions/0035-revenue-effect.md). Safe in the browser.
 */
import type { Estimate } from './compare-arms.ts'
import { boundary, differenceInterval, ratioInterval, type Rate } from './intervals.ts'

/**
 * Purchases of a group's visitors. A visitor who spent more than the cap counts with the cap, which
 * is fixed without looking at the groups: a single large order would otherwise decide the result.
 */
export type Spending = {
  visitors: number
  /** Visitors who bought. */
  buyers: number
  /** Over the buyers, of what each spent: in any unit. */
  sum: number
  /** The same of its square. */
  squares: number
}

export type Spendings = { shown: Spending; holdout: Spending }

export type RevenueComparison =
  | {
      kind: 'not_enough_data'
      /** How many more visitors of each group have to buy. */
      missing: { shown: number; holdout: number }
    }
  | {
      kind: 'estimate'
      /** Revenue per visitor. */
      means: { shown: number; holdout: number }
      /** The first minus the second, in their unit. */
      difference: Estimate
      /** The difference relative to the holdout group: 0.2 is a fifth more. */
      lift: Estimate
      /** Both intervals exclude zero, which they always do together. */
      isConclusive: boolean
    }

/** With fewer, amounts are too skewed for intervals that rely on large numbers (see the simulations). */
export const fewestBuyers = 50

/**
 * Spread of the lifts, on the logarithmic scale, that the width is tuned for. Amounts scatter more than
 * conversions, so only larger numbers of visitors can show anything, and there this is tightest.
 */
const liftSpread = 0.15

/**
 * @param alpha probability that the intervals ever miss the truth
 * @throws {RangeError} when a count or a sum is impossible
 */
export function compareRevenue({ shown, holdout }: Spendings, alpha = 0.05): RevenueComparison {
  refuseImpossible(shown)
  refuseImpossible(holdout)
  const missingOf = ({ buyers }: Spending) => Math.max(0, fewestBuyers - buyers)
  const missing = { shown: missingOf(shown), holdout: missingOf(holdout) }
  if (missing.shown + missing.holdout > 0 || shown.sum === 0 || holdout.sum === 0) {
    return { kind: 'not_enough_data', missing }
  }

  const information = 1 / (relativeVariance(shown) + relativeVariance(holdout))
  const errors = boundary(information, liftSpread, alpha)
  const [one, other] = [meanInterval(shown, errors), meanInterval(holdout, errors)]
  const [difference, ratio] = [differenceInterval(one, other), ratioInterval(one, other)]
  return {
    kind: 'estimate',
    means: { shown: one.value, holdout: other.value },
    difference: { value: one.value - other.value, ...difference },
    lift: {
      value: one.value / other.value - 1,
      lower: ratio.lower - 1,
      upper: ratio.upper - 1,
    },
    isConclusive: difference.lower > 0 || difference.upper < 0,
  }
}

/**
 * Variance of the mean's logarithm, by the delta method. A buyer can be reported before the visit, so
 * there can be fewer visitors than buyers.
 */
function relativeVariance({ visitors, buyers, sum, squares }: Spending): number {
  return Math.max(0, squares / sum ** 2 - 1 / Math.max(visitors, buyers))
}

/** Symmetric on the logarithmic scale: means of amounts scatter further upwards. */
function meanInterval(spending: Spending, errors: number): Rate {
  const value = spending.sum / Math.max(spending.visitors, spending.buyers)
  const factor = Math.exp(errors * Math.sqrt(relativeVariance(spending)))
  return { value, lower: value / factor, upper: value * factor }
}

function refuseImpossible({ visitors, buyers, sum, squares }: Spending): void {
  if (![visitors, buyers].every((count) => Number.isSafeInteger(count) && count >= 0)) {
    throw new RangeError('Visitors and buyers are counted in whole numbers from 0.')
  }
  if (!(sum >= 0 && squares >= 0 && Number.isFinite(sum) && Number.isFinite(squares))) {
    throw new RangeError('Sums of amounts are 0 or more.')
  }
}
