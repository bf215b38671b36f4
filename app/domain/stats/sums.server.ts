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
import { splitWindow, type Span } from './split-window.ts'
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
 * Start of the first day (UTC) that isn't rolled up; null: none is. Read it before the sums: a day
 * that is rolled up in between is still read from its hours, which are kept. For the same reason
 * everyone who asks while it is being read gets the same answer: a screen's readers start together.
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
 * Sums that need raw events have no hours, so they exclude days that aren't closed.
 */
export function partsOf(site: SiteScope, wanted: SumsWanted, closedUntil: Date | null): SQL {
  const { window, dimension, types, members } = wanted
  const hasMonths = isMonthly(dimension)
  const { months, days, hours } = splitWindow(window, closedUntil, { hasMonths })
  const stored = (name: StoredDimension, span: Span) => sql`
    select member, type, total from daily_events
    where dimension = ${name} and ${inSite(dailyEvents, site)} and ${ofTypes(types)}
      and ${members ? sql`${onDays(name, span)} and ${among(members)}` : inDays(span)}`
  const counted = hourly[dimension]
  return sql.join(
    [
      ...(hasMonths ? months.map((span) => stored(monthsOf(dimension), span)) : []),
      ...days.map((span) => stored(dimension, span)),
      ...(counted
        ? hours.map((span) =>
            hoursOf(
              counted,
              members,
              sql`${ofHours(counted.table, site, types)} and ${members ? onHours(span) : inHours(span)}`,
            ),
          )
        : []),
    ].concat(hours.length > 0 && counted ? [] : [nothing]),
    sql` union all `,
  )
}

export type MemberDaysWanted = Omit<SumsWanted, 'window' | 'members'> & {
  /** Whole days (UTC). */
  span: Span
  members: readonly string[]
}

/** Rows of `member`, `day`, `type` and `total`; a member can have several for one day. */
export function memberDaysOf(
  site: SiteScope,
  { span: { from, to }, dimension, types, members }: MemberDaysWanted,
  closedUntil: Date | null,
): SQL {
  const open = closedUntil && closedUntil > from ? closedUntil : from
  const closed = { from, to: open < to ? open : to }
  const counted = hourly[dimension]
  return sql`
    select member, day, type, total from daily_events
    where dimension = ${dimension} and ${inSite(dailyEvents, site)} and ${ofTypes(types)}
      and ${onDays(dimension, closed)} and ${among(members)}
    ${
      counted
        ? sql`union all
    select (${counted.column})::text, (hour at time zone 'UTC')::date, type, total
    from ${counted.table}
    where ${counted.isMember} and ${counted.among(members)}
      and ${ofHours(counted.table, site, types)} and ${inHours({ from: open, to })}`
        : sql``
    }`
}

const nothing = sql`select null::text as member, null::text as type, null::bigint as total where false`

/** For days, where types come first in the key. */
export const ofTypes = (types: readonly PixelEventType[]): SQL =>
  sql`type = any(${sql.param([...types])}::text[])`

/**
 * For hours. `is true` keeps the planner from using an index for the types: as a condition on the
 * last columns of its key they cost four times what they save, and the planner then prefers a full
 * table scan (PostgreSQL 18).
 */
export const ofHours = (
  table: HourlyTable,
  site: SiteScope,
  types: readonly PixelEventType[],
): SQL => sql`${inSite(table, site)} and (${ofTypes(types)}) is true`

export const inHours = ({ from, to }: Span): SQL =>
  sql`hour >= ${from.toISOString()}::timestamptz and hour < ${to.toISOString()}::timestamptz`

export const inDays = ({ from, to }: Span): SQL =>
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
