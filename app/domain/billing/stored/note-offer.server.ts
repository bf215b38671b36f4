/** The offer to who cancels is made once. */
import { and, isNull } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { billingAccounts } from '#app/db/schema/billing.ts'
import { cancellationDiscountCents } from '#app/domain/plans/catalog.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import { offerFor, offerIn } from '../discounts.ts'
import type { SubscriptionRow } from './subscription-rows.ts'

/**
 * Notes what a read shows of the offer: that it applies, or that its plan was canceled, which declines it. Both
 * also once the process that asked for it has ended, or the provider's answer was lost, and nothing of a
 * cancellation that wasn't made.
 *
 * @param before the subscription as it was stored. Absent: it's new
 */
export async function noteOffers(
  tx: Transaction,
  scope: TeamScope,
  { before, main, userId, at }: { before: Row | undefined; main: Row | undefined } & By,
): Promise<void> {
  if (main && offerIn(main.discount) !== null) await noteAccepted(tx, scope, { userId, at })
  const wasOffered =
    before?.channel === 'card' && before.state === 'active' && offerFor(before, at) !== null
  if (wasOffered && main?.state === 'cancelled') await noteOffer(tx, scope, at)
}

type Row = Parameters<typeof offerFor>[0] & Pick<SubscriptionRow, 'channel' | 'state' | 'discount'>
type By = { userId: number; at: Date }

/** False: it was noted before. */
async function noteOffer(tx: Transaction, scope: TeamScope, at: Date): Promise<boolean> {
  const noted = await tx
    .update(billingAccounts)
    .set({ cancellationOfferedAt: at })
    .where(and(inTeam(billingAccounts, scope), isNull(billingAccounts.cancellationOfferedAt)))
    .returning({ teamId: billingAccounts.teamId })
  return noted.length > 0
}

/**
 * Notes and records the offer that the provider applies. Its discount is the proof, also when the process that
 * asked for it ended before it could note that.
 *
 * @param by `userId` is the person, or the owner where that isn’t known any more
 */
export async function noteAccepted(
  tx: Transaction,
  scope: TeamScope,
  { userId, at }: { userId: number; at: Date },
): Promise<void> {
  if (!(await noteOffer(tx, scope, at))) return
  await recordAct(
    tx,
    { teamId: scope.teamId, actor: { id: userId }, at },
    { act: 'billing.offer_accepted', details: { cents: cancellationDiscountCents } },
  )
}
