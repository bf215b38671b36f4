/** Does what is due by time: reminders, ending plans, ending trials. Called by a job. */
import { and, eq, isNotNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { teams } from '#app/db/schema/ground.ts'
import { billingAccounts, invoices, subscriptions } from '#app/db/schema/billing.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { storePlan } from '#app/domain/plans/change-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { runWithin } from '#app/lib/async/deadline.server.ts'
import { firstShopPlan } from '#app/domain/shops/install-shop.server.ts'
import { lockTeam } from '#app/domain/teams/members.server.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import { dayMillis, secondMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { billedTeam } from './billed-team.ts'
import { channelOf } from './channel-of.server.ts'
import { ChargeRefused, type ChannelName } from './channel.ts'
import { continueIfPaid, continuePaidPlans, noteOverdueEnd } from './late/continue-paid.server.ts'
import { noTrial } from './grants.server.ts'
import { overdueEmailJob, planEndedEmailJob } from './jobs.ts'
import { withLease } from './lease.server.ts'
import { isBeingProcessed } from './stored/find-processing.server.ts'
import { endCauses } from './stored/plan-end.ts'
import { sendIfServed } from './stored/send-if-served.server.ts'
import { hasBenefits, listRows, waitsForBank } from './stored/store-subscriptions.server.ts'
import {
  hasStarted,
  lifetimeType,
  mainType,
  type SubscriptionRow,
} from './stored/subscription-rows.ts'
import { graceDays, reminderDays } from './subscription-states.ts'
import { syncBilling } from './sync.server.ts'

/** Each part finds what an outage left. One team's failure keeps no other waiting. */
export async function workOffDueBilling(services: Services): Promise<void> {
  await sendReminders(services)
  await continuePaidPlans(services)
  const due = await listDue(services)
  // Trials need no provider: one that hangs keeps only those waiting that follow a plan's end.
  await endTrials(services, new Set(due.map(({ teamId }) => teamId)))
  await endTrials(services, await endPlans(services, due))
}

/** @returns the teams whose plan couldn't be read */
async function endPlans(services: Services, due: SubscriptionRow[]): Promise<Set<number>> {
  const failures = createFailures()
  const unread = new Set<number>()
  for (const row of due) {
    if (failures.areMany(row.channel)) {
      unread.add(row.teamId)
      continue
    }
    try {
      await endPlan(services, row)
      failures.count(row.channel, null)
    } catch (error) {
      unread.add(row.teamId)
      failures.count(row.channel, error)
      services.log.warn({ err: error, teamId: row.teamId }, 'a plan could not be ended')
    }
  }
  return unread
}

const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * dayMillis)

/** True for a subscription when the bank isn't about to pay one of its invoices. */
const isNotBeingPaid = sql`not exists (select from ${invoices} where ${isBeingProcessed}
  and ${invoices.subscriptionProviderId} = ${subscriptions.providerId})`

/** Canceled ones whose period is over, and overdue ones whose days of grace are, canceled or not. */
const listDue = ({ db, now }: Services, id?: number): Promise<SubscriptionRow[]> =>
  db.system
    .select()
    .from(subscriptions)
    .where(
      and(
        id === undefined ? undefined : eq(subscriptions.id, id),
        or(
          and(eq(subscriptions.state, 'cancelled'), lte(subscriptions.endsAt, now())),
          and(
            ne(subscriptions.state, 'ended'),
            lte(subscriptions.pastDueSince, daysBefore(now(), graceDays)),
            isNotBeingPaid,
          ),
        ),
      ),
    )
    .orderBy(subscriptions.id)

/**
 * One that was canceled and paid ends at the provider without us; we ask how it is. So we do of an overdue one,
 * before we end it: it may have been paid, or its bank works on that, and we don't know it yet. Its owner, who
 * pays or resumes it in that moment, comes first, and it's tried again with the next run.
 */
async function endPlan(services: Services, { id, ...due }: SubscriptionRow): Promise<void> {
  const scope = billedTeam(due)
  await withLease(services, scope, async () => {
    await syncBilling(services, scope)
    const [row] = await listDue(services, id)
    const { channel, card, customer } = await channelOf(services, scope)
    if (row?.pastDueSince == null || channel.name !== row.channel || customer === null) return
    const operation = `grace-${String(id)}`
    const ending = { services, scope, row }
    const terms = card === null ? null : await noteOverdueEnd(ending, { card, customer })
    try {
      const wanted = { subscription: row.providerId, operation, whileUnpaid: 'last' as const }
      await channel.endNow(customer, wanted)
    } catch (error) {
      // It was paid after it was read, and goes on.
      if (!(error instanceof ChargeRefused && error.reason === 'gone')) throw error
    }
    if (card !== null && terms !== null) {
      await continueIfPaid({ ...ending, terms }, { card, customer })
    }
    await syncBilling(services, scope)
  })
}

/** One read before a reminder, all its calls together. */
const readMillis = 10 * secondMillis
/** A provider that couldn't be reached so often in a row is away: no more is asked of it in this run. */
const mostFailures = 3

/** Counts by provider. An answer that can't be read, or a refusal, is about one team: the provider is there. */
function createFailures() {
  const counts = new Map<ChannelName, number>()
  return {
    areMany: (channel: ChannelName): boolean => (counts.get(channel) ?? 0) >= mostFailures,
    /** @param error null: it answered */
    count(channel: ChannelName, error: unknown): void {
      counts.set(channel, error instanceof TryLater ? (counts.get(channel) ?? 0) + 1 : 0)
    },
  }
}

/** One email for all days that passed since the last one. */
async function sendReminders(services: Services): Promise<void> {
  const at = services.now()
  const overdue = await services.db.system
    .select()
    .from(subscriptions)
    .where(
      and(
        isNotNull(subscriptions.pastDueSince),
        eq(subscriptions.type, mainType),
        lt(subscriptions.reminders, reminderDays.length),
        isNotBeingPaid,
      ),
    )
    .orderBy(subscriptions.id)
  const failures = createFailures()
  for (const { id, teamId, channel, pastDueSince, reminders } of overdue) {
    const since = pastDueSince ?? at
    const due = reminderDays.filter((days) => since <= daysBefore(at, days)).length
    if (due <= reminders) continue
    if (!failures.areMany(channel)) {
      failures.count(channel, await readBefore(services, teamId))
    }
    await services.db.transaction(async (tx) => {
      // Another process may have counted it, or the payment arrived or is about to.
      const counted = await tx
        .update(subscriptions)
        .set({ reminders: due })
        .where(
          and(
            eq(subscriptions.id, id),
            isNotNull(subscriptions.pastDueSince),
            lt(subscriptions.reminders, due),
            isNotBeingPaid,
          ),
        )
        .returning({ id: subscriptions.id })
      if (counted.length === 0) return
      const notice = { teamId, subscription: id, reminder: due }
      await sendIfServed(tx, services, [overdueEmailJob, notice])
    })
  }
}

/** No one is asked for a payment that has arrived. While the provider is away, the stored one counts. Returns what kept it from being read, or null. */
async function readBefore(services: Services, teamId: number): Promise<unknown> {
  const read = () => syncBilling(services, billedTeam({ teamId }))
  try {
    await runWithin(readMillis, services.now, read)
    return null
  } catch (error) {
    services.log.warn({ err: error, teamId }, 'a payment wasn’t read before its reminder')
    return error
  }
}

/** Plans that no one gave. Which one a team gets depends on its channel, which may have changed. */
const firstPlans = ['free', firstShopPlan]

const planAfterTrial = (before: string | null, freePlanId: string): string =>
  before === null || firstPlans.includes(before) || !findPlan(before) ? freePlanId : before

/**
 * A team that subscribed in between keeps its plan.
 *
 * @param waiting teams whose subscription is read first: whether it ended before the trial decides what follows
 */
async function endTrials(services: Services, waiting: Set<number>): Promise<void> {
  const ended = await services.db.system
    .select({ teamId: billingAccounts.teamId })
    .from(billingAccounts)
    .where(
      and(isNotNull(billingAccounts.trialEndsAt), lte(billingAccounts.trialEndsAt, services.now())),
    )
  for (const { teamId } of ended) {
    if (waiting.has(teamId)) continue
    const scope = billedTeam({ teamId })
    try {
      const { freePlanId } = await channelOf(services, scope)
      await services.db.transaction((tx) => endTrial(tx, services, { scope, freePlanId }))
    } catch (error) {
      services.log.error({ err: error, teamId }, 'a trial could not be ended')
    }
  }
}

/** Whether the subscription gave a plan when the trial ended, and ended later. */
function isUntilAfter(row: SubscriptionRow, trialEndsAt: Date | null): boolean {
  const { createdAt, endedAt } = row
  if (trialEndsAt === null || endedAt === null || !hasStarted(row)) return false
  return createdAt <= trialEndsAt && endedAt > trialEndsAt
}

/** Whether an overdue plan waits for its bank, as it does when it's read. */
async function findPaying(tx: Transaction, row: SubscriptionRow, at: Date): Promise<boolean> {
  const processed = await tx
    .select({
      subscriptionProviderId: invoices.subscriptionProviderId,
      isProcessing: invoices.isProcessing,
      state: invoices.state,
    })
    .from(invoices)
    .where(and(inTeam(invoices, billedTeam(row)), isBeingProcessed))
  return waitsForBank(row, { at, invoices: processed })
}

async function endTrial(
  tx: Transaction,
  services: Services,
  { scope, freePlanId }: { scope: TeamScope; freePlanId: string },
): Promise<void> {
  const at = services.now()
  await lockTeam(tx, scope.teamId)
  const isOver = and(inTeam(billingAccounts, scope), lte(billingAccounts.trialEndsAt, at))
  const [trial] = await tx
    .select({ planBefore: billingAccounts.planBeforeTrial, endsAt: billingAccounts.trialEndsAt })
    .from(billingAccounts)
    .where(isOver)
  if (!trial) return
  await tx
    .update(billingAccounts)
    .set({ ...noTrial, updatedAt: at })
    .where(isOver)
  const all = await listRows(tx, scope)
  const rows = all.filter(({ state }) => state !== 'ended')
  const main = rows.find(({ type }) => type === mainType)
  if (main && (hasBenefits(main, at) || (await findPaying(tx, main, at)))) return
  // Its end wasn't noticed when it was, and nor was the subscription's after it.
  if (all.some((row) => row.type === mainType && isUntilAfter(row, trial.endsAt))) return
  const lifetime = rows.find(({ type }) => type === lifetimeType)
  const planId = lifetime?.planId ?? planAfterTrial(trial.planBefore, freePlanId)
  const [team] = await tx.select({ planId: teams.plan }).from(teams).where(inTeam(teams, scope))
  if (!team || team.planId === planId) return
  const wanted = { planId }
  await storePlan(tx, services, { scope, wanted, cause: endCauses.trial })
  // A subscription ended the trial, before trials went on under them.
  if (team.planId === freePlanId) return
  const notice = {
    teamId: scope.teamId,
    planId: team.planId,
    why: 'trial' as const,
    at: at.getTime(),
  }
  await sendIfServed(tx, services, [planEndedEmailJob, notice])
}
