/** The days in a screen's URL. In UTC, both ends included. Safe in the browser. */
import { type Span } from './split-window.ts'
import { dayMillis } from '#app/lib/time.ts'

export type Days = {
  /** `2026-03-02`. */
  from: string
  to: string
}

export type DayRange = Days & {
  /** Compare with the previous period. */
  isCompared: boolean
  /** How the requested range was adjusted. */
  note: string | null
}

/** A year and a month, so that a month can be compared with the one a year before. */
export const mostDays = 400

/** The period that screens show unless another is chosen. */
export const usualDays = 30

/** Reads `from` and `to`. Missing or invalid days default to the last 30 days. */
export function readRange(query: URLSearchParams, now: Date): DayRange {
  const isCompared = query.get('compare') !== 'none'
  const today = dayAt(now)
  const [asked, until] = [query.get('from'), query.get('to')]
  if (asked === null && until === null) return { ...usualRange(now), isCompared, note: null }
  if (!isDay(asked) || !isDay(until)) {
    const note = 'Those dates aren’t valid, so here are the last 30 days.'
    return { ...usualRange(now), isCompared, note }
  }

  const [first, last] = asked <= until ? [asked, until] : [until, asked]
  const to = last > today ? today : last
  const from = first > to ? to : first
  if (countDays({ from, to }) > mostDays) {
    const note = `You can view up to ${String(mostDays)} days at a time. Here are the most recent ones.`
    return { ...lastDaysUntil(to, mostDays), isCompared, note }
  }
  return { from, to, isCompared, note: last > today ? 'Future dates have no data yet.' : null }
}

/** The last days (UTC), today included. */
export const lastDays = (now: Date, days: number): Days => lastDaysUntil(dayAt(now), days)

export const usualRange = (now: Date): Days => lastDays(now, usualDays)

export type Preset = { name: string; from: string; to: string }

export function presetsAt(now: Date): Preset[] {
  const today = dayAt(now)
  return [
    ...[7, 30, 90].map((days) => ({
      name: `Last ${String(days)} days`,
      ...lastDaysUntil(today, days),
    })),
    { name: 'This month', from: `${today.slice(0, 7)}-01`, to: today },
  ]
}

/** Half-open, for queries. */
export const spanOf = ({ from, to }: Days): Span => ({
  from: new Date(from),
  to: new Date(new Date(to).getTime() + dayMillis),
})

/** Every day that overlaps the time frame. */
export const daysOver = ({ from, to }: Span): Days => ({
  from: dayAt(from),
  to: dayAt(new Date(to.getTime() - 1)),
})

/** The same number of days right before. */
export function daysBefore({ from, to }: Days): Days {
  const last = addDays(from, -1)
  return lastDaysUntil(last, countDays({ from, to }))
}

/**
 * The days that a change compares: those that are over, and as many of the previous period.
 * Excludes the current day, which would be compared with a whole one. Null when no day is over.
 */
export function comparedDays(range: Days, now: Date): { current: Days; before: Days } | null {
  const closed = closedDays(range, now)
  if (closed === 0) return null
  const firstOf = ({ from }: Days): Days => ({ from, to: addDays(from, closed - 1) })
  return { current: firstOf(range), before: firstOf(daysBefore(range)) }
}

/** How many of the days were over at that time. */
export function closedDays({ from, to }: Days, at: Date): number {
  const today = dayAt(at)
  if (to < today) return countDays({ from, to })
  return Math.max(0, (new Date(today).getTime() - new Date(from).getTime()) / dayMillis)
}

export const countDays = ({ from, to }: Days): number =>
  (new Date(to).getTime() - new Date(from).getTime()) / dayMillis + 1

export const addDays = (day: string, days: number): string =>
  dayAt(new Date(new Date(day).getTime() + days * dayMillis))

/** The day (UTC) that contains a time. */
export const dayAt = (at: Date): string => at.toISOString().slice(0, 10)

const lastDaysUntil = (to: string, days: number): Days => ({ from: addDays(to, 1 - days), to })

/** The pattern would also accept 30 February, and days that no table contains. */
const isDay = (text: string | null): text is string =>
  text !== null &&
  /^20\d\d-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(new Date(text).getTime()) &&
  dayAt(new Date(text)) === text
