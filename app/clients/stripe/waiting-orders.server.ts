/** First orders whose payment waits, as they will be charged. */
import type { BillingCustomer, CardChannel } from '#app/domain/billing/channel.ts'
import { monthlyCents, runningDiscount, withoutOnce } from '#app/domain/billing/discounts.ts'
import {
  balanceAfter,
  carriedOf,
  invoiceShape,
  latestEnd,
  storedLines,
  taxOf,
  type StripeInvoice,
} from './invoice-snapshots.ts'
import { readSubscription } from './read-subscription.server.ts'
import { subscriptionShape, subscriptionSnapshot, type StripeSubscription } from './snapshots.ts'
import type { StripeClient } from './stripe-client.server.ts'

type Found = { subscription: StripeSubscription; invoice: StripeInvoice }

export type WaitingOrders = Pick<CardChannel, 'readWaitingOrder'> & {
  /** The invoice of an order that another one replaces. Null: none is open. */
  readHeld: (
    customer: string,
    subscription: string | null | undefined,
  ) => Promise<StripeInvoice | null>
}

/**
 * The invoice after the first one. It's worked out here, because Stripe's pages don't say whether it previews what
 * follows an order that isn't paid.
 *
 * @param at when it's issued
 * @returns `cents` null with tax, which Stripe computes. `isDiscounted`: the order's coupon is taken off it as well
 */
function nextOf(subscription: StripeSubscription, at: Date) {
  const { quantity, unitCents, period = null, discount } = subscriptionSnapshot(subscription)
  const left = runningDiscount(withoutOnce(discount), at)
  const cents = monthlyCents({ quantity, unitCents, period, discount: left }, at)
  return {
    cents: subscription.automatic_tax.enabled ? null : cents,
    isDiscounted: left !== null && left.of === undefined,
  }
}

export function createWaitingOrders({ ask, now }: StripeClient): WaitingOrders {
  const find = (customer: string, id: string): Promise<Found | null> =>
    ask(async (stripe) => {
      const subscription = subscriptionShape.parse(await stripe.subscriptions.retrieve(id))
      const { latest_invoice: latest, status } = subscription
      const isWaiting = status === 'incomplete' && subscription.customer === customer
      if (!isWaiting || latest === null) return null
      const invoice = invoiceShape.parse(await stripe.invoices.retrieve(latest))
      return invoice.status === 'open' ? { subscription, invoice } : null
    })

  return {
    readHeld: async (customer, id) =>
      id == null ? null : ((await find(customer, id))?.invoice ?? null),

    async readWaitingOrder({ providerId: customer }: BillingCustomer, id) {
      const found = await find(customer, id)
      if (found === null) return null
      const { subscription, invoice } = found
      const coupon = subscription.metadata['coupon'] ?? null
      const nextAt = latestEnd(invoice.lines.data)
      const later = nextOf(await ask((stripe) => readSubscription(stripe, id)), nextAt ?? now())
      return {
        operation: subscription.metadata['operation'] ?? null,
        coupon,
        charge: {
          countedFrom: now(),
          lines: storedLines(invoice.lines.data),
          taxCents: taxOf(invoice),
          totalCents: invoice.total,
          dueNowCents: invoice.amount_due,
          carriedCents: carriedOf(invoice),
          nextCents: later.cents && Math.max(0, later.cents + balanceAfter(invoice)),
          nextAt,
          isCouponOnce: coupon !== null && !later.isDiscounted,
          basis: `order ${invoice.id} ${String(invoice.amount_due)}`,
        },
      }
    },
  }
}
