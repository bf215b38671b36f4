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
    name: 'Largest paint (LCP)',
    meaning:
      'How long it takes from the click that leads to a page until its largest picture or text stands there.',
    bounds: { good: 2500, poor: 4000 },
  },
  cls: {
    name: 'Layout shift (CLS)',
    meaning:
      'How much of the page jumps without the visitor’s doing: the moved share of the window, times how far it moved. 0 is a page on which nothing jumps.',
    bounds: { good: 0.1, poor: 0.25 },
  },
  inp: {
    name: 'Slowest answer (INP)',
    meaning:
      'How long the page took to show something after a press or a key, at its slowest. Pages on which nobody pressed anything are left out.',
    bounds: { good: 200, poor: 500 },
  },
  own: {
    name: 'Start of the pixel',
    meaning:
      'Time of the page’s main thread that the pixel itself takes to begin and to decide what a page shows. Drawing nudges comes later and counts in the figures above.',
    bounds: null,
  },
}

export const webVitalsGroups = ['shown', 'holdout', 'none'] as const
/** `none`: no holdout group was set, or the plan limit was reached. */
export type WebVitalsGroup = (typeof webVitalsGroups)[number]

export const webVitalsGroupNames: Record<WebVitalsGroup, string> = {
  shown: 'Pages with nudges',
  holdout: 'Pages of the hold-out',
  none: 'Pages while there was no hold-out',
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
      return `Not enough data yet: ${describeMissing(comparison)} missing.`
    case 'none':
      return 'No difference can be told.'
    case 'slower':
    case 'faster': {
      const word = metric === 'cls' ? wordsOfShift[comparison.kind] : comparison.kind
      return `With nudges about ${formatWebVital(metric, comparison.by)} ${word}.`
    }
  }
}

const wordsOfShift = { slower: 'more', faster: 'less' }

function describeMissing({ shown, holdout }: { shown: number; holdout: number }): string {
  const parts = [
    ...(shown > 0 ? [`${countPages(shown)} with nudges`] : []),
    ...(holdout > 0 ? [`${countPages(holdout)} of the hold-out`] : []),
  ]
  return `${parts.join(' and ')} ${shown + holdout === 1 ? 'is' : 'are'}`
}

const countPages = (count: number) => `${String(count)} measured ${count === 1 ? 'page' : 'pages'}`
