/** Invoices that were issued and not paid, also those of plans that have ended. */
import { and, asc, eq, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { invoices, subscriptions } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { sumByCurrency, type Money } from '#app/lib/money.ts'
import type { Services } from '#app/services.ts'
import { hasBenefits } from './store-subscriptions.server.ts'

export type OpenPayment = {
  /** The provider's id of the subscription. */
  subscription: string
  planId: string
  cents: number
  currency: string
  /** The plan no longer runs, and paying doesn't bring it back. */
  hasEnded: boolean
}

/** An open invoice of the subscription in the query around it. */
export const isOpenOfSubscription = and(
  eq(invoices.teamId, subscriptions.teamId),
  eq(invoices.channel, subscriptions.channel),
  eq(invoices.subscriptionProviderId, subscriptions.providerId),
  eq(invoices.state, 'open'),
)

/** The rest to pay of the subscription's open invoices, which are in its currency. */
export const owedCents = sql`coalesce((
  select sum(coalesce(${invoices.dueCents}, ${invoices.totalCents}) - ${invoices.paidCents})
  from ${invoices} where ${isOpenOfSubscription}), 0)`.mapWith(Number)

/** Whether a bank works on a payment of the subscription in the query around it. */
export const isBeingPaid = sql`exists (
  select from ${invoices} where ${isOpenOfSubscription} and ${invoices.isProcessing})`.mapWith(
  Boolean,
)

/** Subscriptions that money is owed for: overdue, or ended or paused with an open invoice. */
export const isOwing = (): SQL | undefined =>
  or(
    isNotNull(subscriptions.pastDueSince),
    and(
      inArray(subscriptions.state, ['paused', 'ended']),
      sql`exists (select from ${invoices} where ${isOpenOfSubscription})`,
    ),
  )

/**
 * The rest to pay of what ended plans left open, one sum for each currency. A plan has also ended once its
 * days of grace have, before the provider ends its subscription.
 */
export async function readEndedDebt(
  { db, now }: Pick<Services, 'db' | 'now'>,
  scope: TeamScope,
): Promise<Money[]> {
  const rows = await db.system
    .select({ row: subscriptions, cents: owedCents, currency: subscriptions.currency })
    .from(subscriptions)
    .where(and(inTeam(subscriptions, scope), eq(subscriptions.channel, 'card'), isOwing()))
    .orderBy(asc(subscriptions.id))
  return sumByCurrency(rows.filter(({ row }) => !hasBenefits(row, now())))
}

/** The running subscription's comes first, then the oldest. Null: nothing is owed. */
export async function findOpenPayment(
  tx: Transaction,
  scope: TeamScope,
): Promise<OpenPayment | null> {
  const rows = await tx
    .select({
      subscription: subscriptions.providerId,
      planId: subscriptions.planId,
      cents: owedCents,
      currency: subscriptions.currency,
      state: subscriptions.state,
    })
    .from(subscriptions)
    .where(and(inTeam(subscriptions, scope), eq(subscriptions.channel, 'card'), isOwing()))
    .orderBy(asc(eq(subscriptions.state, 'ended')), asc(subscriptions.id))
    .limit(1)
  const [owed] = rows
  if (!owed) return null
  const { state, ...payment } = owed
  return { ...payment, hasEnded: state === 'ended' }
}
