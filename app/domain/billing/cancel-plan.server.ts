/** Canceling, the one offer to stay, and resuming until the period ends. */
import { and, isNull } from 'drizzle-orm'
import { billingAccounts } from '#app/db/schema/billing.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { changedMeanwhile } from './ask-provider.server.ts'
import { findAccount } from './billing-state.server.ts'
import { changeBilling, requireMain, type ChangeContext } from './change-under-lease.server.ts'
import type { BillingCustomer } from './channel.ts'
import { offerFor } from './discounts.ts'
import { planName } from './stored/placed-order.server.ts'
import { hasBenefits } from './stored/store-subscriptions.server.ts'
import { versionOf, type SubscriptionRow } from './stored/subscription-rows.ts'
import { lifeStateOf, stateAfter } from './subscription-states.ts'

/** A change by the owner. `operation` is the uuid of the form. */
export type OwnerChange = { operation: string; userId: number }

/** `version` is of the subscription that was shown (`BillingState`). Absent: none was. */
type Cancellation = OwnerChange & { version?: string | undefined }

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
  { operation, userId, version, context }: Cancellation & { context: ChangeContext },
): Promise<void> {
  const main = requireMain(context)
  const { channel } = context
  // The form was sent twice.
  if (main.state === 'cancelled') return
  if (version !== undefined && version !== versionOf(main)) {
    throw new Refusal('conflict', changedMeanwhile)
  }
  if (!channel.abilities.cancels) {
    throw new Refusal('conflict', 'Cancel your plan where you pay for it.')
  }
  const customer = requireCustomer(context)
  const wanted = { subscription: main.providerId, operation }
  if (main.state === 'incomplete') await channel.endNow(customer, wanted)
  else await channel.cancel(customer, wanted)
  if (offerOf(main, context, services.now()) !== null) await noteOffer(services, scope)
  const plan = planName(main.planId)
  await context.store({
    userId,
    reason: `Canceled the ${plan} plan.`,
    act: { act: 'billing.cancelled', details: { plan } },
  })
}

/**
 * Stays for the price that is offered once to teams that cancel.
 *
 * @throws Refusal `conflict` when there is no offer, or it was made before; `unavailable`
 */
export const acceptOffer = (
  services: Services,
  scope: TeamScope,
  { operation, userId }: OwnerChange,
): Promise<void> =>
  changeBilling(services, scope, async (context) => {
    const main = requireMain(context)
    const { card } = context
    const cents = offerOf(main, context, services.now())
    const account = await services.db.asTeam(scope, (tx) => findAccount(tx, scope))
    if (card === null || cents === null || account?.cancellationOfferedAt != null) {
      throw new Refusal('conflict', 'This offer is no longer available.')
    }
    await card.applyOffer(requireCustomer(context), {
      subscription: main.providerId,
      priceCents: cents,
      operation,
    })
    await noteOffer(services, scope)
    await context.store({
      userId,
      reason: 'Accepted the offer.',
      act: { act: 'billing.offer_accepted', details: { cents } },
    })
  })

/**
 * Takes a cancellation back, while the plan has not ended.
 *
 * @throws Refusal `conflict`, `unavailable`
 */
export const resumePlan = (
  services: Services,
  scope: TeamScope,
  { operation, userId }: OwnerChange,
): Promise<void> =>
  changeBilling(services, scope, async (context) => {
    const main = requireMain(context)
    // The form was sent twice.
    if (main.state === 'active' || main.state === 'trialing') return
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

/** It isn't made again. */
async function noteOffer({ db, now }: Services, scope: TeamScope): Promise<void> {
  await db.asTeam(scope, (tx) =>
    tx
      .update(billingAccounts)
      .set({ cancellationOfferedAt: now() })
      .where(and(inTeam(billingAccounts, scope), isNull(billingAccounts.cancellationOfferedAt))),
  )
}
