/** Immediate ends of subscriptions, also of those that can be paid in that moment. */
import { ChargeRefused, type BillingCustomer } from '#app/domain/billing/channel.ts'
import type { EndOrder } from '#app/domain/billing/channels/end-order.ts'
import { readOwes } from './debts.server.ts'
import { createInvoiceSteps, paidMeanwhile } from './invoice-steps.server.ts'
import { secondsOf } from './proration.ts'
import { readSubscription } from './read-subscription.server.ts'
import {
  continuesMetadata,
  isOver,
  itemOf,
  subscriptionShape,
  type StripeSubscription,
} from './snapshots.ts'
import { codeOf, keyOf, type StripeClient } from './stripe-client.server.ts'

/** Coupons that end by time would begin again. */
function lastingCoupon(discount: StripeSubscription['discounts'][number]): { coupon: string }[] {
  const coupon = typeof discount === 'string' ? null : discount.source.coupon
  if (coupon === null || typeof coupon === 'string') return []
  return coupon.valid && coupon.duration === 'forever' ? [{ coupon: coupon.id }] : []
}

export function createImmediateEnds(client: StripeClient) {
  const { ask } = client
  const { readInvoice, stepOfInvoice, voidOpen } = createInvoiceSteps(client)

  const drop = (teamId: number, id: string) =>
    ask(async (stripe) => {
      try {
        await stripe.subscriptions.cancel(id, {}, keyOf(teamId, 'drop', id))
      } catch (error) {
        if (codeOf(error) !== 'resource_missing') throw error
      }
    })

  /**
   * Drops an order whose first payment hasn't arrived. Its invoice is void first, so either it can't be paid
   * any more, or it was paid.
   *
   * @throws ChargeRefused `gone` when it was paid meanwhile
   */
  async function dropUnstarted(
    teamId: number,
    { id, latest_invoice: invoice }: Pick<StripeSubscription, 'id' | 'latest_invoice'>,
  ): Promise<void> {
    if (!(await voidOpen(teamId, invoice))) {
      const current = await readPlain(id)
      if (current.status !== 'incomplete' && !isOver(current)) throw paidMeanwhile()
      // The subscription may follow its invoice.
      const isPaid = invoice !== null && (await readInvoice(invoice)).status === 'paid'
      if (isPaid && !isOver(current)) throw paidMeanwhile()
    }
    await drop(teamId, id)
  }

  /** Without expansions: no discount matters, and its customer may have been deleted. */
  const readPlain = (id: string) =>
    ask(async (stripe) => subscriptionShape.parse(await stripe.subscriptions.retrieve(id)))

  /** Whether it's owed, and its bank isn't about to pay it. */
  async function isOverdue(found: StripeSubscription): Promise<boolean> {
    const step = await stepOfInvoice(found.latest_invoice)
    if (step !== 'declined' && step.kind === 'processing') return false
    // The last read before the end.
    return readOwes(client, found)
  }

  async function endNow(
    customer: BillingCustomer,
    { subscription: id, whileUnpaid }: EndOrder,
  ): Promise<void> {
    let found: StripeSubscription
    try {
      found = await readPlain(id)
    } catch (error) {
      if (error instanceof ChargeRefused && error.reason === 'gone') return
      throw error
    }
    if (found.customer !== customer.providerId || isOver(found)) return
    if (whileUnpaid === 'first') {
      await dropUnstarted(customer.teamId, found)
      return
    }
    if (whileUnpaid === 'paused' && found.status !== 'paused') throw paidMeanwhile()
    if (whileUnpaid === 'last') {
      const before = await ask((stripe) => readSubscription(stripe, id))
      if (!(await isOverdue(found))) throw paidMeanwhile()
      await drop(customer.teamId, id)
      await restorePaid(customer, before)
      return
    }
    await drop(customer.teamId, id)
  }

  /**
   * Continues an overdue plan that was paid after the last read of its debt and before its end, to which Stripe
   * takes no condition. Stripe can't undo an end, so it's another subscription, which charges nothing until
   * the paid period ends: Stripe calls that a trial (https://docs.stripe.com/billing/subscriptions/trials).
   */
  async function restorePaid(
    { teamId }: BillingCustomer,
    ended: StripeSubscription,
  ): Promise<void> {
    const { customer, latest_invoice: invoice, discounts, metadata } = ended
    const { price, quantity, current_period_end: end } = itemOf(ended)
    if (customer === null || invoice === null || end <= client.now()) return
    if ((await readInvoice(invoice)).status !== 'paid') return
    await ask((stripe) =>
      stripe.subscriptions.create(
        {
          customer,
          items: [{ price: price.id, quantity }],
          trial_end: secondsOf(end),
          billing_mode: { type: 'flexible', flexible: { proration_discounts: 'itemized' } },
          ...(ended.cancel_at_period_end ? { cancel_at_period_end: true } : {}),
          ...(ended.cancel_at !== null && !ended.cancel_at_period_end
            ? { cancel_at: secondsOf(ended.cancel_at) }
            : {}),
          ...(ended.automatic_tax.enabled ? { automatic_tax: { enabled: true } } : {}),
          discounts: discounts.flatMap(lastingCoupon),
          metadata: { ...metadata, [continuesMetadata]: ended.id },
        },
        keyOf(teamId, 'restore', ended.id),
      ),
    )
  }

  return { dropUnstarted, endNow }
}
