/**
 * Web Vitals as histograms: each bucket ends a tenth above its start, so percentiles are off by a
 * twentieth at most, for any number of pages. Safe in the browser.
 */
import type { WebVitalsMetric } from '#app/contract/pixel-events.ts'

/** Start of the first bucket above 0. Smaller values count as 0. */
const units: Record<WebVitalsMetric, number> = { lcp: 1, cls: 0.001, inp: 1, own: 0.1 }

const growth = 1.1

/** 0 for values below the metric's unit. */
export function bucketOf(metric: WebVitalsMetric, value: number): number {
  const times = value / units[metric]
  if (times < 1) return 0
  const guess = Math.floor(Math.log(times) / Math.log(growth)) + 1
  // Logarithms are slightly off at the borders, which belong to the bucket above.
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
  /** Number of page loads. */
  pages: number
  /** The middle of the percentile's bucket: at most 5 % off. */
  value: number
  /** The 95 % confidence interval, extended to whole buckets. */
  lower: number
  upper: number
}

/** Two-sided 95 %, of a normal distribution. */
const deviations = 1.96

/**
 * The percentile for `share`; null without page loads. The interval is that of its rank, which is
 * binomial for any distribution.
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

/** @param rank from 1 to the number of page loads */
function bucketAt(sorted: readonly BucketTotal[], rank: number): number {
  let counted = 0
  for (const { bucket, total } of sorted) {
    counted += total
    if (counted >= rank) return bucket
  }
  return sorted.at(-1)?.bucket ?? 0
}
