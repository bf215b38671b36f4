/**
 * Detects a wrong split of visitors: something then loses visitors of one arm, and no comparison of
 * the arms can be trusted. Safe in the browser.
 */

export type SampleRatio = {
  /** The split can't be chance: show no effect until the cause is found. */
  isAlarming: boolean
  /** Probability of a split this wrong at any look so far, if the assignment is right: 0 to 1. */
  pValue: number
  /** Share of the holdout group, 0 to 1; null without visitors. */
  measured: number | null
  /** Expected share, 0 to 1. */
  expected: number
}

/**
 * How close to the right share the test expects a broken one to be, in visitors. Decides which
 * deviation is detected first: with 1,000 it's about a tenth of a 10 % holdout group.
 */
const concentration = 1000

/**
 * Tests the split after any number of visitors, as often as needed: a right assignment is called
 * wrong with a probability of at most `level`, over all looks together and for any traffic.
 * Compares the expected share with a beta mixture of wrong ones. Their ratio is a martingale that
 * starts at 1, which by Ville's inequality ever reaches 1/level with a probability of at most
 * `level` (Lindon and Malek, "Anytime-valid inference for multinomial count data", NeurIPS 2022,
 * for two categories).
 *
 * @param visitors counted since `holdoutPercent` last changed, since older ones were split
 * differently
 * @throws {RangeError} when a count is invalid or an option is out of its range
 */
export function sampleRatio(
  visitors: { shown: number; holdout: number },
  { holdoutPercent, level = 0.001 }: { holdoutPercent: number; level?: number },
): SampleRatio {
  const { shown, holdout } = visitors
  if (![shown, holdout].every((count) => Number.isSafeInteger(count) && count >= 0)) {
    throw new RangeError('Visitors are counted in whole numbers from 0.')
  }
  if (!(holdoutPercent >= 0 && holdoutPercent < 100)) {
    throw new RangeError('The holdout group is a percentage from 0 to below 100.')
  }
  if (!(level > 0 && level < 1)) throw new RangeError('The level lies between 0 and 1.')

  const expected = holdoutPercent / 100
  const measured = shown + holdout === 0 ? null : holdout / (shown + holdout)
  const pValue = Math.min(1, Math.exp(-logEvidence(visitors, expected)))
  return { isAlarming: pValue <= level, pValue, measured, expected }
}

/** Logarithm of how much better wrong shares explain the split than the expected one does. */
function logEvidence({ shown, holdout }: { shown: number; holdout: number }, expected: number) {
  // A single visitor in a holdout group that doesn't exist is proof.
  if (expected === 0) return holdout === 0 ? 0 : Infinity

  const a = concentration * expected
  const b = concentration - a
  const mixed = logBeta(a + holdout, b + shown) - logBeta(a, b)
  return mixed - holdout * Math.log(expected) - shown * Math.log1p(-expected)
}

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b)

/** Stirling's series (NIST DLMF 5.11.1); exact to ten digits for x from 10, as used here. */
const logGamma = (x: number): number =>
  (x - 0.5) * Math.log(x) -
  x +
  Math.log(2 * Math.PI) / 2 +
  1 / (12 * x) -
  1 / (360 * x ** 3) +
  1 / (1260 * x ** 5)
