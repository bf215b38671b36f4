/** The metrics and the periods that home has. Safe in the browser. */

/** In display order. */
const homeMetrics = ['orders', 'revenue', 'goals', 'impressions', 'clicks'] as const
export type HomeMetric = (typeof homeMetrics)[number]

/** The one in the URL. Null: none, or another word. */
export const readHomeMetric = (word: string | null): HomeMetric | null =>
  homeMetrics.find((metric) => metric === word) ?? null

/** Whole weeks, today included. */
export const homeLengths = [7, 28] as const
export type HomeLength = (typeof homeLengths)[number]

/** The number of days in the URL, otherwise four weeks: a week is seldom enough for an answer. */
export const readHomeLength = (query: URLSearchParams): HomeLength =>
  homeLengths.find((length) => String(length) === query.get('days')) ?? 28
