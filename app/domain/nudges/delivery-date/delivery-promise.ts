/** When an order that is placed now arrives. product.md section 5b, delivery_date. */
import type { DeliveryContent } from '#app/contract/nudge-content.ts'
import { addDays, dayIn, instantOf, startOf, weekdayOf, type Day } from '#app/lib/zoned-days.ts'

export type DeliveryPromise = {
  /** Days of arrival, by the shop's calendar; both the same when it takes a fixed time. */
  earliest: Day
  latest: Day
  /** Whether an order placed now leaves today: then the promise ends with today's cut-off. */
  leavesToday: boolean
  /** From then on another promise holds, or none. */
  until: Date
}

/** Null when nothing can be promised: no days for the country, or beyond the known holidays. */
type Promiser = (asked: {
  /** ISO 3166-1 alpha-2; `*` for a country that is not named. */
  country: string
  now: Date
}) => DeliveryPromise | null

/** A shop that sends nothing for so long has no date to promise. */
const longestWait = 60
/** The most days on the way that can be typed, and so many with one delivery a week. */
const mostDays = 60
const longestWay = mostDays * 7

/** The calendar is walked once for each moment, however many countries are asked for. */
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
  /** The day of arrival by the working days on the way, as far as it is known. */
  arrivals: Day[]
}

/** From the next day whose cut-off is still to come. */
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

/** The days of delivery after the day on which it leaves, and before them the first from that day on. */
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
