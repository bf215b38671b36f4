/** Who pays, who is late, and what the nightly checks found. */
import { and, asc, desc, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import {
  billingChecks,
  lateCharges,
  type PausedCollection,
  purchases,
  subscriptions,
  subscriptionStates,
  teams,
} from '#app/db/schema/index.ts'
import { isBeingPaid, isOwing, owedCents } from '#app/domain/billing/stored/open-payment.server.ts'
import { pausedUntil } from '#app/domain/billing/stored/why-no-switch.ts'
import { shownPlanEnd } from '#app/domain/billing/stored/store-subscriptions.server.ts'
import type { SubscriptionState } from '#app/domain/billing/subscription-states.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { readKioskEndpoint, type KioskEndpoint } from './card-endpoint.server.ts'

const pageSize = 50
const shownPurchases = 50
const shownChecks = 7
const shownFindings = 20
const shownCharges = 50

export type KioskSubscription = {
  id: number
  team: { id: number; name: string }
  planId: string
  channel: (typeof subscriptions.$inferSelect)['channel']
  quantity: number
  unitCents: number
  currency: string
  isLifetime: boolean
  endsAt: Date | null
  trialEndsAt: Date | null
  currentPeriodEndsAt: Date | null
  endedAt: Date | null
  /** With an overdue payment: full days until the plan ends. Null also once it waits for the bank alone. */
  daysLeft: number | null
  /** Its days of grace are over, and it goes on until the bank answers. */
  waitsForBank: boolean
  /** Neither used nor charged until it's resumed. */
  isPaused: boolean
  /** Null: its invoices are charged. */
  collectionPaused: PausedCollection | null
  /** Left to pay of open invoices. 0: none. */
  owedCents: number
}

export type KioskBilling = {
  state: SubscriptionState
  counts: { state: SubscriptionState; count: number }[]
  subscriptions: KioskSubscription[]
  /** Id to continue after; null on the last page. */
  next: number | null
  /** Newest first. */
  checks: {
    night: string
    checked: number
    repaired: number
    failed: number
    isFinished: boolean
    findings: { team: { id: number; name: string } | null; changes: string[] }[]
  }[]
  /** Charged after their organization was deleted or while their plan ended, so staff have to refund them. Oldest first. */
  lateCharges: LateCharge[]
  /** Ended for their debt more than an hour ago: whether they go on isn't known yet. Oldest first. */
  unfinishedEnds: { id: number; team: { id: number; name: string }; planId: string; since: Date }[]
  /** Null: no one can pay by card. */
  endpoint: KioskEndpoint | null
  /** Purchases that wait for their payment, oldest first. */
  purchases: {
    id: number
    team: { id: number; name: string }
    channel: KioskSubscription['channel']
    itemId: string
    priceCents: number
    at: Date
  }[]
}

export type LateCharge = {
  /** Stripe's id of the invoice, or of a purchase's checkout. */
  providerId: string
  /** Stripe's id. Null: it was deleted there. */
  customer: string | null
  cents: number
  currency: string
  at: Date
}

async function listLateCharges({ db }: Services): Promise<LateCharge[]> {
  const rows = await db.system
    .select()
    .from(lateCharges)
    .where(isNotNull(lateCharges.chargedAt))
    .orderBy(asc(lateCharges.id))
    .limit(shownCharges)
  return rows.map((row) => ({
    providerId: row.providerId,
    customer: row.customerId,
    cents: row.chargedCents ?? 0,
    currency: row.currency ?? '',
    at: row.chargedAt ?? row.createdAt,
  }))
}

async function listUnfinishedEnds({ db, now }: Services): Promise<KioskBilling['unfinishedEnds']> {
  const rows = await db.system
    .select({
      id: subscriptions.id,
      team: { id: teams.id, name: teams.name },
      planId: subscriptions.planId,
      since: subscriptions.overdueEndAt,
    })
    .from(subscriptions)
    .innerJoin(teams, eq(teams.id, subscriptions.teamId))
    .where(lt(subscriptions.overdueEndAt, new Date(now().getTime() - hourMillis)))
    .orderBy(asc(subscriptions.id))
    .limit(shownCharges)
  return rows.map(({ since, ...row }) => ({ ...row, since: since ?? now() }))
}

/** Those past due are all that money is owed for, which have another state once they were canceled or ended. */
const isListed = (state: SubscriptionState) =>
  state === 'past_due' ? isOwing() : eq(subscriptions.state, state)

/** @param after id of the last subscription of the page before; null: the first page */
export async function readKioskBilling(
  services: Services,
  { state, after }: { state: SubscriptionState; after: number | null },
): Promise<KioskBilling> {
  const { db } = services
  const [counted, owing, page, checks, late, endpoint, unfinished, waiting] = await Promise.all([
    db.system
      .select({ state: subscriptions.state, count: sql`count(*)`.mapWith(Number) })
      .from(subscriptions)
      .groupBy(subscriptions.state),
    db.system.$count(subscriptions, isOwing()),
    listSubscriptions(services, { state, after }),
    readChecks(services),
    listLateCharges(services),
    readKioskEndpoint(services),
    listUnfinishedEnds(services),
    db.system
      .select({
        id: purchases.id,
        team: { id: teams.id, name: teams.name },
        channel: purchases.channel,
        itemId: purchases.itemId,
        priceCents: purchases.priceCents,
        at: purchases.createdAt,
      })
      .from(purchases)
      .innerJoin(teams, eq(teams.id, purchases.teamId))
      .where(eq(purchases.state, 'open'))
      .orderBy(asc(purchases.id))
      .limit(shownPurchases),
  ])
  return {
    state,
    counts: subscriptionStates.map((one) => ({
      state: one,
      count: one === 'past_due' ? owing : (counted.find((row) => row.state === one)?.count ?? 0),
    })),
    ...page,
    checks,
    lateCharges: late,
    unfinishedEnds: unfinished,
    endpoint,
    purchases: waiting,
  }
}

async function listSubscriptions(
  { db, now }: Services,
  { state, after }: { state: SubscriptionState; after: number | null },
): Promise<Pick<KioskBilling, 'subscriptions' | 'next'>> {
  const at = now()
  const rows = await db.system
    .select({
      row: subscriptions,
      owed: owedCents,
      isBeingPaid,
      team: { id: teams.id, name: teams.name },
    })
    .from(subscriptions)
    .innerJoin(teams, eq(teams.id, subscriptions.teamId))
    .where(and(isListed(state), after === null ? undefined : gt(subscriptions.id, after)))
    .orderBy(asc(subscriptions.id))
    .limit(pageSize + 1)
  const shown = rows.slice(0, pageSize)
  return {
    subscriptions: shown.map(({ row, owed, team, ...payment }) => ({
      id: row.id,
      team,
      planId: row.planId,
      channel: row.channel,
      quantity: row.quantity,
      unitCents: row.unitCents,
      currency: row.currency,
      isLifetime: row.isLifetime,
      endsAt: row.endsAt,
      trialEndsAt: row.trialEndsAt,
      endedAt: row.endedAt,
      currentPeriodEndsAt: row.currentPeriodEndsAt,
      isPaused: row.state === 'paused',
      collectionPaused: pausedUntil(row.collectionPaused, at),
      ...endOf(row, { at, ...payment }),
      owedCents: owed,
    })),
    next: rows.length > pageSize ? (shown.at(-1)?.row.id ?? null) : null,
  }
}

function endOf(
  row: typeof subscriptions.$inferSelect,
  known: { at: Date; isBeingPaid: boolean },
): Pick<KioskSubscription, 'daysLeft' | 'waitsForBank'> {
  const end = shownPlanEnd(row, known)
  return {
    daysLeft: daysUntil(end, known.at),
    waitsForBank: row.pastDueSince !== null && end === null,
  }
}

const daysUntil = (end: Date | null, at: Date) =>
  end && Math.max(0, Math.floor((end.getTime() - at.getTime()) / dayMillis))

async function readChecks({ db }: Services): Promise<KioskBilling['checks']> {
  const rows = await db.system
    .select()
    .from(billingChecks)
    .orderBy(desc(billingChecks.night))
    .limit(shownChecks)
  const found = rows.flatMap(({ findings }) => findings.slice(0, shownFindings))
  const named = await db.system
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(inArray(teams.id, [0, ...found.map(({ teamId }) => teamId)]))
  return rows.map(({ findings, finishedAt, ...counts }) => ({
    ...counts,
    isFinished: finishedAt !== null,
    findings: findings.slice(0, shownFindings).map(({ teamId, changes }) => ({
      team: named.find(({ id }) => id === teamId) ?? null,
      changes,
    })),
  }))
}
