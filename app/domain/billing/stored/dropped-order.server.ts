import { and, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { subscriptions } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { InvoiceSnapshot } from '../channel.ts'
import {
  isOfSwitch,
  payableUntil,
  periodEndAt,
  whyDropped,
  type DroppedSwitch,
} from './switch-payment.ts'
import { hasStarted, type SubscriptionRow } from './subscription-rows.ts'

type OfOrder = Pick<InvoiceSnapshot, 'lines' | 'subscriptionProviderId'>

/** Whether an invoice by card is of a switch, or of a subscription that was never paid: void, it was dropped. */
export async function isOrder(
  tx: Queries,
  scope: TeamScope,
  { lines, subscriptionProviderId: id }: OfOrder,
): Promise<boolean> {
  if (isOfSwitch({ lines })) return true
  const row = await findSubscription(tx, scope, id)
  return row !== null && !hasStarted(row)
}

/** Why the order of a void invoice by card was dropped. Null: the invoice isn't of an order. */
export async function findDropped(
  tx: Queries,
  { scope, at }: { scope: TeamScope; at: Date },
  invoice: OfOrder & { issuedAt: Date; voidedAt: Date | null },
): Promise<DroppedSwitch['why'] | null> {
  const { issuedAt, voidedAt, subscriptionProviderId: id } = invoice
  if (!(await isOrder(tx, scope, invoice))) return null
  const row = await findSubscription(tx, scope, id)
  const period = {
    startedAt: row?.currentPeriodStartedAt ?? null,
    endsAt: row?.currentPeriodEndsAt ?? null,
  }
  // The period of a first plan begins with its order.
  const payBy = payableUntil(issuedAt, periodEndAt(issuedAt, period))
  return whyDropped({ issuedAt, payBy, voidedAt, canceledAt: row?.canceledAt ?? null }, at)
}

async function findSubscription(
  tx: Queries,
  scope: TeamScope,
  id: string | null,
): Promise<SubscriptionRow | null> {
  if (id === null) return null
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
  return row ?? null
}
