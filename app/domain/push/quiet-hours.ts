/** When a subscriber can get a message. Safe in the browser. */
import { addDays, clockAt, instantOf } from '#app/lib/zoned-days.ts'

/** As settings have them: local times. Equal: no quiet hours. */
export type QuietHours = { quietFrom: string; quietUntil: string }

/**
 * The first moment from `at` on that is not within quiet hours of the zone: `at` itself, or when they end.
 * An end that a clock change skips is a moment before it.
 */
export function afterQuietHours(
  { quietFrom, quietUntil }: QuietHours,
  timeZone: string,
  at: Date,
): Date {
  if (quietFrom === quietUntil) return at
  const { day, time } = clockAt(timeZone, at.getTime())
  const isOvernight = quietFrom > quietUntil
  const isQuiet = isOvernight
    ? time >= quietFrom || time < quietUntil
    : time >= quietFrom && time < quietUntil
  if (!isQuiet) return at
  const endsOn = isOvernight && time >= quietFrom ? addDays(day, 1) : day
  const end = instantOf(timeZone, endsOn, quietUntil)
  return end > at ? end : at
}

/** The instant of a campaign's local time, `2026-12-01T09:00`, in a subscriber's zone. */
export const localInstant = (timeZone: string, sendAt: string): Date =>
  instantOf(timeZone, sendAt.slice(0, 10), sendAt.slice(11, 16))
