import { hourMillis } from '#app/lib/time.ts'
/** Counts of visitors' actions, and rates derived from them. Safe in the browser. */

export type Totals = { impressions: number; clicks: number }

/** Half-open: includes `from`, excludes `to`. Null leaves that end open. */
export type StatsWindow = { from: Date | null; to: Date | null }

export const noTotals: Totals = { impressions: 0, clicks: 0 }

export const allTime: StatsWindow = { from: null, to: null }

/** The last days up to now, in whole hours, because events are summed by hour. UTC. */
export function lastDays(days: number, now: Date): StatsWindow {
  const thisHour = Math.floor(now.getTime() / hourMillis) * hourMillis
  return { from: new Date(thisHour - days * 24 * hourMillis), to: null }
}

/** Clicks per impression, 0 to 1; null without impressions. */
export const clickRate = ({ impressions, clicks }: Totals): number | null =>
  impressions === 0 ? null : clicks / impressions
