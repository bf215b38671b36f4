/**
 * Who ordered which plan, noted before the provider is asked. When its answer is lost, or the bank asks
 * first, the plan changes with a later read of the provider, and is still that person's choice.
 */
import type { Transaction } from '#app/db/db.ts'
import { billingAccounts } from '#app/db/schema/billing.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { findSwitch } from './find-switch.server.ts'

/** The provider repeats its answer to an operation for so long, and a first payment waits no longer. */
const orderMillis = dayMillis

/** A plan that no longer exists keeps its id as its name. */
export const planName = (id: string): string => findPlan(id)?.name ?? id

/** In the team's records. */
export const chosenPlan = (name: string): string => `Chose the ${name} plan.`

/** The entry of the audit log for a plan that is there: an order that waits for its payment has none. */
export const planChosen = (from: string, to: string) => ({
  act: 'billing.plan_chosen' as const,
  details: { from: planName(from), to: planName(to) },
})

/**
 * Replaces the order before. Within the lease, which has made the team's row. A switch that waits is dropped first,
 * and the order may not get through after that.
 */
export async function noteOrder(
  { db, now }: Services,
  scope: TeamScope,
  { planId, userId }: { planId: string; userId: number },
): Promise<void> {
  await db.asTeam(scope, async (tx) => {
    const { waiting } = await findSwitch(tx, scope, now())
    const isReplaced = waiting !== null && waiting.planId !== planId
    await tx
      .update(billingAccounts)
      .set({
        orderedPlanId: planId,
        orderedBy: userId,
        orderedAt: now(),
        ...(isReplaced ? { replacedInvoice: waiting.invoice } : {}),
      })
      .where(inTeam(billingAccounts, scope))
  })
}

/** The cause of a change to this plan. Null: no one ordered it lately. */
export async function findOrder(
  tx: Transaction,
  scope: TeamScope,
  { planId, at }: { planId: string; at: Date },
): Promise<{ actor: 'member'; userId: number; reason: string } | null> {
  const [order] = await tx
    .select({
      planId: billingAccounts.orderedPlanId,
      userId: billingAccounts.orderedBy,
      at: billingAccounts.orderedAt,
    })
    .from(billingAccounts)
    .where(inTeam(billingAccounts, scope))
  if (order?.userId == null || order.at === null || order.planId !== planId) return null
  if (at.getTime() - order.at.getTime() > orderMillis) return null
  return {
    actor: 'member',
    userId: order.userId,
    reason: chosenPlan(planName(planId)),
  }
}
