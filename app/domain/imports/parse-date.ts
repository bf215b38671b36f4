/** Parses dates and times in files. */
import { instantOf, startOf } from '#app/lib/zoned-days.ts'

const written =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s*(?:(Z|UTC)|([+-]\d\d):?(\d\d))?)?$/i

/**
 * Null for other notations: 03/04 could be in March or April. Times without a zone are in the
 * shop's time zone. A date without a time means the start of the day, so that nothing appears newer
 * than it is.
 *
 * @param timeZone IANA name of the shop's zone
 */
export function parseDate(text: string, timeZone: string): Date | null {
  const match = written.exec(text.trim())
  if (!match) return null
  const [, day = '', time, seconds = '00', utc, hours, minutes] = match
  if (!isDay(day)) return null
  if (time === undefined) return startOf(timeZone, day)
  if (time > '23:59' || seconds > '59') return null

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
