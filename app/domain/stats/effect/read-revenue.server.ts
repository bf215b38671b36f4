/** Purchases of the visitors of two groups, from the conversions of goals that orders reach. */
import { sql, type SQL } from 'drizzle-orm'
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
  /** How many orders of the time frame are in other currencies. */
  otherOrders: number
  /** In the currency's unit. */
  comparison: RevenueComparison
}

type RevenueGroups = {
  span: Span
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
 * Conversions from before their visitor was stored count as a visitor each.
 *
 * @returns null before there are enough orders to fix the cap
 */
export async function readRevenueEffect(
  tx: Queries,
  site: SiteScope,
  { span, group, visitors }: RevenueGroups,
): Promise<RevenueEffect | null> {
  const column = sql.identifier(group.column)
  const { rows } = await tx.execute<Row>(sql`
    with sold as materialized (${soldIn(site, span)}),
    chosen as (
      select currency from sold where is_measured group by currency order by count(*) desc, currency limit 1
    ),
    cap as (${capOfSold})
    select chosen.currency, cap.cents as cap, spent.member,
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
    group by chosen.currency, cap.cents, spent.member`)
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
    otherOrders: first.other_orders,
    comparison: compareRevenue({ shown: spendingOf('shown'), holdout: spendingOf('holdout') }),
  }
}

type Row = {
  currency: string
  cap: string
  member: string | null
  other_orders: number
  buyers: number
  sum: number
  squares: number
}

const isIn = (group: RevenueGroups['group']): SQL =>
  group.column === 'side' ? sql`experiment_id = ${group.experimentId}` : sql`true`

/** Each order once, with those before the time frame, from which the cap comes. */
const soldIn = (site: SiteScope, { from, to }: Span): SQL => {
  const earliest = new Date(from.getTime() - capDays * dayMillis)
  return sql`
    select distinct on (hit.unique_key) hit.unique_key, hit.arm, hit.visitor, hit.experiment_id, hit.side,
      hit.amount_cents, hit.currency, hit.reached_at,
      hit.reached_at >= ${from.toISOString()}::timestamptz as is_measured
    from (select * from ${goalConversions} where ${inSite(goalConversions, site)}) as hit
    join ${goals} on ${goals.id} = hit.goal_id and ${goals.kind} = 'order' and ${goals.valueCents} is null
    where hit.reached_at >= ${earliest.toISOString()}::timestamptz
      and hit.reached_at < ${to.toISOString()}::timestamptz
      and hit.amount_cents > 0 and hit.currency is not null
    order by hit.unique_key, hit.goal_id`
}

/** From earlier orders. Without enough of them, from the first ones of the time frame, which never change. */
const capOfSold = sql`
  select case
    when (select count(*) from sold where not is_measured and currency = chosen.currency)
      >= ${fewestCapOrders}
    then (
      select percentile_disc(${capQuantile}::float8) within group (order by amount_cents)
      from sold where not is_measured and currency = chosen.currency
    )
    when (select count(*) from sold where is_measured and currency = chosen.currency)
      >= ${fewestCapOrders}
    then (
      select percentile_disc(${capQuantile}::float8) within group (order by amount_cents)
      from (
        select amount_cents from sold
        where is_measured and currency = chosen.currency
        order by reached_at, unique_key limit ${fewestCapOrders}
      ) as first
    )
  end as cents
  from chosen`
