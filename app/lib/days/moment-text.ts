/** Moments in words, as US English writes them. Without Intl, whose spaces differ by version. */
import { clockAt } from '../zoned-days.ts'

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** "Dec 1, 8:00 AM" on the clock of the time zone. */
export function formatMoment(timeZone: string, at: Date): string {
  const { day, time } = clockAt(timeZone, at.getTime())
  const [, month = 1, date = 1] = day.split('-').map(Number)
  const [hour = 0] = time.split(':').map(Number)
  const half = hour < 12 ? 'AM' : 'PM'
  return `${months[month - 1] ?? ''} ${String(date)}, ${String(hour % 12 || 12)}:${time.slice(3)} ${half}`
}
