/** All metrics of a site by day, with the previous period. */
import { sql, type SQL } from 'drizzle-orm'
import { visitorDays } from '#app/db/schema/events.ts'
import type { Queries } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import { afterSeeing } from '#app/domain/events/raw-marginals.ts'
import { countConversionsByDay } from '#app/domain/goals/count-conversions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { readFilteredDays, type Filter } from './filter.server.ts'
import { figuresOf, type FigureName } from './filter.ts'
import { changeOf } from './comparison.ts'
import { eventsOf, metrics, type Metric } from './definitions.ts'
import {
  areUtcDays,
  dayAt,
  gridOf,
  spanOf,
  type DayGrid,
  type Days,
  type Span,
} from '#app/lib/days/counted-days.ts'
import { closedDays, comparedDays, countDays, daysBefore, type DayRange } from './range.ts'
import { readSeries } from './series.server.ts'
import { addToDays, dayPartsOf, readClosedUntil, type DayPart } from './sums.server.ts'
import { dayPlace, firstSeenIn } from './visitors.server.ts'
import { floorTo } from './split-window.ts'
import { dayMillis } from '#app/lib/time.ts'

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
  comparePeriodsOf(services, site, {
    range,
    names: metrics,
    readDays: (days) => readMetricDays(services, site, days),
  })

/** Overview of one member of a breakdown, with the figures that are stored for it. */
export const readFilteredOverview = (
  services: Services,
  site: SiteScope,
  { range, filter }: { range: DayRange; filter: Filter },
): Promise<Overview<FigureName>> =>
  comparePeriodsOf(services, site, {
    range,
    names: figuresOf[filter.by],
    readDays: (days) => readFilteredDays(services, site, { filter, days }),
  })

type Periods<Name extends string> = {
  range: DayRange
  names: readonly Name[]
  readDays: (days: Days) => Promise<{ days: string[]; byDay: Partial<ByDay<Name>> }>
}

async function comparePeriodsOf<Name extends string>(
  services: Services,
  { timeZone }: SiteScope,
  { range, names, readDays }: Periods<Name>,
): Promise<Overview<Name>> {
  const today = dayAt(timeZone, services.now())
  const count = countDays(range)
  const before = range.isCompared ? daysBefore(range) : null
  const { days, byDay } = await readDays({ from: before?.from ?? range.from, to: range.to })
  const rolledUntil = await readClosedUntil(services.db)
  const skipped = before ? count : 0
  const closed = closedDays(range, today)
  // A day is rolled up some time after it ends, in UTC.
  const rolled = rolledUntil ? Math.min(closed, closedDays(range, dayAt(timeZone, rolledUntil))) : 0
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
    compared: before && comparedDays(range, today),
  }
}

/**
 * Every metric on every day, for screens, files, reports and the REST API.
 *
 * @param upToDate counts view-through conversions of days (UTC) that aren't rolled up from their raw
 *   events, which is too slow for a screen
 */
export async function readMetricDays(
  services: Services,
  site: SiteScope,
  { upToDate = false, ...range }: Days & { upToDate?: boolean },
): Promise<{ days: string[]; byDay: ByDay }> {
  const types = Object.values(eventsOf)
  const span = spanOf(site.timeZone, range)
  const grid = gridOf(site.timeZone, range)
  const [{ totals }, { people, after }, conversions] = await Promise.all([
    readSeries(services, site, { ...span, step: 'day', types }),
    readVisitors(services, site, { grid, upToDate }),
    countConversionsByDay(services, site, range),
  ])
  const { days } = grid
  const counted = new Map(people.map((row) => [row.place, row]))
  const { impression, hover, click, close } = totals
  return {
    days,
    byDay: {
      visitors: days.map((_day, at) => counted.get(at)?.visitors ?? 0),
      eligible: days.map((_day, at) => counted.get(at)?.eligible ?? 0),
      impressions: impression,
      hovers: hover,
      clicks: click,
      closes: close,
      goals: days.map((day) => conversions.get(day) ?? 0),
      after,
    },
  }
}

/** Both short, so one transaction for two reads costs less than two at a time. */
const readVisitors = async (
  { db }: Services,
  site: SiteScope,
  { grid, upToDate }: { grid: DayGrid; upToDate: boolean },
) => {
  const closedUntil = await readClosedUntil(db)
  return db.asTeam(site, async (tx) => {
    const [people, after] = await Promise.all([
      readPeople(tx, site, grid),
      readViewThrough(tx, site, { grid, closedUntil, upToDate }),
    ])
    return { people, after }
  })
}

/** Visitors in the holdout group, or while nudges were paused, weren't eligible. */
const readPeople = (tx: Queries, site: SiteScope, grid: DayGrid) =>
  tx
    .select({
      place: dayPlace(grid),
      visitors: sql<number>`sum(${visitorDays.visitors})::float8`,
      eligible: sql<number>`coalesce(sum(${visitorDays.visitors})
        filter (where ${visitorDays.arm} not in ('holdout', 'paused')), 0)::float8`,
    })
    .from(visitorDays)
    .where(firstSeenIn(site, grid.span))
    .groupBy(sql`1`)

/**
 * Visitors who reached a goal after they saw any nudge, by day. None for hours of days (UTC) that
 * aren't closed, unless they have to be up to date.
 */
async function readViewThrough(
  tx: Queries,
  site: SiteScope,
  { grid, closedUntil, upToDate }: ViewThroughWanted,
): Promise<number[]> {
  const { span, placeOf, days } = grid
  const wanted = {
    span,
    dimension: 'after',
    types: ['goal'],
    members: [''],
    isByHour: !areUtcDays(grid),
  } as const
  const { rows } = await tx.execute<{ parts: DayPart[] | null }>(sql`
    select json_agg(json_build_array(seconds, totals)) as parts
    from (
      select seconds, totals from (${dayPartsOf(site, wanted, closedUntil)}) as closed
      ${upToDate ? sql`union all ${openViewThrough(site, span, closedUntil)}` : sql``}
    ) as part`)
  const totals = Array<number>(days.length).fill(0)
  addToDays(totals, rows[0]?.parts ?? [], placeOf)
  return totals
}

type ViewThroughWanted = { grid: DayGrid; closedUntil: Date | null; upToDate: boolean }

/** Events after the time frame don't count, so a visitor counts in it whatever comes later. */
function openViewThrough(site: SiteScope, { from, to }: Span, closedUntil: Date | null): SQL {
  const first = floorTo(dayMillis, from)
  const open = closedUntil && closedUntil > first ? closedUntil : first
  const timestamp = (at: Date) => at.toISOString().slice(0, -1)
  const span = { from: timestamp(open), to: timestamp(to), siteIds: [site.siteId] }
  return sql`
    select (day - date '1970-01-01')::bigint * 86400 as seconds, hours as totals
    from (${afterSeeing(span)}) as open where member = ''`
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
