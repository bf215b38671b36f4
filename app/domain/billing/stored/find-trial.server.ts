import { and, gt, isNotNull } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { billingAccounts } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'

/** The plan of the trial without a subscription that runs then, also beneath a subscription. Null: none. */
export async function findTrialPlan(
  tx: Transaction,
  scope: TeamScope,
  at: Date,
): Promise<string | null> {
  const [row] = await tx
    .select({ plan: billingAccounts.trialPlan })
    .from(billingAccounts)
    .where(
      and(
        inTeam(billingAccounts, scope),
        gt(billingAccounts.trialEndsAt, at),
        isNotNull(billingAccounts.trialPlan),
      ),
    )
  return row?.plan ?? null
}
