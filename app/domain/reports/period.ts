/** Whole days (UTC) of a report. Safe in the browser. */
import { addDays, dayAt } from '#app/domain/stats/range.ts'

export const frequencies = ['day', 'week', 'month'] as const
export type Frequency = (typeof frequencies)[number]

export const frequencyNames: Record<Frequency, string> = {
  day: 'Daily',
  week: 'Weekly, on Monday',
  month: 'Monthly, on the 1st',
}

/** Both ends included. */
export type ReportPeriod = { from: string; to: string }

/** The last complete period. Weeks start on Monday (ISO 8601). */
export function lastReportPeriod(every: Frequency, now: Date): ReportPeriod {
  const today = dayAt(now)
  if (every === 'day') return { from: addDays(today, -1), to: addDays(today, -1) }
  if (every === 'week') {
    const monday = addDays(today, -((now.getUTCDay() + 6) % 7))
    return { from: addDays(monday, -7), to: addDays(monday, -1) }
  }
  const to = addDays(`${today.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** The period of the same length right before. */
export const periodBefore = (every: Frequency, { from }: ReportPeriod): ReportPeriod =>
  lastReportPeriod(every, new Date(from))
