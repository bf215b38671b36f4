/**
 * Payments that a bank was working on when their organization was deleted. Nothing else is left that would hear
 * of a charge, so these are read until the bank has answered.
 */
import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { lateCharges } from '#app/db/schema/billing.ts'
import { runWithin } from '#app/lib/async/deadline.server.ts'
import { secondMillis } from '#app/lib/time.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import type { CardChannel } from '../channel.ts'
import type { Chargeable } from '../channels/charge.ts'

/** An invoice or a checkout that can still be charged. */
export type AwaitedCharge = Chargeable & {
  /** It's of a purchase or a plan that hasn't begun: charged, it has to be refunded also if it isn't void. */
  isOfOrder: boolean
}

/** Keeps the ids of a deleted team's payments. Repeatable. */
export async function noteLateCharges(
  tx: Queries,
  { team, customer, at }: { team: number; customer: string | null; at: Date },
  charges: readonly AwaitedCharge[],
): Promise<void> {
  if (charges.length === 0) return
  await tx
    .insert(lateCharges)
    .values(
      charges.map(({ kind, id: providerId, isOfOrder }) => ({
        erasedTeamId: team,
        kind,
        providerId,
        customerId: customer,
        isOfOrder,
        createdAt: at,
      })),
    )
    .onConflictDoNothing({ target: lateCharges.providerId })
}

/** One read, all its calls together. */
const readMillis = 10 * secondMillis
/** A provider that couldn't be reached so often in a row is away. */
const mostFailures = 3

/**
 * Asks what became of them. One that was charged and isn't owed is kept for staff, who refund it; others are
 * over. An invoice for a period that had begun stays paid.
 *
 * @param customer the provider's id; absent: all
 * @throws what one of the reads threw, once the others were read. A provider that is away isn't asked for all
 */
export async function readLateCharges(
  services: Pick<Services, 'db' | 'billing' | 'now' | 'log'>,
  customer?: string,
): Promise<void> {
  const { db, log, now } = services
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
  let away = 0
  for (const row of waiting) {
    try {
      await runWithin(readMillis, now, () => readOne(services, card, row))
      away = 0
    } catch (error) {
      log.warn({ err: error, [row.kind]: row.providerId }, 'a late payment wasn’t read')
      failure = error instanceof Error ? error : new Error('A late payment wasn’t read.')
      away = error instanceof TryLater ? away + 1 : 0
    }
    if (away === mostFailures) break
  }
  if (failure !== null) throw failure
}

async function readOne(
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  card: CardChannel,
  { id, kind, providerId, isOfOrder, erasedTeamId }: typeof lateCharges.$inferSelect,
): Promise<void> {
  const charge = await card.readCharge({ kind, id: providerId })
  if (charge?.isProcessing || (charge?.state === 'open' && isOfOrder)) return
  // A read at the same time may have stored it.
  const which = and(eq(lateCharges.id, id), isNull(lateCharges.chargedAt))
  const isCharged = charge !== null && charge.cents > 0
  if (!isCharged || !(charge.state === 'void' || isOfOrder)) {
    await db.system.delete(lateCharges).where(which)
    return
  }
  const stored = await db.system
    .update(lateCharges)
    .set({ chargedCents: charge.cents, currency: charge.currency, chargedAt: now() })
    .where(which)
    .returning({ id: lateCharges.id })
  if (stored.length === 0) return
  log.error(
    { teamId: erasedTeamId, [kind]: providerId },
    'a bank charged a deleted organization: it has to be refunded',
  )
}
