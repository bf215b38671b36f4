/** Moments as services write them. Where a notation can mean two days, nothing is guessed. */
import { instantOf, startOf } from '#app/lib/zoned-days.ts'

/**
 * - `auto`: whichever of `iso`, `unix`, `unix_ms` and `rfc2822` it is. Days with dots or slashes only
 *   if no other order is possible.
 * - `iso`: 2026-01-31T09:30:00Z, also without a time, and with a space. - `unix`, `unix_ms`: seconds
 *   or milliseconds since 1970. - `rfc2822`: Sat, 31 Jan 2026 09:30:00 +0000.
 * - `dmy`, `mdy`: 31/01/2026 or 01/31/2026, with a time after it or without one.
 */
export const dateFormats = ['auto', 'iso', 'unix', 'unix_ms', 'rfc2822', 'dmy', 'mdy'] as const
export type DateFormat = (typeof dateFormats)[number]

export type DateReading = { moment: string } | { unreadable: string }

const unknown = { unreadable: 'This isn’t a date that we can read.' }
const ambiguous = {
  unreadable:
    'Day and month could be mixed up here. Choose whether the day or the month comes first.',
}

/** @param zone IANA name, of times that don't name their own */
export function readDate(
  value: string | number,
  { format, zone = 'UTC' }: { format: DateFormat; zone?: string | undefined },
): DateReading {
  const text = typeof value === 'number' ? String(value) : value.trim()
  if (text.length > 60) return unknown
  const readers: Record<DateFormat, () => DateReading | null> = {
    iso: () => readIso(text, zone),
    unix: () => readSeconds(text, 1000),
    unix_ms: () => readSeconds(text, 1),
    rfc2822: () => readRfc2822(text),
    dmy: () => readDayFirst(text, zone, 'dmy'),
    mdy: () => readDayFirst(text, zone, 'mdy'),
    auto: () =>
      readIso(text, zone) ?? readUnix(text) ?? readRfc2822(text) ?? readEitherOrder(text, zone),
  }
  return readers[format]() ?? unknown
}

/** Milliseconds have been longer than seconds since 1973. */
const readUnix = (text: string) =>
  readSeconds(text, /^\d{9,10}(?:\.\d{1,9})?$/.test(text) ? 1000 : 1)

function readSeconds(text: string, factor: number): DateReading | null {
  if (!/^\d{9,14}(?:\.\d{1,9})?$/.test(text)) return null
  return reading(Number(text) * factor)
}

const isoText =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s?(?:(Z|UTC|GMT)|([+-]\d\d):?(\d\d)?)?)?$/i

function readIso(text: string, zone: string): DateReading | null {
  const match = isoText.exec(text)
  if (!match) return null
  const [, day = '', time, seconds = '00', utc, hours, minutes = '00'] = match
  if (utc === undefined && hours === undefined) return readLocal({ day, time, seconds }, zone)
  return reading(
    Date.parse(`${day}T${time ?? '00:00'}:${seconds}${utc ? 'Z' : `${hours ?? ''}:${minutes}`}`),
  )
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const rfc2822Text =
  /^(?:[a-z]{3}, )?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d\d:\d\d)(?::(\d\d))? (?:([+-]\d\d)(\d\d)|GMT|UTC|UT|Z)$/i

function readRfc2822(text: string): DateReading | null {
  const match = rfc2822Text.exec(text)
  if (!match) return null
  const [, day = '', name = '', year = '', time = '', seconds = '00', hours, minutes] = match
  const month = months.indexOf(name.toLowerCase()) + 1
  const offset = hours === undefined ? 'Z' : `${hours}:${minutes ?? '00'}`
  return reading(
    Date.parse(`${year}-${twoDigits(month)}-${twoDigits(day)}T${time}:${seconds}${offset}`),
  )
}

const dayFirstText =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,? (\d{1,2}):(\d\d)(?::(\d\d))?(?: ?([ap])\.?m\.?)?)?$/i

function readDayFirst(text: string, zone: string, order: 'dmy' | 'mdy'): DateReading | null {
  const match = dayFirstText.exec(text)
  if (!match) return null
  const [, one = '', , other = '', year = '', hours, minutes = '', seconds = '00', half] = match
  const [day, month] = order === 'dmy' ? [one, other] : [other, one]
  const time = hours === undefined ? undefined : `${hourOf(hours, half)}:${minutes}`
  return readLocal({ day: `${year}-${twoDigits(month)}-${twoDigits(day)}`, time, seconds }, zone)
}

function readEitherOrder(text: string, zone: string): DateReading | null {
  const [dayFirst, monthFirst] = [readDayFirst(text, zone, 'dmy'), readDayFirst(text, zone, 'mdy')]
  const isBoth = dayFirst && monthFirst && 'moment' in dayFirst && 'moment' in monthFirst
  if (!isBoth) return dayFirst && 'moment' in dayFirst ? dayFirst : monthFirst
  return dayFirst.moment === monthFirst.moment ? dayFirst : ambiguous
}

function hourOf(hours: string, half: string | undefined): string {
  if (half === undefined) return twoDigits(hours)
  return twoDigits((Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0))
}

type LocalTime = { day: string; time: string | undefined; seconds: string }

function readLocal({ day, time, seconds }: LocalTime, zone: string): DateReading {
  // 30 February becomes a day of March.
  const at = Date.parse(day)
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day)) return unknown
  if (time === undefined) return reading(startOf(zone, day).getTime())
  if (time > '23:59' || !/:[0-5]\d$/.test(time) || seconds > '59') return unknown
  return reading(instantOf(zone, day, time).getTime() + Number(seconds) * 1000)
}

const twoDigits = (number: string | number) => String(number).padStart(2, '0')

function reading(millis: number): DateReading {
  const moment = new Date(millis)
  return Number.isNaN(moment.getTime()) ? unknown : { moment: moment.toISOString() }
}
