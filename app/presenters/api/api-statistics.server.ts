/** A site's figures for other programs: the sums of the screens, by their names in the API. */
import {
  statisticsFilters,
  type FiguresAnswer,
  type StatisticsAnswer,
  type StatisticsQuery,
} from '#app/contract/statistics.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { eventsOf } from '#app/domain/stats/definitions.ts'
import { findFiltered, readFilteredDays } from '#app/domain/stats/filter.server.ts'
import type { FigureName, FilterWord } from '#app/domain/stats/filter.ts'
import { readMetricDays } from '#app/domain/stats/overview.server.ts'
import { countDays, mostDays, usualRange } from '#app/domain/stats/range.ts'
import { readSeries } from '#app/domain/stats/series.server.ts'
import { dayAt, spanOf, type Days, type Span } from '#app/lib/days/counted-days.ts'
import { Refusal, refuseField, refuseFields } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

/** Days of an answer by hour. */
const mostHourDays = 31

const names: Record<FigureName, keyof FiguresAnswer> = {
  visitors: 'visitors',
  eligible: 'eligible_visitors',
  visits: 'page_views',
  impressions: 'impressions',
  hovers: 'hovers',
  clicks: 'clicks',
  closes: 'closes',
  goals: 'conversions',
  page_goals: 'page_conversions',
  after: 'view_through_conversions',
}

type Counted = {
  /** Names of the steps in the response. */
  starts: string[]
  byStep: Partial<Record<FigureName, number[]>>
}

/**
 * @throws Refusal `invalid` for days that have no figures, too many of them, several filters, and a
 * filter of hours; `not_found` for a nudge or a goal that the site doesn't have
 */
export async function readApiStatistics(
  services: Services,
  site: SiteScope,
  query: StatisticsQuery,
): Promise<StatisticsAnswer> {
  const range = rangeOf(query, {
    today: dayAt(site.timeZone, services.now()),
    utcToday: dayAt('UTC', services.now()),
  })
  const word = filterOf(query)
  if (word && query.by === 'hour') {
    throw refuseField(word.by, 'Figures by hour can’t be filtered. Use by=day.')
  }
  const filter = word && (await findFiltered(services, site, word))
  if (word && !filter) {
    throw new Refusal('not_found', word.by === 'nudge' ? 'Nudge not found.' : 'Goal not found.')
  }

  const counted = filter
    ? toCounted(await readFilteredDays(services, site, { filter, days: range }))
    : query.by === 'day'
      ? toCounted(await readMetricDays(services, site, range))
      : await readHours(services, site, spanOf(site.timeZone, range))
  const figures = Object.entries(counted.byStep) as [FigureName, number[]][]
  return {
    ...range,
    by: query.by,
    time_zone: site.timeZone,
    filter: filter && { by: filter.by, value: filter.key, name: filter.name },
    totals: Object.fromEntries(
      figures.map(([name, values]) => [names[name], values.reduce((sum, one) => sum + one, 0)]),
    ),
    steps: counted.starts.map((start, step) => ({
      start,
      ...Object.fromEntries(figures.map(([name, values]) => [names[name], values[step] ?? 0])),
    })),
  }
}

const toCounted = ({ days, byDay }: { days: string[]; byDay: Counted['byStep'] }): Counted => ({
  starts: days,
  byStep: byDay,
})

/** Visitors and conversions are counted only by day. Leaves out future hours. */
async function readHours(services: Services, site: SiteScope, span: Span): Promise<Counted> {
  // At the full hour, the one that begins has counts already.
  const afterNow = new Date(services.now().getTime() + 1)
  const to = span.to > afterNow ? afterNow : span.to
  const types = Object.values(eventsOf)
  const { steps, totals } = await readSeries(services, site, {
    from: span.from,
    to,
    step: 'hour',
    types,
  })
  return {
    starts: steps.map((at) => at.toISOString()),
    byStep: {
      impressions: totals.impression,
      hovers: totals.hover,
      clicks: totals.click,
      closes: totals.close,
    },
  }
}

/**
 * Screens correct wrong dates in a URL; a program gets a refusal. One that counts in UTC may be a day
 * ahead of the site: its range ends today, and the answer says so.
 */
function rangeOf(
  { from, to, by }: StatisticsQuery,
  { today, utcToday }: { today: string; utcToday: string },
): Days {
  if (from === undefined || to === undefined) return usualRange(today)
  if (from < '2000-01-01') throw refuseField('from', 'Use a date from the year 2000 on.')
  if (to > today && to > utcToday) {
    throw refuseField('to', 'Must not be after today in the site’s time zone.')
  }
  const notAfterToday = (day: string) => (day > today ? today : day)
  const range = { from: notAfterToday(from), to: notAfterToday(to) }
  const most = by === 'hour' ? mostHourDays : mostDays
  if (countDays(range) > most) {
    throw refuseField('from', `Use at most ${String(most)} days by ${by}.`)
  }
  return range
}

function filterOf(query: StatisticsQuery): FilterWord | null {
  const given = statisticsFilters.flatMap((by) => {
    const key = query[by]
    return key === undefined ? [] : [{ by, key }]
  })
  if (given.length > 1) {
    throw refuseFields(
      Object.fromEntries(given.map(({ by }) => [by, ['Use one filter at a time.']])),
    )
  }
  return given[0] ?? null
}
