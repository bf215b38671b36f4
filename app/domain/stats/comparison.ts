/** Compares two spans of equal length. Safe in the browser. */
import type { Span } from '#app/lib/days/counted-days.ts'
import { floorTo } from './split-window.ts'
import { hourMillis } from '#app/lib/time.ts'

/**
 * The whole hours of the time frame that are over, and as many before them. Excludes the current
 * hour, which would be compared with a whole one.
 */
export function comparePeriods({ from, to }: Span, now: Date): { current: Span; before: Span } {
  const begin = floorTo(hourMillis, from)
  const over = floorTo(hourMillis, to < now ? to : now)
  const end = over < begin ? begin : over
  const length = end.getTime() - begin.getTime()
  return {
    current: { from: begin, to: end },
    before: { from: new Date(begin.getTime() - length), to: begin },
  }
}

/** 0.2 is a fifth more; null when the previous count is 0, because there is no rate then. */
export const changeOf = (current: number, before: number): number | null =>
  before === 0 ? null : current / before - 1
