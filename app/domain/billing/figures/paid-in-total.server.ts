/** Total payments of organizations so far. */
import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { invoices, purchases } from '#app/db/schema/billing.ts'
import { currency } from '#app/domain/plans/catalog.ts'
import { sumByCurrency, type Money } from '#app/lib/money.ts'
import type { Services } from '#app/services.ts'

/**
 * Paid invoices, and what was bought without one, as Shopify and Wix send none.
 *
 * @returns one sum for each currency, by team; a team that never paid has an empty list
 */
export async function sumPaid(
  { db }: Services,
  teamIds: readonly number[],
): Promise<ReadonlyMap<number, Money[]>> {
  if (teamIds.length === 0) return new Map()
  const sumOf = (cents: typeof invoices.paidCents | typeof purchases.priceCents) =>
    sql`sum(${cents})`.mapWith(Number)
  const [invoiced, bought] = await Promise.all([
    db.system
      .select({
        teamId: invoices.teamId,
        currency: invoices.currency,
        cents: sumOf(invoices.paidCents),
      })
      .from(invoices)
      .where(and(inArray(invoices.teamId, [...teamIds]), eq(invoices.state, 'paid')))
      .groupBy(invoices.teamId, invoices.currency)
      .orderBy(desc(eq(invoices.currency, currency)), invoices.currency),
    db.system
      .select({ teamId: purchases.teamId, cents: sumOf(purchases.priceCents) })
      .from(purchases)
      .where(
        and(
          inArray(purchases.teamId, [...teamIds]),
          ne(purchases.channel, 'card'),
          isNotNull(purchases.paidAt),
        ),
      )
      .groupBy(purchases.teamId),
  ])
  const paid = [...invoiced, ...bought.map((one) => ({ ...one, currency }))]
  return new Map(
    teamIds.map((id) => [id, sumByCurrency(paid.filter(({ teamId }) => teamId === id))]),
  )
}
