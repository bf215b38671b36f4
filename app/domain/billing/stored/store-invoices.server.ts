import { and, eq, inArray, or } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { invoices } from '#app/db/schema/billing.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import type { ChannelName, InvoiceSnapshot } from '../channel.ts'
import { paymentFailedEmailJob, receiptEmailJob } from '../jobs.ts'
import { isOrder } from './dropped-order.server.ts'
import { isUnanswered } from './find-processing.server.ts'
import { sendIfServed } from './send-if-served.server.ts'

/** An invoice that was paid longer ago is history: its receipt would come as a surprise. */
const receiptDays = 7

/**
 * Stores invoices as their provider has them. One that is seen paid for the first time gets a receipt.
 *
 * @param unsettled the ids of those of the card's that were read although nothing lists them
 */
export async function storeInvoices(
  tx: Transaction,
  services: Services,
  {
    scope,
    channel,
    invoices: snapshots,
    unsettled,
  }: {
    scope: TeamScope
    channel: ChannelName
    invoices: readonly InvoiceSnapshot[]
    unsettled: readonly string[]
  },
): Promise<void> {
  const at = services.now()
  const ids = snapshots.map(({ providerId }) => providerId)
  const missing = unsettled.filter((id) => !ids.includes(id))
  const [stored] = await Promise.all([
    tx
      .select({
        providerId: invoices.providerId,
        state: invoices.state,
        isProcessing: invoices.isProcessing,
        isAnswered: invoices.isAnswered,
        paidCents: invoices.paidCents,
      })
      .from(invoices)
      .where(
        and(
          inTeam(invoices, scope),
          eq(invoices.channel, channel),
          inArray(invoices.providerId, ids),
        ),
      ),
    channel === 'card' ? voidMissing(tx, { scope, missing, at }) : null,
  ])
  for (const { isProcessing = false, isAnswered: isRead = true, ...read } of snapshots) {
    const before = stored.find(({ providerId }) => providerId === read.providerId)
    const paidCents = isRead ? read.paidCents : paidOf(read, before)
    const isVoid = read.state === 'void'
    const isAnswered = isVoid && ((isRead && !isProcessing) || before?.isAnswered === true)
    const snapshot = { ...read, isProcessing, isAnswered, paidCents }
    const [row] = await tx
      .insert(invoices)
      .values({ ...snapshot, teamId: scope.teamId, channel, createdAt: at, updatedAt: at })
      .onConflictDoUpdate({
        target: [invoices.channel, invoices.providerId],
        set: { ...snapshot, updatedAt: at },
        // Another team's invoice stays as it is.
        setWhere: inTeam(invoices, scope),
      })
      .returning({ uuid: invoices.uuid })
    const isNewlyPaid = snapshot.state === 'paid' && before?.state !== 'paid'
    if (row && isNewlyPaid && isRecent(snapshot, at) && snapshot.totalCents > 0) {
      const receipt = { teamId: scope.teamId, invoice: row.uuid }
      await sendIfServed(tx, services, [receiptEmailJob, receipt])
    }
    // The person who started it isn't at the screen any more.
    const hasFailed =
      snapshot.state === 'open' ||
      // The provider drops an order that isn't paid in time. Others are void because staff withdrew them.
      (isVoid && (await isOrder(tx, scope, snapshot)))
    const isCharged = isChargedLate(snapshot) && !(before && isChargedLate(before))
    if (isCharged) {
      services.log.error(
        { teamId: scope.teamId, invoice: snapshot.providerId },
        'a bank charged an invoice that is void: it has to be refunded',
      )
    }
    if (row && ((before?.isProcessing && !isProcessing && hasFailed) || isCharged)) {
      const failed = { teamId: scope.teamId, invoice: row.uuid }
      await sendIfServed(tx, services, [paymentFailedEmailJob, failed])
    }
  }
}

type Paid = Pick<InvoiceSnapshot, 'state' | 'paidCents'>

const isChargedLate = ({ state, paidCents }: Paid): boolean => state === 'void' && paidCents > 0

/** The payment of a void one isn't read for ever, and what it charged when it was stays. */
const paidOf = (read: Paid, before: Paid | undefined): number =>
  read.state === 'void' && before?.state === 'void'
    ? Math.max(read.paidCents, before.paidCents)
    : read.paidCents

/** Those that were read and no longer exist at Stripe, or only without their customer, can't be paid there any more. */
async function voidMissing(
  tx: Transaction,
  { scope, missing, at }: { scope: TeamScope; missing: readonly string[]; at: Date },
): Promise<void> {
  await tx
    .update(invoices)
    .set({ state: 'void', isProcessing: false, isAnswered: true, updatedAt: at })
    .where(
      and(
        inTeam(invoices, scope),
        eq(invoices.channel, 'card'),
        or(eq(invoices.state, 'open'), isUnanswered),
        inArray(invoices.providerId, [...missing]),
      ),
    )
}

const isRecent = ({ paidAt, issuedAt }: InvoiceSnapshot, at: Date): boolean =>
  at.getTime() - (paidAt ?? issuedAt).getTime() < receiptDays * dayMillis
