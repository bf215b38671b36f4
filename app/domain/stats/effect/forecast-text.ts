/** Describes missing data and the groups' health in plain words. Safe in the browser. */
import { shortenMonth } from '#app/lib/month-names.ts'
import { siteGroups } from './effect-text.ts'
import type { Forecast } from './forecast.ts'
import type { SampleRatio } from './sample-ratio.ts'

/** For groups of the right size. Null before the first visitor. */
export function describeSplit(
  { isAlarming, measured, expected }: SampleRatio,
  groups = siteGroups,
): string | null {
  if (isAlarming || measured === null) return null
  return `The groups are split as planned: ${formatShare(measured)} of visitors ${groups.areOther}, ${formatShare(expected)} were planned. That’s within chance.`
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

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const formatDay = (day: string) => shortenMonth(dayFormat.format(new Date(day)))

const counts = new Intl.NumberFormat('en')
const formatNumber = (count: number) => counts.format(count)
const percents = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const formatShare = (share: number) => percents.format(share)
