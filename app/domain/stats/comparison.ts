/** Puts two spans of the same length beside each other. Safe in the browser. */
import { floorTo, type Span } from './split-window.ts'
import { hourMillis } from '#app/lib/time.ts'

/**
 * The window's whole hours that are over, and as many right before them. The hour that runs is left
 * out: it would stand against a whole one.
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

/** 0.2 is a fifth more; null when there was nothing before, because then there is no rate. */
export const changeOf = (current: number, before: number): number | null =>
  before === 0 ? null : current / before - 1
