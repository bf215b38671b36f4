/**
 * The days in a screen's URL, both ends included. Days are names here, and "today" is the site's
 * (app/lib/days/counted-days.ts). Safe in the browser.
 */
import type { Days } from '#app/lib/days/counted-days.ts'
import { dayMillis } from '#app/lib/time.ts'
import { addDays } from '#app/lib/zoned-days.ts'

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
export function readRange(query: URLSearchParams, today: string): DayRange {
  const isCompared = query.get('compare') !== 'none'
  const [asked, until] = [query.get('from'), query.get('to')]
  if (asked === null && until === null) return { ...usualRange(today), isCompared, note: null }
  if (!isDay(asked) || !isDay(until)) {
    const note = 'Those dates aren’t valid, so here are the last 30 days.'
    return { ...usualRange(today), isCompared, note }
  }

  const [first, last] = asked <= until ? [asked, until] : [until, asked]
  const to = last > today ? today : last
  const from = first > to ? to : first
  if (countDays({ from, to }) > mostDays) {
    const note = `You can view up to ${String(mostDays)} days at a time. Here are the most recent ones.`
    return { ...lastDays(to, mostDays), isCompared, note }
  }
  return { from, to, isCompared, note: last > today ? 'Future dates have no data yet.' : null }
}

/** The last days, the given one included. */
export const lastDays = (to: string, days: number): Days => ({ from: addDays(to, 1 - days), to })

export const usualRange = (today: string): Days => lastDays(today, usualDays)

export type Preset = { name: string; from: string; to: string }

export function presetsOn(today: string): Preset[] {
  return [
    ...[7, 30, 90].map((days) => ({
      name: `Last ${String(days)} days`,
      ...lastDays(today, days),
    })),
    { name: 'This month', from: `${today.slice(0, 7)}-01`, to: today },
  ]
}

/** The same number of days right before. */
export function daysBefore({ from, to }: Days): Days {
  const last = addDays(from, -1)
  return lastDays(last, countDays({ from, to }))
}

/**
 * The days that a change compares: those that are over, and as many of the previous period.
 * Excludes the current day, which would be compared with a whole one. Null when no day is over.
 */
export function comparedDays(range: Days, today: string): { current: Days; before: Days } | null {
  const closed = closedDays(range, today)
  if (closed === 0) return null
  const firstOf = ({ from }: Days): Days => ({ from, to: addDays(from, closed - 1) })
  return { current: firstOf(range), before: firstOf(daysBefore(range)) }
}

/** How many of the days are before `today`. */
export function closedDays({ from, to }: Days, today: string): number {
  if (to < today) return countDays({ from, to })
  return Math.max(0, (new Date(today).getTime() - new Date(from).getTime()) / dayMillis)
}

export const countDays = ({ from, to }: Days): number =>
  (new Date(to).getTime() - new Date(from).getTime()) / dayMillis + 1

/** The pattern would also accept 30 February, and days that no table contains. */
const isDay = (text: string | null): text is string =>
  text !== null &&
  /^20\d\d-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(new Date(text).getTime()) &&
  new Date(text).toISOString().slice(0, 10) === text
