/**
 * The one definition of a day in figures: a day of the site's time zone. Figures are stored by the
 * hour (UTC), so an event belongs to the local day in which its hour began. Where clocks differ from
 * UTC by whole hours, that is the local day, with 23 or 25 hours when clocks change. Elsewhere a day
 * starts 30 or 45 minutes after midnight.
 */
import { dayMillis, hourMillis } from '../time.ts'
import { addDays, clockAt, dayIn, startOf, type Day } from '../zoned-days.ts'

/** Both ends included: `2026-03-02`. */
export type Days = { from: Day; to: Day }

/** Half open. */
export type Span = { from: Date; to: Date }

/** The day in which a time counts. */
export const dayAt = (timeZone: string, at: Date): Day =>
  dayIn(timeZone, new Date(Math.floor(at.getTime() / hourMillis) * hourMillis))

/** Years of days of many zones. Looking one up costs a hundredth of computing it. */
const mostKnown = 50_000
const known = new Map<string, number>()

/** The first hour of a day. A day that a zone skipped starts where the next one does. */
export function startOfDay(timeZone: string, day: Day): Date {
  const key = `${day} ${timeZone}`
  const found = known.get(key)
  if (found !== undefined) return new Date(found)
  const start = Math.ceil(startOf(timeZone, day).getTime() / hourMillis) * hourMillis
  if (known.size >= mostKnown) known.clear()
  known.set(key, start)
  return new Date(start)
}

/** For queries. */
export const spanOf = (timeZone: string, { from, to }: Days): Span => ({
  from: startOfDay(timeZone, from),
  to: startOfDay(timeZone, addDays(to, 1)),
})

/** Every day that overlaps the time frame. */
export const daysOver = (timeZone: string, { from, to }: Span): Days => ({
  from: dayAt(timeZone, from),
  to: dayAt(timeZone, new Date(to.getTime() - 1)),
})

/** Oldest first; none when the last is before the first. */
export function listDays({ from, to }: Days): Day[] {
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Days with the starts of their hours, to sort stored hours into. */
export type DayGrid = {
  days: Day[]
  /** One per day. */
  starts: Date[]
  span: Span
  /** The place of the day that contains a time, or undefined outside of the days. */
  placeOf: (at: number) => number | undefined
}

export function gridOf(timeZone: string, range: Days): DayGrid {
  const days = listDays(range)
  const starts = days.map((day) => startOfDay(timeZone, day))
  const span = spanOf(timeZone, range)
  const [first, end] = [span.from.getTime(), span.to.getTime()]
  const places: number[] = []
  for (const [place, start] of starts.entries()) {
    const until = starts[place + 1]?.getTime() ?? end
    for (let at = start.getTime(); at < until; at += hourMillis) places.push(place)
  }
  return { days, starts, span, placeOf: (at) => places[Math.floor((at - first) / hourMillis)] }
}

/** Whether all of the days are days in UTC, from midnight to midnight. */
export const areUtcDays = ({ starts, span }: DayGrid): boolean =>
  [...starts, span.to].every((at) => at.getTime() % dayMillis === 0)

/** Minutes after midnight at which days start; 0 except where clocks differ by parts of hours. */
export function minutesAfterMidnight(timeZone: string, day: Day): number {
  const { time } = clockAt(timeZone, startOfDay(timeZone, day).getTime())
  return Number(time.slice(3))
}
