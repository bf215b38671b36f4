/** Parses dates and times in files. */
import { instantOf, startOf } from '#app/lib/zoned-days.ts'

const written =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s*(?:(Z|UTC)|([+-]\d\d):?(\d\d))?)?$/i

/** Whether 03/04 is in March or in April. */
export type DayOrder = 'month-first' | 'day-first'

const slashed =
  /^(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s*([ap])m)?)?$/i

/** Finds the order that a whole file's dates prove: no month is 13. Null: they prove none. */
export function findDayOrder(dates: readonly string[]): DayOrder | null {
  let [hasLargeFirst, hasLargeSecond] = [false, false]
  for (const text of dates) {
    const match = slashed.exec(text.trim())
    hasLargeFirst ||= Number(match?.[1] ?? 0) > 12
    hasLargeSecond ||= Number(match?.[3] ?? 0) > 12
  }
  if (hasLargeFirst === hasLargeSecond) return null
  return hasLargeFirst ? 'day-first' : 'month-first'
}

/** 01/31/26 9:30 PM as 2026-01-31 21:30. Dots always have the day first. */
function withYearFirst(text: string, dayOrder: DayOrder | null): string {
  const match = slashed.exec(text)
  if (!match) return text
  const [, one = '', mark, other = '', year = '', hour, minute = '', second, half] = match
  const order = mark === '.' ? 'day-first' : dayOrder
  if (order === null) return text
  const two = (number: string | number) => String(number).padStart(2, '0')
  const [day, month] = order === 'day-first' ? [one, other] : [other, one]
  const date = `${year.padStart(4, '20')}-${two(month)}-${two(day)}`
  if (hour === undefined) return date
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)
  return `${date} ${two(hours)}:${minute}${second === undefined ? '' : `:${second}`}`
}

/**
 * Null for other notations: 03/04 could be in March or April, unless it is known which. Times without a zone are in the
 * shop's time zone. A date without a time means the start of the day, so that nothing appears newer
 * than it is.
 *
 * @param timeZone IANA name of the shop's zone
 */
export function parseDate(
  text: string,
  timeZone: string,
  dayOrder: DayOrder | null = null,
): Date | null {
  const match = written.exec(withYearFirst(text.trim(), dayOrder))
  if (!match) return null
  const [, day = '', time, seconds = '00', utc, hours, minutes] = match
  if (!isDay(day)) return null
  if (time === undefined) return startOf(timeZone, day)
  if (time > '23:59' || time.slice(3) > '59' || seconds > '59') return null

  const offset = hours === undefined ? 'Z' : `${hours}:${minutes ?? '00'}`
  if (utc !== undefined || hours !== undefined) {
    const at = Date.parse(`${day}T${time}:${seconds}${offset}`)
    return Number.isNaN(at) ? null : new Date(at)
  }
  return new Date(instantOf(timeZone, day, time).getTime() + Number(seconds) * 1000)
}

/** False for 30 February, for example. */
function isDay(day: string): boolean {
  const at = Date.parse(day)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}
