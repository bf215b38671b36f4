/**
 * Every format of days and times on our screens and in our emails, as US English writes them.
 * Without Intl, whose spaces differ by version. Safe in the browser.
 */
import { dayOf } from '../time.ts'
import { clockAt, weekdayOf, type Day } from '../zoned-days.ts'

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function partsOf(day: Day) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const name = months[month - 1] ?? ''
  return { year: String(year), month: name, date: String(date) }
}

/** "Nov 26", where the year is clear. */
export function formatShortDay(day: Day): string {
  const { month, date } = partsOf(day)
  return `${month.slice(0, 3)} ${date}`
}

/** "Nov 26, 2026". */
export const formatDay = (day: Day): string => `${formatShortDay(day)}, ${partsOf(day).year}`

/** "Tue, Dec 1". */
export const formatWeekday = (day: Day): string =>
  `${weekdays[weekdayOf(day)] ?? ''}, ${formatShortDay(day)}`

/** "November 26, 2026", in sentences of emails. */
export function formatLongDay(day: Day): string {
  const { year, month, date } = partsOf(day)
  return `${month} ${date}, ${year}`
}

/** "November 2026". */
export function formatMonthOf(day: Day): string {
  const { year, month } = partsOf(day)
  return `${month} ${year}`
}

/** "Nov 1–7, 2026", "Oct 26 – Nov 24, 2026": what both days share is written once. */
export function formatDays({ from, to }: { from: Day; to: Day }): string {
  if (from === to) return formatDay(from)
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${formatDay(from)} – ${formatDay(to)}`
  if (from.slice(0, 7) !== to.slice(0, 7)) return `${formatShortDay(from)} – ${formatDay(to)}`
  return `${formatShortDay(from)}–${partsOf(to).date}, ${partsOf(to).year}`
}

/** "3:30 PM", "3:30:05 PM". Leaves other texts as they are. @param time `15:30` or `15:30:05` */
export function formatTime(time: string): string {
  if (!/^\d\d:\d\d/.test(time)) return time
  const hour = Number(time.slice(0, 2))
  return `${String(hour % 12 || 12)}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** "Dec 1, 8:00 AM" on the clock of the time zone. */
export function formatMoment(timeZone: string, at: Date): string {
  const { day, time } = clockAt(timeZone, at.getTime())
  return `${formatShortDay(day)}, ${formatTime(time)}`
}

/** "Dec 1, 2026, 8:00 AM" on the clock of the time zone, which the caller names. */
export function formatDatedMoment(timeZone: string, at: Date): string {
  const { day, time } = clockAt(timeZone, at.getTime())
  return `${formatDay(day)}, ${formatTime(time)}`
}

/** "America/New York". @param timeZone IANA name */
export const formatZone = (timeZone: string): string => timeZone.replaceAll('_', ' ')

/** "December 1, 2026", in UTC. */
export const formatLongDate = (at: Date): string => formatLongDay(dayOf(at))

/** "December 1, 2026 at 8:00 AM UTC", in sentences of emails. */
export const formatLongMoment = (at: Date): string =>
  `${formatLongDate(at)} at ${formatTime(at.toISOString().slice(11, 16))} UTC`
