/** Describes missing data and the groups' health in plain words. Safe in the browser. */
import { formatDay, formatShortDay } from '#app/lib/days/moment-text.ts'
import { siteGroups } from './effect-text.ts'
import type { Arms } from './compare-arms.ts'
import type { Forecast } from './forecast.ts'
import type { SampleRatio } from './sample-ratio.ts'

/** A split of fewer visitors says nothing, since one visitor moves it by more than a percent. */
const fewestVisitors = 100

/** For groups of the right size. Null when there are too few visitors to call it healthy. */
export function describeSplit(
  { isAlarming, measured, expected }: SampleRatio,
  { shown, holdout }: Arms,
): string | null {
  const visitors = shown.visitors + holdout.visitors
  if (isAlarming || measured === null || visitors < fewestVisitors) return null
  return `The groups are split as planned: ${formatShare(measured)} of visitors ${siteGroups.areOther}, ${formatShare(expected)} were planned. That’s within chance.`
}

/** Describes what is still missing, as far as it can be foreseen. */
export function describeForecast(forecast: Forecast): string {
  const { until, visitorsNeeded, day } = forecast
  if (visitorsNeeded === null) {
    return until === 'estimate'
      ? 'We can estimate how many visitors that takes once some of them convert.'
      : 'So far the groups are so close that we can’t foresee when a difference would show.'
  }
  // More digits would promise more than a forecast can.
  const needed = `about ${formatNumber(Number(visitorsNeeded.toPrecision(2)))} more visitors`
  const when = day === null ? '' : `, at the current pace around ${formatDay(day)}`
  return until === 'estimate'
    ? `A first estimate takes ${needed}${when}.`
    : `If the difference stays as it is now, it becomes clear after ${needed}${when}.`
}

/** Short, next to a result: "about 18,000 more visitors (Mar 12)". Null: it can't be foreseen. */
export function describeNeeded({ visitorsNeeded, day }: Forecast): string | null {
  if (visitorsNeeded === null) return null
  const needed = `about ${formatNumber(Number(visitorsNeeded.toPrecision(2)))} more visitors`
  return day === null ? needed : `${needed} (${formatShortDay(day)})`
}

const counts = new Intl.NumberFormat('en')
const formatNumber = (count: number) => counts.format(count)
const percents = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const formatShare = (share: number) => percents.format(share)
