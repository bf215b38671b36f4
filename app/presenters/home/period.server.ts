/** The metrics of home: those of a period that ends today, and those of the same time before. */
import type { Services } from '#app/services.ts'
import {
  countConversionsByGoal,
  countConversionsOn,
} from '#app/domain/goals/count-conversions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { readOrderDays, type OrderDays } from '#app/domain/stats/orders.server.ts'
import { readSeries } from '#app/domain/stats/series.server.ts'
import { floorTo } from '#app/domain/stats/split-window.ts'
import { labelDays } from '#app/lib/days/day-text.ts'
import { daysBefore, lastDays } from '#app/domain/stats/range.ts'
import {
  dayAt,
  listDays,
  spanOf,
  startOfDay,
  type Days,
  type Span,
} from '#app/lib/days/counted-days.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { HomeLength, HomeMetric } from './home-metrics.ts'

type Line = { days: string[]; values: number[] }

export type HomeFigure = {
  metric: HomeMetric
  /** The days that the total and the line are of. */
  period: Days
  /** ISO 4217. Null: a count. Amounts are in the currency's unit, not in cents. */
  currency: string | null
  total: number
  /** The total of the previous period, up to the same hour of its last day. */
  before: number
  line: Line
  /** Whole days. */
  lineBefore: Line
  /** The same in other currencies, which are never added. */
  others: { currency: string; total: number }[]
}

export type HomePeriod = {
  length: HomeLength
  range: Days
  /** Where its days are counted, in words. */
  zone: string
  /** Orders were placed in the period or in the one before. */
  hasOrders: boolean
  figures: HomeFigure[]
  /** Amounts of the conversions, by currency. Empty when none carries an amount. */
  amounts: { currency: string; cents: number }[]
}

/** The period in days of the site's time zone, today included. */
export const homeRange = (
  { now }: Pick<Services, 'now'>,
  { timeZone }: SiteScope,
  length: HomeLength,
): Days => lastDays(dayAt(timeZone, now()), length)

/** Counted as Statistics count the same days. */
export async function readHomePeriod(
  services: Services,
  site: SiteScope,
  length: HomeLength,
): Promise<HomePeriod> {
  const now = services.now()
  const range = homeRange(services, site, length)
  const before = daysBefore(range)
  const both = { from: before.from, to: range.to }
  const part = restOfLastDay(site, { range, before, now })
  const types = ['impression', 'click'] as const
  const [shown, shownLater, goals, orders, byGoal] = await Promise.all([
    readSeries(services, site, { ...spanOf(site.timeZone, both), step: 'day', types }),
    readSeries(services, site, { ...part, step: 'hour', types }),
    countConversionsOn(services, site, { ...both, part }),
    readOrderDays(services, site, { ...both, part }),
    countConversionsByGoal(services, site, range),
  ])
  const days = listDays(both)
  const split = splitAt(days, length, range)
  const counted = (metric: HomeMetric, values: readonly number[], later: number) =>
    split({ metric, currency: null, values, later })
  const { impression, click } = shownLater.totals
  return {
    length,
    range,
    zone: labelDays(site.timeZone, now),
    hasOrders: orders.orders.some((count) => count > 0),
    figures: [
      counted('orders', orders.orders, orders.ordersInPart),
      ...revenueOf(orders, split),
      counted(
        'goals',
        days.map((day) => goals.byDay.get(day) ?? 0),
        goals.inPart,
      ),
      counted('impressions', shown.totals.impression, sumOf(impression)),
      counted('clicks', shown.totals.click, sumOf(click)),
    ],
    amounts: sumAmounts(byGoal.flatMap(({ amounts }) => amounts)),
  }
}

/**
 * The part of the previous period after the hour that the current one has reached. It isn't compared,
 * because the current one doesn't have it yet.
 */
function restOfLastDay(
  { timeZone }: SiteScope,
  { range, before, now }: { range: Days; before: Days; now: Date },
): Span {
  const elapsed = floorTo(hourMillis, now).getTime() - startOfDay(timeZone, range.to).getTime()
  const [start, end] = [startOfDay(timeZone, before.to), startOfDay(timeZone, range.from)]
  const cut = new Date(Math.min(end.getTime(), start.getTime() + elapsed))
  return { from: cut, to: end }
}

type Wanted = {
  metric: HomeMetric
  currency: string | null
  /** By day of both periods. */
  values: readonly number[]
  /** In the previous period after the compared hour. */
  later: number
}

const splitAt =
  (days: readonly string[], length: number, period: Days) =>
  ({ metric, currency, values, later }: Wanted): HomeFigure => {
    const [earlier, current] = [values.slice(0, length), values.slice(length)]
    return {
      metric,
      period,
      currency,
      total: sumOf(current),
      before: sumOf(earlier) - later,
      line: { days: days.slice(length), values: current },
      lineBefore: { days: days.slice(0, length), values: earlier },
      others: [],
    }
  }

/** The currency with the most orders; the others are listed with it. None without an amount. */
function revenueOf({ revenue }: OrderDays, split: (wanted: Wanted) => HomeFigure): HomeFigure[] {
  const [first, ...others] = revenue.map(({ currency, cents, centsInPart }) =>
    split({ metric: 'revenue', currency, values: cents.map(inUnits), later: inUnits(centsInPart) }),
  )
  if (!first) return []
  return [
    {
      ...first,
      others: others.flatMap(({ currency, total }) =>
        currency === null || total === 0 ? [] : [{ currency, total }],
      ),
    },
  ]
}

const inUnits = (cents: number) => cents / 100

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

function sumAmounts(amounts: readonly { currency: string; cents: number }[]) {
  const sums = new Map<string, number>()
  for (const { currency, cents } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + cents)
  return [...sums]
    .map(([currency, cents]) => ({ currency, cents }))
    .toSorted((one, other) => other.cents - one.cents)
}
