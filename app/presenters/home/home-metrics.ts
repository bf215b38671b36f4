/** The metrics that home draws, in display order. Safe in the browser. */
import type { Metric } from '#app/domain/stats/definitions.ts'

export const homeMetrics = ['goals', 'impressions', 'clicks'] as const satisfies Metric[]
export type HomeMetric = (typeof homeMetrics)[number]

/** The one in the URL, otherwise conversions: they are what a nudge is for. */
export const readHomeMetric = (word: string | null): HomeMetric =>
  homeMetrics.find((metric) => metric === word) ?? 'goals'
