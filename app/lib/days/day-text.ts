/** Where days begin, in words. Safe in the browser. */
import { dayAt, minutesAfterMidnight } from './counted-days.ts'

/** Next to days: "UTC", "America/New York", "Asia/Kolkata, from 12:30 AM". @param at a time in one of them */
export function labelDays(timeZone: string, at: Date): string {
  const name = timeZone.replaceAll('_', ' ')
  const minutes = minutesAfterMidnight(timeZone, dayAt(timeZone, at))
  return minutes === 0 ? name : `${name}, from 12:${String(minutes)} AM`
}

/** A sentence: "All days are in the time zone Europe/Berlin." */
export function describeDays(timeZone: string, at: Date): string {
  if (timeZone === 'UTC') return 'All days are in UTC.'
  const minutes = minutesAfterMidnight(timeZone, dayAt(timeZone, at))
  const zone = `All days are in the time zone ${timeZone.replaceAll('_', ' ')}`
  return minutes === 0
    ? `${zone}.`
    : `${zone} and start at 12:${String(minutes)} AM, because numbers are kept by whole hours (UTC).`
}
