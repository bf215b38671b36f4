/**
 * Orders and revenue by day, for home and the statistics. An order counts on the day it was placed, in
 * the site's time zone.
 */
import { and, eq, gte, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { activities } from '#app/db/schema/activities.ts'
import type { Services } from '#app/services.ts'
import { gridOf, type Days, type Span } from '#app/lib/days/counted-days.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

/** Amounts of one currency. Amounts of two currencies are never added. */
type Revenue = {
  /** ISO 4217. */
  currency: string
  /** By day, in cents. */
  cents: number[]
  /** In the wanted part of the days. */
  centsInPart: number
}

export type OrderDays = {
  days: string[]
  /** By day. */
  orders: number[]
  /** In the wanted part of the days. */
  ordersInPart: number
  /** The currency with the most orders first. Empty without an amount. */
  revenue: Revenue[]
}

/**
 * Confirmed orders: without tests, canceled and refunded ones, payments of an order that is counted
 * itself, and orders that only a page reported and that still wait for approval. Hidden ones were sold, too.
 *
 * @param part a part of the days, of which they are counted once more
 */
export async function readOrderDays(
  { db }: Services,
  site: SiteScope,
  { part, ...range }: Days & { part?: Span },
): Promise<OrderDays> {
  const { days, starts, span } = gridOf(site.timeZone, range)
  const bounds = starts.map((start) => start.toISOString())
  const at = activities.occurredAt
  const inPart = part ? and(gte(at, part.from), lt(at, part.to)) : sql`false`
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({
        place: sql<number>`width_bucket(${at}, ${sql.param(bounds)}::timestamptz[]) - 1`,
        currency: activities.currency,
        orders: sql<number>`count(*)::int`,
        ordersInPart: sql<number>`(count(*) filter (where ${inPart}))::int`,
        cents: sql<number>`coalesce(sum(${activities.amountCents}), 0)::float8`,
        centsInPart: sql<number>`coalesce(
          sum(${activities.amountCents}) filter (where ${inPart}), 0)::float8`,
      })
      .from(activities)
      .where(and(inSite(activities, site), isSold, gte(at, span.from), lt(at, span.to)))
      // By its place, because the expression's parameters would differ.
      .groupBy(sql`1`, activities.currency),
  )

  const orders = days.map(() => 0)
  const found = new Map<string, Revenue & { orders: number }>()
  for (const { place, currency, ...row } of rows) {
    orders[place] = (orders[place] ?? 0) + row.orders
    if (currency === null) continue
    const sums = found.get(currency) ?? {
      currency,
      cents: days.map(() => 0),
      centsInPart: 0,
      orders: 0,
    }
    sums.cents[place] = (sums.cents[place] ?? 0) + row.cents
    sums.centsInPart += row.centsInPart
    sums.orders += row.orders
    found.set(currency, sums)
  }
  return {
    days,
    orders,
    ordersInPart: rows.reduce((sum, row) => sum + row.ordersInPart, 0),
    revenue: [...found.values()]
      .toSorted(
        (one, other) => other.orders - one.orders || (one.currency < other.currency ? -1 : 1),
      )
      .map(({ orders: _orders, ...revenue }) => revenue),
  }
}

/** A state is missing from orders that were stored before states were. */
const isSold = and(
  eq(activities.kind, 'purchase'),
  isNull(activities.sameSaleAs),
  sql`${activities.isTest} is not true`,
  ne(activities.approval, 'quarantined'),
  or(isNull(activities.state), eq(activities.state, 'confirmed')),
)
