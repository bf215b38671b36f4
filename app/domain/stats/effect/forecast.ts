/** How many more visitors an effect needs, and when they will have come. Safe in the browser. */
import { dayMillis } from '#app/lib/time.ts'
import { dayAt, type Span } from '#app/lib/days/counted-days.ts'
import { compareArms, type ArmComparison, type Arms } from './compare-arms.ts'
import type { Count } from './intervals.ts'

export type Forecast = {
  /** The next step: a first estimate, or an interval without zero. */
  until: 'estimate' | 'difference'
  /** In both groups together; null: it can't be foreseen. */
  visitorsNeeded: number | null
  /** Share of the visitors that are there already, 0 to 1. */
  progress: number
  /** The site's day by which they will have come at the current pace; null: none is foreseen. */
  day: string | null
}

export type ForecastWanted = {
  arms: Arms
  holdoutPercent: number
  comparison: ArmComparison
  /** The counted days. */
  window: Span
  /** The site’s. */
  timeZone: string
  now: Date
}

/** Null when nothing is missing. */
export function forecastEffect(wanted: ForecastWanted): Forecast | null {
  const { arms, comparison } = wanted
  if (comparison.kind === 'estimate' && comparison.isConclusive) return null
  const visitorsNeeded =
    comparison.kind === 'estimate' ? neededForDifference(wanted) : comparison.visitorsNeeded
  const visitors = arms.shown.visitors + arms.holdout.visitors
  return {
    until: comparison.kind === 'estimate' ? 'difference' : 'estimate',
    visitorsNeeded,
    progress: visitorsNeeded === null ? 0 : visitors / (visitors + visitorsNeeded),
    day: visitorsNeeded === null ? null : dayOfArrival(wanted, visitors, visitorsNeeded),
  }
}

/** Beyond it, shops change more than their nudges do. */
const mostTimes = 100

/**
 * With so many more visitors the interval would exclude zero, if both rates stay as they are. Found
 * by halving, because the interval only narrows.
 */
function neededForDifference({ arms, holdoutPercent }: ForecastWanted): number | null {
  const isClear = (times: number) => {
    const grown = { shown: grow(arms.shown, times), holdout: grow(arms.holdout, times) }
    const comparison = compareArms(grown, { holdoutPercent })
    return comparison.kind === 'estimate' && comparison.isConclusive
  }
  if (!isClear(mostTimes)) return null

  let [unclear, clear] = [1, mostTimes]
  while (clear / unclear > 1.005) {
    const middle = Math.sqrt(unclear * clear)
    if (isClear(middle)) clear = middle
    else unclear = middle
  }
  return Math.ceil((arms.shown.visitors + arms.holdout.visitors) * (clear - 1))
}

const grow = ({ visitors, converters }: Count, times: number): Count => ({
  visitors: Math.round(visitors * times),
  converters: Math.round(converters * times),
})

/** A pace says nothing about later years. */
const mostDaysAhead = 365

/** Null for days of the past, which get no more visitors. */
function dayOfArrival(
  { window: { from, to }, timeZone, now }: ForecastWanted,
  visitors: number,
  needed: number,
): string | null {
  const passed = now.getTime() - from.getTime()
  if (visitors === 0 || to <= now || passed <= 0) return null
  const millis = (needed / visitors) * passed
  return millis > mostDaysAhead * dayMillis
    ? null
    : dayAt(timeZone, new Date(now.getTime() + millis))
}
