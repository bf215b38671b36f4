/**
 * Formats ages, moments and days. Uses the server's clock, so server and browser render the same.
 */

import { shortenMonth } from '#app/lib/month-names.ts'

const steps = [
  { below: 60, unit: 1, word: 'second' },
  { below: 3600, unit: 60, word: 'minute' },
  { below: 86_400, unit: 3600, word: 'hour' },
  { below: 30 * 86_400, unit: 86_400, word: 'day' },
] as const

const inUtc = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  return { format: (at: Date) => shortenMonth(format.format(at)) }
}

const dateFormat = inUtc({ day: 'numeric', month: 'short', year: 'numeric' })
const shortDayFormat = inUtc({ day: 'numeric', month: 'short' })
const monthFormat = inUtc({ month: 'long', year: 'numeric' })
const momentFormat = inUtc({ dateStyle: 'medium', timeStyle: 'short' })
const secondFormat = inUtc({ timeStyle: 'medium' })

/** "just now", "3 minutes ago"; the date after 30 days. */
export function formatAge(at: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - at.getTime()) / 1000)
  if (seconds < 5) return 'just now'
  const step = steps.find(({ below }) => seconds < below)
  if (!step) return dateFormat.format(at)
  const count = Math.floor(seconds / step.unit)
  return `${String(count)} ${step.word}${count === 1 ? '' : 's'} ago`
}

/** Screens show all times in UTC. */
export const formatDateTime = (at: Date) => `${momentFormat.format(at)} UTC`

/** A day in UTC as a language writes it, for people who don't use the dashboard. @param locale BCP 47 */
export const formatDayOf = (at: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at)

/** To the second, with the date if it isn't today's. */
export const formatCountedUntil = (until: Date, now: Date): string => {
  const [day, today] = [until, now].map((at) => dateFormat.format(at))
  return `${day === today ? '' : `${String(day)}, `}${secondFormat.format(until)} UTC`
}

export const formatDate = (at: Date): string => dateFormat.format(at)

/** @param day `2026-03-02` */
export const formatDay = (day: string): string => dateFormat.format(new Date(day))

/** Without the year, where a range states it. */
export const formatShortDay = (day: string): string => shortDayFormat.format(new Date(day))

/** "March 2026". */
export const formatMonth = (at: Date): string => monthFormat.format(at)

export type DateFieldKind = 'date' | 'datetime-local' | 'time'

const nothingChosen: Record<DateFieldKind, string> = {
  date: 'No date',
  'datetime-local': 'No date and time',
  time: 'No time',
}

/** The text of a date field. @param value as in HTML: `2026-03-02`, `2026-03-02T14:05`, `14:05` */
export function formatFieldDate(kind: DateFieldKind, value: string): string {
  if (value === '') return nothingChosen[kind]
  if (kind === 'time') return value.slice(0, 5)
  const at = new Date(kind === 'date' ? value : `${value.slice(0, 16)}Z`)
  if (Number.isNaN(at.getTime())) return value
  return kind === 'date' ? dateFormat.format(at) : momentFormat.format(at)
}

/** "1–7 Nov 2026", "26 Oct – 24 Nov 2026": what both days share is written once. */
export function formatDays({ from, to }: { from: string; to: string }): string {
  if (from === to) return formatDay(from)
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${formatDay(from)} – ${formatDay(to)}`
  if (from.slice(0, 7) !== to.slice(0, 7)) return `${formatShortDay(from)} – ${formatDay(to)}`
  return `${String(new Date(from).getUTCDate())}–${formatDay(to)}`
}
