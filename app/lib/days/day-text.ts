/** Where days begin, in words. Safe in the browser. */
import { dayAt, minutesAfterMidnight } from './counted-days.ts'

/** Next to days: "UTC", "America/New York", "Asia/Kolkata, from 00:30". @param at a time in one of them */
export function labelDays(timeZone: string, at: Date): string {
  const name = timeZone.replaceAll('_', ' ')
  const minutes = minutesAfterMidnight(timeZone, dayAt(timeZone, at))
  return minutes === 0 ? name : `${name}, from 00:${String(minutes)}`
}

/** A sentence: "All days are in the time zone Europe/Berlin." */
export function describeDays(timeZone: string, at: Date): string {
  if (timeZone === 'UTC') return 'All days are in UTC.'
  const minutes = minutesAfterMidnight(timeZone, dayAt(timeZone, at))
  const zone = `All days are in the time zone ${timeZone.replaceAll('_', ' ')}`
  return minutes === 0
    ? `${zone}.`
    : `${zone} and start at 00:${String(minutes)}, because numbers are kept by whole hours (UTC).`
}
