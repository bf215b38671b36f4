import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { invoices } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Money } from '#app/lib/money.ts'

/** An invoice that a bank is about to pay. */
export const isBeingProcessed = and(
  eq(invoices.channel, 'card'),
  eq(invoices.state, 'open'),
  eq(invoices.isProcessing, true),
)

/** An invoice that a bank works on. A void one's order was dropped, and its bank can still charge it. */
export const isAtBank = and(
  eq(invoices.channel, 'card'),
  inArray(invoices.state, ['open', 'void']),
  eq(invoices.isProcessing, true),
)

export type ProcessedPayment = Money & {
  /** Its order was dropped, so nothing follows once it’s paid. */
  isDropped: boolean
}

/** The newest payment that the bank is processing. Null: none. */
export async function findProcessing(
  tx: Queries,
  scope: TeamScope,
): Promise<ProcessedPayment | null> {
  const [row] = await tx
    .select({
      state: invoices.state,
      totalCents: invoices.totalCents,
      dueCents: invoices.dueCents,
      paidCents: invoices.paidCents,
      currency: invoices.currency,
    })
    .from(invoices)
    .where(and(inTeam(invoices, scope), isAtBank))
    .orderBy(desc(invoices.issuedAt), desc(invoices.id))
    .limit(1)
  return row
    ? {
        cents: (row.dueCents ?? row.totalCents) - row.paidCents,
        currency: row.currency,
        isDropped: row.state === 'void',
      }
    : null
}
