/** Canceling, the one offer to stay, and resuming until the period ends. */
import { findPlan } from '#app/domain/plans/catalog.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { findAccount } from './billing-state.server.ts'
import {
  changeBilling,
  requireMain,
  requireShown,
  type ChangeContext,
} from './change-under-lease.server.ts'
import type { BillingCustomer } from './channel.ts'
import { offerFor, offerIn } from './discounts.ts'
import { requireChargesShown } from './stored/charges-at-bank.server.ts'
import { noteAccepted } from './stored/note-offer.server.ts'
import { planName } from './stored/placed-order.server.ts'
import { hasBenefits } from './stored/store-subscriptions.server.ts'
import { isVersionOf, type SubscriptionRow } from './stored/subscription-rows.ts'
import { lifeStateOf, stateAfter } from './subscription-states.ts'

/** A change by the owner. */
export type OwnerChange = {
  /** Uuid of the form. */
  operation: string
  userId: number
  /** The version of what was shown (`BillingState`). Absent: nothing was. */
  version?: string | undefined
}

/** Amounts that were shown as still to be charged (`describeCharges`). Absent: no screen was shown. */
type Cancellation = OwnerChange & { charges?: string | undefined }

/**
 * Cancels at the end of the period where the provider can, otherwise immediately.
 *
 * @throws Refusal `unavailable`, `conflict` also when another plan was shown
 */
export const cancelPlan = (
  services: Services,
  scope: TeamScope,
  change: Cancellation,
): Promise<void> =>
  changeBilling(services, scope, (context) =>
    cancelCurrent(services, scope, { ...change, context }),
  )

/** The same within a change that runs. */
export async function cancelCurrent(
  services: Services,
  scope: TeamScope,
  { operation, userId, version, charges, context }: Cancellation & { context: ChangeContext },
): Promise<void> {
  const main = requireMain(context)
  const { channel } = context
  // The form was sent twice.
  if (main.state === 'cancelled') return
  requireShown(context, version)
  await requireChargesShown(services, scope, charges)
  if (!channel.abilities.cancels) {
    throw new Refusal('conflict', 'Cancel your plan where you pay for it.')
  }
  const customer = requireCustomer(context)
  const wanted = { subscription: main.providerId, operation }
  const details = { plan: planName(main.planId) }
  const reason = `Canceled the ${details.plan} plan.`
  if (main.state === 'incomplete') {
    await channel.endNow(customer, { ...wanted, whileUnpaid: 'first' })
    await context.store({ userId, reason, act: { act: 'billing.order_cancelled', details } })
    return
  }
  // Nothing is paid for that could go on.
  if (main.state === 'paused') {
    await channel.endNow(customer, { ...wanted, whileUnpaid: 'paused' })
    await context.store({ userId, reason, act: { act: 'billing.cancelled', details } })
    return
  }
  await channel.cancel(customer, wanted)
  await context.store({ userId, reason, act: { act: 'billing.cancelled', details } })
}

/**
 * Stays for the price that is offered once to teams that cancel.
 *
 * @returns `applies` when it applied before, for example because an answer was lost. Nothing changed then
 * @throws Refusal `conflict` when there is no offer, it was made before, or another plan was shown;
 * `unavailable`
 */
export const acceptOffer = (
  services: Services,
  scope: TeamScope,
  { operation, userId, version }: OwnerChange,
): Promise<'applied' | 'applies'> =>
  changeBilling(services, scope, async (context) => {
    const main = requireMain(context)
    const { card } = context
    const account = await services.db.asTeam(scope, (tx) => findAccount(tx, scope))
    const wasMade = account?.cancellationOfferedAt != null
    if (card !== null && main.state === 'active' && offerIn(main.discount) !== null) {
      return 'applies'
    }
    requireShown(context, version)
    const cents = offerOf(main, context, services.now())
    if (card === null || cents === null || wasMade) {
      throw new Refusal('conflict', 'This offer is no longer available.')
    }
    await card.applyOffer(requireCustomer(context), {
      subscription: main.providerId,
      priceCents: cents,
      operation,
    })
    await context.store({
      userId,
      reason: 'Accepted the offer.',
      alongside: (tx) => noteAccepted(tx, scope, { userId, at: services.now() }),
    })
    return 'applied'
  })

/**
 * Takes a cancellation back, while the plan has not ended.
 *
 * @throws Refusal `conflict` also when another plan was shown; `unavailable`
 */
export const resumePlan = (
  services: Services,
  scope: TeamScope,
  { operation, userId, version }: OwnerChange,
): Promise<void> =>
  changeBilling(services, scope, async (context) => {
    const main = requireMain(context)
    const isCanceled = main.state === 'cancelled' || main.state === 'incomplete'
    // The form was sent twice, and was of this plan.
    if (!isCanceled && (version === undefined || isVersionOf(version, main))) return
    requireShown(context, version)
    const { channel } = context
    const canResume =
      stateAfter(lifeStateOf(main), 'resume') !== null && hasBenefits(main, services.now())
    if (!canResume || !channel.abilities.resumes) {
      throw new Refusal('conflict', 'This plan can’t be resumed. Choose a plan instead.')
    }
    if (findPlan(main.planId)?.isActive !== true) {
      throw new Refusal('conflict', 'This plan is no longer offered. Choose another one.')
    }
    await channel.resume(requireCustomer(context), { subscription: main.providerId, operation })
    const plan = planName(main.planId)
    await context.store({
      userId,
      reason: `Resumed the ${plan} plan.`,
      act: { act: 'billing.resumed', details: { plan } },
    })
  })

export function requireCustomer({ customer }: Pick<ChangeContext, 'customer'>): BillingCustomer {
  if (customer === null) throw new Refusal('conflict', 'Your organization has no subscription.')
  return customer
}

const offerOf = (
  main: SubscriptionRow,
  { card }: Pick<ChangeContext, 'card'>,
  at: Date,
): number | null => (card !== null && main.state === 'active' ? offerFor(main, at) : null)
