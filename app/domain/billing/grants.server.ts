/** Staff grants without a payment: lifetime deals and trials. */
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { billingAccounts, subscriptions } from '#app/db/schema/billing.ts'
import { teams } from '#app/db/schema/ground.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { storePlan } from '#app/domain/plans/change-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { lockTeam } from '#app/domain/teams/members.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { findTrialPlan } from './stored/find-trial.server.ts'
import { findMain, hasBenefits, type ChangeCause } from './stored/store-subscriptions.server.ts'
import { lifetimeType } from './stored/subscription-rows.ts'

export type LifetimeDeal = {
  planId: string
  /** Code from the shop that sold the deal. Each is for one team. */
  code: string
  /** Null: none were promised. */
  forwardedImpressions: number | null
  reason: string
}

/**
 * Stores a plan that was paid once, for good. It replaces an earlier deal of the team. A subscription
 * that the team pays for comes first; the deal applies again when that ends.
 *
 * @throws Refusal `invalid` for an unknown plan, `conflict` when another team has the code
 */
export async function grantLifetime(
  services: Services,
  scope: TeamScope,
  deal: LifetimeDeal,
): Promise<void> {
  const plan = requirePaidPlan(deal.planId)
  const at = services.now()
  await services.db.transaction(async (tx) => {
    await lockTeam(tx, scope.teamId)
    const isDeal = and(inTeam(subscriptions, scope), eq(subscriptions.type, lifetimeType))
    await tx
      .update(subscriptions)
      .set({ state: 'ended', endedAt: at, updatedAt: at })
      .where(and(isDeal, ne(subscriptions.state, 'ended')))
    const columns = {
      planId: plan.id,
      state: 'active' as const,
      endedAt: null,
      lifetimeForwardedImpressions: deal.forwardedImpressions,
      updatedAt: at,
    }
    const stored = await tx
      .insert(subscriptions)
      .values({
        ...columns,
        teamId: scope.teamId,
        type: lifetimeType,
        channel: 'free',
        providerId: deal.code,
        providerPlan: lifetimeType,
        providerStatus: lifetimeType,
        unitCents: 0,
        isLifetime: true,
        createdAt: at,
      })
      .onConflictDoUpdate({
        target: [subscriptions.channel, subscriptions.providerId],
        set: columns,
        setWhere: inTeam(subscriptions, scope),
      })
      .returning({ id: subscriptions.id })
    if (stored.length === 0) throw new Refusal('conflict', 'Another organization has this code.')
    await storeAccount(tx, services, { scope, set: { appSumoCode: deal.code } })
    // A trial goes on until its end, and then the deal applies.
    if ((await findTrialPlan(tx, scope, at)) !== null) return
    const { reason } = deal
    await givePlan(tx, services, { scope, planId: plan.id, reason, userId: null })
  })
}

export type GivenTrial = {
  planId: string
  until: Date
  reason: string
  /** The member of staff. Absent or null: given on the command line. */
  userId?: number | null
}

/**
 * Gives a plan until then, without a subscription. The plan from before comes back at the end, also when
 * trials follow one another.
 *
 * @throws Refusal `invalid` for an unknown plan or a time in the past, `conflict` for a team with a subscription
 */
export async function startTrial(
  services: Services,
  scope: TeamScope,
  { planId, until, reason, userId = null }: GivenTrial,
): Promise<void> {
  const plan = requirePaidPlan(planId)
  if (until <= services.now()) throw new Refusal('invalid', 'The end time is in the past.')
  await services.db.asTeam(scope, async (tx) => {
    await lockTeam(tx, scope.teamId)
    await requireNoSubscription(tx, scope)
    const planBeforeTrial = await findPlanBefore(tx, scope)
    const set = { trialEndsAt: until, trialPlan: plan.id, planBeforeTrial }
    await storeAccount(tx, services, { scope, set })
    await givePlan(tx, services, { scope, planId: plan.id, reason, userId })
  })
}

/**
 * Refuses gifts of a plan to a team with a subscription that hasn't ended. An overdue one can still be paid, or
 * ends later: its plan would come back at the end of a trial, and no one would pay for it.
 *
 * @throws Refusal `conflict`
 */
export async function requireNoSubscription(tx: Transaction, scope: TeamScope): Promise<void> {
  if ((await findMain(tx, scope)) === null) return
  throw new Refusal(
    'conflict',
    'The organization has a subscription, which decides its plan. The owner can switch or cancel it under Billing.',
  )
}

type RunningTrial = Record<'trialPlan', string> &
  Pick<typeof billingAccounts.$inferSelect, 'trialEndsAt' | 'planBeforeTrial'>

/** The columns of an organization without a trial. */
export const noTrial = { trialEndsAt: null, trialPlan: null, planBeforeTrial: null }

/** The plan that a trial that starts now replaces: of one that runs, its own. */
async function findPlanBefore(tx: Transaction, scope: TeamScope): Promise<string | null> {
  const [row] = await tx
    .select({ plan: teams.plan, before: billingAccounts.planBeforeTrial })
    .from(teams)
    .leftJoin(billingAccounts, eq(billingAccounts.teamId, teams.id))
    .where(inTeam(teams, scope))
  return row ? (row.before ?? row.plan) : null
}

/**
 * Sets the plan of a team that pays for none. A trial that runs is over with it.
 *
 * @throws Refusal `invalid` for an unknown plan
 */
export async function replacePlan(
  services: Services,
  scope: TeamScope,
  { planId, cause }: { planId: string; cause: ChangeCause },
): Promise<void> {
  await services.db.asTeam(scope, async (tx) => {
    await lockTeam(tx, scope.teamId)
    await tx
      .update(billingAccounts)
      .set({ ...noTrial, updatedAt: services.now() })
      .where(and(inTeam(billingAccounts, scope), isNotNull(billingAccounts.trialEndsAt)))
    await storePlan(tx, services, { scope, wanted: { planId }, cause })
  })
}

function requirePaidPlan(planId: string) {
  const plan = findPlan(planId)
  if (!plan || plan.priceCents === 0) throw new Refusal('invalid', `Not a paid plan: ${planId}`)
  return plan
}

async function storeAccount(
  tx: Transaction,
  { now }: Services,
  {
    scope,
    set,
  }: {
    scope: TeamScope
    set: { appSumoCode: string } | RunningTrial
  },
): Promise<void> {
  const at = now()
  await tx
    .insert(billingAccounts)
    .values({ teamId: scope.teamId, ...set, createdAt: at, updatedAt: at })
    .onConflictDoUpdate({ target: billingAccounts.teamId, set: { ...set, updatedAt: at } })
}

async function givePlan(
  tx: Transaction,
  services: Services,
  {
    scope,
    planId,
    reason,
    userId,
  }: { scope: TeamScope; planId: string; reason: string; userId: number | null },
): Promise<void> {
  const main = await findMain(tx, scope)
  if (main && hasBenefits(main, services.now())) return
  const cause = { actor: 'staff', userId, reason } as const
  await storePlan(tx, services, { scope, wanted: { planId }, cause })
}
