/**
 * Formats ages, moments and days. Uses the server's clock, so server and browser render the same.
 */

import {
  formatDatedMoment,
  formatDay,
  formatMonthOf,
  formatTime,
  formatZone,
} from '#app/lib/days/moment-text.ts'
import { dayOf } from '#app/lib/time.ts'

const steps = [
  { below: 60, unit: 1, word: 'second' },
  { below: 3600, unit: 60, word: 'minute' },
  { below: 86_400, unit: 3600, word: 'hour' },
  { below: 30 * 86_400, unit: 86_400, word: 'day' },
] as const

/** "just now", "3 minutes ago"; the date after 30 days. */
export function formatAge(at: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - at.getTime()) / 1000)
  if (seconds < 5) return 'just now'
  const step = steps.find(({ below }) => seconds < below)
  if (!step) return formatDate(at)
  const count = Math.floor(seconds / step.unit)
  return `${String(count)} ${step.word}${count === 1 ? '' : 's'} ago`
}

/**
 * "Nov 26, 2026, 11:56 PM UTC", "Nov 26, 2026, 6:56 PM (America/New York)".
 *
 * @param timeZone of the site that the screen is about; UTC where it's about none or several
 */
export const formatDateTime = (at: Date, timeZone = 'UTC'): string =>
  `${formatDatedMoment(timeZone, at)} ${timeZone === 'UTC' ? 'UTC' : `(${formatZone(timeZone)})`}`

/** A day in UTC as a language writes it, for people who don't use the dashboard. @param locale BCP 47 */
export const formatDayOf = (at: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at)

/** To the second, with the date if it isn't today's. */
export const formatCountedUntil = (until: Date, now: Date): string => {
  const day = formatDate(until)
  const time = formatTime(until.toISOString().slice(11, 19))
  return `${day === formatDate(now) ? '' : `${day}, `}${time} UTC`
}

/** "Nov 26, 2026", in UTC. */
export const formatDate = (at: Date): string => formatDay(dayOf(at))

/** "March 2026", in UTC. */
export const formatMonth = (at: Date): string => formatMonthOf(dayOf(at))

export type DateFieldKind = 'date' | 'datetime-local' | 'time'

const nothingChosen: Record<DateFieldKind, string> = {
  date: 'No date',
  'datetime-local': 'No date and time',
  time: 'No time',
}

/** The text of a date field. @param value as in HTML: `2026-03-02`, `2026-03-02T14:05`, `14:05` */
export function formatFieldDate(kind: DateFieldKind, value: string): string {
  if (value === '') return nothingChosen[kind]
  if (kind === 'time') return formatTime(value.slice(0, 5))
  const at = new Date(kind === 'date' ? value : `${value.slice(0, 16)}Z`)
  if (Number.isNaN(at.getTime())) return value
  return kind === 'date' ? formatDate(at) : formatDatedMoment('UTC', at)
}
