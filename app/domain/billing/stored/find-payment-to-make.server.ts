/** The payment that an organization has to make, in one statement: for screens about something else. */
import { and, asc, eq, ne, or, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { invoices, subscriptions } from '#app/db/schema/billing.ts'
import type { StoredInvoiceLine } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Money } from '#app/lib/money.ts'
import { findProcessing } from './find-processing.server.ts'
import { isOpenOfSubscription, isOwing, owedCents } from './open-payment.server.ts'
import { mainType } from './subscription-rows.ts'
import { isOfSwitch, payableUntil } from './switch-payment.ts'

export type PaymentToMake =
  /** A running plan’s, one’s that ends with its period, or what an ended one left. `cents` 0: not known, as in shops. */
  | ({ kind: 'overdue' | 'canceled' | 'ended'; planId: string } & Money)
  /** A paused plan’s. `cents` 0: nothing is to be paid, and the plan still gives nothing. */
  | ({ kind: 'paused'; planId: string } & Money)
  /** A switch that waits for it. `planId` null: it isn’t a plan of the catalog. */
  | { kind: 'switch'; planId: string | null; currentPlanId: string }

const newestOpen = sql<{
  lines: StoredInvoiceLine[]
  at: number
  switchPlanId: string | null
} | null>`(
  select json_build_object('lines', ${invoices.lines}, 'switchPlanId', ${invoices.switchPlanId},
    'at', (extract(epoch from ${invoices.issuedAt}) * 1000)::bigint)
  from ${invoices} where ${isOpenOfSubscription} order by ${invoices.issuedAt} desc limit 1)`

const amountOf = ({ planId, cents, currency }: { planId: string } & Money) => ({
  planId,
  cents,
  currency,
})

/** The most urgent one, as on the billing screen. Null: nothing. */
export async function findPaymentToMake(
  tx: Queries,
  scope: TeamScope,
  at: Date,
): Promise<PaymentToMake | null> {
  // Nothing is to be done about it until the bank has answered.
  if ((await findProcessing(tx, scope)) !== null) return null
  const isMain = and(eq(subscriptions.type, mainType), ne(subscriptions.state, 'ended'))
  const rows = await tx
    .select({
      planId: subscriptions.planId,
      state: subscriptions.state,
      pastDueSince: subscriptions.pastDueSince,
      periodEndsAt: subscriptions.currentPeriodEndsAt,
      cents: owedCents,
      currency: subscriptions.currency,
      newestOpen,
    })
    .from(subscriptions)
    .where(and(inTeam(subscriptions, scope), or(isMain, isOwing())))
    .orderBy(asc(eq(subscriptions.state, 'ended')), asc(subscriptions.id))
  const overdue = rows.find(({ pastDueSince }) => pastDueSince !== null)
  if (overdue) {
    const kind = overdue.state === 'cancelled' ? 'canceled' : 'overdue'
    return { kind, ...amountOf(overdue) }
  }
  const paused = rows.find(({ state }) => state === 'paused')
  if (paused) return { kind: 'paused', ...amountOf(paused) }
  const ended = rows.find(({ state }) => state === 'ended')
  if (ended) return { kind: 'ended', ...amountOf(ended) }
  const main = rows.find(({ state }) => state !== 'incomplete')
  if (!main?.newestOpen || !isOfSwitch(main.newestOpen)) return null
  const issuedAt = new Date(main.newestOpen.at)
  if (payableUntil(issuedAt, main.periodEndsAt) <= at) return null
  return {
    kind: 'switch',
    planId: main.newestOpen.switchPlanId,
    currentPlanId: main.planId,
  }
}
