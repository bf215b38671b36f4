import { minuteMillis, dayMillis } from './time.ts'
/** Days and times in a shop's time zone, correct across clock changes. */

/** An ISO 8601 date: `2026-11-24`. */
export type Day = string

export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * dayMillis).toISOString().slice(0, 10)

/** Monday is 0. */
export const weekdayOf = (day: Day): number => (new Date(day).getUTCDay() + 6) % 7

/** The current day in a time zone. */
export const dayIn = (timeZone: string, at: Date): Day =>
  new Date(at.getTime() + offsetAt(timeZone, at.getTime())).toISOString().slice(0, 10)

/**
 * The instant of a local time. A time that occurs twice means its first occurrence. A time that is
 * skipped means the same distance before the gap, so a cut-off is never shown too late.
 */
export function instantOf(timeZone: string, day: Day, time: string): Date {
  const { known, guesses } = readingsOf(timeZone, day, time)
  return new Date(Math.min(...(known.length > 0 ? known : guesses)))
}

/** Local day, and local time as `15:30`. */
export function clockAt(timeZone: string, at: number): { day: Day; time: string } {
  const shown = new Date(at + offsetAt(timeZone, at)).toISOString()
  return { day: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/** The instants of a local time: two when it repeats, none when it is skipped. */
export const comingsOf = (timeZone: string, day: Day, time: string): number[] => [
  ...new Set(readingsOf(timeZone, day, time).known),
]

/**
 * The instant of the clock change between two times that are less than two days apart. Null without
 * a change.
 */
export function changeBetween(timeZone: string, from: number, until: number): number | null {
  const before = offsetAt(timeZone, from)
  if (before === offsetAt(timeZone, until)) return null
  // Clocks change at whole minutes.
  let [low, high] = [Math.floor(from / minuteMillis), Math.ceil(until / minuteMillis)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(timeZone, middle * minuteMillis) === before) low = middle
    else high = middle
  }
  return high * minuteMillis
}

/** The start of the local day, after the gap if midnight is skipped. */
export function startOf(timeZone: string, day: Day): Date {
  const { known, guesses } = readingsOf(timeZone, day, '00:00')
  return new Date(known.length > 0 ? Math.min(...known) : Math.max(...guesses))
}

/** Clocks change at most once a day, so the offsets a day before and a day later are enough. */
function readingsOf(timeZone: string, day: Day, time: string) {
  const shown = Date.parse(`${day}T${time}:00Z`)
  const guesses = [-dayMillis, dayMillis].map((aside) => shown - offsetAt(timeZone, shown + aside))
  const known = guesses.filter((guess) => guess + offsetAt(timeZone, guess) === shown)
  return { known, guesses }
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Local time minus UTC, in milliseconds. */
export function offsetAt(timeZone: string, at: number): number {
  const clock = clocks.get(timeZone) ?? makeClock(timeZone)
  clocks.set(timeZone, clock)
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of clock.formatToParts(at)) part[type] = value
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = part
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return shown - Math.floor(at / 1000) * 1000
}

const makeClock = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
