/**
 * Checks that the sums of closed days and months match their hours and raw events, and rolls them
 * up again when they don't.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import {
  dailyMarginals,
  insertMarginals,
  monthlyMarginals,
  monthlyDimensions,
  monthsOf,
  type SiteDays,
} from './marginals.ts'
import { dayMillis, dayOf, monthOf } from '#app/lib/time.ts'
import { rawDimensions, rawMarginals } from './raw-marginals.ts'
import { eachSites } from './roll-days.server.ts'

export type DayDifference = {
  siteId: number
  /** The day, or the first day of the month. */
  day: string
  dimension: string
  member: string
  type: string
  /** The stored sum; 0 when there is none. */
  stored: number
  /** The sum of its hours, raw events or days. For a day, only the hours may differ. */
  counted: number
}

export type CheckDaysOptions = {
  /** Skips earlier days. */
  since: Date
  /** Replaces wrong rows. Call it after hourly sums were repaired. */
  repair?: boolean
}

const months = monthlyDimensions.map(monthsOf)

/** @returns the differences as found; empty when everything matches */
export async function checkDays(
  { db, now, config }: Services,
  { since, repair }: CheckDaysOptions,
): Promise<DayDifference[]> {
  return db.longTransaction(async (tx) => {
    const { rows } = await tx.execute<{ end: string | null; month: string | null }>(sql`
      select (max(day) + 1)::text as end, date_trunc('month', max(day) + 1)::date::text as month
      from rolled_days`)
    const { end, month } = rows[0] ?? {}
    if (!end || !month) return []

    // One day less than is kept, because the job that drops the oldest day may run at the same
    // time.
    const oldest = dayOf(new Date(now().getTime() - (config.rawEventDays - 1) * dayMillis))
    const kept = latest(oldest, await firstRawDay(tx), dayOf(since))

    const found: DayDifference[] = []
    await eachSites(tx, async (siteIds) => {
      const about = (from: string, to: string) => ({
        span: { from, to, siteIds },
        repair: repair === true,
      })
      found.push(...(await checkHours(tx, about(dayOf(since), end))))
      found.push(...(await checkRaw(tx, about(kept, end))))
      // Months are sums of days, so the days have to be right first.
      found.push(...(await checkMonths(tx, about(monthOf(since), month))))
    })
    return found
  })
}

/** Earlier raw events have been dropped, regardless of the current setting. */
async function firstRawDay(tx: Queries): Promise<string> {
  const { rows } = await tx.execute<{ day: string | null }>(sql`
    select min(to_date(right(child.relname, 8), 'YYYYMMDD'))::text as day
    from pg_inherits join pg_class as child on child.oid = inhrelid
    where inhparent = 'pixel_events'::regclass`)
  return rows[0]?.day ?? never
}

const never = '9999-12-31'

const latest = (...days: string[]) => days.reduce((one, other) => (one > other ? one : other))

type About = { span: SiteDays; repair: boolean }

const among = (dimensions: readonly string[]) =>
  sql`dimension = any(${sql.param([...dimensions])}::text[])`

const checkHours = (tx: Queries, { span, repair }: About) =>
  check(tx, {
    span,
    repair,
    counted: dailyMarginals(span),
    kind: sql`not ${among([...months, ...rawDimensions])}`,
  })

const checkRaw = (tx: Queries, { span, repair }: About) =>
  check(tx, { span, repair, counted: rawMarginals(span), kind: among(rawDimensions) })

const checkMonths = (tx: Queries, { span, repair }: About) =>
  check(tx, { span, repair, counted: monthlyMarginals(span), kind: among(months) })

type Checked = About & {
  counted: SQL
  /** Selects the stored rows to compare. */
  kind: SQL
}

async function check(
  tx: Queries,
  { span, repair, counted, kind }: Checked,
): Promise<DayDifference[]> {
  const { from, to, siteIds } = span
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
