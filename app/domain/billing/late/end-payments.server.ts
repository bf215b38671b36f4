/** Ends what a deleted team still pays by card, also orders that were being placed while it was deleted. */
import type { Services } from '#app/services.ts'
import { ChargeRefused, type BillingCustomer, type CardChannel } from '../channel.ts'
import { readInvoices } from '../stored/read-invoices.server.ts'
import { noteLateCharges, readLateCharges, type AwaitedCharge } from './late-charges.server.ts'

/** Data that the job needs once the team's rows no longer exist. */
export type EndedTeam = {
  team: number
  channel: 'card' | 'shopify' | 'wix'
  /** Null: it was deleted at the provider. */
  customer: string | null
  subscriptions: string[]
  /** The provider's ids of invoices whose bank may not have answered. Absent: none. */
  atBank?: string[] | undefined
  /** An order that was being placed when the team was deleted has arrived by now. Absent: it may not have. */
  isLast?: boolean | undefined
}

/**
 * Ends all that the provider has of the team’s customer: subscriptions, open checkouts and payments at a bank.
 * Payments that can still be charged are noted before anything ends. Repeatable.
 *
 * @throws what the channel throws
 */
export async function endPayments(
  services: Services,
  card: CardChannel,
  ended: EndedTeam,
): Promise<void> {
  const { team, customer: customerId } = ended
  const customer = customerId === null ? null : { teamId: team, providerId: customerId }
  const note = (charges: readonly AwaitedCharge[]) =>
    noteLateCharges(services.db.system, { team, customer: customerId, at: services.now() }, charges)
  if (customer !== null) {
    await closeCheckouts(card, customer, note)
    await endAll(card, customer, { ended, note })
  }
  await stopPayments(card, { customer, unsettled: ended.atBank ?? [] }, note)
  if (customerId !== null) await readLateCharges(services, customerId)
}

type Note = (charges: readonly AwaitedCharge[]) => Promise<void>

async function closeCheckouts(
  card: CardChannel,
  customer: BillingCustomer,
  note: Note,
): Promise<void> {
  const unpaid = await card.listUnpaidCheckouts(customer)
  await note(unpaid.map(({ id }) => ({ kind: 'checkout', id, isOfOrder: true })))
  for (const { id, isOpen } of unpaid) if (isOpen) await card.closeCheckout(id)
}

/** A subscription that wasn't stored was ordered while its team was deleted: it never began, whatever was paid for it. */
async function endAll(
  card: CardChannel,
  customer: BillingCustomer,
  { ended, note }: { ended: EndedTeam; note: Note },
): Promise<void> {
  const read = await card.listSubscriptions(customer)
  const live = read.filter(({ state }) => state !== 'ended').map(({ providerId }) => providerId)
  const unknown = live.filter((id) => !ended.subscriptions.includes(id))
  if (unknown.length > 0) {
    const invoices = await card.listInvoices(customer)
    const ordered = invoices.filter(({ subscriptionProviderId: id }) => unknown.includes(id ?? ''))
    await note(
      ordered.map(({ providerId: id }) => ({ kind: 'invoice' as const, id, isOfOrder: true })),
    )
  }
  for (const subscription of [...ended.subscriptions, ...unknown]) {
    try {
      await card.endNow(customer, { subscription, operation: `erase-${subscription}` })
    } catch (error) {
      if (!(error instanceof ChargeRefused && error.reason === 'gone')) throw error
    }
  }
}

/** Also of payments that a bank began to work on after the team was read last. Those that can't be stopped are read until the bank answers. */
async function stopPayments(
  card: CardChannel,
  of: { customer: BillingCustomer | null; unsettled: string[] },
  note: Note,
): Promise<void> {
  const read = await readInvoices(card, of)
  const found = read.filter(
    ({ isProcessing, state, paidCents }) => isProcessing || (state === 'void' && paidCents > 0),
  )
  await note(
    found.map(({ providerId: id }) => ({ kind: 'invoice' as const, id, isOfOrder: false })),
  )
  for (const { providerId } of found) await card.stopPayments(providerId)
}
