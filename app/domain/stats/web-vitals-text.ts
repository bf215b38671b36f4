/** Explains Web Vitals in plain words. Safe in the browser. */
import type { speedSampling as ofContract } from '#app/contract/pixel-events.ts'
import type { Percentile } from '#app/domain/events/web-vitals-buckets.ts'
import type { WebVitalsMetric } from '#app/contract/pixel-events.ts'

type MetricTexts = {
  name: string
  meaning: string
  /** Up to `good` is good, above `poor` is poor (web.dev/articles/vitals). */
  bounds: { good: number; poor: number } | null
}

export const webVitalsTexts: Record<WebVitalsMetric, MetricTexts> = {
  lcp: {
    name: 'Largest Contentful Paint (LCP)',
    meaning:
      'Time from starting to load the page until its largest image or text block is visible.',
    bounds: { good: 2500, poor: 4000 },
  },
  cls: {
    name: 'Cumulative Layout Shift (CLS)',
    meaning:
      'How much the page shifts unexpectedly: the share of the viewport that moved, times how far it moved. 0 means nothing shifts.',
    bounds: { good: 0.1, poor: 0.25 },
  },
  inp: {
    name: 'Interaction to Next Paint (INP)',
    meaning:
      'The page’s slowest response to a click, tap or key press. Page loads without interaction are excluded.',
    bounds: { good: 200, poor: 500 },
  },
  own: {
    name: 'Pixel startup time',
    meaning:
      'Main-thread time the pixel needs to start and decide what to show. Drawing nudges happens later and is included in the metrics above.',
    bounds: null,
  },
}

export const webVitalsGroups = ['shown', 'holdout', 'none'] as const
/** `none`: no holdout group was set, or the plan limit was reached. */
export type WebVitalsGroup = (typeof webVitalsGroups)[number]

export const webVitalsGroupNames: Record<WebVitalsGroup, string> = {
  shown: 'Can see nudges',
  holdout: 'Holdout group',
  none: 'No holdout group',
}

/** One in so many page loads is measured. */
export const webVitalsShare: typeof ofContract = 17

/** Web Vitals are rated at the 75th percentile. */
export const webVitalsPercentile = 0.75

/** A group with fewer pages is too small. Shop platforms use the same minimum. */
export const leastPages = 100

export type WebVitalsRating = 'Good' | 'Needs improvement' | 'Poor'

/** Null when there are no official thresholds. */
export function rateWebVital(metric: WebVitalsMetric, value: number): WebVitalsRating | null {
  const { bounds } = webVitalsTexts[metric]
  if (!bounds) return null
  if (value <= bounds.good) return 'Good'
  return value <= bounds.poor ? 'Needs improvement' : 'Poor'
}

/**
 * Where a value is on a scale with a third for each rating, 0 to 1. Poor values end at twice the
 * bound of what is poor. Null when there are no official thresholds.
 */
export function placeWebVital(metric: WebVitalsMetric, value: number): number | null {
  const { bounds } = webVitalsTexts[metric]
  if (!bounds) return null
  const { good, poor } = bounds
  if (value <= good) return value / good / 3
  if (value <= poor) return (1 + (value - good) / (poor - good)) / 3
  return (2 + Math.min(1, (value - poor) / poor)) / 3
}

/** "2.4 s", "180 ms", "1.5 ms", "0.05". */
export function formatWebVital(metric: WebVitalsMetric, value: number): string {
  if (metric === 'cls') return value.toFixed(value < 0.01 && value > 0 ? 3 : 2)
  if (value >= 1000) return `${(value / 1000).toFixed(1)} s`
  return `${value >= 10 || value === 0 ? value.toFixed(0) : value.toFixed(1)} ms`
}

export type WebVitalsComparison =
  | { kind: 'missing'; shown: number; holdout: number }
  | { kind: 'none' }
  | { kind: 'slower' | 'faster'; by: number }

/** Pages that can show nudges, compared with those of the holdout group. */
export function compareWebVital(
  shown: Percentile | null,
  holdout: Percentile | null,
): WebVitalsComparison {
  const lackOf = (one: Percentile | null) => Math.max(0, leastPages - (one?.pages ?? 0))
  if (!shown || !holdout || lackOf(shown) > 0 || lackOf(holdout) > 0) {
    return { kind: 'missing', shown: lackOf(shown), holdout: lackOf(holdout) }
  }

  // Intervals that don't overlap: by chance in less than one of 20 comparisons.
  if (shown.lower >= holdout.upper) return { kind: 'slower', by: shown.value - holdout.value }
  if (shown.upper <= holdout.lower) return { kind: 'faster', by: holdout.value - shown.value }
  return { kind: 'none' }
}

export function describeWebVitalsComparison(
  metric: WebVitalsMetric,
  comparison: WebVitalsComparison,
): string {
  switch (comparison.kind) {
    case 'missing':
      return `Not enough data yet. Needs ${describeMissing(comparison)}.`
    case 'none':
      return 'No clear difference'
    case 'slower':
    case 'faster': {
      const word = metric === 'cls' ? wordsOfShift[comparison.kind] : comparison.kind
      return `About ${formatWebVital(metric, comparison.by)} ${word} with nudges`
    }
  }
}

const wordsOfShift = { slower: 'more', faster: 'less' }

function describeMissing({ shown, holdout }: { shown: number; holdout: number }): string {
  const parts = [
    ...(shown > 0 ? [`${countPages(shown)} with nudges`] : []),
    ...(holdout > 0 ? [`${countPages(holdout)} in the holdout group`] : []),
  ]
  return parts.join(' and ')
}

const countPages = (count: number) => `${String(count)} more page ${count === 1 ? 'load' : 'loads'}`
