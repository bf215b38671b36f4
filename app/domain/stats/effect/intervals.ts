/**
 * Intervals for two rates and their comparison, at any width in standard errors. Closed forms that
 * behave well at small counts and never disagree: the difference excludes 0 exactly when the ratio
 * excludes 1. Safe in the browser.
 */

export type Interval = { lower: number; upper: number }

export type Count = { visitors: number; converters: number }

/** A rate with its interval. */
export type Rate = Interval & { value: number }

/**
 * Robbins' normal-mixture boundary: the half width, in standard errors, of an interval that is
 * valid at all looks together. Asymptotic confidence sequence with the variance observed so far:
 * Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
 * asymptotic confidence sequences", arXiv 2103.06476 (first 2021), with ρ² the variance `spread`².
 *
 * @param information the inverse of the estimate's squared standard error
 * @param spread the effect size, in the estimate's unit, that the width is tuned for
 * @param alpha probability that the interval ever misses the truth
 */
export function boundary(information: number, spread: number, alpha: number): number {
  const scaled = information * spread ** 2
  return Math.sqrt((1 + 1 / scaled) * Math.log((1 + scaled) / alpha ** 2))
}

/** Wilson's score interval, `errors` standard errors to each side. */
export function rateInterval({ visitors, converters }: Count, errors: number): Rate {
  const square = errors ** 2
  const centre = (converters + square / 2) / (visitors + square)
  const inside = (converters * (visitors - converters)) / visitors + square / 4
  const half = (errors / (visitors + square)) * Math.sqrt(inside)
  return {
    value: converters / visitors,
    lower: Math.max(0, centre - half),
    upper: Math.min(1, centre + half),
  }
}

/** Interval of `one - other`: Newcombe 1998, "hybrid score", method 10. */
export function differenceInterval(one: Rate, other: Rate): Interval {
  const difference = one.value - other.value
  return {
    lower: difference - Math.hypot(one.value - one.lower, other.upper - other.value),
    upper: difference + Math.hypot(one.upper - one.value, other.value - other.lower),
  }
}

/**
 * Interval of `one / other`: the ratios r at which 0 is inside the interval of `one - r * other`
 * (Donner and Zou 2012, "MOVER-R"). The upper end is infinite when `other` may be 0.
 */
export function ratioInterval(one: Rate, other: Rate): Interval {
  const product = one.value * other.value
  // Each end solves other·r² - 2·product·r + one = 0 with the limits on its side.
  const low = squareLess(one, one.lower)
  const lowOther = squareLess(other, other.upper)
  const high = squareLess(one, one.upper)
  const highOther = squareLess(other, other.lower)
  return {
    // In this form it is also valid when `lowOther` is negative or 0.
    lower: low / (product + Math.sqrt(product ** 2 - low * lowOther)),
    upper: (product + Math.sqrt(product ** 2 - high * highOther)) / highOther,
  }
}

/** Square of the rate minus the square of its distance to a limit. */
const squareLess = (rate: Rate, limit: number): number => limit * (2 * rate.value - limit)
