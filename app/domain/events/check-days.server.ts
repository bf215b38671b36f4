/** Proves that closed days and months say what their hours say, and rolls them anew when they don't. */
import { sql, type SQL } from 'drizzle-orm'
import type { Queries } from '../../db/db.ts'
import type { Services } from '../../services.ts'
import {
  dailyMarginals,
  insertMarginals,
  monthlyMarginals,
  monthlyDimensions,
  monthsOf,
  type DaySpan,
} from './marginals.ts'
import { dayOf, monthOf } from './month.ts'
import { eachSites } from './roll-days.server.ts'

export type DayDifference = {
  siteId: number
  /** The day, or the first of the month. */
  day: string
  dimension: string
  member: string
  type: string
  /** What the row says; 0 when there is none. */
  stored: number
  /** What its hours or days add up to. The hours of the day may differ alone. */
  counted: number
}

export type CheckDaysOptions = {
  /** Days before that of `since` are left alone. */
  since: Date
  /** Replaces the rows that differ. Call it after hourly sums were mended. */
  repair?: boolean
}

const months = monthlyDimensions.map(monthsOf)

/** @returns the differences as they were found; empty when all is well */
export async function checkDays(
  { db }: Services,
  { since, repair }: CheckDaysOptions,
): Promise<DayDifference[]> {
  return db.longTransaction(async (tx) => {
    const { rows } = await tx.execute<{ end: string | null; month: string | null }>(sql`
      select (max(day) + 1)::text as end, date_trunc('month', max(day) + 1)::date::text as month
      from rolled_days`)
    const { end, month } = rows[0] ?? {}
    if (!end || !month) return []

    const found: DayDifference[] = []
    await eachSites(tx, async (siteIds) => {
      const days = { from: dayOf(since), to: end, siteIds }
      found.push(...(await checkRows(tx, days, repair === true)))
      // Made of the days: these have to be right first.
      const closed = { from: monthOf(since), to: month, siteIds }
      found.push(...(await checkMonths(tx, closed, repair === true)))
    })
    return found
  })
}

const checkRows = (tx: Queries, span: DaySpan, repair: boolean) =>
  check(tx, { span, repair, counted: dailyMarginals(span), isMonth: false })

const checkMonths = (tx: Queries, span: DaySpan, repair: boolean) =>
  check(tx, { span, repair, counted: monthlyMarginals(span), isMonth: true })

type Checked = { span: DaySpan; repair: boolean; counted: SQL; isMonth: boolean }

async function check(
  tx: Queries,
  { span, repair, counted, isMonth }: Checked,
): Promise<DayDifference[]> {
  const { from, to, siteIds } = span
  const kind = sql`(dimension = any(${sql.param(months)}::text[])) = ${isMonth}`
  const stored = sql`
    select * from daily_events
    where site_id = any(${sql.param(siteIds)}::bigint[]) and ${kind}
      and day >= ${from}::date and day < ${to}::date`
  const { rows } = await tx.execute<Record<keyof DayDifference, string>>(sql`
    select site_id::text as "siteId", day::text, dimension, member, type,
      coalesce(stored.total, 0)::text as stored, coalesce(counted.total, 0)::text as counted
    from (${stored}) as stored
    full join (${counted}) as counted using (site_id, day, dimension, member, type)
    where stored.total is distinct from counted.total
      or stored.hours is distinct from counted.hours
    order by site_id, day, dimension, member, type`)
  const found = rows.map((row) => ({
    ...row,
    siteId: Number(row.siteId),
    stored: Number(row.stored),
    counted: Number(row.counted),
  }))
  if (repair && found.length > 0) {
    await tx.execute(sql`
      delete from daily_events
      where site_id = any(${sql.param(siteIds)}::bigint[]) and ${kind}
        and day >= ${from}::date and day < ${to}::date`)
    await tx.execute(insertMarginals(counted))
  }
  return found
}
