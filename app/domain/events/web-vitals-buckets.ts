/**
 * How fast pages are, as a histogram: each bucket ends a tenth above where it begins, so that what is read
 * from it is off by a twentieth at most, however many pages there were. Safe in the browser.
 */
import type { WebVitalsMetric } from '#app/contract/pixel-events.ts'

/** Where the first bucket above 0 begins: less than that is told as nothing. */
const units: Record<WebVitalsMetric, number> = { lcp: 1, cls: 0.001, inp: 1, own: 0.1 }

const growth = 1.1

/** 0 for less than the metric's unit. */
export function bucketOf(metric: WebVitalsMetric, value: number): number {
  const times = value / units[metric]
  if (times < 1) return 0
  const guess = Math.floor(Math.log(times) / Math.log(growth)) + 1
  // Logarithms are a hair off at the borders, which belong to the bucket above.
  const { from, to } = boundsOf(metric, guess)
  if (value < from) return guess - 1
  return value < to ? guess : guess + 1
}

/** Half open. */
export function boundsOf(metric: WebVitalsMetric, bucket: number): { from: number; to: number } {
  const unit = units[metric]
  if (bucket === 0) return { from: 0, to: unit }
  return { from: unit * growth ** (bucket - 1), to: unit * growth ** bucket }
}

export type BucketTotal = { bucket: number; total: number }

export type Percentile = {
  /** How many pages there were. */
  pages: number
  /** The middle of the bucket in which the percentile lies: at most 5 % off. */
  value: number
  /** Where it lies in 95 of 100 such samples, to the ends of the buckets. */
  lower: number
  upper: number
}

/** Two-sided, of a normal distribution. */
const deviations = 1.96

/**
 * The value that `share` of the pages stay below; null when there are none. The interval is that of the
 * ranks, which are binomial whatever the distribution.
 */
export function percentileOf(
  metric: WebVitalsMetric,
  histogram: readonly BucketTotal[],
  share: number,
): Percentile | null {
  const sorted = histogram.filter(({ total }) => total > 0).sort((a, b) => a.bucket - b.bucket)
  const pages = sorted.reduce((sum, { total }) => sum + total, 0)
  if (pages === 0) return null

  const reach = deviations * Math.sqrt(pages * share * (1 - share))
  const at = (rank: number) =>
    boundsOf(metric, bucketAt(sorted, Math.min(pages, Math.max(1, Math.ceil(rank)))))
  const { from, to } = at(pages * share)
  return {
    pages,
    value: from === 0 ? 0 : Math.sqrt(from * to),
    lower: at(pages * share - reach).from,
    upper: at(pages * share + reach).to,
  }
}

/** @param rank from 1 to the number of all pages */
function bucketAt(sorted: readonly BucketTotal[], rank: number): number {
  let counted = 0
  for (const { bucket, total } of sorted) {
    counted += total
    if (counted >= rank) return bucket
  }
  return sorted.at(-1)?.bucket ?? 0
}
