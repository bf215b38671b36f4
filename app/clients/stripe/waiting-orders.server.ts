/** First orders whose payment waits, as they will be charged. */
import type { BillingCustomer, CardChannel } from '#app/domain/billing/channel.ts'
import {
  carriedOf,
  invoiceShape,
  latestEnd,
  storedLines,
  taxOf,
  type StripeInvoice,
} from './invoice-snapshots.ts'
import { subscriptionShape, type StripeSubscription } from './snapshots.ts'
import type { StripeClient } from './stripe-client.server.ts'

type Found = { subscription: StripeSubscription; invoice: StripeInvoice }

export type WaitingOrders = Pick<CardChannel, 'readWaitingOrder'> & {
  /** The invoice of an order that another one replaces. Null: none is open. */
  readHeld: (
    customer: string,
    subscription: string | null | undefined,
  ) => Promise<StripeInvoice | null>
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
      return {
        operation: subscription.metadata['operation'] ?? null,
        coupon: subscription.metadata['coupon'] ?? null,
        charge: {
          countedFrom: now(),
          lines: storedLines(invoice.lines.data),
          taxCents: taxOf(invoice),
          totalCents: invoice.total,
          dueNowCents: invoice.amount_due,
          carriedCents: carriedOf(invoice),
          // Stripe's pages don't say whether it previews what follows an order that isn't paid.
          nextCents: null,
          nextAt: latestEnd(invoice.lines.data),
          isCouponOnce: false,
          basis: `order ${invoice.id} ${String(invoice.amount_due)}`,
        },
      }
    },
  }
}
