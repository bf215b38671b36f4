/** Whole days of a report, in the site's time zone. Safe in the browser. */
import type { Days } from '#app/lib/days/counted-days.ts'
import { addDays, weekdayOf } from '#app/lib/zoned-days.ts'

export const frequencies = ['day', 'week', 'month'] as const
export type Frequency = (typeof frequencies)[number]

export const frequencyNames: Record<Frequency, string> = {
  day: 'Daily',
  week: 'Weekly, Monday to Sunday',
  month: 'Monthly, by calendar month',
}

/** The last period that was complete before `today`. Weeks start on Monday (ISO 8601). */
export function lastReportPeriod(every: Frequency, today: string): Days {
  if (every === 'day') return { from: addDays(today, -1), to: addDays(today, -1) }
  if (every === 'week') {
    const monday = addDays(today, -weekdayOf(today))
    return { from: addDays(monday, -7), to: addDays(monday, -1) }
  }
  const to = addDays(`${today.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** The period of the same length right before. */
export const periodBefore = (every: Frequency, { from }: Days): Days =>
  lastReportPeriod(every, from)
