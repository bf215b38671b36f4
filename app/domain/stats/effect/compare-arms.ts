/**
 * Compares visitors who see nudges with the holdout group, by intention to treat: everyone counts
 * in their assigned arm, whether or not they saw a nudge. Safe in the browser.
 */
import {
  boundary,
  type Count,
  differenceInterval,
  type Interval,
  rateInterval,
  ratioInterval,
} from './intervals.ts'

/**
 * Counted since the holdout percentage last changed. With arms of changing size, a good week of the
 * shop would look like an effect.
 */
export type Arms = { shown: Count; holdout: Count }

export type CompareOptions = {
  /** 0 to 100. */
  holdoutPercent: number
  /** Probability that the interval ever misses the truth; 0.05 by default. */
  alpha?: number
}

/** How many visitors an arm lacks before a result can be shown. */
export type Missing = { converters: number; others: number }

/**
 * The smallest lift that would be detected now with a probability of about 80 %: with the current
 * visitors in each arm, and the pooled rate as the rate of the holdout group. 0.2 is a fifth more.
 * Null when it can't be computed, because no one or everyone converted or an arm is empty, and when
 * even ten times the rate, or a conversion of everyone, wouldn't be detected.
 */
type SmallestVisibleEffect = number | null

/**
 * An estimate with an interval that is valid at every look, at any time and any number of times.
 */
export type Estimate = Interval & { value: number }

export type ArmComparison =
  | {
      kind: 'not_enough_data'
      missing: { shown: Missing; holdout: Missing }
      /**
       * Roughly how many more visitors of the site are needed, at the current rate and percentage.
       * Null when no one or everyone has converted so far, or without a holdout group.
       */
      visitorsNeeded: number | null
      smallestVisibleEffect: SmallestVisibleEffect
    }
  | {
      kind: 'estimate'
      /** Conversion rates, 0 to 1. */
      rates: { shown: number; holdout: number }
      /**
       * Rate of the visitors who see nudges minus that of the holdout group: 0.005 is half a
       * percentage point more.
       */
      difference: Estimate
      /** The difference relative to the holdout group: 0.2 is a fifth more. */
      lift: Estimate
      /** Both intervals exclude zero, which they always do together. */
      isConclusive: boolean
      smallestVisibleEffect: SmallestVisibleEffect
    }

/**
 * With fewer converters or fewer others in either arm there is no estimate, because asymptotic
 * intervals need some counts. The simulations hold from 5, at every split from 5 to 50 % and rates
 * from 1 to 80 %; 25 leaves room for traffic that is less regular than simulated.
 */
const minimumCount = 25

/**
 * Spread of the lifts, on the logarithmic scale, that the width is tuned for. The interval is
 * tightest, relative to that of a single look, when about 200 visitors of the holdout group
 * converted and the other arm is much larger: a quarter of a year for a shop with 30,000 visitors a
 * month, 2.5 % converters and a holdout group of 10 %. Another spread would move that point; the
 * interval would stay valid.
 */
const liftSpread = 0.2

/** Standard normal quantile of a power of 80 %. */
const powerQuantile = 0.8416

/** Ten times the rate: beyond it, a number would only pretend that an effect can be detected. */
const largestLift = 9

/**
 * Compares the arms now. Daily looks need no correction: over all looks together the interval
 * misses the truth with a probability of at most about alpha, so the first conclusive result can be
 * trusted. Widths are asymptotic; below `minimumCount` the result is `not_enough_data`.
 *
 * @throws {RangeError} when a count is invalid or an option is out of its range
 */
export function compareArms(
  { shown, holdout }: Arms,
  { holdoutPercent, alpha = 0.05 }: CompareOptions,
): ArmComparison {
  refuseImpossible([shown, holdout], holdoutPercent, alpha)

  const smallestVisibleEffect = visibleLift({ shown, holdout }, alpha)
  const missing = { shown: missingOf(shown), holdout: missingOf(holdout) }
  if ([missing.shown, missing.holdout].some(({ converters, others }) => converters + others > 0)) {
    const visitorsNeeded = neededFor(missing, pooledRate({ shown, holdout }), holdoutPercent / 100)
    return { kind: 'not_enough_data', missing, visitorsNeeded, smallestVisibleEffect }
  }

  const { rates, difference, lift } = intervalsOf(shown, holdout, alpha)
  return {
    kind: 'estimate',
    rates,
    difference,
    lift,
    isConclusive: difference.lower > 0 || difference.upper < 0,
    smallestVisibleEffect,
  }
}

function intervalsOf(shown: Count, holdout: Count, alpha: number) {
  const errors = boundary(1 / (logVariance(shown) + logVariance(holdout)), liftSpread, alpha)
  const one = rateInterval(shown, errors)
  const other = rateInterval(holdout, errors)
  const ratio = ratioInterval(one, other)
  return {
    rates: { shown: one.value, holdout: other.value },
    difference: { value: one.value - other.value, ...differenceInterval(one, other) },
    lift: {
      value: one.value / other.value - 1,
      lower: ratio.lower - 1,
      upper: ratio.upper - 1,
    },
  }
}

function refuseImpossible(counts: Count[], holdoutPercent: number, alpha: number): void {
  const all = counts.flatMap(({ visitors, converters }) => [visitors, converters])
  if (!all.every((count) => Number.isSafeInteger(count) && count >= 0)) {
    throw new RangeError('Visitors and converters are counted in whole numbers from 0.')
  }
  if (!(holdoutPercent >= 0 && holdoutPercent <= 100)) {
    throw new RangeError('The holdout group is a percentage from 0 to 100.')
  }
  if (!(alpha > 0 && alpha < 1)) throw new RangeError('Alpha lies between 0 and 1.')
}

/**
 * A goal can be reported before the visit. With more converters than visitors, the others are
 * missing.
 */
const missingOf = ({ visitors, converters }: Count): Missing => ({
  converters: Math.max(0, minimumCount - converters),
  others: Math.max(0, minimumCount - Math.max(0, visitors - converters)),
})

/** Variance of the logarithm of an arm's rate, by the delta method. */
const logVariance = ({ visitors, converters }: Count): number => 1 / converters - 1 / visitors

function pooledRate({ shown, holdout }: Arms): number {
  const visitors = shown.visitors + holdout.visitors
  const converters = shown.converters + holdout.converters
  return visitors === 0 ? 0 : Math.min(1, converters / visitors)
}

function neededFor(
  missing: { shown: Missing; holdout: Missing },
  rate: number,
  holdoutShare: number,
): number | null {
  if (rate === 0 || rate === 1 || holdoutShare === 0 || holdoutShare === 1) return null

  const neededOf = ({ converters, others }: Missing, share: number) =>
    Math.max(converters / rate, others / (1 - rate)) / share
  const needed = [
    neededOf(missing.shown, 1 - holdoutShare),
    neededOf(missing.holdout, holdoutShare),
  ]
  return Math.ceil(Math.max(...needed))
}

/**
 * The distance from an effect to the end of its interval, plus the scatter of the estimate. Both
 * grow slightly with the effect, so the result at no effect is refined twice.
 */
function visibleLift({ shown, holdout }: Arms, alpha: number): SmallestVisibleEffect {
  const rate = pooledRate({ shown, holdout })
  if (rate === 0 || rate === 1 || shown.visitors === 0 || holdout.visitors === 0) return null

  const largest = Math.min(largestLift, 1 / rate - 1)
  let lift = 0
  for (let pass = 0; pass < 3; pass++) {
    const one = { ...shown, converters: rate * (1 + lift) * shown.visitors }
    const other = { ...holdout, converters: rate * holdout.visitors }
    const { value, lower } = intervalsOf(one, other, alpha).difference
    const scatter = Math.hypot(deviation(one), deviation(other))
    lift = (value - lower + powerQuantile * scatter) / rate
    if (!(lift < largest)) return null
  }
  return lift
}

/** Standard deviation of an arm's rate. */
const deviation = ({ visitors, converters }: Count): number =>
  (converters / visitors) * Math.sqrt(logVariance({ visitors, converters }))
