/** Splits a time frame into the largest stored sums: closed months, closed days, and hours. */
import type { Span } from '#app/lib/days/counted-days.ts'
import type { StatsWindow } from './totals.ts'
import { hourMillis, dayMillis } from '#app/lib/time.ts'

/**
 * Together they cover the whole hours exactly once. Months and days are those of the stored sums, in
 * UTC: a time frame of days in another zone begins and ends with parts of one.
 */
export type SplitWindow = {
  months: Span[]
  days: Span[]
  /** Hours of closed days. */
  parts: Span[]
  /** Hours of days that aren't closed. */
  hours: Span[]
}

/** Replaces an open end: nothing was counted before it, or will be after it. */
const beginning = new Date(0)
const end = new Date(Date.UTC(9999, 0))

/** All hours (UTC) that overlap the time frame. One without length overlaps none. */
export function wholeHours({ from, to }: StatsWindow): Span {
  const window = { from: from ?? beginning, to: to ?? end }
  const start = floorTo(hourMillis, window.from)
  return { from: start, to: window.from < window.to ? ceilTo(hourMillis, window.to) : start }
}

/** @param closedUntil start of the first day that isn't rolled up; null: none is */
export function splitWindow(
  window: StatsWindow,
  closedUntil: Date | null,
  { hasMonths }: { hasMonths: boolean },
): SplitWindow {
  const whole = wholeHours(window)
  const closed = earlier(whole.to, closedUntil ?? whole.from)
  const days = { from: ceilTo(dayMillis, whole.from), to: floorTo(dayMillis, closed) }
  if (days.from >= days.to) return { months: [], days: [], ...splitAt(closed, [whole]) }

  const hours = splitAt(closed, around(days, whole))
  const months = { from: monthFrom(days.from), to: monthOf(days.to) }
  if (!hasMonths || months.from >= months.to) return { months: [], days: [days], ...hours }
  return { months: [months], days: around(months, days), ...hours }
}

/** Splits hours of closed days from all others. */
function splitAt(closed: Date, spans: readonly Span[]): Pick<SplitWindow, 'parts' | 'hours'> {
  const isSome = ({ from, to }: Span) => from < to
  return {
    parts: spans.map(({ from, to }) => ({ from, to: earlier(to, closed) })).filter(isSome),
    hours: spans
      .map(({ from, to }) => ({ from: from < closed ? closed : from, to }))
      .filter(isSome),
  }
}

export const floorTo = (millis: number, at: Date): Date =>
  new Date(Math.floor(at.getTime() / millis) * millis)

export const ceilTo = (millis: number, at: Date): Date =>
  new Date(Math.ceil(at.getTime() / millis) * millis)

/** The first day of the month that contains the time. */
const monthOf = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))

/** The start of the month, or of the next one when the month has already begun. */
function monthFrom(at: Date): Date {
  const month = monthOf(at)
  return month < at ? new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)) : month
}

/** The parts of the outer span before and after the inner one. */
const around = (inner: Span, outer: Span): Span[] =>
  [
    { from: outer.from, to: inner.from },
    { from: inner.to, to: outer.to },
  ].filter(({ from, to }) => from < to)

const earlier = (one: Date, other: Date) => (one < other ? one : other)
