import { and, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { subscriptions } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { InvoiceSnapshot } from '../channel.ts'
import { isOfSwitch } from './switch-payment.ts'
import { hasStarted } from './subscription-rows.ts'

/** Whether an invoice by card is of a switch, or of a subscription that was never paid: void, it was dropped. */
export async function isOrder(
  tx: Queries,
  scope: TeamScope,
  { lines, subscriptionProviderId: id }: Pick<InvoiceSnapshot, 'lines' | 'subscriptionProviderId'>,
): Promise<boolean> {
  if (isOfSwitch({ lines })) return true
  if (id === null) return false
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(
      and(
        inTeam(subscriptions, scope),
        eq(subscriptions.channel, 'card'),
        eq(subscriptions.providerId, id),
      ),
    )
  return row !== undefined && !hasStarted(row)
}
