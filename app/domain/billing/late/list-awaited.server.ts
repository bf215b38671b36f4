import { and, eq, gt, isNotNull, or } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { invoices, purchases } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { isOrder } from '../stored/dropped-order.server.ts'
import { isBeingProcessed, isDroppedAtBank } from '../stored/find-processing.server.ts'
import type { AwaitedCharge } from './late-charges.server.ts'

/**
 * Charges by card that a deleted team can still get, or has to get back: invoices at a bank, open ones of an
 * order, void ones that a bank charged, and checkouts that weren't paid when they were last read.
 */
export async function listAwaited(tx: Transaction, scope: TeamScope): Promise<AwaitedCharge[]> {
  const rows = await tx
    .select({
      id: invoices.providerId,
      state: invoices.state,
      isProcessing: invoices.isProcessing,
      lines: invoices.lines,
      subscriptionProviderId: invoices.subscriptionProviderId,
    })
    .from(invoices)
    .where(
      and(
        inTeam(invoices, scope),
        eq(invoices.channel, 'card'),
        or(
          eq(invoices.state, 'open'),
          isBeingProcessed,
          isDroppedAtBank,
          and(eq(invoices.state, 'void'), gt(invoices.paidCents, 0)),
        ),
      ),
    )
    .orderBy(invoices.id)
  const awaited: AwaitedCharge[] = []
  for (const { id, state, isProcessing, ...of } of rows) {
    const isOfOrder = await isOrder(tx, scope, of)
    // An open one for a period that has begun stays owed.
    if (state === 'open' && !isProcessing && !isOfOrder) continue
    awaited.push({ kind: 'invoice', id, isOfOrder })
  }
  const open = await tx
    .select({ id: purchases.providerId })
    .from(purchases)
    .where(
      and(
        inTeam(purchases, scope),
        eq(purchases.channel, 'card'),
        eq(purchases.state, 'open'),
        isNotNull(purchases.providerId),
      ),
    )
    .orderBy(purchases.id)
  for (const { id } of open) {
    if (id !== null) awaited.push({ kind: 'checkout', id, isOfOrder: true })
  }
  return awaited
}
