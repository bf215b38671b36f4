/**
 * Computes when a nudge with a weekly schedule is shown. An instant is included exactly when the
 * site's local time is, also across clock changes.
 */
import type { NudgeHours, StoredRules } from '#app/contract/nudge-rules.ts'
import {
  addDays,
  changeBetween,
  clockAt,
  comingsOf,
  dayIn,
  offsetAt,
  startOf,
  weekdayOf,
  type Day,
} from '#app/lib/zoned-days.ts'

/** Half-open, in Unix seconds. Null: unlimited. */
export type OpeningTime = { from: number | null; until: number | null }

type Now = { timeZone: string; at: Date }

/** A weekly schedule occurs several times within so many days. */
const daysAhead = 35

/**
 * The current or next window and those after it, within the nudge's start and end. A nudge without
 * a schedule has one window.
 */
export function* openingTimes(
  { hours = null, from = null, until = null }: Partial<StoredRules>,
  { timeZone, at }: Now,
): Generator<OpeningTime> {
  if (hours === null) {
    yield { from, until }
    return
  }
  const after = Math.max(at.getTime() / 1000, from ?? 0)
  if (until !== null && until <= after) return
  for (const window of hoursAfter(hours, timeZone, after * 1000)) {
    const begin = Math.max(window.from / 1000, from ?? 0)
    if (until !== null && begin >= until) return
    yield { from: begin, until: Math.min(window.until / 1000, until ?? Infinity) }
  }
}

/** In milliseconds. Only windows that end after the given time. */
function* hoursAfter(
  hours: NudgeHours,
  timeZone: string,
  after: number,
): Generator<{ from: number; until: number }> {
  const today = dayIn(timeZone, new Date(after))
  const edgesOf = createEdges(hours, timeZone)
  let [open, last]: [number | null, number] = [null, -Infinity]
  // Starts two days back: earlier windows have ended, or have no influence on the current one.
  for (let ahead = -2; ahead <= daysAhead; ahead += 1) {
    for (const edge of edgesOf(addDays(today, ahead))) {
      if (edge.at <= last) continue
      last = edge.at
      if (isOpen(hours, edge)) {
        open ??= last
        continue
      }
      if (open !== null && last > after) yield { from: open, until: last }
      open = null
    }
  }
  if (open !== null && last > after) yield { from: open, until: last }
}

/** A time at which the state may change, with the local time. */
type Edge = { at: number; day: Day; time: string }

function createEdges({ from, until }: NudgeHours, timeZone: string): (day: Day) => Edge[] {
  const offsetOf = createOffsets(timeZone)

  return (day) => {
    const offset = offsetOf(day)
    const times = [from, until].toSorted()
    if (offset !== null) {
      return times.map((time) => ({ at: Date.parse(`${day}T${time}:00Z`) - offset, day, time }))
    }
    const begin = startOf(timeZone, day).getTime()
    const end = startOf(timeZone, addDays(day, 1)).getTime()
    const change = changeBetween(timeZone, begin, end)
    return [
      ...times.flatMap((time) => comingsOf(timeZone, day, time)),
      ...(change === null ? [] : [change]),
    ]
      .toSorted((one, other) => one - other)
      .map((at) => ({ at, ...clockAt(timeZone, at) }))
  }
}

/** The time zone's offset throughout a day; null close to a clock change. */
function createOffsets(timeZone: string): (day: Day) => number | null {
  const known = new Map<Day, number>()
  const at = (day: Day) => {
    const offset = known.get(day) ?? offsetAt(timeZone, Date.parse(day))
    known.set(day, offset)
    return offset
  }

  return (day) => {
    const offset = at(addDays(day, -1))
    return offset === at(addDays(day, 2)) ? offset : null
  }
}

function isOpen({ days, from, until }: NudgeHours, { day, time }: Edge): boolean {
  const isOn = (one: Day) => days.length === 0 || days.includes(weekdayOf(one))
  if (from < until) return isOn(day) && time >= from && time < until
  return (isOn(day) && time >= from) || (isOn(addDays(day, -1)) && time < until)
}
