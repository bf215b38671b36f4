/** When an order that is placed now arrives. product.md section 5b, delivery_date. */
import type { DeliveryContent } from '../../../contract/nudge-content.ts'
import { addDays, dayIn, instantOf, startOf, weekdayOf, type Day } from './shop-days.ts'

export type DeliveryPromise = {
  /** Days of arrival, by the shop's calendar; both the same when it takes a fixed time. */
  earliest: Day
  latest: Day
  /** Whether an order placed now leaves today: then the promise ends with today's cut-off. */
  leavesToday: boolean
  /** From then on another promise holds, or none. */
  until: Date
}

type Asked = {
  content: DeliveryContent
  /** ISO 3166-1 alpha-2; `*` for a country that is not named. */
  country: string
  now: Date
}

/** A shop that sends nothing for so long has no date to promise. */
const longestWait = 60
/** The most days on the way that can be typed, one delivery a week. */
const longestWay = 60 * 7

/** Null when nothing can be promised: no days for the country, or beyond the known holidays. */
export function promiseOf({ content, country, now }: Asked): DeliveryPromise | null {
  const days = content.transit[country] ?? content.transit['*']
  if (!days || days.min > days.max) return null
  const leaving = leavingOf(content, now)
  if (!leaving) return null

  const earliest = arrivalOf(content, leaving.day, days.min)
  const latest = arrivalOf(content, leaving.day, days.max)
  if (earliest === null || latest === null) return null
  const { leavesToday, day, cutOff } = leaving
  return {
    earliest,
    latest,
    leavesToday,
    until: leavesToday ? cutOff : startOf(content.timeZone, day),
  }
}

/** The next day whose cut-off is still to come. */
function leavingOf(content: DeliveryContent, now: Date) {
  const { cutOffs, holidays, timeZone } = content
  const today = dayIn(timeZone, now)
  for (let ahead = 0; ahead <= longestWait; ahead += 1) {
    const day = addDays(today, ahead)
    const time = cutOffs[weekdayOf(day)]
    if (time === null || time === undefined || holidays.includes(day)) continue
    const cutOff = instantOf(timeZone, day, time)
    if (cutOff.getTime() > now.getTime()) return { day, cutOff, leavesToday: ahead === 0 }
  }
  return null
}

/** The day of delivery that is so many further than the day on which it leaves. */
function arrivalOf(content: DeliveryContent, leaves: Day, workingDays: number): Day | null {
  const { deliversOn, holidays, holidaysUntil } = content
  let missing = Math.max(1, workingDays)
  for (let ahead = workingDays === 0 ? 0 : 1; ahead <= longestWay; ahead += 1) {
    const day = addDays(leaves, ahead)
    if (day > holidaysUntil) return null
    if (!deliversOn[weekdayOf(day)] || holidays.includes(day)) continue
    missing -= 1
    if (missing === 0) return day
  }
  return null
}
