/** Subscriptions: created, switched with prorations, canceled, and what payments make of them. */
import { base, type Account } from './account.ts'
import { addMonths, daySeconds, hourSeconds } from './calendar.ts'
import { declined, outcomeOf } from './cards.ts'
import { applyDiscount, readDiscount, ruleOf, useDiscount } from './discounts.ts'
import { invalid, missing, StripeFailure } from './failure.ts'
import * as form from './form.ts'
import { collect, issue, totalsOfDraft, voidInvoice } from './invoices.ts'
import { defaultCardOf } from './payments.ts'
import { discountOf, grossOf, prorate, type PeriodPrice } from './money.ts'
import type {
  CustomerRow,
  DraftLine,
  InvoiceRow,
  ItemRow,
  PriceRow,
  SubscriptionBook,
  SubscriptionRow,
} from './rows.ts'

/** A first payment, and a switch, may be open this long. */
export const openSeconds = 23 * hourSeconds

type Behavior =
  'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' | 'pending_if_incomplete'

export const isOver = ({ status }: SubscriptionRow) =>
  status === 'canceled' || status === 'incomplete_expired'

export function customerOf(account: Account, id: string): CustomerRow {
  const customer = account.get('customer', id, 'customer')
  if (customer.deleted) throw missing('customer', id, 'customer')
  return customer
}

export function bookOf(account: Account, { id }: SubscriptionRow): SubscriptionBook {
  const book = account.books.get(id)
  if (!book) throw new Error(`The subscription ${id} has no book.`)
  return book
}

export function itemOf({ id, items }: SubscriptionRow): ItemRow {
  const item = items.data[0]
  if (!item) throw new Error(`The subscription ${id} has no item.`)
  return item
}

function recurringPrice(account: Account, id: string): PriceRow {
  const price = account.get('price', id, 'items[0][price]')
  if (!price.active) throw invalid(`The price specified is inactive.`, { param: 'items[0][price]' })
  if (price.recurring) return price
  throw invalid('The price specified is set to `type=one_time`.', { param: 'items[0][price]' })
}

export function periodPriceOf(
  account: Account,
  subscription: SubscriptionRow,
  { price, quantity }: { price: PriceRow; quantity: number },
): PeriodPrice {
  const whole = { unitAmount: price.unit_amount, quantity }
  return { ...whole, discount: discountOf(grossOf(whole), ruleOf(account, subscription)) }
}

const nameOf = (account: Account, price: PriceRow) =>
  account.tables.product.get(price.product)?.name ?? price.product

/** The line of a whole period. */
export function cycleLine(account: Account, item: ItemRow, billed: PeriodPrice): DraftLine {
  const dollars = (item.price.unit_amount / 100).toFixed(2)
  return {
    description: `${String(item.quantity)} × ${nameOf(account, item.price)} (at $${dollars} / month)`,
    amount: grossOf(billed),
    discount: billed.discount,
    quantity: item.quantity,
    isProration: false,
    period: { start: item.current_period_start, end: item.current_period_end },
    price: item.price,
    item,
  }
}

export function createSubscription(account: Account, params: form.Params): SubscriptionRow {
  const customer = customerOf(account, form.requiredOf(params, 'customer'))
  const wanted = form.listOf(params, 'items')[0] ?? {}
  const price = recurringPrice(account, form.requiredOf(wanted, 'price'))
  const behavior = (form.textOf(params, 'payment_behavior') ?? 'allow_incomplete') as Behavior
  const trialDays = form.integerOf(params, 'trial_period_days') ?? 0
  const discount = readDiscount(account, params, customer.id)
  const now = account.now()
  const trialEnd = trialDays > 0 ? now + trialDays * daySeconds : null
  const anchor = trialEnd ?? now
  const id = account.nextId('sub')
  const item: ItemRow = {
    id: account.nextId('si'),
    object: 'subscription_item',
    created: now,
    subscription: id,
    price,
    quantity: form.integerOf(wanted, 'quantity') ?? 1,
    current_period_start: now,
    current_period_end: trialEnd ?? addMonths(now, 1),
  }
  const subscription: SubscriptionRow = {
    ...base(account, 'subscription', id),
    customer: customer.id,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    currency: price.currency,
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    discounts: [],
    billing_cycle_anchor: anchor,
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    ended_at: null,
    start_date: now,
    trial_start: trialEnd === null ? null : now,
    trial_end: trialEnd,
    latest_invoice: null,
    default_payment_method: null,
    automatic_tax: {
      enabled: form.flagOf(form.groupOf(params, 'automatic_tax'), 'enabled') ?? false,
    },
    collection_method: 'charge_automatically',
    pending_update: null,
    metadata: form.mergedMetadata({}, params),
  }
  const couponBefore = discount && structuredClone(discount.coupon)
  if (discount) applyDiscount(account, subscription, discount)
  const billed = trialEnd === null ? periodPriceOf(account, subscription, item) : null
  const lines = billed ? [cycleLine(account, item, billed)] : []
  const due = totalsOfDraft(account, { customer, subscription, lines }).amountDue
  try {
    if (due > 0) checkCharge(account, customer, behavior)
  } catch (error) {
    // Nothing was created, so nothing was redeemed.
    if (discount && couponBefore) Object.assign(discount.coupon, couponBefore)
    throw error
  }
  account.tables.subscription.set(id, subscription)
  account.books.set(id, { billed, pending: [], pendingInvoice: null })
  account.emit('customer.subscription.created', subscription)
  if (billed === null) return subscription
  const period = { start: now, end: now }
  const invoice = issue(account, {
    customer,
    subscription,
    lines,
    reason: 'subscription_create',
    period,
  })
  useDiscount(account, subscription)
  if (invoice.status === 'open' && behavior !== 'default_incomplete') {
    collect(account, invoice, { isPresent: true })
  }
  return subscription
}

/** Refuses what needs a card that the customer hasn't, or that fails where it mustn't. */
function checkCharge(account: Account, customer: CustomerRow, behavior: Behavior): void {
  if (behavior === 'default_incomplete') return
  const card = defaultCardOf(account, customer.id)
  if (card === null) {
    throw invalid('This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    })
  }
  if (behavior !== 'error_if_incomplete') return
  const outcome = outcomeOf(account.cards.get(card), true)
  if (outcome === 'declined') throw declined()
  if (outcome === 'succeeded') return
  throw new StripeFailure(402, {
    type: 'card_error',
    code: 'subscription_payment_intent_requires_action',
    message: 'Payment for this subscription requires additional user action.',
  })
}

/** Stripe takes few others together with a switch that waits for its payment. */
const pendingNames = ['items', 'payment_behavior', 'proration_behavior', 'proration_date', 'expand']

export function updateSubscription(
  account: Account,
  id: string,
  params: form.Params,
): SubscriptionRow {
  const subscription = account.get('subscription', id)
  const isOnlyMetadata = Object.keys(params).every((name) => ['metadata', 'expand'].includes(name))
  if (isOver(subscription) && !isOnlyMetadata) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.')
  }
  const behavior = (form.textOf(params, 'payment_behavior') ?? 'allow_incomplete') as Behavior
  const extra = Object.keys(params).find((name) => !pendingNames.includes(name))
  if (behavior === 'pending_if_incomplete' && extra !== undefined) {
    throw invalid(`You can't pass ${extra} with payment_behavior=pending_if_incomplete.`, {
      param: extra,
    })
  }
  const before = structuredClone(subscription)
  const discount = readDiscount(account, params, subscription.customer)
  const couponBefore = discount && structuredClone(discount.coupon)
  try {
    if (discount !== undefined) applyDiscount(account, subscription, discount)
    const wanted = form.listOf(params, 'items')[0]
    if (wanted) switchItem(account, subscription, { ...params, behavior, wanted })
    const cancels = form.flagOf(params, 'cancel_at_period_end')
    if (cancels !== undefined) planEnd(account, subscription, cancels)
    subscription.metadata = form.mergedMetadata(subscription.metadata, params)
  } catch (error) {
    Object.assign(subscription, before)
    if (discount && couponBefore) Object.assign(discount.coupon, couponBefore)
    throw error
  }
  account.emit('customer.subscription.updated', subscription)
  return subscription
}

function planEnd(account: Account, subscription: SubscriptionRow, cancels: boolean): void {
  subscription.cancel_at_period_end = cancels
  subscription.cancel_at = cancels ? itemOf(subscription).current_period_end : null
  subscription.canceled_at = cancels ? account.now() : null
}

type Switch = form.Params & { behavior: Behavior; wanted: form.Params }

/** The result of a switch, from the subscription's current state. */
export function readSwitch(account: Account, subscription: SubscriptionRow, wanted: form.Params) {
  const item = itemOf(subscription)
  if (form.textOf(wanted, 'id') !== item.id) {
    throw invalid('The double keeps one item per subscription: name its id.', { param: 'items' })
  }
  const price = form.textOf(wanted, 'price')
  return {
    item,
    price: price === undefined ? item.price : recurringPrice(account, price),
    quantity: form.integerOf(wanted, 'quantity') ?? item.quantity,
  }
}

/** Credit for what is left of the period, and the new price for the same time. */
export function prorationLines(
  account: Account,
  subscription: SubscriptionRow,
  { price, quantity, at }: { price: PriceRow; quantity: number; at: number },
): { lines: DraftLine[]; billed: PeriodPrice | null } {
  const item = itemOf(subscription)
  const { billed: old } = bookOf(account, subscription)
  if (old === null) return { lines: [], billed: null }
  const billed = periodPriceOf(account, subscription, { price, quantity })
  const span = { start: item.current_period_start, end: item.current_period_end, at }
  const period = { start: at, end: item.current_period_end }
  const line = (
    part: { amount: number; discount: number },
    of: { price: PriceRow; quantity: number; description: string },
  ): DraftLine => ({ ...part, ...of, isProration: true, period, item })
  const credit = prorate(old, span)
  return {
    billed,
    lines: [
      line(
        { amount: 0 - credit.amount, discount: 0 - credit.discount },
        {
          price: item.price,
          quantity: item.quantity,
          description: `Unused time on ${nameOf(account, item.price)}`,
        },
      ),
      line(prorate(billed, span), {
        price,
        quantity,
        description: `Remaining time on ${nameOf(account, price)}`,
      }),
    ],
  }
}

function switchItem(
  account: Account,
  subscription: SubscriptionRow,
  { behavior, wanted, ...params }: Switch,
): void {
  const { item, price, quantity } = readSwitch(account, subscription, wanted)
  if (price.id === item.price.id && quantity === item.quantity) return
  const book = bookOf(account, subscription)
  const at = form.integerOf(params, 'proration_date') ?? account.now()
  const { lines, billed } = prorationLines(account, subscription, { price, quantity, at })
  const apply = () => {
    Object.assign(item, { price, quantity })
    if (billed) book.billed = billed
  }
  const proration = form.textOf(params, 'proration_behavior') ?? 'create_prorations'
  if (proration !== 'always_invoice' || lines.length === 0) {
    if (proration !== 'none') book.pending.push(...lines)
    apply()
    return
  }
  const customer = customerOf(account, subscription.customer)
  const draft = {
    customer,
    subscription,
    lines: [...book.pending, ...lines],
    reason: 'subscription_update',
    period: { start: item.current_period_start, end: at },
  }
  const due = totalsOfDraft(account, draft).amountDue
  if (due > 0) checkCharge(account, customer, behavior)
  dropPendingUpdate(account, subscription)
  const invoice = issue(account, draft)
  book.pending = []
  useDiscount(account, subscription)
  if (invoice.status === 'open') collect(account, invoice, { isPresent: true })
  if (invoice.status === 'paid') apply()
  else if (behavior === 'pending_if_incomplete') {
    const change = { id: item.id, price, quantity }
    const expiresAt = account.now() + openSeconds
    subscription.pending_update = { expires_at: expiresAt, subscription_items: [change] }
    book.pendingInvoice = invoice.id
  } else {
    apply()
    subscription.status = 'past_due'
  }
}

/** Its invoice is void, and the subscription stays as it is. */
export function dropPendingUpdate(account: Account, subscription: SubscriptionRow): void {
  const book = bookOf(account, subscription)
  const invoice = account.tables.invoice.get(book.pendingInvoice ?? '')
  subscription.pending_update = null
  book.pendingInvoice = null
  if (invoice?.status === 'open') voidInvoice(account, invoice)
}

/** Updates the subscription of a paid invoice. */
export function followPayment(account: Account, invoice: InvoiceRow): void {
  const id = invoice.parent?.subscription_details.subscription
  const subscription = account.tables.subscription.get(id ?? '')
  if (!subscription || isOver(subscription)) return
  const book = bookOf(account, subscription)
  const before = JSON.stringify(subscription)
  const change = subscription.pending_update?.subscription_items[0]
  if (change && book.pendingInvoice === invoice.id) {
    const { price, quantity } = change
    Object.assign(itemOf(subscription), { price, quantity })
    book.billed = periodPriceOf(account, subscription, change)
    book.pendingInvoice = null
    subscription.pending_update = null
  }
  const isSettled = !openInvoicesOf(account, subscription).some(
    (one) => one.id !== book.pendingInvoice,
  )
  if (subscription.status === 'incomplete' || (subscription.status === 'past_due' && isSettled)) {
    subscription.status = 'active'
  }
  if (JSON.stringify(subscription) !== before) {
    account.emit('customer.subscription.updated', subscription)
  }
}

const openInvoicesOf = (account: Account, { id }: SubscriptionRow): InvoiceRow[] =>
  [...account.tables.invoice.values()].filter(
    (one) => one.status === 'open' && one.parent?.subscription_details.subscription === id,
  )

/** Ends it now. Its open invoices are collected no more; those of one that never began are void. */
export function endSubscription(account: Account, subscription: SubscriptionRow): void {
  const never = subscription.status === 'incomplete'
  dropPendingUpdate(account, subscription)
  for (const invoice of openInvoicesOf(account, subscription)) {
    if (never) voidInvoice(account, invoice)
    else Object.assign(invoice, { auto_advance: false, next_payment_attempt: null })
  }
  Object.assign(subscription, {
    status: never ? 'incomplete_expired' : 'canceled',
    ended_at: account.now(),
    canceled_at: subscription.canceled_at ?? account.now(),
  })
  account.emit(
    never ? 'customer.subscription.updated' : 'customer.subscription.deleted',
    subscription,
  )
}

export function cancelSubscription(
  account: Account,
  id: string,
  params: form.Params,
): SubscriptionRow {
  const subscription = account.get('subscription', id)
  if (isOver(subscription)) throw missing('subscription', id)
  if (form.flagOf(params, 'prorate') || form.flagOf(params, 'invoice_now')) {
    throw invalid('The double neither credits nor invoices what is left.', { param: 'prorate' })
  }
  endSubscription(account, subscription)
  return subscription
}
