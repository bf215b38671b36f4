/** Summarizes rounds. On a machine with other work, only medians mean something. */

/** @throws RangeError for an empty list, which has no median */
export const median = (values: readonly number[]): number => percentile(values, 0.5)

/**
 * The smallest value that the given share of all values doesn't exceed.
 *
 * @param share 0 to 1
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  const found = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  if (found === undefined) throw new RangeError('There are no values.')
  return found
}

/**
 * The median of the rounds' ratios: if the machine slows down between rounds, both sides of a pair
 * are affected.
 *
 * @throws RangeError when the lists differ in length
 */
export function pairedRatio(product: readonly number[], floor: readonly number[]): number {
  if (product.length !== floor.length) throw new RangeError('Each round needs its pair.')
  return median(product.map((value, round) => value / (floor[round] ?? Number.NaN)))
}

/** Increase of y per unit of x: the slope of the least-squares line. */
export function slopeOf(points: readonly { x: number; y: number }[]): number {
  const meanX = mean(points.map(({ x }) => x))
  const meanY = mean(points.map(({ y }) => y))
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  if (spread === 0) throw new RangeError('A line needs two different places.')
  return points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length
