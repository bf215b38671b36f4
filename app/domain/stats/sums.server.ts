/** Sums of what a site's pages reported, from the roll-ups and never from the events. */
import { sql, type SQL } from 'drizzle-orm'
import type { PixelEventType } from '../../contract/pixel-events.ts'
import type { Database } from '../../db/db.ts'
import {
  monthlyDimensions,
  monthsOf,
  type DailyDimension,
  type MonthlyDimension,
} from '../events/marginals.ts'
import type { SiteScope } from '../teams/scope.ts'
import { cutWindow, dayMillis, type Span } from './pieces.ts'
import type { StatsWindow } from './totals.ts'

export type SumDimension = DailyDimension

export type SumsWanted = {
  window: StatsWindow
  dimension: SumDimension
  types: readonly PixelEventType[]
}

/**
 * Where the first day (UTC) begins that is not rolled; null: none is. Read before the sums: a day that
 * is rolled meanwhile is then still read from its hours, which stay.
 */
export async function readClosedUntil(db: Database): Promise<Date | null> {
  const { rows } = await db.system.execute<{ day: string | null }>(
    sql`select max(day)::text as day from rolled_days`,
  )
  const day = rows[0]?.day ?? null
  return day === null ? null : new Date(new Date(day).getTime() + dayMillis)
}

/** Rows of `member`, `type` and `total`; a member may have several, of parts of the window. */
export function partsOf(
  site: SiteScope,
  { window, dimension, types }: SumsWanted,
  closedUntil: Date | null,
): SQL {
  const hasMonths = isMonthly(dimension)
  const { months, days, hours } = cutWindow(window, closedUntil, { hasMonths })
  const whose = ofSite(site, types)
  return sql.join(
    [
      ...(hasMonths ? months.map((span) => daily(monthsOf(dimension), whose, span)) : []),
      ...days.map((span) => daily(dimension, whose, span)),
      ...hours.map((span) => hourly[dimension](sql`${whose} and ${inHours(span)}`)),
    ],
    sql` union all `,
  )
}

/**
 * The rows of a site: the team as well, although the database sees to that itself. The types are
 * written so that no index takes them: as a condition on the end of its key they cost four times what
 * they save, and the planner then prefers to read the whole table (PostgreSQL 18).
 */
export const ofSite = (site: SiteScope, types: readonly PixelEventType[]): SQL =>
  sql`team_id = ${site.teamId} and site_id = ${site.siteId}
    and array_position(${sql.param([...types])}::text[], type) is not null`

export const inHours = ({ from, to }: Span): SQL =>
  sql`hour >= ${from.toISOString()}::timestamptz and hour < ${to.toISOString()}::timestamptz`

export const inDays = ({ from, to }: Span): SQL =>
  sql`day >= ${from.toISOString()}::date and day < ${to.toISOString()}::date`

type StoredDimension = DailyDimension | ReturnType<typeof monthsOf>

const daily = (dimension: StoredDimension, whose: SQL, span: Span) => sql`
  select member, type, total from daily_events
  where dimension = ${dimension} and ${whose} and ${inDays(span)}`

/** The same members as `dailyMarginals` makes. */
const hourly: Record<SumDimension, (where: SQL) => SQL> = {
  site: (where) => sql`select '' as member, type, total from hourly_events where ${where}`,
  nudge: (where) => sql`
    select nudge_id::text as member, type, total from hourly_events
    where nudge_id <> 0 and ${where}`,
  device: (where) => sql`select device as member, type, total from hourly_events where ${where}`,
  country: (where) => sql`select country as member, type, total from hourly_events where ${where}`,
  detail: (where) => sql`
    select detail as member, type, total from hourly_events where detail <> '' and ${where}`,
  page: (where) => sql`select page as member, type, total from hourly_pages where ${where}`,
}

const isMonthly = (dimension: SumDimension): dimension is MonthlyDimension =>
  monthlyDimensions.some((one) => one === dimension)
