/** Sums of a site's events, from the roll-ups, never from raw events. */
import { sql, type SQL } from 'drizzle-orm'
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import type { Database } from '#app/db/db.ts'
import { dailyEvents, hourlyEvents, hourlyPages } from '#app/db/schema/events.ts'
import { dayOf } from '#app/lib/time.ts'
import {
  monthlyDimensions,
  monthsOf,
  type DailyDimension,
  type MonthlyDimension,
} from '#app/domain/events/marginals.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { DayGrid, Span } from '#app/lib/days/counted-days.ts'
import { ceilTo, floorTo, splitWindow } from './split-window.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import type { StatsWindow } from './totals.ts'

export type SumDimension = DailyDimension

export type SumsWanted = {
  window: StatsWindow
  dimension: SumDimension
  types: readonly PixelEventType[]
  /** Only these; all by default. */
  members?: readonly string[]
}

const beingRead = new WeakMap<Database, Promise<Date | null>>()

/**
 * Start of the first day (UTC) that isn't rolled up; null: none is. Read it before the sums: a day that is
 * rolled up in between is then read from its hours, which are kept. For the same reason concurrent readers
 * share one result, because a screen's readers start together.
 */
export function readClosedUntil(db: Database): Promise<Date | null> {
  const known = beingRead.get(db)
  if (known) return known
  const reading = readLastRolledDay(db).finally(() => beingRead.delete(db))
  beingRead.set(db, reading)
  return reading
}

async function readLastRolledDay(db: Database): Promise<Date | null> {
  const { rows } = await db.system.execute<{ day: string | null }>(
    sql`select max(day)::text as day from rolled_days`,
  )
  const day = rows[0]?.day ?? null
  return day === null ? null : new Date(new Date(day).getTime() + dayMillis)
}

/**
 * Rows of `member`, `type` and `total`; a member can have several, for parts of the time frame.
 * Sums that need raw events exclude days (UTC) that aren't closed.
 */
export function partsOf(site: SiteScope, wanted: SumsWanted, closedUntil: Date | null): SQL {
  const { window, dimension, types, members } = wanted
  const hasMonths = isMonthly(dimension)
  const { months, days, parts, hours } = splitWindow(window, closedUntil, { hasMonths })
  const stored = (name: StoredDimension, span: Span) => sql`
    select member, type, total from daily_events
    where dimension = ${name} and ${inSite(dailyEvents, site)} and ${ofTypes(types)}
      and ${members ? sql`${onDays(name, span)} and ${among(members)}` : inDays(span)}`
  const counted = hourly[dimension]
  return sql.join(
    [
      ...(hasMonths ? months.map((span) => stored(monthsOf(dimension), span)) : []),
      ...days.map((span) => stored(dimension, span)),
      ...parts.map(
        (span) => sql`
    select member, type, slice.total from daily_events cross join lateral ${sumWithin(span)}
    where dimension = ${dimension} and ${inSite(dailyEvents, site)} and ${ofTypes(types)}
      and ${onDays(dimension, wholeDays(span))} and ${members ? among(members) : sql`true`}
      and slice.total > 0`,
      ),
      ...(counted
        ? hours.map((span) =>
            hoursOf(
              counted,
              members,
              sql`${ofHours(counted.table, site, types)} and ${members ? onHours(span) : inHours(span)}`,
            ),
          )
        : []),
      nothing,
    ],
    sql` union all `,
  )
}

/** All days (UTC) that overlap the time frame. */
const wholeDays = ({ from, to }: Span): Span => ({
  from: floorTo(dayMillis, from),
  to: ceilTo(dayMillis, to),
})

/** A table `slice` of the sum of a stored day's hours that are in the time frame. */
function sumWithin({ from, to }: Span): SQL {
  const hourOf = (at: Date) =>
    sql`(extract(epoch from ${at.toISOString()}::timestamptz)::bigint / 3600 - (day - date '1970-01-01') * 24)::int`
  return sql`(select sum(part)::bigint as total
    from unnest(hours[greatest(${hourOf(from)}, 0) + 1 : least(${hourOf(to)}, 24)]) as part) as slice`
}

export type DayPartsWanted = Omit<SumsWanted, 'window'> & {
  /** Whole hours. */
  span: Span
  /** Whether hours are asked for, or days that begin at midnight (UTC). */
  isByHour: boolean
}

/**
 * Rows of `member`, `type`, `seconds` and `totals`: the start of a day or an hour in Unix seconds, and
 * its total or those of its hours. A closed day is always whole, even if the time frame contains only
 * some of its hours.
 */
export function dayPartsOf(
  site: SiteScope,
  { span: { from, to }, dimension, types, members, isByHour }: DayPartsWanted,
  closedUntil: Date | null,
): SQL {
  const open = closedUntil && closedUntil > from ? closedUntil : from
  // The day that contains `from` isn't closed when it is open from there on.
  const closed = open > from ? wholeDays({ from, to: open < to ? open : to }) : { from, to: from }
  const counted = hourly[dimension]
  return sql`
    select member, type, (day - date '1970-01-01')::bigint * 86400 as seconds,
      ${isByHour ? sql`coalesce(hours, array[total])` : sql`array[total]`} as totals
    from daily_events
    where dimension = ${dimension} and ${inSite(dailyEvents, site)} and ${ofTypes(types)}
      and ${members ? sql`${onDays(dimension, closed)} and ${among(members)}` : inDays(closed)}
    ${
      counted
        ? sql`union all
    select of_hours::text, type, seconds, array[total] from (
      select ${counted.column} as of_hours, type, extract(epoch from hour)::bigint as seconds,
        sum(total)::bigint as total
      from ${counted.table}
      where ${counted.isMember} and ${members ? counted.among(members) : sql`true`}
        and ${ofHours(counted.table, site, types)} and ${inHours({ from: open, to })}
      group by 1, 2, 3
    ) as open_hours`
        : sql``
    }`
}

/** A row's start and totals, see `dayPartsOf`. */
export type DayPart = [seconds: number, totals: number[]]

/** Adds hours to the totals of their days. Ignores hours outside of the days. */
export function addToDays(
  totals: number[],
  parts: readonly DayPart[],
  placeOf: DayGrid['placeOf'],
): void {
  for (const [seconds, hours] of parts) {
    for (const [hour, total] of hours.entries()) {
      const place = placeOf(seconds * 1000 + hour * hourMillis)
      if (place !== undefined) totals[place] = (totals[place] ?? 0) + total
    }
  }
}

/** The list of parts is never empty. */
const nothing = sql`select null::text as member, null::text as type, null::bigint as total where false`

/** For days, where types come first in the key. */
const ofTypes = (types: readonly PixelEventType[]): SQL =>
  sql`type = any(${sql.param([...types])}::text[])`

/**
 * For hours. `is true` keeps the planner from using an index for the types: as a condition on the
 * last columns of its key they cost four times what they save, and the planner then prefers a full
 * table scan (PostgreSQL 18).
 */
const ofHours = (table: HourlyTable, site: SiteScope, types: readonly PixelEventType[]): SQL =>
  sql`${inSite(table, site)} and (${ofTypes(types)}) is true`

const inHours = ({ from, to }: Span): SQL =>
  sql`hour >= ${from.toISOString()}::timestamptz and hour < ${to.toISOString()}::timestamptz`

const inDays = ({ from, to }: Span): SQL =>
  sql`day >= ${from.toISOString()}::date and day < ${to.toISOString()}::date`

type StoredDimension = DailyDimension | ReturnType<typeof monthsOf>

const among = (members: readonly string[]) => sql`member = any(${sql.param([...members])}::text[])`

/** Longer lists of steps aren't enumerated: the time frame then has an open end. */
const mostSteps = 1_000

/** Lists each day, so that members, which follow in the key, are looked up instead of scanned. */
function onDays(name: StoredDimension, { from, to }: Span): SQL {
  const isOfMonths = name.endsWith('_month')
  const steps: string[] = []
  for (let at = from; at < to && steps.length <= mostSteps;) {
    steps.push(dayOf(at))
    at = isOfMonths
      ? new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))
      : new Date(at.getTime() + dayMillis)
  }
  return steps.length > mostSteps
    ? inDays({ from, to })
    : sql`day = any(${sql.param(steps)}::date[])`
}

/** Like the days. */
function onHours({ from, to }: Span): SQL {
  const count = Math.ceil((to.getTime() - from.getTime()) / hourMillis)
  if (count > mostSteps) return inHours({ from, to })
  const steps = Array.from({ length: count }, (_one, place) =>
    new Date(from.getTime() + place * hourMillis).toISOString(),
  )
  return sql`hour = any(${sql.param(steps)}::timestamptz[])`
}

type HourlyTable = typeof hourlyEvents | typeof hourlyPages

type Hourly = {
  table: HourlyTable
  column: SQL
  isMember: SQL
  among: (members: readonly string[]) => SQL
}

const isTextAmong = (column: SQL) => (members: readonly string[]) =>
  sql`${column} = any(${sql.param([...members])}::text[])`

const ofEvents = (column: SQL, isMember = sql`true`): Hourly => ({
  table: hourlyEvents,
  column,
  isMember,
  among: isTextAmong(column),
})

/** The same members as in `dailyMarginals`. */
const hourly: Record<SumDimension, Hourly | null> = {
  site: ofEvents(sql`''`),
  nudge: {
    table: hourlyEvents,
    column: sql`nudge_id`,
    isMember: sql`nudge_id <> 0`,
    among: (members) => sql`nudge_id = any(${sql.param(members.map(Number))}::bigint[])`,
  },
  device: ofEvents(sql`device`),
  country: ofEvents(sql`country`),
  detail: ofEvents(sql`detail`, sql`detail <> ''`),
  reason: ofEvents(sql`(nudge_id || ' ' || detail)`, sql`type = 'not_shown'`),
  page: { ...ofEvents(sql`page`), table: hourlyPages },
  product: null,
  after: null,
}

/** Whether sums include hours of days that aren't rolled up yet. */
export const isCountedByHour = (dimension: SumDimension): boolean => hourly[dimension] !== null

/** Grouped by the column itself and named afterwards, because numbers group faster than names. */
const hoursOf = (
  { table, column, isMember, among: isAmong }: Hourly,
  members: readonly string[] | undefined,
  where: SQL,
) => sql`
  select of_hours::text as member, type, total from (
    select ${column} as of_hours, type, sum(total)::bigint as total from ${table}
    where ${isMember} and ${members ? isAmong(members) : sql`true`} and ${where}
    group by 1, 2
  ) as hourly`

const isMonthly = (dimension: SumDimension): dimension is MonthlyDimension =>
  monthlyDimensions.some((one) => one === dimension)
