/** Total payments of organizations so far. */
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { invoices, purchases } from '#app/db/schema/billing.ts'
import type { Services } from '#app/services.ts'

/**
 * Paid invoices, and what was bought without one, as Shopify and Wix send none.
 *
 * @returns US cents by team; a team that never paid has no entry
 */
export async function sumPaid(
  { db }: Services,
  teamIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (teamIds.length === 0) return new Map()
  const sumOf = (cents: typeof invoices.paidCents | typeof purchases.priceCents) =>
    sql`sum(${cents})`.mapWith(Number)
  const [invoiced, bought] = await Promise.all([
    db.system
      .select({ teamId: invoices.teamId, cents: sumOf(invoices.paidCents) })
      .from(invoices)
      .where(and(inArray(invoices.teamId, [...teamIds]), eq(invoices.state, 'paid')))
      .groupBy(invoices.teamId),
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
  const total = new Map<number, number>()
  for (const { teamId, cents } of [...invoiced, ...bought]) {
    total.set(teamId, (total.get(teamId) ?? 0) + cents)
  }
  return total
}
