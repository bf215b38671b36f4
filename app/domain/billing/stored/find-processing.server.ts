import { and, desc, eq, or } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { invoices } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Money } from '#app/lib/money.ts'
import { isOfSwitch } from './switch-payment.ts'

/** An invoice that a bank is about to pay. */
export const isBeingProcessed = and(
  eq(invoices.channel, 'card'),
  eq(invoices.state, 'open'),
  eq(invoices.isProcessing, true),
)

/** A void invoice that a bank worked on when it was last read, and can still charge. Nothing waits for it. */
export const isDroppedAtBank = and(
  eq(invoices.channel, 'card'),
  eq(invoices.state, 'void'),
  eq(invoices.isProcessing, true),
)

/** A void invoice whose payment wasn't read to its end: also one that isn't known to be at a bank any more. */
export const isUnanswered = and(
  eq(invoices.channel, 'card'),
  eq(invoices.state, 'void'),
  eq(invoices.isAnswered, false),
)

/** The provider's ids of invoices whose bank may still work on their payment. */
export async function listAtBank(tx: Queries, scope: TeamScope): Promise<string[]> {
  const rows = await tx
    .select({ id: invoices.providerId })
    .from(invoices)
    .where(and(inTeam(invoices, scope), or(isBeingProcessed, isUnanswered)))
  return rows.map(({ id }) => id)
}

/** The provider's ids of invoices that aren't settled: open ones, and those whose bank may still work on their payment. */
export async function listUnsettled(tx: Queries, scope: TeamScope): Promise<string[]> {
  const isOpen = and(eq(invoices.channel, 'card'), eq(invoices.state, 'open'))
  const rows = await tx
    .select({ id: invoices.providerId })
    .from(invoices)
    .where(and(inTeam(invoices, scope), or(isOpen, isUnanswered)))
  return rows.map(({ id }) => id)
}

export type ProcessedPayment = Money & {
  /** The provider's id of the subscription. Null: none. */
  subscription: string | null
  /** It's of a switch, which canceling the plan drops with its invoice. */
  isOfSwitch: boolean
}

/** The newest payment that the bank is processing. Null: none. */
export async function findProcessing(
  tx: Queries,
  scope: TeamScope,
): Promise<ProcessedPayment | null> {
  const [row] = await tx
    .select({
      totalCents: invoices.totalCents,
      dueCents: invoices.dueCents,
      paidCents: invoices.paidCents,
      currency: invoices.currency,
      lines: invoices.lines,
      subscription: invoices.subscriptionProviderId,
    })
    .from(invoices)
    .where(and(inTeam(invoices, scope), isBeingProcessed))
    .orderBy(desc(invoices.issuedAt), desc(invoices.id))
    .limit(1)
  if (!row) return null
  const cents = (row.dueCents ?? row.totalCents) - row.paidCents
  const { subscription, currency } = row
  return { subscription, cents, currency, isOfSwitch: isOfSwitch(row) }
}
