/** The version of what screens show of a plan and of the payments that it waits for. */
import { createHash } from 'node:crypto'
import type { Transaction } from '#app/db/db.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { findProcessing } from './find-processing.server.ts'
import { findSwitch } from './find-switch.server.ts'
import { findOpenPayment } from './open-payment.server.ts'
import { versionOf, type SubscriptionRow } from './subscription-rows.ts'

export type ShownVersion = {
  version: string
  /** The version before the switch that waits was ordered. Without one the same. */
  versionBefore: string
  /** The plan of the switch that waits. Null: none does, or it isn't of the catalog. */
  waitingPlanId: string | null
}

/**
 * The version that an order's screen has to have. The switch that waits may be this order's, whose answer was
 * lost: its screen showed what was there before.
 *
 * @param order with the version on its screen. Undefined: nothing was shown
 */
export const versionForOrder = (
  { version, versionBefore, waitingPlanId }: ShownVersion,
  order: { planId: string; version: string | undefined },
): string =>
  waitingPlanId === order.planId && order.version === versionBefore ? versionBefore : version

type Shown = {
  main: SubscriptionRow | null
  /** The organization's plan. */
  planId: string
  at: Date
}

/**
 * Changes with the subscription (`versionOf`), and with what can be paid on the screen: a switch that waits,
 * what is owed, and a payment at the bank. A payment is confirmed for what was shown, like an order.
 */
export async function readVersion(
  tx: Transaction,
  scope: TeamScope,
  { main, planId, at }: Shown,
): Promise<ShownVersion> {
  const { waiting } = await findSwitch(tx, scope, at)
  const owed = await findOpenPayment(tx, scope)
  const processing = await findProcessing(tx, scope)
  const plan = versionOf(main, planId)
  const others = [
    ...(owed ? [['owed', owed.subscription, owed.cents, owed.currency]] : []),
    ...(processing ? [['bank', processing.subscription, processing.cents]] : []),
  ]
  const before = join(plan, others)
  if (waiting === null) return { version: before, versionBefore: before, waitingPlanId: null }
  const { invoice, cents, currency } = waiting
  return {
    version: join(plan, [['switch', invoice, cents, currency], ...others]),
    versionBefore: before,
    waitingPlanId: waiting.planId,
  }
}

/** A form's version has a limited length. */
const join = (plan: string, payments: unknown[]): string =>
  payments.length === 0
    ? plan
    : `${plan} ${createHash('sha256').update(JSON.stringify(payments)).digest('base64url')}`
