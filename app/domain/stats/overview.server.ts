/** All metrics of a site by day, with the previous period. */
import { and, asc, sql } from 'drizzle-orm'
import { dailyEvents, visitorDays } from '#app/db/schema/events.ts'
import type { Queries } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import { countConversionsByDay } from '#app/domain/goals/count-conversions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { readFilteredDays, type Filter } from './filter.server.ts'
import { figuresOf, type FigureName } from './filter.ts'
import { changeOf } from './comparison.ts'
import { eventsOf, metrics, type Metric } from './definitions.ts'
import { type Span } from './split-window.ts'
import {
  closedDays,
  comparedDays,
  countDays,
  dayAt,
  daysBefore,
  daysOver,
  spanOf,
  type DayRange,
  type Days,
} from './range.ts'
import { readSeries } from './series.server.ts'
import { readClosedUntil } from './sums.server.ts'
import { daysOf, namesOf, wholeDays } from './visitors.server.ts'

type ByDay<Name extends string = Metric> = Record<Name, number[]>

export type MetricTotal<Name extends string = Metric> = {
  metric: Name
  total: number
  /** For the compared days and the previous period; null without a comparison. */
  compared: { total: number; before: number; change: number | null } | null
}

export type Overview<Name extends string = Metric> = {
  days: string[]
  totals: MetricTotal<Name>[]
  byDay: ByDay<Name>
  /** The previous period by day; null when it wasn't requested. */
  before: { days: string[]; byDay: ByDay<Name> } | null
  /** The days that are over, and as many before them. The current day isn't compared. */
  compared: { current: Days; before: Days } | null
}

/** The same queries, with and without a comparison. */
export const readOverview = (
  services: Services,
  site: SiteScope,
  range: DayRange,
): Promise<Overview> =>
  comparePeriodsOf(services, { range, names: metrics }, (span) =>
    readMetricDays(services, site, span),
  )

/** Overview of one member of a breakdown, with the figures that are stored for it. */
export const readFilteredOverview = (
  services: Services,
  site: SiteScope,
  { range, filter }: { range: DayRange; filter: Filter },
): Promise<Overview<FigureName>> =>
  comparePeriodsOf(services, { range, names: figuresOf[filter.by] }, (span) =>
    readFilteredDays(services, site, { filter, span }),
  )

async function comparePeriodsOf<Name extends string>(
  services: Services,
  { range, names }: { range: DayRange; names: readonly Name[] },
  readDays: (span: Span) => Promise<{ days: string[]; byDay: Partial<ByDay<Name>> }>,
): Promise<Overview<Name>> {
  const count = countDays(range)
  const before = range.isCompared ? daysBefore(range) : null
  const { days, byDay } = await readDays(spanOf({ from: before?.from ?? range.from, to: range.to }))
  const rolledUntil = await readClosedUntil(services.db)
  const skipped = before ? count : 0
  const closed = closedDays(range, services.now())
  // A day is rolled up some time after it ends.
  const rolled = rolledUntil ? Math.min(closed, closedDays(range, rolledUntil)) : 0
  const cut = (from: number, to?: number) =>
    Object.fromEntries(
      names.map((name) => [name, (byDay[name] ?? []).slice(from, to)]),
    ) as ByDay<Name>

  return {
    days: days.slice(skipped),
    byDay: cut(skipped),
    before: before && { days: days.slice(0, count), byDay: cut(0, count) },
    totals: names.map((metric) => {
      const sums = byDay[metric] ?? []
      const total = sumOf(sums.slice(skipped))
      const over = metric === 'after' ? rolled : closed
      if (!before || over === 0) return { metric, total, compared: null }
      const now = sumOf(sums.slice(count, count + over))
      const then = sumOf(sums.slice(0, over))
      return { metric, total, compared: { total: now, before: then, change: changeOf(now, then) } }
    }),
    compared: before && comparedDays(range, services.now()),
  }
}

/** Every metric on every day (UTC) of the span. */
export async function readMetricDays(
  services: Services,
  site: SiteScope,
  span: Span,
): Promise<{ days: string[]; byDay: ByDay }> {
  const types = Object.values(eventsOf)
  const [{ steps, totals }, { people, after }, conversions] = await Promise.all([
    readSeries(services, site, { ...span, step: 'day', types }),
    readVisitors(services, site, span),
    countConversionsByDay(services, site, daysOver(span)),
  ])
  const days = steps.map(dayAt)
  const counted = new Map(people.map((row) => [row.day, row]))
  const { impression, hover, click, close } = totals
  return {
    days,
    byDay: {
      visitors: days.map((day) => counted.get(day)?.visitors ?? 0),
      eligible: days.map((day) => counted.get(day)?.eligible ?? 0),
      impressions: impression,
      hovers: hover,
      clicks: click,
      closes: close,
      goals: days.map((day) => conversions.get(day) ?? 0),
      after: days.map((day) => after.get(day) ?? 0),
    },
  }
}

/** Both short, so one transaction for two reads costs less than two at a time. */
const readVisitors = ({ db }: Services, site: SiteScope, span: Span) =>
  db.asTeam(site, async (tx) => {
    const [people, after] = await Promise.all([
      readPeople(tx, site, span),
      readViewThrough(tx, site, namesOf(wholeDays(span))),
    ])
    return { people, after }
  })

/** Visitors in the holdout group, or while nudges were paused, weren't eligible. */
const readPeople = (tx: Queries, site: SiteScope, span: Span) =>
  tx
    .select({
      day: visitorDays.day,
      visitors: sql<number>`sum(${visitorDays.visitors})::float8`,
      eligible: sql<number>`coalesce(sum(${visitorDays.visitors})
        filter (where ${visitorDays.arm} not in ('holdout', 'paused')), 0)::float8`,
    })
    .from(visitorDays)
    .where(and(daysOf(site, span)))
    .groupBy(visitorDays.day)
    .orderBy(asc(visitorDays.day))

/**
 * Visitors who reached a goal after they saw any nudge, by day (UTC). Omits days without one, and
 * days that aren't closed.
 */
async function readViewThrough(
  tx: Queries,
  site: SiteScope,
  days: readonly string[],
): Promise<Map<string, number>> {
  // One day at a time, because the single nudges' rows are stored in between.
  const { rows } = await tx.execute<{ day: string; total: string }>(sql`
    select day::text, total from daily_events
    where dimension = 'after' and type = 'goal' and member = '' and ${inSite(dailyEvents, site)}
      and day = any(${sql.param([...days])}::date[])`)
  return new Map(rows.map(({ day, total }) => [day, Number(total)]))
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
