/** Invoices: issued with their totals, collected, and paid or given up. */
import { base, type Account } from './account.ts'
import { daySeconds } from './calendar.ts'
import { isTriedAgain, type ChargeOutcome } from './cards.ts'
import { invalid, StripeFailure } from './failure.ts'
import { totalsOf, type DiscountPart, type Totals } from './money.ts'
import { attempt, createPaymentIntent, defaultCardOf } from './payments.ts'
import type { CustomerRow, DraftLine, InvoiceRow, SubscriptionRow } from './rows.ts'

/** Days until each further attempt to collect an invoice. */
export const retryDays = [3, 5, 7]

export type InvoiceDraft = {
  customer: CustomerRow
  subscription: SubscriptionRow | null
  lines: readonly DraftLine[]
  reason: string
  period: { start: number; end: number }
}

export function totalsOfDraft(
  account: Account,
  { customer, subscription, lines }: Pick<InvoiceDraft, 'customer' | 'subscription' | 'lines'>,
): Totals {
  const isTaxed = subscription?.automatic_tax.enabled ?? false
  return totalsOf(lines, {
    balance: customer.balance,
    currency: subscription?.currency ?? lines[0]?.price?.currency ?? 'usd',
    taxPercent: isTaxed ? taxPercentOf(account, customer) : 0,
  })
}

/** The row of a draft, which isn't stored. Also the answer to a preview. */
export function invoiceOf(account: Account, draft: InvoiceDraft, id: string): InvoiceRow {
  const { customer, subscription, lines, reason, period } = draft
  const totals = totalsOfDraft(account, draft)
  return {
    ...base(account, 'invoice', id),
    customer: customer.id,
    customer_name: customer.name,
    customer_email: customer.email,
    currency: subscription?.currency ?? lines[0]?.price?.currency ?? 'usd',
    number: null,
    status: 'draft',
    billing_reason: reason,
    collection_method: 'charge_automatically',
    auto_advance: true,
    lines: {
      object: 'list',
      data: lines.map((line) => lineOf(account, line)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    subtotal: totals.subtotal,
    total: totals.total,
    total_discount_amounts: sumsByDiscount(lines),
    total_taxes:
      totals.tax === 0
        ? []
        : [
            {
              amount: totals.tax,
              tax_behavior: 'exclusive',
              taxable_amount: totals.subtotal - totals.discount,
            },
          ],
    starting_balance: totals.startingBalance,
    ending_balance: totals.endingBalance,
    amount_due: totals.amountDue,
    amount_paid: 0,
    amount_remaining: totals.amountDue,
    attempt_count: 0,
    attempted: false,
    next_payment_attempt: null,
    period_start: period.start,
    period_end: period.end,
    parent: subscription && {
      type: 'subscription_details',
      subscription_details: {
        subscription: subscription.id,
        metadata: structuredClone(subscription.metadata),
      },
    },
    status_transitions: {
      finalized_at: null,
      paid_at: null,
      voided_at: null,
      marked_uncollectible_at: null,
    },
    confirmation_secret: null,
    payments: { object: 'list', data: [], has_more: false, url: `/v1/invoice_payments` },
    hosted_invoice_url: null,
    invoice_pdf: null,
    footer: customer.invoice_settings.footer,
    metadata: {},
  }
}

function sumsByDiscount(lines: readonly DraftLine[]): DiscountPart[] {
  const sums = new Map<string, number>()
  for (const { discount, amount } of lines.flatMap(({ discounts }) => discounts)) {
    sums.set(discount, (sums.get(discount) ?? 0) + amount)
  }
  return [...sums].flatMap(([discount, amount]) => (amount === 0 ? [] : { discount, amount }))
}

const lineOf = (account: Account, line: DraftLine): InvoiceRow['lines']['data'][number] => ({
  id: account.nextId('il'),
  object: 'line_item',
  amount: line.amount,
  subtotal: line.amount,
  currency: line.price?.currency ?? 'usd',
  description: line.description,
  discount_amounts: line.discounts.filter(({ amount }) => amount !== 0),
  livemode: account.livemode,
  period: line.period,
  quantity: line.quantity,
  pricing: line.price && {
    type: 'price_details',
    price_details: { price: line.price.id, product: line.price.product },
    unit_amount_decimal: String(line.price.unit_amount),
  },
  parent: line.item && {
    type: 'subscription_item_details',
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: line.isProration,
      proration_details: null,
      subscription: line.item.subscription,
      subscription_item: line.item.id,
    },
  },
  metadata: {},
})

/** Finalizes it: its number and amounts stay, and the customer's balance is used. */
export function issue(account: Account, draft: InvoiceDraft): InvoiceRow {
  const id = account.nextId('in')
  const invoice = invoiceOf(account, draft, id)
  const { customer, subscription } = draft
  account.tables.invoice.set(id, invoice)
  const count = [...account.tables.invoice.values()].filter((one) => one.customer === customer.id)
  Object.assign(invoice, {
    status: 'open',
    number: `${customer.id.slice(-8)}-${String(count.length).padStart(4, '0')}`,
    hosted_invoice_url: `${account.url}/invoices/${id}`,
    invoice_pdf: `${account.url}/invoices/${id}/pdf`,
  })
  invoice.status_transitions.finalized_at = account.now()
  customer.balance = invoice.ending_balance ?? 0
  if (subscription) subscription.latest_invoice = id
  account.emit('invoice.finalized', invoice)
  if (invoice.amount_due === 0) settle(account, invoice)
  else {
    const intent = createPaymentIntent(account, {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: customer.id,
    })
    invoice.confirmation_secret = { type: 'payment_intent', client_secret: intent.client_secret }
    invoice.payments.data.push({
      id: account.nextId('inpay'),
      object: 'invoice_payment',
      amount_requested: invoice.amount_due,
      status: 'open',
      payment: { type: 'payment_intent', payment_intent: intent.id },
    })
  }
  return invoice
}

/**
 * While collection is paused, invoices "continue to generate, but Stripe doesn’t collect payment"
 * (https://docs.stripe.com/billing/subscriptions/pause-payment).
 */
export function issueUncollected(
  account: Account,
  draft: InvoiceDraft,
  behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void',
): void {
  if (behavior === 'keep_as_draft') {
    const id = account.nextId('in')
    account.tables.invoice.set(id, { ...invoiceOf(account, draft, id), auto_advance: false })
    if (draft.subscription) draft.subscription.latest_invoice = id
    return
  }
  const invoice = issue(account, draft)
  if (invoice.status !== 'open') return
  if (behavior === 'void') {
    voidInvoice(account, invoice)
    return
  }
  Object.assign(invoice, { status: 'uncollectible', auto_advance: false })
  invoice.status_transitions.marked_uncollectible_at = account.now()
  account.emit('invoice.marked_uncollectible', invoice)
}

/** Who waits for an invoice to be paid: its subscription, a checkout. */
type Followers = WeakMap<Account, ((invoice: InvoiceRow) => void)[]>
const followers: Followers = new WeakMap()

export function onPaid(account: Account, follow: (invoice: InvoiceRow) => void): void {
  followers.set(account, [...(followers.get(account) ?? []), follow])
}

/** Marks it as paid, with all that follows. */
export function settle(account: Account, invoice: InvoiceRow): void {
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
  })
  for (const payment of invoice.payments.data) payment.status = 'paid'
  invoice.status_transitions.paid_at = account.now()
  account.emit('invoice.paid', invoice)
  for (const follow of followers.get(account) ?? []) follow(invoice)
}

export const intentOf = (account: Account, invoice: InvoiceRow) => {
  const payment = invoice.payments.data[0]
  return payment ? account.get('payment_intent', payment.payment.payment_intent) : null
}

/**
 * Charges the customer's card for an open invoice.
 *
 * @param isPresent its owner is at the screen; otherwise a failure plans the next attempt
 */
export function collect(
  account: Account,
  invoice: InvoiceRow,
  { isPresent, card = null }: { isPresent: boolean; card?: string | null },
): ChargeOutcome {
  const intent = intentOf(account, invoice)
  if (!intent) return 'succeeded'
  const outcome = attempt(account, intent, {
    card: card ?? defaultCardOf(account, invoice.customer),
    isPresent,
  })
  invoice.attempted = true
  if (!isPresent || invoice.attempt_count === 0) invoice.attempt_count += 1
  if (outcome === 'succeeded') settle(account, invoice)
  if (outcome === 'processing') invoice.next_payment_attempt = null
  if (outcome === 'succeeded' || outcome === 'processing') return outcome
  if (!isPresent) {
    const charged = account.cards.get(card ?? defaultCardOf(account, invoice.customer) ?? '')
    const days = isTriedAgain(charged) ? retryDays[invoice.attempt_count - 1] : undefined
    invoice.next_payment_attempt = days === undefined ? null : account.now() + days * daySeconds
  }
  account.emit('invoice.payment_failed', invoice)
  if (outcome === 'requires_action') account.emit('invoice.payment_action_required', invoice)
  return outcome
}

/**
 * Gives back what it took from the customer's balance. A payment that its bank works on goes on: an intent can
 * be canceled "in rare cases" while it's `processing` (docs.stripe.com/api/payment_intents/cancel).
 */
export function voidInvoice(account: Account, invoice: InvoiceRow): void {
  if (invoice.status !== 'open') {
    throw new StripeFailure(400, {
      type: 'invalid_request_error',
      code: 'invoice_not_editable',
      message: 'You can only void open invoices.',
    })
  }
  const customer = account.get('customer', invoice.customer)
  customer.balance += invoice.starting_balance - (invoice.ending_balance ?? 0)
  invoice.status = 'void'
  invoice.next_payment_attempt = null
  invoice.status_transitions.voided_at = account.now()
  const intent = intentOf(account, invoice)
  if (intent && intent.status !== 'processing') {
    intent.status = 'canceled'
    account.emit('payment_intent.canceled', intent)
  }
  account.emit('invoice.voided', invoice)
}

// Tax as Stripe Tax would compute it for a seller in the Netherlands, in a few countries.

const seller = 'NL'
const percentByCountry: Readonly<Record<string, number>> = { NL: 21, DE: 19, FR: 20, GB: 20 }

/** 0 where none is due, and where a company in another country owes it (reverse charge). */
function taxPercentOf({ tables }: Account, customer: CustomerRow): number {
  const country = customer.address?.['country'] ?? null
  if (country === null) {
    throw invalid('The customer’s location isn’t recognized. Set a valid customer address.', {
      code: 'customer_tax_location_invalid',
    })
  }
  const isCompany = [...tables.tax_id.values()].some(
    (one) => one.customer === customer.id && one.verification.status === 'verified',
  )
  return isCompany && country !== seller ? 0 : (percentByCountry[country] ?? 0)
}
