/** Stores a team's subscriptions as its provider has them, and the plan that follows from them. */
import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { teams } from '#app/db/schema/ground.ts'
import { subscriptions } from '#app/db/schema/billing.ts'
import type { planChanges } from '#app/db/schema/plans.ts'
import { auditEntries } from '#app/db/schema/teams.ts'
import { Refusal } from '#app/lib/errors.ts'
import { dayMillis } from '#app/lib/time.ts'
import { storePlan } from '#app/domain/plans/change-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'
import type { Services } from '#app/services.ts'
import type { ChannelName, InvoiceSnapshot, SubscriptionSnapshot } from '../channel.ts'
import { subscriptionCode } from '../discounts.ts'
import { planEndedEmailJob } from '../jobs.ts'
import { findTrialPlan } from './find-trial.server.ts'
import { endCauses, type PlanEnd } from './plan-end.ts'
import { markCouponUsed, markWaitingCoupons } from './mark-coupon-used.server.ts'
import { noteOffers } from './note-offer.server.ts'
import { findOrder, planChosen } from './placed-order.server.ts'
import { sendIfServed } from './send-if-served.server.ts'
import {
  differences,
  lifetimeType,
  mainType,
  planRows,
  type SubscriptionFacts,
  type SubscriptionRow,
} from './subscription-rows.ts'
import { graceDays } from '../subscription-states.ts'

/** Who changed a plan, and why in plain words. */
export type ChangeCause = {
  actor: (typeof planChanges.$inferInsert)['actor']
  /** Null: no person. */
  userId: number | null
  reason: string
}

type Read = {
  scope: TeamScope
  channel: ChannelName
  /** The plan of a team that pays for nothing. */
  freePlanId: string
  snapshots: readonly SubscriptionSnapshot[]
  invoices: readonly InvoiceSnapshot[]
  cause: ChangeCause
}

/** @returns what differed from what was stored, for the log */
export async function storeSubscriptions(
  tx: Transaction,
  services: Services,
  { scope, channel, freePlanId, snapshots, invoices, cause }: Read,
): Promise<string[]> {
  const at = services.now()
  const before = await listRows(tx, scope)
  const ofChannel = before.filter((row) => row.channel === channel && !row.isLifetime)
  const { planId, ownerId } = await readTeam(tx, scope)
  const counted = services.config.isProduction
    ? snapshots.filter(({ isTest }) => !isTest)
    : snapshots
  const { facts, issues } = planRows(counted, { stored: ofChannel, invoices, planId, at })
  for (const issue of issues) {
    services.log.error({ ...issue, teamId: scope.teamId, channel }, 'unexpected subscription')
  }

  const changes: string[] = []
  for (const wanted of facts) {
    const row = ofChannel.find(({ providerId }) => providerId === wanted.providerId)
    const different = row === undefined ? ['new'] : differences(row, wanted)
    if (different.length === 0) continue
    changes.push(`${wanted.providerId}: ${describe(row, wanted)} (${different.join(', ')})`)
    if (row === undefined) {
      await tx
        .insert(subscriptions)
        .values({ ...wanted, teamId: scope.teamId, channel, updatedAt: at })
    } else {
      const which = and(inTeam(subscriptions, scope), eq(subscriptions.id, row.id))
      await tx
        .update(subscriptions)
        .set({ ...wanted, updatedAt: at })
        .where(which)
    }
  }

  const after = await listRows(tx, scope)
  const main = after.find(isPlan)
  const codes = [
    subscriptionCode(main?.discount ?? null),
    counted.find(({ providerId }) => providerId === main?.providerId)?.usedCoupon,
  ]
  for (const code of new Set(codes)) {
    if (code != null) await recordCoupon(tx, { scope, code, userId: cause.userId ?? ownerId, at })
  }
  await markWaitingCoupons(tx, scope, { snapshots: counted, at })
  const known = before.find(({ id }) => id === main?.id)
  await noteOffers(tx, scope, { before: known, main, userId: cause.userId ?? ownerId, at })
  const ended = before.find((row) => isPlan(row) && !after.some(isSameLive(row)))
  const wanted = planAfter(after, {
    ended,
    trialPlanId: await findTrialPlan(tx, scope, at),
    freePlanId,
    at,
    invoices,
  })
  if (wanted !== null && wanted.planId !== planId) {
    const order =
      wanted.why === null && cause.actor === 'provider'
        ? await findOrder(tx, scope, { planId: wanted.planId, at })
        : null
    const ordered = order ?? cause
    if (order !== null) {
      const who = { teamId: scope.teamId, actor: { id: order.userId }, at }
      await recordAct(tx, who, planChosen(planId, wanted.planId))
    }
    await storePlan(tx, services, {
      scope,
      wanted: { planId: wanted.planId },
      cause: wanted.why === null || cause.actor === 'member' ? ordered : endCauses[wanted.why],
    })
    changes.push(`plan: ${planId} → ${wanted.planId}`)
    if (wanted.why !== null) {
      const endedAt = Math.min(wanted.at.getTime(), at.getTime())
      const notice = { teamId: scope.teamId, planId, why: wanted.why, at: endedAt }
      await sendIfServed(tx, services, [planEndedEmailJob, notice])
    }
  }
  return changes
}

const describe = (row: SubscriptionRow | undefined, { state, planId }: SubscriptionFacts) =>
  `${row ? `${row.planId} ${row.state}` : 'none'} → ${planId} ${state}`

/** The lifetime deal that a team has next to what it pays for. Null: none. */
export async function findLifetime(
  tx: Transaction,
  scope: TeamScope,
): Promise<SubscriptionRow | null> {
  return lifetimeOf(await listRows(tx, scope))
}

const lifetimeOf = (rows: readonly SubscriptionRow[]): SubscriptionRow | null =>
  rows.find(({ type, state }) => type === lifetimeType && state !== 'ended') ?? null

/**
 * The plan after the end of what the team pays for.
 *
 * @param freePlanId of its channel
 * @param end when that is: a trial that goes on after it is back then. Null: nothing is paid for
 */
export async function findNextPlan(
  tx: Transaction,
  scope: TeamScope,
  { freePlanId, end }: { freePlanId: string; end: Date | null },
): Promise<string> {
  const trial = end && (await findTrialPlan(tx, scope, end))
  return trial ?? (await findLifetime(tx, scope))?.planId ?? freePlanId
}

/** The team's rows that haven't ended, and the others, oldest first. */
export const listRows = (tx: Transaction, scope: TeamScope): Promise<SubscriptionRow[]> =>
  tx.select().from(subscriptions).where(inTeam(subscriptions, scope)).orderBy(subscriptions.id)

async function readTeam(
  tx: Transaction,
  scope: TeamScope,
): Promise<{ planId: string; ownerId: number }> {
  const [team] = await tx
    .select({ planId: teams.plan, ownerId: teams.ownerId })
    .from(teams)
    .where(inTeam(teams, scope))
  if (!team) throw new Refusal('not_found', 'Organization not found.')
  return team
}

/** A subscription that the team's plan follows. One that waits for its first payment is none yet. */
const isPlan = ({ type, state }: SubscriptionRow): boolean =>
  type === mainType && state !== 'ended' && state !== 'incomplete'

const isSameLive =
  ({ id }: SubscriptionRow) =>
  (row: SubscriptionRow): boolean =>
    row.id === id && row.state !== 'ended'

type Ends = {
  ended: SubscriptionRow | undefined
  /** The plan of a trial that runs beneath the subscription. Null: none. */
  trialPlanId: string | null
  freePlanId: string
  at: Date
  invoices: readonly InvoiceSnapshot[]
}

/** Null: no subscription has a say. A plan, a lifetime deal or a trial that staff gave stays. */
function planAfter(
  rows: readonly SubscriptionRow[],
  { ended, trialPlanId, freePlanId, at, invoices }: Ends,
): { planId: string; why: PlanEnd | null; at: Date } | null {
  const main = rows.find(isPlan)
  if (main && (hasBenefits(main, at) || waitsForBank(main, { at, invoices }))) {
    return { planId: main.planId, why: null, at }
  }
  const lifetime = lifetimeOf(rows)
  const lapsed = main ?? ended
  if (lapsed === undefined) return null
  const row = rows.find(({ id }) => id === lapsed.id) ?? lapsed
  return {
    planId: trialPlanId ?? lifetime?.planId ?? freePlanId,
    why: whyEnded(lapsed, { at, invoices }),
    // The day that staff see, too. Without one the provider no longer knows the subscription.
    at: row.endedAt ?? planEndOf(row) ?? row.endsAt ?? at,
  }
}

/** An overdue one waits for a bank that is processing its payment, as its end does by the job. */
export function waitsForBank(
  { state, endsAt, pastDueSince, providerId }: SubscriptionRow,
  {
    at,
    invoices,
  }: {
    at: Date
    invoices: readonly Pick<InvoiceSnapshot, 'subscriptionProviderId' | 'isProcessing' | 'state'>[]
  },
): boolean {
  const isOverdue =
    state === 'past_due' ||
    (state === 'cancelled' && pastDueSince !== null && endsAt !== null && endsAt > at)
  return (
    isOverdue &&
    invoices.some(
      (invoice) =>
        invoice.subscriptionProviderId === providerId &&
        invoice.state === 'open' &&
        invoice.isProcessing === true,
    )
  )
}

/** The provider may end one before we see that its payment failed: then its invoice says so. */
function whyEnded(
  { state, endsAt, pastDueSince, providerId }: SubscriptionRow,
  { at, invoices }: Pick<Ends, 'at' | 'invoices'>,
): PlanEnd {
  if (state === 'past_due') return 'unpaid'
  if (state === 'paused') return 'paused'
  // It was paid until then, or would have ended then anyway.
  if (state === 'cancelled' && endsAt !== null && endsAt <= at) return 'cancelled'
  const issued = invoices.filter(({ subscriptionProviderId: id }) => id === providerId)
  const isOwed = (invoice: InvoiceSnapshot) =>
    invoice.state === 'open' ||
    (invoice.state === 'uncollectible' && pastDueSince !== null && invoice.issuedAt >= pastDueSince)
  const owes = issued.length === 0 ? pastDueSince !== null : issued.some(isOwed)
  return owes ? 'unpaid' : 'cancelled'
}

/** When the days of grace after a failed payment are over. */
const graceEnd = (pastDueSince: Date): Date =>
  new Date(pastDueSince.getTime() + graceDays * dayMillis)

/** When the plan of an overdue subscription ends: a canceled one not later than its period. Null: it isn't overdue. */
export function planEndOf({
  endsAt,
  pastDueSince,
}: Pick<SubscriptionRow, 'endsAt' | 'pastDueSince'>): Date | null {
  if (pastDueSince === null) return null
  const grace = graceEnd(pastDueSince)
  return endsAt !== null && endsAt < grace ? endsAt : grace
}

/**
 * The same for screens: null also after that day, while the bank is processing the payment and the plan goes on.
 *
 * @param isBeingPaid the bank is processing a payment
 */
export const shownPlanEnd = (
  row: Pick<SubscriptionRow, 'state' | 'endsAt' | 'pastDueSince'>,
  { at, isBeingPaid }: { at: Date; isBeingPaid: boolean },
): Date | null => (isBeingPaid && !hasBenefits(row, at) ? null : planEndOf(row))

/** Whether the team has what the subscription is for. */
export function hasBenefits(
  { state, endsAt, pastDueSince }: Pick<SubscriptionRow, 'state' | 'endsAt' | 'pastDueSince'>,
  at: Date,
): boolean {
  switch (state) {
    case 'trialing':
    case 'active':
      return true
    case 'cancelled':
      return (planEndOf({ endsAt, pastDueSince }) ?? endsAt ?? at) > at
    case 'past_due':
      return pastDueSince !== null && graceEnd(pastDueSince) > at
    case 'incomplete':
    case 'paused':
    case 'ended':
      return false
  }
}

/**
 * Remembers that the team used the coupon: each works once per team. Recorded here, because a coupon only
 * counts once its payment arrived.
 */
async function recordCoupon(
  tx: Transaction,
  { scope, code, userId, at }: { scope: TeamScope; code: string; userId: number; at: Date },
): Promise<void> {
  if (await hasUsedCoupon(tx, scope, code)) return
  await markCouponUsed(tx, scope, { code, at })
  const who = { teamId: scope.teamId, actor: { id: userId }, at }
  await recordAct(tx, who, { act: 'billing.coupon_applied', details: { code } })
}

export const hasUsedCoupon = async (
  tx: Transaction,
  scope: TeamScope,
  code: string,
): Promise<boolean> => isUsedCoupon(await listUsedCoupons(tx, scope), code)

/** As they were entered. */
export async function listUsedCoupons(tx: Transaction, scope: TeamScope): Promise<string[]> {
  const used = await tx
    .select({ details: auditEntries.details })
    .from(auditEntries)
    .where(and(inTeam(auditEntries, scope), eq(auditEntries.act, 'billing.coupon_applied')))
  return used.map(({ details }) => String(details['code']))
}

export const isUsedCoupon = (used: readonly string[], code: string): boolean =>
  used.some((one) => one.toLowerCase() === code.toLowerCase())

/** The subscription that the team's plan follows, or that waits for its first payment. */
export async function findMain(tx: Transaction, scope: TeamScope): Promise<SubscriptionRow | null> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(
      and(
        inTeam(subscriptions, scope),
        eq(subscriptions.type, mainType),
        ne(subscriptions.state, 'ended'),
      ),
    )
  return row ?? null
}
