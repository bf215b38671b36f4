/**
 * The one way in which the provider's data becomes ours. Webhooks, success pages, changes and the
 * nightly check all end here, so deliveries in any order, repeated or lost, end in the same rows.
 */
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { billingAccounts, purchases } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { lockTeam } from '#app/domain/teams/members.server.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { billedTeam } from './billed-team.ts'
import { channelOf, type TeamChannel } from './channel-of.server.ts'
import { ChargeRefused } from './channel.ts'
import type {
  ChannelName,
  InvoiceSnapshot,
  StoredCard,
  SubscriptionSnapshot,
  VatStatus,
} from './channel.ts'
import { listAtBank, listUnsettled } from './stored/find-processing.server.ts'
import { readInvoices } from './stored/read-invoices.server.ts'
import { settlePurchase } from './stored/settle-purchase.server.ts'
import { storeInvoices } from './stored/store-invoices.server.ts'
import { storeSubscriptions, type ChangeCause } from './stored/store-subscriptions.server.ts'

/** Differences from the stored rows, in words for the log. Empty: none. */
export type SyncReport = { changes: string[] }

/**
 * Reads the team's subscriptions, invoices, card and open purchases from its provider and stores them,
 * with the plan that follows. Repeatable.
 *
 * @param cause of a change of the plan; absent: the provider's
 * @param alongside is stored in the same transaction, also when a later read was stored in between
 * @throws what the channel throws; nothing is stored then
 */
export async function syncBilling(
  services: Services,
  scope: TeamScope,
  {
    cause,
    alongside,
  }: { cause?: ChangeCause; alongside?: (tx: Transaction) => Promise<void> } = {},
): Promise<SyncReport> {
  const team = await channelOf(services, scope)
  const read = await startRead(services, scope)
  const vatId = await readVatId(services, scope)
  const known = await services.db.asTeam(scope, async (tx) => ({
    atBank: await listAtBank(tx, scope),
    unsettled: await listUnsettled(tx, scope),
  }))
  const { unsettled } = known
  const facts = {
    ...(await readProvider(team, { vatId, unsettled })),
    ...(await readDebt(services, team, known)),
  }
  const report = await services.db.transaction(async (tx) => {
    await lockTeam(tx, scope.teamId)
    const isNewest = await finishRead(tx, { scope, read })
    await alongside?.(tx)
    if (!isNewest) return { changes: [] }
    await storeCard(tx, services, { scope, facts })
    await storeVatStatus(tx, { scope, vatId, facts })
    const channel = facts.isDebtRead ? 'card' : team.channel.name
    await storeInvoices(tx, services, { scope, channel, invoices: facts.invoices, unsettled })
    const changes = await storeSubscriptions(tx, services, {
      scope,
      channel: team.channel.name,
      freePlanId: team.freePlanId,
      snapshots: facts.subscriptions,
      invoices: facts.invoices,
      cause: cause ?? providerCause(team.channel.name),
    })
    return { changes }
  })
  await settleOpen(services, scope, team)
  return report
}

/**
 * Syncs the team that the provider knows by this id.
 *
 * @returns false when no team has it, for example because it was deleted
 * @throws as `syncBilling` does
 */
export async function syncCustomer(services: Services, customerId: string): Promise<boolean> {
  const [row] = await services.db.system
    .select({ teamId: billingAccounts.teamId })
    .from(billingAccounts)
    .where(eq(billingAccounts.stripeId, customerId))
  if (!row) return false
  await syncBilling(services, billedTeam(row))
  return true
}

const providerNames: Record<ChannelName, string> = {
  free: 'Footfall',
  card: 'Stripe',
  shopify: 'Shopify',
  wix: 'Wix',
}

const providerCause = (channel: ChannelName): ChangeCause => ({
  actor: 'provider',
  userId: null,
  reason: `As billed by ${providerNames[channel]}.`,
})

type ProviderFacts = {
  subscriptions: SubscriptionSnapshot[]
  invoices: InvoiceSnapshot[]
  /** Null: none is stored. Undefined: the channel has no cards. */
  card: StoredCard | null | undefined
  /** Undefined: the team has no VAT ID. */
  vatStatus?: VatStatus | null
  /** The provider knew the team, and no longer does. */
  isCustomerDeleted: boolean
  /** The invoices and the card are of the channel that charged the team before. */
  isDebtRead?: boolean
}

async function readProvider(
  { channel, card, customer }: TeamChannel,
  { vatId, unsettled }: { vatId: string | null; unsettled: string[] },
): Promise<ProviderFacts> {
  const none = { subscriptions: [], invoices: [], card: card ? null : undefined }
  if (card === null) {
    const subscriptions = customer === null ? [] : await channel.listSubscriptions(customer)
    return { ...none, subscriptions, isCustomerDeleted: false }
  }
  const isCustomerDeleted = customer !== null && !(await card.hasCustomer(customer))
  if (customer === null || isCustomerDeleted) {
    const invoices = await readInvoices(card, { customer: null, unsettled })
    return { ...none, invoices, isCustomerDeleted }
  }
  const subscriptions = await card.listSubscriptions(customer)
  return {
    subscriptions,
    invoices: withSwitches(await readInvoices(card, { customer, unsettled }), subscriptions),
    card: await card.readDefaultCard(customer),
    ...(vatId === null ? {} : { vatStatus: await card.readVatStatus(customer) }),
    isCustomerDeleted: false,
  }
}

/** An invoice doesn’t name the plan to which it switches: its subscription does, until it’s paid or dropped. */
function withSwitches(
  invoices: readonly InvoiceSnapshot[],
  subscriptions: readonly SubscriptionSnapshot[],
): InvoiceSnapshot[] {
  const pending = subscriptions.flatMap(({ pendingSwitch }) => pendingSwitch ?? [])
  return invoices.map((invoice) => {
    const found = pending.find((one) => one.invoice === invoice.providerId)
    return found ? { ...invoice, switchPlanId: found.planId } : invoice
  })
}

/** Reads what a team still owes by card that another company charges now, or what its bank can still charge. Its outage keeps no one waiting. */
async function readDebt(
  { log, billing: { card } }: Pick<Services, 'log' | 'billing'>,
  team: TeamChannel,
  { atBank, unsettled }: { atBank: string[]; unsettled: string[] },
): Promise<Partial<ProviderFacts>> {
  const { former } = team
  if (card === null || team.card !== null || !(former?.owes || atBank.length > 0)) return {}
  // Null: it was deleted at the provider, and a bank can still charge.
  const customer = former?.customer ?? null
  try {
    if (customer === null || !(await card.hasCustomer(customer))) {
      const invoices = await readInvoices(card, { customer: null, unsettled })
      return { invoices, card: null, isCustomerDeleted: true, isDebtRead: true }
    }
    return {
      invoices: await readInvoices(card, { customer, unsettled }),
      card: await card.readDefaultCard(customer),
      isDebtRead: true,
    }
  } catch (error) {
    if (!isFailedCall(error)) throw error
    log.warn({ err: error, atBank }, 'a debt by card wasn’t read')
    return {}
  }
}

/**
 * Numbers the reads of the provider's data, before they begin. One that is stored is at least as fresh
 * as all with smaller numbers, which are then dropped: a slow one can't bring back what has changed.
 */
async function startRead({ db, now }: Services, scope: TeamScope): Promise<number> {
  const at = now()
  const [row] = await db.asTeam(scope, (tx) =>
    tx
      .insert(billingAccounts)
      .values({ teamId: scope.teamId, readsStarted: 1, createdAt: at, updatedAt: at })
      .onConflictDoUpdate({
        target: billingAccounts.teamId,
        set: { readsStarted: sql`${billingAccounts.readsStarted} + 1` },
      })
      .returning({ read: billingAccounts.readsStarted }),
  )
  return row?.read ?? 0
}

/** False: a later one was stored in between. */
async function finishRead(
  tx: Transaction,
  { scope, read }: { scope: TeamScope; read: number },
): Promise<boolean> {
  const stored = await tx
    .update(billingAccounts)
    .set({ readStored: read })
    .where(and(inTeam(billingAccounts, scope), lt(billingAccounts.readStored, read)))
    .returning({ teamId: billingAccounts.teamId })
  return stored.length > 0
}

const noCard = {
  cardBrand: null,
  cardLastFour: null,
  cardCountry: null,
  cardExpMonth: null,
  cardExpYear: null,
}

async function storeCard(
  tx: Transaction,
  { now }: Services,
  { scope, facts: { card, isCustomerDeleted } }: { scope: TeamScope; facts: ProviderFacts },
): Promise<void> {
  if (card === undefined) return
  const columns =
    card === null
      ? noCard
      : {
          cardBrand: card.brand,
          cardLastFour: card.lastFour,
          cardCountry: card.country,
          cardExpMonth: card.expMonth,
          cardExpYear: card.expYear,
        }
  await tx
    .update(billingAccounts)
    .set({ ...columns, ...(isCustomerDeleted ? { stripeId: null } : {}), updatedAt: now() })
    .where(inTeam(billingAccounts, scope))
}

async function readVatId({ db }: Services, scope: TeamScope): Promise<string | null> {
  const [row] = await db.asTeam(scope, (tx) =>
    tx
      .select({ vatId: billingAccounts.vatId })
      .from(billingAccounts)
      .where(inTeam(billingAccounts, scope)),
  )
  return row?.vatId ?? null
}

/**
 * Stores the status only for the VAT ID that was checked. In the meantime it may have been replaced
 * by another one with a separate result.
 */
async function storeVatStatus(
  tx: Transaction,
  {
    scope,
    vatId,
    facts: { vatStatus },
  }: { scope: TeamScope; vatId: string | null; facts: ProviderFacts },
): Promise<void> {
  if (vatId === null || vatStatus === undefined) return
  await tx
    .update(billingAccounts)
    .set({ vatStatus })
    .where(and(inTeam(billingAccounts, scope), eq(billingAccounts.vatId, vatId)))
}

/**
 * Settles open purchases, whose checkout may have been paid since. Those by card also once another company
 * charges the team: Stripe's outage keeps no one waiting then.
 */
async function settleOpen(
  services: Services,
  scope: TeamScope,
  { channel, former }: TeamChannel,
): Promise<void> {
  const soldBy = [channel.name, ...(former === null ? [] : ['card' as const])]
  const open = await services.db.asTeam(scope, (tx) =>
    tx
      .select({ uuid: purchases.uuid, channel: purchases.channel })
      .from(purchases)
      .where(
        and(
          inTeam(purchases, scope),
          inArray(purchases.channel, soldBy),
          eq(purchases.state, 'open'),
        ),
      ),
  )
  for (const { uuid, channel: seller } of open) {
    try {
      await settlePurchase(services, scope, uuid)
    } catch (error) {
      // Also a key that was refused: what another company sells doesn't need it.
      const isOfStripe = isFailedCall(error) || error instanceof ChargeRefused
      if (seller === channel.name || !isOfStripe) throw error
      services.log.warn({ err: error, purchase: uuid }, 'a purchase by card wasn’t read')
    }
  }
}
