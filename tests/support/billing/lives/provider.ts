/** Everything that Stripe has of one customer, read from the double’s rows. */
import type { Account } from '#workshop/doubles/stripe-billing/account.ts'
import type { InvoiceRow, SubscriptionRow } from '#workshop/doubles/stripe-billing/rows.ts'

const isOver = ({ status }: SubscriptionRow): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

const subscriptionsOf = (account: Account, customer: string): SubscriptionRow[] =>
  [...account.tables.subscription.values()].filter((one) => one.customer === customer)

/** Those that are charged. One that waits for its first payment isn’t yet. */
export const runningOf = (account: Account, customer: string): SubscriptionRow[] =>
  subscriptionsOf(account, customer).filter((one) => !isOver(one) && one.status !== 'incomplete')

export const invoicesOf = (account: Account, customer: string): InvoiceRow[] =>
  [...account.tables.invoice.values()].filter((one) => one.customer === customer)

export const subscriptionOf = ({ parent }: InvoiceRow): string | null =>
  parent?.subscription_details.subscription ?? null

export const planOf = ({ items }: SubscriptionRow): string | null =>
  items.data[0]?.price.lookup_key ?? null

/** The coupon that applies to the next invoice. */
export function couponOf(account: Account, { discounts, items }: SubscriptionRow): string | null {
  const discount = account.tables.discount.get(discounts[0] ?? '')
  if (!discount) return null
  const coupon = account.get('coupon', discount.source.coupon)
  const product = items.data[0]?.price.product ?? ''
  return coupon.applies_to && !coupon.applies_to.products.includes(product) ? null : coupon.id
}

/** Facts that an act that is refused must leave as they are. */
export function factsOf(account: Account, customer: string): unknown {
  return {
    subscriptions: runningOf(account, customer).map((one) => ({
      id: one.id,
      status: one.status,
      plan: planOf(one),
      ends: one.cancel_at_period_end,
      discounts: one.discounts,
      metadata: one.metadata,
    })),
    balance: account.get('customer', customer).balance,
    paid: invoicesOf(account, customer)
      .filter(({ status }) => status === 'paid')
      .map(({ id }) => id),
    open: invoicesOf(account, customer)
      .filter(({ status }) => status === 'open')
      .filter((one) => isOfRunning(account, one))
      .map(({ id }) => id),
    charges: [...account.tables.charge.values()]
      .filter((one) => one.customer === customer)
      .map(({ id }) => id),
  }
}

/** Neither of an order that waits for its payment, nor of a switch that does. */
const isOfRunning = (account: Account, invoice: InvoiceRow): boolean => {
  const subscription = account.tables.subscription.get(subscriptionOf(invoice) ?? '')
  if (!subscription || subscription.status === 'incomplete') return false
  return account.books.get(subscription.id)?.pendingInvoice !== invoice.id
}
