/** How snapshots of a provider become rows. Without I/O, so that every order of them can be tried. */
import { isDeepStrictEqual } from 'node:util'
import type { subscriptions } from '#app/db/schema/billing.ts'
import { currency } from '#app/domain/plans/catalog.ts'
import type { InvoiceSnapshot, SubscriptionSnapshot } from '../channel.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** The columns that follow the provider. */
export type SubscriptionFacts = Omit<
  SubscriptionRow,
  | 'id'
  | 'teamId'
  | 'channel'
  | 'isLifetime'
  | 'overdueEndAt'
  | 'overdueEndTerms'
  | 'paymentReceiptUrl'
  | 'lifetimeForwardedImpressions'
  | 'updatedAt'
>

/** Type of the subscription that a team's plan follows. */
export const mainType = 'default'
/** Paid once, for good. It applies while the team pays for nothing better. */
export const lifetimeType = 'lifetime'

/**
 * Changes whenever the subscription does, and without one whenever the plan does. Screens send it back with
 * each confirmation (`readVersion`), so that nothing happens to another plan than the one that was shown.
 *
 * @param main null: there is none
 * @param planId the organization's plan
 */
export const versionOf = (
  main: Pick<SubscriptionRow, 'id' | 'planId' | 'state' | 'updatedAt'> | null,
  planId: string,
): string =>
  main === null
    ? `none ${planId}`
    : [main.id, main.planId, main.state, main.updatedAt.getTime()].map(String).join(' ')

/** Whether a version is of this subscription on this plan, whatever its state was. */
export const isVersionOf = (
  version: string,
  main: Pick<SubscriptionRow, 'id' | 'planId'>,
): boolean => version.startsWith(`${String(main.id)} ${main.planId} `)

/** Stripe's words for one whose first payment hasn't arrived, and for one that ended without it. */
const unstarted = ['incomplete', 'incomplete_expired']

/** Whether it ever gave a plan. One that is never paid for gives none. */
export const hasStarted = ({ providerStatus }: Pick<SubscriptionRow, 'providerStatus'>): boolean =>
  !unstarted.includes(providerStatus)

type RowIssue = {
  kind: 'unknown_price' | 'unknown_status' | 'second_subscription' | 'ended_returned'
  providerId: string
}

export type RowPlan = {
  /** In the order in which they can be written: what gives up its type comes first. */
  facts: SubscriptionFacts[]
  issues: RowIssue[]
}

type Known = {
  /** The team's rows of this channel. */
  stored: readonly SubscriptionRow[]
  invoices: readonly InvoiceSnapshot[]
  /** The team's plan, which stays when the provider names an unknown price. */
  planId: string
  at: Date
}

/**
 * The rows after the provider's subscriptions were read. One that hasn't ended is the main one: the
 * newest that was ever paid. Others are kept as they are under a separate type, because the
 * provider charges for them, and reported.
 */
export function planRows(snapshots: readonly SubscriptionSnapshot[], known: Known): RowPlan {
  const issues: RowIssue[] = []
  const isEnded = (providerId: string) =>
    known.stored.some((row) => row.providerId === providerId && row.state === 'ended')
  const usable = snapshots.filter(({ providerId, state }) => {
    if (!isEnded(providerId)) return true
    if (state !== 'ended') issues.push({ kind: 'ended_returned', providerId })
    return false
  })
  const live = usable.filter(({ state }) => state !== 'ended').sort(byImportance)
  const [main, ...others] = live
  for (const { providerId } of others) issues.push({ kind: 'second_subscription', providerId })
  for (const { planId, isUnknownStatus, providerId } of live) {
    if (planId === null) issues.push({ kind: 'unknown_price', providerId })
    if (isUnknownStatus) issues.push({ kind: 'unknown_status', providerId })
  }

  const missing = known.stored.filter(
    (row) =>
      row.state !== 'ended' && !usable.some(({ providerId }) => providerId === row.providerId),
  )
  const ended = usable.filter(({ state }) => state === 'ended')
  return {
    facts: [
      ...missing.map((row) => endedRow(row, known.at)),
      ...ended.map((one) => factsOf(one, known)),
      ...others.map((one) => ({ ...factsOf(one, known), type: `surplus:${one.providerId}` })),
      ...(main === undefined ? [] : [{ ...factsOf(main, known), type: mainType }]),
    ],
    issues,
  }
}

/** Paid ones come before those that wait for their first payment, then the newest first. */
function byImportance(one: SubscriptionSnapshot, other: SubscriptionSnapshot): number {
  const isOpen = ({ state }: SubscriptionSnapshot) => Number(state === 'incomplete')
  return (
    isOpen(one) - isOpen(other) ||
    other.createdAt.getTime() - one.createdAt.getTime() ||
    (one.providerId < other.providerId ? 1 : -1)
  )
}

/** The provider no longer lists it: it was deleted, or ended a while ago. */
function endedRow(row: SubscriptionRow, at: Date): SubscriptionFacts {
  const {
    id: _id,
    teamId: _teamId,
    channel: _channel,
    isLifetime: _isLifetime,
    overdueEndAt: _overdueEndAt,
    overdueEndTerms: _overdueEndTerms,
    updatedAt: _at,
    ...facts
  } = row
  return { ...facts, state: 'ended', endedAt: at, pastDueSince: null, reminders: 0 }
}

function factsOf(
  snapshot: SubscriptionSnapshot,
  { stored, invoices, planId, at }: Known,
): SubscriptionFacts {
  const {
    isTest: _isTest,
    usedCoupon: _usedCoupon,
    isUnknownStatus: _isUnknown,
    pendingSwitch: _pendingSwitch,
    isUnpaid = false,
    isOwedByInvoice: _isOwedByInvoice,
    ...facts
  } = snapshot
  const row = stored.find(({ providerId }) => providerId === snapshot.providerId)
  // A trial without an end can't be stored as one.
  const given =
    snapshot.state === 'trialing' && snapshot.trialEndsAt === null ? 'active' : snapshot.state
  const isSettled = owesNothing(snapshot, invoices)
  const state = given === 'past_due' && isSettled ? 'active' : given
  const isOverdue = state === 'past_due' || (state === 'cancelled' && isUnpaid && !isSettled)
  return {
    ...facts,
    currency: snapshot.currency ?? currency,
    period: snapshot.period ?? null,
    collectionPaused: snapshot.collectionPaused ?? null,
    paidUntil: snapshot.paidUntil ?? null,
    state,
    type: row?.type ?? mainType,
    planId: snapshot.planId ?? row?.planId ?? planId,
    // The provider forgets it when the plan is resumed.
    canceledAt: snapshot.canceledAt ?? row?.canceledAt ?? null,
    endsAt:
      state === 'cancelled'
        ? (snapshot.endsAt ?? snapshot.currentPeriodEndsAt ?? at)
        : state === 'ended'
          ? snapshot.endsAt
          : null,
    pastDueSince: isOverdue ? overdueSince(snapshot, { row, invoices, at }) : null,
    reminders: isOverdue ? (row?.reminders ?? 0) : 0,
    endedAt: state === 'ended' ? (snapshot.endedAt ?? snapshot.endsAt ?? at) : null,
  }
}

/** Whether all that was issued for an overdue subscription was paid, voided or given up. */
export const areSettled = (states: readonly string[]): boolean =>
  states.length > 0 && !states.includes('open')

/** The provider hasn't said yet that nothing is overdue. */
function owesNothing(
  { isOwedByInvoice = false, providerId }: SubscriptionSnapshot,
  invoices: readonly InvoiceSnapshot[],
): boolean {
  const issued = invoices.filter(({ subscriptionProviderId: of }) => of === providerId)
  return isOwedByInvoice && areSettled(issued.map(({ state }) => state))
}

/** The oldest open invoice says it exactly; without one, the first time that we saw it. */
function overdueSince(
  { providerId }: SubscriptionSnapshot,
  { row, invoices, at }: { row: SubscriptionRow | undefined } & Pick<Known, 'invoices' | 'at'>,
): Date {
  const open = invoices.filter(
    (invoice) => invoice.state === 'open' && invoice.subscriptionProviderId === providerId,
  )
  const times = [...open.map(({ issuedAt }) => issuedAt), row?.pastDueSince ?? at]
  return new Date(Math.min(...times.map((time) => time.getTime())))
}

/** Names of the facts that differ. Empty: the row is as the provider has it. */
export const differences = (row: SubscriptionRow, facts: SubscriptionFacts): string[] =>
  Object.entries(facts)
    .filter(([name, value]) => !isDeepStrictEqual(row[name as keyof SubscriptionFacts], value))
    .map(([name]) => name)
