/**
 * Watches whether visitors are split as they should be: if not, something loses visitors of one arm,
 * and no comparison of the arms can be trusted. Safe in the browser.
 */

export type SampleRatio = {
  /** The split can't be chance: show no effect before the cause is found. */
  isAlarming: boolean
  /** Chance of so wrong a split at any look so far, were the assignment right: 0 to 1. */
  pValue: number
  /** Share of the hold-out, 0 to 1; null while there are no visitors. */
  measured: number | null
  /** What the share should be, 0 to 1. */
  expected: number
}

/**
 * How sure the test is beforehand that a broken share is near the right one, in visitors. It decides
 * which fault is found soonest: with 1,000 that is one of about a tenth of a hold-out of 10 %.
 */
const concentration = 1000

/**
 * Tests the split after any number of visitors, as often as one likes: a right assignment is ever
 * called wrong with a probability of at most `level`, over all looks together and for any traffic.
 * It compares the right share with a beta mixture of wrong ones; that ratio is a martingale from 1,
 * which by Ville's inequality ever reaches 1/level with a probability of at most `level` (Lindon and
 * Malek, "Anytime-valid inference for multinomial count data", NeurIPS 2022, for two categories).
 *
 * @param visitors counted since `holdoutPercent` last changed: older ones were split otherwise
 * @throws {RangeError} when a count is no count or an option is out of its range
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
    throw new RangeError('The hold-out is a percentage from 0 to below 100.')
  }
  if (!(level > 0 && level < 1)) throw new RangeError('The level lies between 0 and 1.')

  const expected = holdoutPercent / 100
  const measured = shown + holdout === 0 ? null : holdout / (shown + holdout)
  const pValue = Math.min(1, Math.exp(-logEvidence(visitors, expected)))
  return { isAlarming: pValue <= level, pValue, measured, expected }
}

/** Logarithm of how much better wrong shares explain the split than the expected one does. */
function logEvidence({ shown, holdout }: { shown: number; holdout: number }, expected: number) {
  // Nobody may be in a hold-out that does not exist: a single one is proof.
  if (expected === 0) return holdout === 0 ? 0 : Infinity

  const a = concentration * expected
  const b = concentration - a
  const mixed = logBeta(a + holdout, b + shown) - logBeta(a, b)
  return mixed - holdout * Math.log(expected) - shown * Math.log1p(-expected)
}

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b)

/** Stirling's series (NIST DLMF 5.11.1); for x from 10, as here, exact to ten digits. */
const logGamma = (x: number): number =>
  (x - 0.5) * Math.log(x) -
  x +
  Math.log(2 * Math.PI) / 2 +
  1 / (12 * x) -
  1 / (360 * x ** 3) +
  1 / (1260 * x ** 5)
