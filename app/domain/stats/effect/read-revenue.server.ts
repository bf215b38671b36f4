/** Purchases of the visitors of two groups, from the conversions of goals that orders reach. */
import { sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { activities } from '#app/db/schema/activities.ts'
import { goalConversions, goals } from '#app/db/schema/goals.ts'
import type { Queries } from '#app/db/db.ts'
import type { Span } from '#app/lib/days/counted-days.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { compareRevenue, type RevenueComparison } from './compare-revenue.ts'
import type { Count } from './intervals.ts'
import { capDays, capQuantile, fewestCapOrders } from './revenue-cap.ts'

export type RevenueEffect = {
  /** ISO 4217: the currency of most orders. Orders in others are left out. */
  currency: string
  /** The most that a visitor counts with, in the currency's unit. */
  cap: number
  /** The orders that it is made from: those before the start, or the first ones since. */
  capFrom: 'earlier' | 'first'
  /** How many orders of the time frame are in other currencies. */
  otherOrders: number
  /** In the currency's unit. */
  comparison: RevenueComparison
}

type RevenueGroups = {
  span: Span
  /** When the group or experiment began: the cap is fixed from there, whichever days are measured. */
  start: Date
  /** Distinguishes the groups: a column of the conversions, and its value for each group. */
  group: { column: 'arm'; shown: 'shown'; holdout: 'holdout' } | VariantGroups
  visitors: Record<'shown' | 'holdout', Pick<Count, 'visitors'>>
}

type VariantGroups = {
  column: 'side'
  experimentId: number
  shown: 'a' | 'b'
  holdout: 'a' | 'b'
}

/**
 * Orders count by what they are worth, so goals with a value of their owner's are left out. An order that
 * reaches several goals counts once, and orders that only the shop's server reported belong to no visitor.
 * Conversions from before their visitor was stored count as a visitor each. Orders whose activity is canceled,
 * refunded, held or a test are in neither group, from the next look on; the cap, which is fixed, keeps them.
 *
 * @returns null before there are enough orders to fix the cap
 */
export async function readRevenueEffect(
  tx: Queries,
  site: SiteScope,
  { span, start, group, visitors }: RevenueGroups,
): Promise<RevenueEffect | null> {
  const column = sql.identifier(group.column)
  const { rows } = await tx.execute<Row>(sql`
    with sold as materialized (${soldIn(site, span, start)}),
    chosen as (
      select currency from sold where is_measured group by currency order by count(*) desc, currency limit 1
    ),
    cap as (${capOfSold})
    select chosen.currency, cap.cents as cap, cap.is_earlier, spent.member,
      (select count(*)::int from sold where is_measured and currency <> chosen.currency) as other_orders,
      count(spent.buyer)::int as buyers,
      coalesce(sum(least(spent.cents, cap.cents)), 0)::float8 as sum,
      coalesce(sum(least(spent.cents, cap.cents)::float8 ^ 2), 0)::float8 as squares
    from chosen cross join cap
    left join (
      select ${column} as member, currency, coalesce(encode(visitor, 'hex'), unique_key) as buyer,
        sum(amount_cents) as cents
      from sold
      where is_measured and ${column} in (${group.shown}, ${group.holdout}) and ${isIn(group)}
      group by 1, 2, 3
    ) as spent on spent.currency = chosen.currency
    where cap.cents is not null
    group by chosen.currency, cap.cents, cap.is_earlier, spent.member`)
  const [first] = rows
  if (!first) return null
  const spendingOf = (name: 'shown' | 'holdout') => {
    const row = rows.find(({ member }) => member === group[name])
    const units = { sum: (row?.sum ?? 0) / 100, squares: (row?.squares ?? 0) / 100 ** 2 }
    return { visitors: visitors[name].visitors, buyers: row?.buyers ?? 0, ...units }
  }
  return {
    currency: first.currency,
    cap: Number(first.cap) / 100,
    capFrom: first.is_earlier ? 'earlier' : 'first',
    otherOrders: first.other_orders,
    comparison: compareRevenue({ shown: spendingOf('shown'), holdout: spendingOf('holdout') }),
  }
}

type Row = {
  currency: string
  cap: string
  is_earlier: boolean
  member: string | null
  other_orders: number
  buyers: number
  sum: number
  squares: number
}

const isIn = (group: RevenueGroups['group']): SQL =>
  group.column === 'side' ? sql`experiment_id = ${group.experimentId}` : sql`true`

/** Each order once, with those before the start, from which the cap comes. */
const soldIn = (site: SiteScope, { from, to }: Span, start: Date): SQL => {
  const earliest = new Date(Math.min(start.getTime(), from.getTime()) - capDays * dayMillis)
  return sql`
    select distinct on (hit.unique_key) hit.unique_key, hit.arm, hit.visitor, hit.experiment_id, hit.side,
      hit.amount_cents, hit.currency, hit.reached_at,
      hit.reached_at < ${start.toISOString()}::timestamptz as is_earlier,
      hit.reached_at >= ${from.toISOString()}::timestamptz and ${isKept(site)} as is_measured
    from (select * from ${goalConversions} where ${inSite(goalConversions, site)}) as hit
    join ${goals} on ${goals.id} = hit.goal_id and ${goals.kind} = 'order' and ${goals.valueCents} is null
    where hit.reached_at >= ${earliest.toISOString()}::timestamptz
      and hit.reached_at < ${to.toISOString()}::timestamptz
      and hit.amount_cents > 0 and hit.currency is not null
    order by hit.unique_key, hit.goal_id`
}

const made = alias(activities, 'made')

/**
 * An order that only pages reported has no activity and is kept. The number is that of the first account that
 * has it, and another account's key names it (orderKeyOf).
 */
const isKept = (site: SiteScope): SQL => sql`coalesce(
  (${isSoldAs(site, sql`made.external_id = substr(hit.unique_key, 7)`)}),
  (${isSoldAs(
    site,
    sql`made.external_id = substring(hit.unique_key from '^order:(.*) of ')
      and made.account = substring(hit.unique_key from '^order:.* of (.*)$')`,
  )}),
  true)`

/** Like the orders and revenue of the statistics. */
const isSoldAs = (site: SiteScope, isOrder: SQL): SQL => sql`
  select coalesce(made.state, 'confirmed') = 'confirmed' and made.approval <> 'quarantined'
    and made.is_test is not true
  from ${activities} as made
  where ${inSite(made, site)} and made.kind = 'purchase' and ${isOrder}
  order by made.id limit 1`

/**
 * From orders before the start. Without enough of them, from the first ones since, which never change. Orders
 * count as they were placed: a refund must not move it.
 */
const capOfSold = sql`
  select percentile_disc(${capQuantile}::float8) within group (order by ranked.amount_cents) as cents,
    bool_and(ranked.is_earlier) as is_earlier
  from chosen
  cross join lateral (
    select amount_cents, is_earlier, count(*) over () as orders from sold
    where is_earlier and currency = chosen.currency
    union all
    select * from (
      select amount_cents, is_earlier, count(*) over () as orders from sold
      where not is_earlier and currency = chosen.currency
      order by reached_at, unique_key limit ${fewestCapOrders}
    ) as first
    where (select count(*) from sold where is_earlier and currency = chosen.currency) < ${fewestCapOrders}
  ) as ranked
  where ranked.orders >= ${fewestCapOrders}`
