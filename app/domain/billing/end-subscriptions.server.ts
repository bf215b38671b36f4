/** Ends the subscriptions that a deleted team still pays for, and what its bank works on. */
import { and, ne } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { billingAccounts, subscriptions } from '#app/db/schema/billing.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { billedTeam } from './billed-team.ts'
import { channelOf } from './channel-of.server.ts'
import { ChargeRefused } from './channel.ts'
import { endSubscriptionsJob } from './jobs.ts'
import { endPayments, type EndedTeam } from './late/end-payments.server.ts'
import { listAwaited } from './late/list-awaited.server.ts'
import { noteLateCharges, type AwaitedCharge } from './late/late-charges.server.ts'
import { listAtBank } from './stored/find-processing.server.ts'
import { sendIfServed } from './stored/send-if-served.server.ts'

type Ending = Omit<EndedTeam, 'atBank'> & { atBank: string[]; awaited: AwaitedCharge[] }

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
  const atBank = await listAtBank(tx, scope)
  const awaited = await listAwaited(tx, scope)
  // A customer may have an order that is being placed, and isn't stored yet.
  if (customer === null && atBank.length === 0 && awaited.length === 0) return null
  const subscriptionIds = customer === null ? [] : ids
  return {
    team: teamId,
    channel: 'card',
    customer,
    subscriptions: subscriptionIds,
    atBank,
    awaited,
  }
}

/** Also keeps the ids of what can still be charged. */
export async function sendEnding(
  tx: Transaction,
  services: Services,
  { awaited, ...ending }: Ending,
): Promise<void> {
  const { team, customer } = ending
  await noteLateCharges(tx, { team, customer, at: services.now() }, awaited)
  await sendIfServed(tx, services, [endSubscriptionsJob, ending])
}

/**
 * Ends them. Repeatable.
 *
 * @returns false when the provider can't be reached, or refuses: try again later, as long as it takes
 */
export async function endSubscriptions(services: Services, ended: EndedTeam): Promise<boolean> {
  const { log } = services
  const { card } = services.billing
  const { team: teamId, customer, subscriptions: ids, atBank = [] } = ended
  if (customer === null && ids.length === 0 && atBank.length === 0) return true
  if (card === null || ended.channel !== 'card') {
    // Without a card channel no payment can be asked about: those that are noted wait for it.
    if (ids.length === 0) return true
    log.error({ teamId }, 'a deleted organization’s subscription goes on')
    return false
  }
  try {
    await endPayments(services, card, ended)
  } catch (error) {
    if (!isFailedCall(error) && !(error instanceof ChargeRefused)) throw error
    log.warn({ err: error, teamId }, 'what a deleted organization pays couldn’t be ended yet')
    return false
  }
  return true
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
