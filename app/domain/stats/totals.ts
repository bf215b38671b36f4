/** Counts of visitors' actions, and rates derived from them. Safe in the browser. */

export type Totals = { impressions: number; clicks: number }

/** Half-open: includes `from`, excludes `to`. Null leaves that end open. */
export type StatsWindow = { from: Date | null; to: Date | null }

export const allTime: StatsWindow = { from: null, to: null }

/** Clicks per impression, 0 to 1; null without impressions. */
export const clickRate = ({ impressions, clicks }: Totals): number | null =>
  impressions === 0 ? null : clicks / impressions
