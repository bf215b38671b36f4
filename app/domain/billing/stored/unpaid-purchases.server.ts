import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { purchases } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'

/** Purchases whose payment hasn't arrived: their checkout is open, or a bank works on it. */
export type UnpaidPurchases = {
  count: number
  /** The sum of their prices, in the catalog's currency. */
  cents: number
  /** All of them are paid by card, so their checkouts can be closed. */
  areByCard: boolean
}

export async function readUnpaidPurchases(tx: Queries, scope: TeamScope): Promise<UnpaidPurchases> {
  const [row] = await tx
    .select({
      count: sql`count(*)`.mapWith(Number),
      cents: sql`coalesce(sum(${purchases.priceCents}), 0)`.mapWith(Number),
      areByCard: sql<boolean>`coalesce(bool_and(${purchases.channel} = 'card'), false)`,
    })
    .from(purchases)
    .where(
      and(inTeam(purchases, scope), eq(purchases.state, 'open'), isNotNull(purchases.providerId)),
    )
  return row ?? { count: 0, cents: 0, areByCard: false }
}
