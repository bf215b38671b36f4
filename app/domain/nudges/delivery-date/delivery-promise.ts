/** Computes when an order that is placed now arrives. */
import type { DeliveryContent } from '#app/contract/nudge-content.ts'
import { addDays, dayIn, instantOf, startOf, weekdayOf, type Day } from '#app/lib/zoned-days.ts'

export type DeliveryPromise = {
  /** Days of arrival in the shop's calendar; equal when the time in transit is fixed. */
  earliest: Day
  latest: Day
  /** Whether an order placed now leaves today, so that the promise ends with today's cut-off. */
  leavesToday: boolean
  /** When another promise applies, or none. */
  until: Date
}

/** Null without a promise: no time in transit for the country, or beyond the entered holidays. */
type Promiser = (asked: {
  /** ISO 3166-1 alpha-2; `*` for a country that isn't listed. */
  country: string
  now: Date
}) => DeliveryPromise | null

/** A shop without any dispatch for so long has no date to promise. */
const longestWait = 60
/** The most days in transit that can be entered. Below, in calendar days at one delivery a week. */
const mostDays = 60
const longestWay = mostDays * 7

/** Walks the calendar once per time, however many countries are requested. */
export function promiserOf(content: DeliveryContent): Promiser {
  const calendar = { ...content, holidays: new Set(content.holidays) }
  const leavings = new Map<number, Leaving | null>()

  function leavingAt(now: Date): Leaving | null {
    const known = leavings.get(now.getTime())
    if (known !== undefined) return known
    const leaving = leavingOf(calendar, now)
    leavings.set(now.getTime(), leaving)
    return leaving
  }

  return ({ country, now }) => {
    const days = content.transit[country] ?? content.transit['*']
    if (!days || days.min > days.max) return null
    const leaving = leavingAt(now)
    const earliest = leaving?.arrivals[days.min]
    const latest = leaving?.arrivals[days.max]
    if (!leaving || earliest === undefined || latest === undefined) return null

    const { leavesToday, until } = leaving
    return { earliest, latest, leavesToday, until }
  }
}

type Calendar = Omit<DeliveryContent, 'holidays'> & { holidays: ReadonlySet<Day> }

type Leaving = Pick<DeliveryPromise, 'leavesToday' | 'until'> & {
  /** Day of arrival by number of working days in transit, as far as it's known. */
  arrivals: Day[]
}

/** The next day with a cut-off still ahead. */
function leavingOf(calendar: Calendar, now: Date): Leaving | null {
  const { cutOffs, holidays, timeZone } = calendar
  const today = dayIn(timeZone, now)
  for (let ahead = 0; ahead <= longestWait; ahead += 1) {
    const day = addDays(today, ahead)
    const time = cutOffs[weekdayOf(day)]
    if (time === null || time === undefined || holidays.has(day)) continue
    const cutOff = instantOf(timeZone, day, time)
    if (cutOff.getTime() <= now.getTime()) continue
    const arrivals = arrivalsOf(calendar, day)
    return ahead === 0
      ? { leavesToday: true, until: cutOff, arrivals }
      : { leavesToday: false, until: startOf(timeZone, day), arrivals }
  }
  return null
}

/** Delivery days after the day of dispatch, preceded by the first one on or after it. */
function arrivalsOf({ deliversOn, holidays, holidaysUntil }: Calendar, leaves: Day): Day[] {
  const later: Day[] = []
  let first: Day | undefined
  for (let ahead = 0; ahead <= longestWay && later.length < mostDays; ahead += 1) {
    const day = addDays(leaves, ahead)
    if (day > holidaysUntil) break
    if (!deliversOn[weekdayOf(day)] || holidays.has(day)) continue
    first ??= day
    if (ahead > 0) later.push(day)
  }
  return first === undefined ? [] : [first, ...later]
}
