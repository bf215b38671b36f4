import { minuteMillis, dayMillis } from './time.ts'
/** Days and times of a shop's own clock, true on the days on which it is changed, too. */

/** A date as ISO 8601 writes it: `2026-11-24`. */
export type Day = string

export const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * dayMillis).toISOString().slice(0, 10)

/** Monday is 0. */
export const weekdayOf = (day: Day): number => (new Date(day).getUTCDay() + 6) % 7

/** Which day it is there. */
export const dayIn = (timeZone: string, at: Date): Day =>
  new Date(at.getTime() + offsetAt(timeZone, at.getTime())).toISOString().slice(0, 10)

/**
 * When the clock there shows this time on this day. A time that comes twice means its first coming. One
 * that is left out means the same distance before the gap: a cut-off is never told later than it is.
 */
export function instantOf(timeZone: string, day: Day, time: string): Date {
  const { known, guesses } = readingsOf(timeZone, day, time)
  return new Date(Math.min(...(known.length > 0 ? known : guesses)))
}

/** What the clock there shows: the day, and the time as `15:30`. */
export function clockAt(timeZone: string, at: number): { day: Day; time: string } {
  const shown = new Date(at + offsetAt(timeZone, at)).toISOString()
  return { day: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/** When the clock there shows this time on this day: once, twice, or never where it is left out. */
export const comingsOf = (timeZone: string, day: Day, time: string): number[] => [
  ...new Set(readingsOf(timeZone, day, time).known),
]

/** When the clock there is changed between two moments less than two days apart. Null: it is not. */
export function changeBetween(timeZone: string, from: number, until: number): number | null {
  const before = offsetAt(timeZone, from)
  if (before === offsetAt(timeZone, until)) return null
  // Clocks are changed on whole minutes.
  let [low, high] = [Math.floor(from / minuteMillis), Math.ceil(until / minuteMillis)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(timeZone, middle * minuteMillis) === before) low = middle
    else high = middle
  }
  return high * minuteMillis
}

/** When the day begins there: where midnight is left out, after the gap. */
export function startOf(timeZone: string, day: Day): Date {
  const { known, guesses } = readingsOf(timeZone, day, '00:00')
  return new Date(known.length > 0 ? Math.min(...known) : Math.max(...guesses))
}

/** A clock is changed once a day at most: what it was a day before and will be a day later is enough. */
function readingsOf(timeZone: string, day: Day, time: string) {
  const shown = Date.parse(`${day}T${time}:00Z`)
  const guesses = [-dayMillis, dayMillis].map((aside) => shown - offsetAt(timeZone, shown + aside))
  const known = guesses.filter((guess) => guess + offsetAt(timeZone, guess) === shown)
  return { known, guesses }
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** How far the clock there is ahead of UTC, in milliseconds. */
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
