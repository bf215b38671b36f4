import { and, eq, gte, lte, ne } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { subscriptions } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import { billedTeam } from '../billed-team.ts'
import type { InvoiceSnapshot } from '../channel.ts'
import {
  isOfSwitch,
  payableUntil,
  periodEndAt,
  sameMillis,
  whyDropped,
  type WhyDropped,
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

/**
 * Why the order of a void invoice by card was dropped. Null: the invoice isn't of an order, or its order was
 * replaced by the next one.
 */
export async function findDropped(
  tx: Queries,
  { scope, at }: { scope: TeamScope; at: Date },
  invoice: OfOrder & { issuedAt: Date; voidedAt: Date | null },
): Promise<WhyDropped | null> {
  const { issuedAt, voidedAt, subscriptionProviderId: id } = invoice
  if (!(await isOrder(tx, scope, invoice))) return null
  const row = await findSubscription(tx, scope, id)
  if (row && voidedAt && (await isReplaced(tx, row, voidedAt))) return null
  const period = {
    startedAt: row?.currentPeriodStartedAt ?? null,
    endsAt: row?.currentPeriodEndsAt ?? null,
  }
  // The period of a first plan begins with its order.
  const payBy = payableUntil(issuedAt, periodEndAt(issuedAt, period))
  return whyDropped({ issuedAt, payBy, voidedAt, canceledAt: row?.canceledAt ?? null }, at)
}

/**
 * A new order first drops one that was never paid (`subscribe` in app/clients/stripe), within the minute of a
 * change. Stripe then says that it was canceled, which no one did.
 */
async function isReplaced(tx: Queries, row: SubscriptionRow, voidedAt: Date): Promise<boolean> {
  if (hasStarted(row)) return false
  const [next] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        inTeam(subscriptions, billedTeam(row)),
        eq(subscriptions.channel, 'card'),
        ne(subscriptions.id, row.id),
        gte(subscriptions.createdAt, new Date(voidedAt.getTime() - sameMillis)),
        lte(subscriptions.createdAt, new Date(voidedAt.getTime() + minuteMillis)),
      ),
    )
    .limit(1)
  return next !== undefined
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
