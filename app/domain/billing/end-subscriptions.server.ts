/** Ends the subscriptions that a deleted team still pays for, and what its bank works on. */
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { billingAccounts, invoices, subscriptions } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { billedTeam } from './billed-team.ts'
import { channelOf } from './channel-of.server.ts'
import { ChargeRefused, type CardChannel } from './channel.ts'
import { endSubscriptionsJob } from './jobs.ts'
import { noteLateCharges, readLateCharges, type PaymentAtBank } from './late/late-charges.server.ts'
import { isOrder } from './stored/dropped-order.server.ts'
import { listAtBank } from './stored/find-processing.server.ts'
import { readInvoices } from './stored/read-invoices.server.ts'
import { sendIfServed } from './stored/send-if-served.server.ts'

/** Data that the job needs once the team's rows no longer exist. */
export type EndedTeam = {
  team: number
  channel: 'card' | 'shopify' | 'wix'
  /** Null: it was deleted at the provider. */
  customer: string | null
  subscriptions: string[]
  /** The provider's ids of invoices whose payment was at a bank. Absent: none. */
  atBank?: string[] | undefined
}

type Ending = Omit<EndedTeam, 'atBank'> & { atBank: PaymentAtBank[] }

/**
 * Reads what has to be ended at the provider; null when there is nothing. The caller deletes the rows,
 * then passes it to `sendEnding`, in the same transaction.
 */
export async function readEnding(tx: Transaction, teamId: number): Promise<Ending | null> {
  const scope = billedTeam({ teamId })
  const [account] = await tx
    .select({ customer: billingAccounts.stripeId })
    .from(billingAccounts)
    .where(inTeam(billingAccounts, scope))
  const live = await listLive(tx, scope)
  const customer = account?.customer ?? null
  const ids = live.filter(({ channel }) => channel === 'card').map(({ id }) => id)
  const atBank = await readAtBank(tx, scope)
  if ((customer === null || ids.length === 0) && atBank.length === 0) return null
  const subscriptionIds = customer === null ? [] : ids
  return { team: teamId, channel: 'card', customer, subscriptions: subscriptionIds, atBank }
}

async function readAtBank(tx: Transaction, scope: TeamScope): Promise<PaymentAtBank[]> {
  const rows = await tx
    .select({
      invoice: invoices.providerId,
      lines: invoices.lines,
      subscriptionProviderId: invoices.subscriptionProviderId,
    })
    .from(invoices)
    .where(
      and(
        inTeam(invoices, scope),
        eq(invoices.channel, 'card'),
        inArray(invoices.providerId, await listAtBank(tx, scope)),
      ),
    )
    .orderBy(invoices.id)
  const payments: PaymentAtBank[] = []
  for (const { invoice, ...of } of rows) {
    payments.push({ invoice, isOfOrder: await isOrder(tx, scope, of) })
  }
  return payments
}

/** Also keeps the ids of payments that a bank can still charge. */
export async function sendEnding(
  tx: Transaction,
  services: Services,
  { atBank, ...ending }: Ending,
): Promise<void> {
  const { team, customer } = ending
  await noteLateCharges(tx, { team, customer, at: services.now() }, atBank)
  const ids = atBank.map(({ invoice }) => invoice)
  await sendIfServed(tx, services, [endSubscriptionsJob, { ...ending, atBank: ids }])
}

/**
 * Ends them. Repeatable.
 *
 * @returns false when the provider can't be reached: try again later, as long as it takes
 */
export async function endSubscriptions(services: Services, ended: EndedTeam): Promise<boolean> {
  const { card } = services.billing
  if (ended.subscriptions.length === 0 && (ended.atBank ?? []).length === 0) return true
  if (card === null || ended.channel !== 'card') {
    services.log.error({ teamId: ended.team }, 'a deleted organization’s subscription goes on')
    return false
  }
  try {
    await endAll(card, ended)
    await stopPayments(services, card, ended)
  } catch (error) {
    if (!isFailedCall(error)) throw error
    services.log.warn({ err: error, teamId: ended.team }, 'a subscription could not be ended')
    return false
  }
  return true
}

const customerOf = ({ team: teamId, customer }: EndedTeam) =>
  customer === null ? null : { teamId, providerId: customer }

async function endAll(card: CardChannel, ended: EndedTeam): Promise<void> {
  const customer = customerOf(ended)
  if (customer === null) return
  for (const subscription of ended.subscriptions) {
    try {
      await card.endNow(customer, { subscription, operation: `erase-${subscription}` })
    } catch (error) {
      if (!(error instanceof ChargeRefused && error.reason === 'gone')) throw error
    }
  }
}

/** Also of payments that a bank began to work on after the team was read last. Those that can't be stopped are read until the bank answers. */
async function stopPayments(
  services: Services,
  card: CardChannel,
  ended: EndedTeam,
): Promise<void> {
  const { team, customer, atBank = [] } = ended
  const read = await readInvoices(card, { customer: customerOf(ended), atBank })
  const found = read.filter(({ isProcessing }) => isProcessing).map(({ providerId }) => providerId)
  const payments = found.map((invoice) => ({ invoice, isOfOrder: false }))
  await noteLateCharges(services.db.system, { team, customer, at: services.now() }, payments)
  for (const invoice of found) await card.stopPayments(invoice)
  if (customer !== null) await readLateCharges(services, customer)
}

/**
 * Ends subscriptions paid at another provider than the card's. A shop's access is deleted with the
 * team, so this can't wait for a job. Wix plans only end at Wix: those that would renew keep the
 * team.
 *
 * @throws Refusal `unavailable` when it isn't known to have ended, `conflict` while Wix would renew it
 */
export async function endSubscriptionsElsewhere(
  services: Services,
  scope: TeamScope,
): Promise<void> {
  const { channel, customer } = await channelOf(services, scope)
  if (customer === null || (channel.name !== 'shopify' && channel.name !== 'wix')) return
  const live = (await services.db.asTeam(scope, (tx) => listLive(tx, scope))).filter(
    (one) => one.channel === channel.name,
  )
  try {
    for (const { id: subscription } of live) {
      await channel.endNow(customer, { subscription, operation: `erase-${subscription}` })
    }
  } catch (error) {
    services.log.warn({ err: error, teamId: scope.teamId }, 'a subscription could not be ended')
    if (channel.abilities.managedAt !== undefined && error instanceof ChargeRefused) {
      throw new Refusal('conflict', 'Cancel your plan in Wix first. Then delete the organization.')
    }
    const company = channel.name === 'wix' ? 'Wix' : 'Shopify'
    throw new Refusal(
      'unavailable',
      `We couldn’t cancel your subscription in ${company}. Try again in a minute.`,
    )
  }
}

const listLive = (tx: Transaction, scope: TeamScope) =>
  tx
    .select({ id: subscriptions.providerId, channel: subscriptions.channel })
    .from(subscriptions)
    .where(and(inTeam(subscriptions, scope), ne(subscriptions.state, 'ended')))
