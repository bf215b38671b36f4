import { hourMillis } from '#app/lib/time.ts'
/** Counts of what visitors did, and what follows from them. Safe in the browser. */

export type Totals = { impressions: number; clicks: number }

/** Half open: `from` counts, `to` does not. Null leaves that end open. */
export type StatsWindow = { from: Date | null; to: Date | null }

export const noTotals: Totals = { impressions: 0, clicks: 0 }

export const allTime: StatsWindow = { from: null, to: null }

/** The last days up to now in whole hours, since that is how events are summed. UTC. */
export function lastDays(days: number, now: Date): StatsWindow {
  const thisHour = Math.floor(now.getTime() / hourMillis) * hourMillis
  return { from: new Date(thisHour - days * 24 * hourMillis), to: null }
}

/** Clicks per impression, 0 to 1; null while nothing was shown, because then there is no rate. */
export const clickRate = ({ impressions, clicks }: Totals): number | null =>
  impressions === 0 ? null : clicks / impressions
