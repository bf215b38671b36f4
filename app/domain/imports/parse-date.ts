/** Parses dates and times in files. */
import { instantOf, startOf } from '#app/lib/zoned-days.ts'
import { dayMillis } from '#app/lib/time.ts'
import { withMonthNumber } from './written-months.ts'

const written =
  /^(\d{4}-\d\d-\d\d)(?:,?[T ](?:um |at |à )?(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s?(?:([ap])\.?\s?m\.?)?\s*(?:(Z|UTC|GMT)?([+-]\d\d)?:?(\d\d)?)?(?: ?\([\w ]{1,40}\))?)?$/i

/** Whether 03/04 is in March or in April. */
export type DayOrder = 'month-first' | 'day-first'

const slashed =
  /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s?([ap])\.?\s?m\.?)?)?$/i

const yearFirst = /^(\d{4})([/.])(\d{1,2})\2(\d{1,2})(?=\D|$)/

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

/** The date can be read in two ways. Dots always have the day first. */
export function isAmbiguousDate(text: string): boolean {
  const mark = slashed.exec(text.trim())?.[2]
  return mark !== undefined && mark !== '.'
}

const two = (number: string | number) => String(number).padStart(2, '0')

/** 01/31/26 9:30 PM as 2026-01-31 9:30 PM, 2026/1/31 as 2026-01-31. */
function withYearFirst(text: string, dayOrder: DayOrder | null): string {
  const year = yearFirst.exec(text)
  if (year) {
    const [whole, first = '', , month = '', day = ''] = year
    return `${first}-${two(month)}-${two(day)}${text.slice(whole.length)}`
  }
  const match = slashed.exec(text)
  if (!match) return withMonthNumber(text)
  const [, one = '', mark, other = '', last = '', hour, minute = '', second, half] = match
  const order = mark === '.' ? 'day-first' : dayOrder
  if (order === null) return text
  const [day, month] = order === 'day-first' ? [one, other] : [other, one]
  const date = `${last.padStart(4, '20')}-${two(month)}-${two(day)}`
  if (hour === undefined) return date
  return `${date} ${hour}:${minute}${second === undefined ? '' : `:${second}`}${half === undefined ? '' : ` ${half}m`}`
}

/** 12 AM is 00. */
const hourOf = (hour: string, half: string | undefined): string =>
  two(half === undefined ? hour : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0))

/**
 * Null for other notations: 03/04 could be in March or April, unless it is known which. Times
 * without a zone are in the shop's time zone. A date without a time means the start of the day, so
 * that nothing appears newer than it is. Reads ISO 8601 and its relatives, numbers with any of the
 * three marks, written months, Excel's serial numbers, and Unix times.
 *
 * @param timeZone IANA name of the shop's zone
 */
export function parseDate(
  text: string,
  timeZone: string,
  dayOrder: DayOrder | null = null,
): Date | null {
  const plain = text.trim()
  if (/^\d[\d.,]*$/.test(plain)) {
    const counted = parseNumber(plain, timeZone)
    if (counted) return counted
  }
  const match = written.exec(withYearFirst(plain, dayOrder))
  if (!match) return null
  const [, day = '', hour, minute = '00', seconds = '00', half, utc, hours, minutes] = match
  if (!isDay(day)) return null
  if (hour === undefined) return startOf(timeZone, day)
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return null
  const time = `${hourOf(hour, half)}:${minute}`
  if (time > '23:59' || minute > '59' || seconds > '59') return null

  const offset = hours === undefined ? 'Z' : `${hours}:${minutes ?? '00'}`
  if (utc !== undefined || hours !== undefined) {
    const at = Date.parse(`${day}T${time}:${seconds}${offset}`)
    return Number.isNaN(at) ? null : new Date(at)
  }
  if (minutes !== undefined) return null
  return new Date(instantOf(timeZone, day, time).getTime() + Number(seconds) * 1000)
}

/** False for 30 February, for example. */
function isDay(day: string): boolean {
  const at = Date.parse(day)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/** Days since this day are Excel's serial numbers. Source: Microsoft, "Date systems in Excel", 1900. */
const excelStart = Date.UTC(1899, 11, 30)
const years = { first: Date.UTC(2000, 0, 1), last: Date.UTC(2100, 0, 1) }

/** 46022.58 as Excel counts days, 1767186300 and 1767186300000 as Unix time. */
function parseNumber(text: string, timeZone: string): Date | null {
  if (/^\d{5}(?:[.,]\d{1,15})?$/.test(text)) {
    const at = excelStart + Number(text.replace(',', '.')) * dayMillis
    if (at < years.first || at > years.last) return null
    const local = new Date(Math.round(at / 1000) * 1000).toISOString()
    const [day = '', time = ''] = local.split('T')
    const seconds = Number(time.slice(6, 8)) * 1000
    if (Number.isInteger(Number(text))) return startOf(timeZone, day)
    return new Date(instantOf(timeZone, day, time.slice(0, 5)).getTime() + seconds)
  }
  if (!/^(?:\d{10}|\d{13})$/.test(text)) return null
  const at = text.length === 10 ? Number(text) * 1000 : Number(text)
  return at >= years.first && at < years.last ? new Date(at) : null
}

/** Abbreviations of zones in PayPal's reports, with the offsets that they name. */
const abbreviations: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  GMT: 'UTC',
  BST: '+01:00',
  WET: 'UTC',
  WEST: '+01:00',
  CET: '+01:00',
  CEST: '+02:00',
  MEZ: '+01:00',
  MESZ: '+02:00',
  EET: '+02:00',
  EEST: '+03:00',
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
  AEST: '+10:00',
  AEDT: '+11:00',
}

const isZoneName = /^[A-Za-z_]{2,20}(?:\/[A-Za-z_+-]{2,30}){1,2}$/

/** A moment in a file, which can be in up to three cells. */
export type MomentCells = {
  date: string
  /** Counts only next to a date without a time. */
  time: string | null
  /** Name or abbreviation of a zone. Unknown ones don't count. */
  zone: string | null
}

/** See `parseDate`, also for the last two parameters. */
export function parseMoment(
  { date, time, zone }: MomentCells,
  timeZone: string,
  dayOrder: DayOrder | null,
): Date | null {
  const isTimed = time !== null && /^\s*\d{1,2}:\d\d/.test(time) && !date.includes(':')
  const text = isTimed ? `${date.trim()} ${time.trim()}` : date
  const name = zone?.trim() ?? ''
  if (Object.hasOwn(abbreviations, name) && text.includes(':')) {
    return parseDate(
      `${withYearFirst(text.trim(), dayOrder)} ${abbreviations[name] ?? ''}`,
      timeZone,
    )
  }
  return parseDate(text, isZoneName.test(name) ? knownZone(name, timeZone) : timeZone, dayOrder)
}

function knownZone(name: string, otherwise: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return otherwise
  }
}
