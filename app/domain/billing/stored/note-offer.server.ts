/** The offer to who cancels is made once. */
import { and, isNull } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { billingAccounts } from '#app/db/schema/billing.ts'
import { cancellationDiscountCents } from '#app/domain/plans/catalog.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'

/** False: it was noted before. */
export async function noteOffer(tx: Transaction, scope: TeamScope, at: Date): Promise<boolean> {
  const noted = await tx
    .update(billingAccounts)
    .set({ cancellationOfferedAt: at })
    .where(and(inTeam(billingAccounts, scope), isNull(billingAccounts.cancellationOfferedAt)))
    .returning({ teamId: billingAccounts.teamId })
  return noted.length > 0
}

/** After a cancellation that the provider refused or didn’t answer: the offer wasn’t declined. */
export async function withdrawNote(tx: Transaction, scope: TeamScope): Promise<void> {
  await tx
    .update(billingAccounts)
    .set({ cancellationOfferedAt: null })
    .where(inTeam(billingAccounts, scope))
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
