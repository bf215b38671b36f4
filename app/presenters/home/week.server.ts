/** The last seven days of a site, today included, with the seven before them. */
import type { Services } from '#app/services.ts'
import { countConversionsByGoal } from '#app/domain/goals/count-conversions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { readOverview, type MetricTotal, type Overview } from '#app/domain/stats/overview.server.ts'
import { labelDays } from '#app/lib/days/day-text.ts'
import { lastDays } from '#app/domain/stats/range.ts'
import { dayAt, type Days } from '#app/lib/days/counted-days.ts'
import { homeMetrics, type HomeMetric } from './home-metrics.ts'

/** Today and the six days before. */
export const weekDays = 7

type Line = { days: string[]; values: number[] }

export type HomeFigure = MetricTotal & {
  metric: HomeMetric
  line: Line
  /** The seven days before. */
  before: Line
}

export type HomeWeek = {
  range: Days
  /** Where its days are counted, in words. */
  zone: string
  /** The full days that changes compare. */
  compared: Overview['compared']
  figures: HomeFigure[]
  /**
   * Amounts of the conversions, by currency, the largest first. Empty when none carries an amount.
   */
  amounts: { currency: string; cents: number }[]
}

/** As Statistics count the same days. */
export async function readHomeWeek(services: Services, site: SiteScope): Promise<HomeWeek> {
  const now = services.now()
  const range = lastDays(dayAt(site.timeZone, now), weekDays)
  const [overview, byGoal] = await Promise.all([
    readOverview(services, site, { ...range, isCompared: true, note: null }),
    countConversionsByGoal(services, site, range),
  ])
  const { totals, days, byDay, before, compared } = overview
  return {
    range,
    zone: labelDays(site.timeZone, now),
    compared,
    figures: homeMetrics.flatMap((metric) => {
      const total = totals.find((one) => one.metric === metric)
      if (!total || !before) return []
      const line = { days, values: byDay[metric] }
      return [
        { ...total, metric, line, before: { days: before.days, values: before.byDay[metric] } },
      ]
    }),
    amounts: sumAmounts(byGoal.flatMap(({ amounts }) => amounts)),
  }
}

function sumAmounts(amounts: readonly { currency: string; cents: number }[]) {
  const sums = new Map<string, number>()
  for (const { currency, cents } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + cents)
  return [...sums]
    .map(([currency, cents]) => ({ currency, cents }))
    .toSorted((one, other) => other.cents - one.cents)
}
