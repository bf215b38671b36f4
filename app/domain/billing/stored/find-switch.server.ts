import { and, desc, eq, gte, inArray, isNull } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { billingAccounts, invoices, subscriptions } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import {
  isOfSwitch,
  orderedPlan,
  payableUntil,
  periodEndAt,
  type DroppedSwitch,
  type WaitingSwitch,
  whyDropped,
} from './switch-payment.ts'
import { mainType } from './subscription-rows.ts'

export type SwitchPayment = {
  /** Null: none waits for its payment. */
  waiting: WaitingSwitch | null
  /** Null: the last order wasn't a switch, or isn't dropped. */
  dropped: DroppedSwitch | null
}

const none: SwitchPayment = { waiting: null, dropped: null }

/** Finds the outcome of the last switch by card, if that was within a day. */
export async function findSwitch(
  tx: Transaction,
  scope: TeamScope,
  at: Date,
): Promise<SwitchPayment> {
  const since = new Date(at.getTime() - 2 * dayMillis)
  const [rows, [order]] = await Promise.all([
    listInvoices(tx, scope, since),
    tx
      .select({
        planId: billingAccounts.orderedPlanId,
        at: billingAccounts.orderedAt,
        replacedInvoice: billingAccounts.replacedInvoice,
      })
      .from(billingAccounts)
      .where(inTeam(billingAccounts, scope)),
  ])
  const newest = rows.find(isOfSwitch)
  if (!newest) return none
  const { issuedAt, subscription, planId: currentPlanId, period, switchPlanId } = newest
  const payBy = payableUntil(issuedAt, periodEndAt(issuedAt, period))
  if (newest.state === 'open' && payBy > at) {
    const cents = (newest.dueCents ?? newest.totalCents) - newest.paidCents
    const { uuid: invoice, currency } = newest
    const waiting = { subscription, invoice, planId: switchPlanId, cents, currency, payBy }
    return { waiting, dropped: null }
  }
  // One that was dropped before it was read is known from its order alone.
  const planId = switchPlanId ?? orderedPlan(order, { issuedAt, currentPlanId })
  // Another quantity of the plan, or a plan that came without this invoice.
  if (planId === null || planId === currentPlanId) return none
  if (newest.state === 'paid' || newest.state === 'uncollectible') return none
  // Its bank can still charge it, or has.
  if (newest.isProcessing || newest.paidCents > 0) return none
  const known = whyDropped({ ...newest, payBy }, at)
  const isReplaced = known === 'declined' && order?.replacedInvoice === newest.uuid
  const why = isReplaced ? 'replaced' : known
  return { waiting: null, dropped: { why, planId, currentPlanId } }
}

/** Lists invoices of subscriptions that are paid so far: an open one of another is owed, whatever it's for. */
const listInvoices = (tx: Transaction, scope: TeamScope, since: Date) =>
  tx
    .select({
      uuid: invoices.uuid,
      state: invoices.state,
      lines: invoices.lines,
      currency: invoices.currency,
      totalCents: invoices.totalCents,
      dueCents: invoices.dueCents,
      paidCents: invoices.paidCents,
      isProcessing: invoices.isProcessing,
      issuedAt: invoices.issuedAt,
      voidedAt: invoices.voidedAt,
      switchPlanId: invoices.switchPlanId,
      canceledAt: subscriptions.canceledAt,
      subscription: subscriptions.providerId,
      planId: subscriptions.planId,
      period: {
        startedAt: subscriptions.currentPeriodStartedAt,
        endsAt: subscriptions.currentPeriodEndsAt,
      },
    })
    .from(invoices)
    .innerJoin(
      subscriptions,
      and(
        eq(subscriptions.teamId, invoices.teamId),
        eq(subscriptions.channel, invoices.channel),
        eq(subscriptions.providerId, invoices.subscriptionProviderId),
      ),
    )
    .where(
      and(
        inTeam(invoices, scope),
        eq(invoices.channel, 'card'),
        gte(invoices.issuedAt, since),
        eq(subscriptions.type, mainType),
        inArray(subscriptions.state, ['trialing', 'active', 'cancelled']),
        isNull(subscriptions.pastDueSince),
      ),
    )
    .orderBy(desc(invoices.issuedAt), desc(invoices.id))
