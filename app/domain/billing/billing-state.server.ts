/** A team's plan, payments and offers, as screens show them. Reads only our database. */
import { eq } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { teams, users } from '#app/db/schema/ground.ts'
import {
  billingAccounts,
  type PausedCollection,
  type StoredDiscount,
  type StoredPeriod,
} from '#app/db/schema/billing.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import { channelOf, type TeamChannel } from './channel-of.server.ts'
import type {
  BillingDetails,
  ChannelAbilities,
  ChannelName,
  StoredCard,
  VatStatus,
} from './channel.ts'
import { readChargesAtBank, type ChargesAtBank } from './stored/charges-at-bank.server.ts'
import { offerFor, runningDiscount } from './discounts.ts'
import { boostsFor, type BoostOffer } from './offers.ts'
import { findFirstPayment, type FirstPayment } from './stored/first-payment.server.ts'
import { findProcessing, type ProcessedPayment } from './stored/find-processing.server.ts'
import { findSwitch, type SwitchPayment } from './stored/find-switch.server.ts'
import { findOpenPayment, type OpenPayment } from './stored/open-payment.server.ts'
import {
  findLifetime,
  findMain,
  findNextPlan,
  planEndOf,
  shownPlanEnd,
} from './stored/store-subscriptions.server.ts'
import { readUnpaidPurchases, type UnpaidPurchases } from './stored/unpaid-purchases.server.ts'
import { pausedUntil } from './stored/why-no-switch.ts'
import { readVersion } from './stored/shown-version.server.ts'
import type { SubscriptionRow } from './stored/subscription-rows.ts'
import type { SubscriptionState } from './subscription-states.ts'

export type BillingState = {
  channel: ChannelName
  abilities: ChannelAbilities
  /** False: plans can’t be bought here. */
  isConfigured: boolean
  planId: string
  subscription: ShownSubscription | null
  /** The version of what is shown, for confirmations by a screen that shows it. */
  version: string
  /** End of a generic trial. */
  trialEndsAt: Date | null
  card: StoredCard | null
  /** Empty strings when absent. */
  details: BillingDetails
  /** Null: no VAT ID. */
  vatStatus: VatStatus | null
  /** Price per month, in US cents, that is offered once on canceling. Null: not, or no longer. */
  offerCents: number | null
  boosts: readonly BoostOffer[]
  /** Null: nothing is owed. */
  openPayment: OpenPayment | null
  /** The first payment of an order that waits for it. Null: none does. */
  firstPayment: FirstPayment | null
  /** The last switch, if it waits for its payment or was dropped. */
  switchPayment: SwitchPayment
  /** The payment that the bank is processing. Null: none. */
  processing: ProcessedPayment | null
  /** Canceled invoices that banks can still charge. */
  atBank: ChargesAtBank
  /** Purchases that can still be charged. */
  unpaid: UnpaidPurchases
  /** The plan after the end of what the organization pays for. */
  nextPlanId: string
}

type ShownSubscription = {
  state: SubscriptionState
  planId: string
  quantity: number
  unitCents: number
  /** The currency of all its amounts. */
  currency: string
  /** Null: by the month. */
  period: StoredPeriod | null
  /** Null also for one that has ended. */
  discount: StoredDiscount | null
  /** Null: its invoices are charged. */
  collectionPaused: PausedCollection | null
  /** It continues a plan that was paid until then. Null: no. */
  paidUntil: Date | null
  trialEndsAt: Date | null
  endsAt: Date | null
  currentPeriodEndsAt: Date | null
  isLifetime: boolean
  pastDueSince: Date | null
  /**
   * When the plan of an overdue subscription ends, canceled or not. Null also after that day, while the bank
   * is processing the payment and the plan goes on.
   */
  planEndsAt: Date | null
}

/** @throws Refusal `not_found` */
export async function readBilling(services: Services, scope: TeamScope): Promise<BillingState> {
  const at = services.now()
  const { channel, card, former, freePlanId } = await channelOf(services, scope)
  const team = await readTeam(services, scope)
  const {
    main,
    lifetime,
    nextPlanId,
    account,
    openPayment,
    switchPayment,
    processing,
    version,
    ...charges
  } = await services.db.asTeam(scope, async (tx) => ({
    ...(await readPlans(tx, scope, { channel, freePlanId, planId: team.planId, at })),
    account: await findAccount(tx, scope),
    openPayment: await findOpenPayment(tx, scope),
    switchPayment: await findSwitch(tx, scope, at),
    processing: await findProcessing(tx, scope),
    firstPayment: await findFirstPayment(tx, scope),
    atBank: await readChargesAtBank(tx, scope),
    unpaid: await readUnpaidPurchases(tx, scope),
  }))
  const offer = main?.state === 'active' && card !== null ? offerFor(main, at) : null
  const canPay = card !== null || former !== null
  // A plan that staff gave instead is paid by no one.
  const shown = main ?? (lifetime?.planId === team.planId ? lifetime : null)
  return {
    channel: channel.name,
    abilities: channel.abilities,
    isConfigured: channel.abilities.charges,
    planId: team.planId,
    subscription: shown && showSubscription(shown, { at, isBeingPaid: processing !== null }),
    version,
    // One whose plan isn't known gives none back.
    trialEndsAt: account?.trialPlan == null ? null : account.trialEndsAt,
    card: account ? cardOf(account) : null,
    details: detailsOfAccount(account, team.email),
    vatStatus: account?.vatStatus ?? null,
    offerCents: account?.cancellationOfferedAt ? null : offer,
    boosts: team.planLimit === null || !channel.abilities.sells ? [] : boostsFor(team.meteredBy),
    openPayment: canPay && openPayment && openPayment.cents > 0 ? openPayment : null,
    switchPayment,
    processing,
    ...charges,
    nextPlanId,
  }
}

type PlanAt = { planId: string; at: Date }

async function readPlans(
  tx: Transaction,
  scope: TeamScope,
  { channel, freePlanId, planId, at }: Pick<TeamChannel, 'channel' | 'freePlanId'> & PlanAt,
) {
  const main = await findMain(tx, scope)
  // Some channels end a plan immediately.
  const periodEnd = channel.abilities.resumes ? (main?.currentPeriodEndsAt ?? at) : at
  const end = main && (main.state === 'paused' ? at : (planEndOf(main) ?? main.endsAt ?? periodEnd))
  const { version } = await readVersion(tx, scope, { main, planId, at })
  return {
    main,
    version,
    lifetime: await findLifetime(tx, scope),
    nextPlanId: await findNextPlan(tx, scope, { freePlanId, end }),
  }
}

const showSubscription = (
  row: SubscriptionRow,
  known: { at: Date; isBeingPaid: boolean },
): ShownSubscription => ({
  state: row.state,
  planId: row.planId,
  quantity: row.quantity,
  unitCents: row.unitCents,
  currency: row.currency,
  period: row.period,
  discount: runningDiscount(row.discount, known.at),
  collectionPaused: pausedUntil(row.collectionPaused, known.at),
  paidUntil: row.paidUntil,
  trialEndsAt: row.trialEndsAt,
  endsAt: row.endsAt,
  currentPeriodEndsAt: row.currentPeriodEndsAt,
  isLifetime: row.isLifetime,
  pastDueSince: row.pastDueSince,
  planEndsAt: shownPlanEnd(row, known),
})

async function readTeam({ db }: Services, scope: TeamScope) {
  const [row] = await db.system
    .select({
      planId: teams.plan,
      planLimit: teams.planLimit,
      meteredBy: teams.meteredBy,
      email: users.email,
    })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.ownerId))
    .where(inTeam(teams, scope))
  if (!row) throw new Refusal('not_found', 'Organization not found.')
  return row
}

export type BillingAccount = typeof billingAccounts.$inferSelect

/** Null: nothing was ever stored. */
export async function findAccount(
  tx: Transaction,
  scope: TeamScope,
): Promise<BillingAccount | null> {
  const [row] = await tx.select().from(billingAccounts).where(inTeam(billingAccounts, scope))
  return row ?? null
}

export function cardOf(account: BillingAccount): StoredCard | null {
  const { cardBrand, cardLastFour, cardCountry, cardExpMonth, cardExpYear } = account
  if (cardBrand === null || cardLastFour === null) return null
  return {
    brand: cardBrand,
    lastFour: cardLastFour,
    country: cardCountry,
    expMonth: cardExpMonth ?? 0,
    expYear: cardExpYear ?? 0,
  }
}

/** Empty strings for what isn't stored. */
export const detailsOfAccount = (
  account: BillingAccount | null,
  email: string,
): BillingDetails => ({
  email,
  name: account?.billingName ?? '',
  address: account?.billingAddress ?? '',
  addressLine2: account?.billingAddressLine2 ?? '',
  city: account?.billingCity ?? '',
  state: account?.billingState ?? '',
  zip: account?.billingZip ?? '',
  country: account?.billingCountry ?? '',
  vatId: account?.vatId ?? '',
  extraBillingInformation: account?.extraBillingInformation ?? '',
})
