/** Plans that were paid in the moment of their end, which go on as another subscription. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ChargeRefused, type BillingCustomer } from '#app/domain/billing/channel.ts'
import type {
  ContinuationMethods,
  Continuation,
  ContinuedTerms,
} from '#app/domain/billing/channels/continuation.ts'
import { areSettled } from '#app/domain/billing/stored/subscription-rows.ts'
import { continuedDiscounts, keptDiscounts } from './kept-discounts.server.ts'
import { createInvoiceSteps } from './invoice-steps.server.ts'
import { readIssued } from './debts.server.ts'
import { secondsOf } from './proration.ts'
import { readSubscription } from './read-subscription.server.ts'
import {
  continuesMetadata,
  isOver,
  itemOf,
  subscriptionShape,
  type StripeSubscription,
} from './snapshots.ts'
import { keyOf, type StripeClient } from './stripe-client.server.ts'

const digestOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url')

export function createContinuations(client: StripeClient) {
  const { ask } = client
  const { readInvoice, stepOfInvoice } = createInvoiceSteps(client)

  /** Null: it's unknown, or another customer's. */
  async function findSubscription(
    { providerId }: BillingCustomer,
    id: string,
  ): Promise<StripeSubscription | null> {
    try {
      const found = await ask((stripe) => readSubscription(stripe, id))
      return found.customer === providerId ? found : null
    } catch (error) {
      if (error instanceof ChargeRefused && error.reason === 'gone') return null
      throw error
    }
  }

  /**
   * A subscription that is over has no `cancel_at`, "a date in the future", and its `cancel_at_period_end` says
   * whether it did end with its period (https://docs.stripe.com/api/subscriptions/object), which one that is
   * ended before that didn't.
   */
  const readTerms: ContinuationMethods['readTerms'] = async (customer, { subscription: id }) => {
    const found = await findSubscription(customer, id)
    if (found === null || isOver(found)) return null
    const { cancel_at_period_end: isWithPeriod, cancel_at: endsAt } = found
    const { discounts: ofItem, current_period_end: periodEnd } = itemOf(found)
    return {
      isWithPeriod,
      // Stripe answers the end of the period here as well.
      endsAt: isWithPeriod ? null : (endsAt?.toISOString() ?? null),
      periodEndsAt: periodEnd.toISOString(),
      // In the order in which Stripe takes them off.
      discounts: continuedDiscounts([...ofItem, ...found.discounts]),
    }
  }

  const listRunning = ({ providerId: customer }: BillingCustomer) =>
    ask(async (stripe) => {
      const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
      return z
        .array(subscriptionShape)
        .parse(data)
        .filter((one) => !isOver(one))
    })

  /**
   * Continues an overdue plan that was paid after the last read of its debt and before its end, to which Stripe
   * takes no condition. Stripe can't undo an end, so it's another subscription, which charges nothing until
   * the paid period ends: Stripe calls that a trial (https://docs.stripe.com/billing/subscriptions/trials).
   * A debt that is paid later brings no plan back.
   */
  async function continuePaid(
    customer: BillingCustomer,
    { subscription: id, terms }: { subscription: string; terms: ContinuedTerms },
  ): Promise<Continuation> {
    const ended = await findSubscription(customer, id)
    if (ended === null || !isOver(ended) || ended.latest_invoice === null) return { kind: 'none' }
    const running = await listRunning(customer)
    if (running.some(({ metadata }) => metadata[continuesMetadata] === id)) {
      return { kind: 'continued' }
    }
    if (!areSettled(await readIssued(client, ended))) {
      const step = await stepOfInvoice(ended.latest_invoice)
      const isAtBank = step !== 'declined' && step.kind === 'processing'
      return { kind: isAtBank ? 'waiting' : 'none' }
    }
    const invoice = await readInvoice(ended.latest_invoice)
    const { paid_at: paidAt } = invoice.status_transitions
    const isInTime = paidAt !== null && ended.ended_at !== null && paidAt <= ended.ended_at
    if (invoice.status !== 'paid' || !isInTime) return { kind: 'none' }
    const { id: providerId, amount_paid: cents, currency } = invoice
    // Another plan is paid by now, or nothing is left of the period that was paid.
    const { endsAt, periodEndsAt } = terms
    const isLate = [endsAt ?? periodEndsAt, periodEndsAt].some(
      (end) => new Date(end) <= client.now(),
    )
    if (isLate || running.some(({ status }) => status !== 'incomplete')) {
      return { kind: 'refund', invoice: providerId, cents, currency }
    }
    // An order that waits for its payment would be a second plan once that arrives.
    if (running.length > 0) return { kind: 'waiting' }
    await begin(customer, { ended, terms })
    return { kind: 'continued' }
  }

  async function begin(
    { teamId, providerId: customer }: BillingCustomer,
    { ended, terms }: { ended: StripeSubscription; terms: ContinuedTerms },
  ): Promise<void> {
    const { price, quantity } = itemOf(ended)
    const { isWithPeriod, endsAt } = terms
    const end = new Date(terms.periodEndsAt)
    const discounts = await keptDiscounts(client, terms.discounts, { next: end })
    await ask((stripe) =>
      stripe.subscriptions.create(
        {
          customer,
          items: [{ price: price.id, quantity }],
          trial_end: secondsOf(end),
          billing_mode: { type: 'flexible', flexible: { proration_discounts: 'itemized' } },
          ...(isWithPeriod ? { cancel_at_period_end: true } : {}),
          ...(endsAt === null ? {} : { cancel_at: secondsOf(new Date(endsAt)) }),
          automatic_tax: { enabled: ended.automatic_tax.enabled },
          discounts,
          metadata: { ...ended.metadata, [continuesMetadata]: ended.id },
        },
        // Another try may find other discounts, and Stripe refuses a key with other parameters for a day.
        keyOf(teamId, 'restore', `${ended.id}-${digestOf(discounts)}`),
      ),
    )
  }

  return { readTerms, continuePaid }
}
