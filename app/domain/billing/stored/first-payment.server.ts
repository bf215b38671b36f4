/** The first payment of a plan, which starts with it. */
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { subscriptions } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Money } from '#app/lib/money.ts'
import { owedCents } from './open-payment.server.ts'
import { payableUntil } from './switch-payment.ts'

/** After that the provider drops the order. */
export type FirstPayment = Money & { payBy: Date }

/** Null: no order by card waits for one. */
export async function findFirstPayment(
  tx: Transaction,
  scope: TeamScope,
): Promise<FirstPayment | null> {
  const [row] = await tx
    .select({
      cents: owedCents,
      currency: subscriptions.currency,
      createdAt: subscriptions.createdAt,
    })
    .from(subscriptions)
    .where(
      and(
        inTeam(subscriptions, scope),
        eq(subscriptions.channel, 'card'),
        eq(subscriptions.state, 'incomplete'),
      ),
    )
  if (!row || row.cents <= 0) return null
  const { createdAt, ...money } = row
  return { ...money, payBy: payableUntil(createdAt, null) }
}
