/** A moment as files write it. */
import { instantOf, startOf } from '#app/lib/zoned-days.ts'

const written =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,9})?)?\s*(?:(Z|UTC)|([+-]\d\d):?(\d\d))?)?$/i

/**
 * Null for what is written otherwise: whether 03/04 is in March or in April nobody can tell. A time
 * without a zone is one of the shop's own clock; a day without a time counts from its beginning, so that
 * nothing is ever told as fresher than it is.
 *
 * @param timeZone of the shop, as IANA names it
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

/** The 30th of February is none. */
function isDay(day: string): boolean {
  const at = Date.parse(day)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}
