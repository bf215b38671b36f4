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
export type Revenue = {
  /** ISO 4217. */
  currency: string
  /** By day, in cents. */
  cents: number[]
}

export type OrderDays = {
  days: string[]
  /** By day. */
  orders: number[]
  /** The currency with the most orders first. Empty without an amount. */
  revenue: Revenue[]
}

/**
 * Confirmed orders: without tests, canceled and refunded ones, payments of an order that is counted
 * itself, and orders that only a page reported and that still wait for approval. Hidden ones were sold, too.
 *
 * @param except leaves out orders of this time frame
 */
export async function readOrderDays(
  { db }: Services,
  site: SiteScope,
  { except, ...range }: Days & { except?: Span },
): Promise<OrderDays> {
  const { days, starts, span } = gridOf(site.timeZone, range)
  const bounds = starts.map((start) => start.toISOString())
  const at = activities.occurredAt
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({
        place: sql<number>`width_bucket(${at}, ${sql.param(bounds)}::timestamptz[]) - 1`,
        currency: activities.currency,
        orders: sql<number>`count(*)::int`,
        cents: sql<number>`coalesce(sum(${activities.amountCents}), 0)::float8`,
      })
      .from(activities)
      .where(
        and(
          inSite(activities, site),
          isSold,
          gte(at, span.from),
          lt(at, span.to),
          except && or(lt(at, except.from), gte(at, except.to)),
        ),
      )
      // By its place, because the expression's parameters would differ.
      .groupBy(sql`1`, activities.currency),
  )

  const orders = days.map(() => 0)
  const counts = new Map<string, number>()
  const sums = new Map<string, number[]>()
  for (const { place, currency, orders: count, cents } of rows) {
    orders[place] = (orders[place] ?? 0) + count
    if (currency === null) continue
    counts.set(currency, (counts.get(currency) ?? 0) + count)
    const byDay = sums.get(currency) ?? days.map(() => 0)
    byDay[place] = (byDay[place] ?? 0) + cents
    sums.set(currency, byDay)
  }
  const revenue = [...sums]
    .map(([currency, cents]) => ({ currency, cents }))
    .toSorted(
      (one, other) =>
        (counts.get(other.currency) ?? 0) - (counts.get(one.currency) ?? 0) ||
        (one.currency < other.currency ? -1 : 1),
    )
  return { days, orders, revenue }
}

/** A state is missing from orders that were stored before states were. */
const isSold = and(
  eq(activities.kind, 'purchase'),
  isNull(activities.sameSaleAs),
  sql`${activities.isTest} is not true`,
  ne(activities.approval, 'quarantined'),
  or(isNull(activities.state), eq(activities.state, 'confirmed')),
)
