/**
 * Payments that a bank was working on when their organization was deleted. Nothing else is left that would hear
 * of a charge, so these are read until the bank has answered.
 */
import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { lateCharges } from '#app/db/schema/billing.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import type { CardChannel } from '../channel.ts'

/** An invoice whose payment is at a bank. */
export type PaymentAtBank = {
  /** The provider's id. */
  invoice: string
  /** It's of a plan that hasn't begun: charged, it has to be refunded also if its order isn't void. */
  isOfOrder: boolean
}

/** Keeps the ids of a deleted team's payments. Repeatable. */
export async function noteLateCharges(
  tx: Queries,
  { team, customer, at }: { team: number; customer: string | null; at: Date },
  payments: readonly PaymentAtBank[],
): Promise<void> {
  if (payments.length === 0) return
  await tx
    .insert(lateCharges)
    .values(
      payments.map(({ invoice: invoiceId, isOfOrder }) => ({
        erasedTeamId: team,
        invoiceId,
        customerId: customer,
        isOfOrder,
        createdAt: at,
      })),
    )
    .onConflictDoNothing({ target: lateCharges.invoiceId })
}

/**
 * Asks what became of them. One that was charged and isn't owed is kept for staff, who refund it; others are
 * over. An invoice for a period that had begun stays paid.
 *
 * @param customer the provider's id; absent: all
 * @throws what the channel throws, once the others were read
 */
export async function readLateCharges(
  services: Pick<Services, 'db' | 'billing' | 'now' | 'log'>,
  customer?: string,
): Promise<void> {
  const { db, log } = services
  const { card } = services.billing
  if (card === null) return
  const waiting = await db.system
    .select()
    .from(lateCharges)
    .where(
      and(
        isNull(lateCharges.chargedAt),
        customer === undefined ? undefined : eq(lateCharges.customerId, customer),
      ),
    )
    .orderBy(lateCharges.id)
  let failure: Error | null = null
  for (const row of waiting) {
    try {
      await readOne(services, card, row)
    } catch (error) {
      if (!isFailedCall(error)) throw error
      log.warn({ err: error, invoice: row.invoiceId }, 'a late payment wasn’t read')
      failure = error
    }
  }
  if (failure !== null) throw failure
}

async function readOne(
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  card: CardChannel,
  { id, invoiceId, isOfOrder, erasedTeamId }: typeof lateCharges.$inferSelect,
): Promise<void> {
  const [invoice] = await card.readInvoices([invoiceId])
  if (invoice?.isProcessing) return
  // A read at the same time may have stored it.
  const which = and(eq(lateCharges.id, id), isNull(lateCharges.chargedAt))
  const isCharged = invoice !== undefined && invoice.paidCents > 0
  if (!isCharged || !(invoice.state === 'void' || isOfOrder)) {
    await db.system.delete(lateCharges).where(which)
    return
  }
  const stored = await db.system
    .update(lateCharges)
    .set({ chargedCents: invoice.paidCents, currency: invoice.currency, chargedAt: now() })
    .where(which)
    .returning({ id: lateCharges.id })
  if (stored.length === 0) return
  log.error(
    { teamId: erasedTeamId, invoice: invoiceId },
    'a bank charged a deleted organization: it has to be refunded',
  )
}
