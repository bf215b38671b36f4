/** Units of time in milliseconds, and days and months in UTC as the tables name them. */

export const secondMillis = 1_000
export const minuteMillis = 60 * secondMillis
export const hourMillis = 60 * minuteMillis
export const dayMillis = 24 * hourMillis

/** `2026-03-02`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The month's first day: `2026-03-01`. */
export const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`

/** The error message for an activity's time, or null. */
export function findMomentError(occurredAt: Date, now: Date): string | null {
  const age = now.getTime() - occurredAt.getTime()
  if (age < -aheadMillis) return "occurred_at can't be in the future."
  if (isTooOld(occurredAt, now)) return 'occurred_at must be within the last two years.'
  return null
}

/** Shop clocks are off by minutes. A time further ahead is an error. */
export const aheadMillis = 5 * minuteMillis

export const oldestMillis = 730 * dayMillis

export const isTooOld = (occurredAt: Date, now: Date): boolean =>
  now.getTime() - occurredAt.getTime() > oldestMillis
