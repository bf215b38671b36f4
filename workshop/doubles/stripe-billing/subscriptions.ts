/** Subscriptions: switched with prorations, canceled, and what payments make of them. */
import type { Account } from './account.ts'
import { hourSeconds } from './calendar.ts'
import { declined, outcomeOf } from './cards.ts'
import { applyDiscounts, readDiscounts, rulesOf, useDiscounts } from './discounts.ts'
import { invalid, missing, StripeFailure } from './failure.ts'
import * as form from './form.ts'
import { collect, issue, totalsOfDraft, voidInvoice } from './invoices.ts'
import { defaultCardOf } from './payments.ts'
import { discountsOf, grossOf, prorate, sumOfParts, type PeriodPrice } from './money.ts'
import type {
  CustomerRow,
  DraftLine,
  InvoiceRow,
  ItemRow,
  PriceRow,
  SubscriptionBook,
  SubscriptionChange,
  SubscriptionRow,
} from './rows.ts'

/** A first payment, and a switch, may be open this long. */
export const openSeconds = 23 * hourSeconds

export type Behavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete'

export const isOver = ({ status }: SubscriptionRow) =>
  status === 'canceled' || status === 'incomplete_expired'

/** @param param `id`: the path names it */
export function customerOf(account: Account, id: string, param = 'customer'): CustomerRow {
  const customer = account.get('customer', id, param)
  if (customer.deleted) throw missing('customer', id, param)
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

export function recurringPrice(account: Account, id: string): PriceRow {
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
  const rules = rulesOf(account, subscription, price)
  return { ...whole, discounts: discountsOf(grossOf(whole), rules) }
}

const nameOf = (account: Account, price: PriceRow) =>
  account.tables.product.get(price.product)?.name ?? price.product

/** The line of a whole period. */
export function cycleLine(account: Account, item: ItemRow, billed: PeriodPrice): DraftLine {
  const { currency, unit_amount: cents } = item.price
  const money = new Intl.NumberFormat('en', { style: 'currency', currency })
  return {
    description: `${String(item.quantity)} × ${nameOf(account, item.price)} (at ${money.format(cents / 100)} / month)`,
    amount: grossOf(billed),
    discounts: billed.discounts,
    quantity: item.quantity,
    isProration: false,
    period: { start: item.current_period_start, end: item.current_period_end },
    price: item.price,
    item,
  }
}

/** "An immediate invoice is still created, but for $0" (https://docs.stripe.com/billing/subscriptions/trials). */
export const trialLine = (account: Account, item: ItemRow): DraftLine => ({
  description: `Trial period for ${nameOf(account, item.price)}`,
  amount: 0,
  discounts: [],
  quantity: item.quantity,
  isProration: false,
  period: { start: item.current_period_start, end: item.current_period_end },
  price: item.price,
  item,
})

/** Refuses what needs a card that the customer hasn't, or that fails where it mustn't. */
export function checkCharge(account: Account, customer: CustomerRow, behavior: Behavior): void {
  if (behavior === 'default_incomplete') return
  const card = defaultCardOf(account, customer.id)
  if (card === null) {
    throw invalid('This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    })
  }
  if (behavior !== 'error_if_incomplete') return
  const outcome = outcomeOf(account.cards.get(card), true)
  if (outcome === 'declined') throw declined(account.cards.get(card))
  if (outcome === 'succeeded') return
  throw new StripeFailure(402, {
    type: 'card_error',
    code: 'subscription_payment_intent_requires_action',
    message: 'Payment for this subscription requires additional user action.',
  })
}

/**
 * Parameters that Stripe accepts together with a switch that waits for its payment. Stripe's changelog adds
 * discounts and metadata on 2026-05-27 and cancel_at_period_end on 2026-09-30 to those of "Pending updates".
 */
const pendingNames = [
  'items',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'discounts',
  'cancel_at_period_end',
  'metadata',
  'expand',
]

/** Everything is read and refused before anything changes. */
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
    // Without a code: codecov/codecov-api pull request 839 and laravel/cashier-stripe issue 969.
    throw invalid(
      `When \`payment_behavior\` is set to \`${behavior}\`, you can only pass supported params. ` +
        `\`${extra}\` is not supported.`,
    )
  }
  const wanted = form.listOf(params, 'items')[0]
  const target = wanted ? readSwitch(account, subscription, wanted) : null
  const { price, quantity } = target ?? itemOf(subscription)
  const change = readChange(account, params, {
    ...subscription,
    amount: price.unit_amount * quantity,
  })
  const isOther =
    target !== null &&
    (target.price.id !== target.item.price.id || target.quantity !== target.item.quantity)
  if (isOther) switchItem(account, subscription, { params, behavior, target, change })
  else {
    dropContradicted(account, subscription, change)
    applyChange(account, subscription, change)
  }
  account.emit('customer.subscription.updated', subscription)
  return subscription
}

function readChange(
  account: Account,
  params: form.Params,
  target: Parameters<typeof readDiscounts>[2],
): SubscriptionChange {
  const discounts = readDiscounts(account, params, target)
  const cancels = form.flagOf(params, 'cancel_at_period_end')
  return {
    ...(discounts === undefined ? {} : { discounts }),
    ...(cancels === undefined ? {} : { cancels }),
    ...('cancel_at' in params ? { cancelAt: form.integerOf(params, 'cancel_at') ?? null } : {}),
    ...('metadata' in params ? { metadata: form.groupOf(params, 'metadata') as Metadata } : {}),
  }
}

type Metadata = NonNullable<SubscriptionChange['metadata']>

function applyChange(
  account: Account,
  subscription: SubscriptionRow,
  { item, discounts, cancels, cancelAt, metadata }: SubscriptionChange,
): void {
  if (discounts) applyDiscounts(account, subscription, discounts)
  if (item) {
    const { price, quantity, billed } = item
    Object.assign(itemOf(subscription), { price, quantity })
    if (billed) bookOf(account, subscription).billed = billed
  }
  if (cancels !== undefined) planEnd(account, subscription, cancels)
  if (cancelAt !== undefined) {
    const canceledAt = cancelAt === null ? null : account.now()
    Object.assign(subscription, { cancel_at: cancelAt, canceled_at: canceledAt })
  }
  if (metadata) subscription.metadata = form.mergedMetadata(subscription.metadata, { metadata })
}

/** A pending update with another answer to whether it ends with its period is given up. */
function dropContradicted(
  account: Account,
  subscription: SubscriptionRow,
  { cancels }: SubscriptionChange,
): void {
  const waits = subscription.pending_update?.cancel_at_period_end ?? null
  if (waits === null || cancels === undefined || waits === cancels) return
  dropPendingUpdate(account, subscription)
  account.emit('customer.subscription.pending_update_expired', subscription)
}

/** A day that was set by hand stays: it's another parameter's. */
function planEnd(account: Account, subscription: SubscriptionRow, cancels: boolean): void {
  if (subscription.cancel_at_period_end === cancels) return
  subscription.cancel_at_period_end = cancels
  subscription.cancel_at = cancels ? itemOf(subscription).current_period_end : null
  subscription.canceled_at = cancels ? account.now() : null
}

type Target = { item: ItemRow; price: PriceRow; quantity: number }
type Switch = {
  params: form.Params
  behavior: Behavior
  target: Target
  /** All but the item. */
  change: SubscriptionChange
}

/** The result of a switch, from the subscription's current state. */
export function readSwitch(
  account: Account,
  subscription: SubscriptionRow,
  wanted: form.Params,
): Target {
  const item = itemOf(subscription)
  if (form.textOf(wanted, 'id') !== item.id) {
    throw invalid('The double keeps one item per subscription: name its id.', { param: 'items' })
  }
  const named = form.textOf(wanted, 'price')
  const price = named === undefined ? item.price : recurringPrice(account, named)
  if (price.currency !== subscription.currency) {
    // docs.stripe.com/api/subscriptions/object: a subscription has one currency.
    throw invalid(
      `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
      { param: 'items[0][price]' },
    )
  }
  return {
    item,
    price,
    quantity: form.integerOf(wanted, 'quantity') ?? item.quantity,
  }
}

/**
 * "Unused time on 20 × Hotspots after 09 Apr 2022":
 * https://gist.github.com/pedro-vasconcelos/b5526eda75c4d07f7b6c1ce9ffcd17c8
 */
function timeWords(name: string, quantity: number, at: number): string {
  const [, day, month, year] = new Date(at * 1_000).toUTCString().split(/[ ,]+/)
  const count = quantity === 1 ? '' : `${String(quantity)} × `
  return `${count}${name} after ${[day, month, year].join(' ')}`
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
    part: ReturnType<typeof prorate>,
    of: { price: PriceRow; quantity: number; description: string },
  ): DraftLine => ({
    ...(isItemized ? part : { amount: part.amount - sumOfParts(part.discounts), discounts: [] }),
    ...of,
    isProration: true,
    period,
    item,
  })
  const isItemized = subscription.billing_mode.flexible?.proration_discounts === 'itemized'
  const credit = prorate(old, span)
  const timeOf = (part: PriceRow, count: number) => timeWords(nameOf(account, part), count, at)
  return {
    billed,
    lines: [
      line(
        {
          amount: 0 - credit.amount,
          discounts: credit.discounts.map((one) => ({ ...one, amount: 0 - one.amount })),
        },
        {
          price: item.price,
          quantity: item.quantity,
          description: `Unused time on ${timeOf(item.price, item.quantity)}`,
        },
      ),
      line(prorate(billed, span), {
        price,
        quantity,
        description: `Remaining time on ${timeOf(price, quantity)}`,
      }),
    ],
  }
}

function switchItem(
  account: Account,
  subscription: SubscriptionRow,
  { params, behavior, target: { item, price, quantity }, change }: Switch,
): void {
  const book = bookOf(account, subscription)
  const at = form.integerOf(params, 'proration_date') ?? account.now()
  // As it will be, if it's paid.
  const after = { ...subscription, discounts: change.discounts ?? subscription.discounts }
  const { lines, billed } = prorationLines(account, after, { price, quantity, at })
  const whole = { ...change, item: { price, quantity, billed } }
  const proration = form.textOf(params, 'proration_behavior') ?? 'create_prorations'
  if (proration !== 'always_invoice' || lines.length === 0) {
    if (proration !== 'none') book.pending.push(...lines)
    applyChange(account, subscription, whole)
    return
  }
  const customer = customerOf(account, subscription.customer)
  const draft = {
    customer,
    subscription: after,
    lines: [...book.pending, ...lines],
    reason: 'subscription_update',
    period: { start: item.current_period_start, end: at },
  }
  const due = totalsOfDraft(account, draft).amountDue
  if (due > 0) checkCharge(account, customer, behavior)
  dropPendingUpdate(account, subscription)
  const invoice = issue(account, draft)
  subscription.latest_invoice = invoice.id
  book.pending = []
  if (invoice.status === 'open') collect(account, invoice, { isPresent: true })
  if (invoice.status !== 'paid' && behavior === 'pending_if_incomplete') {
    subscription.pending_update = {
      billing_cycle_anchor: null,
      cancel_at_period_end: change.cancels ?? null,
      discount: null,
      discounts: change.discounts ?? null,
      // "Pending updates" of Stripe's documentation: not beyond the period or the trial.
      expires_at: Math.min(
        account.now() + openSeconds,
        subscription.trial_end ?? Infinity,
        itemOf(subscription).current_period_end,
      ),
      metadata: change.metadata ?? null,
      subscription_items: [{ ...item, price, quantity }],
      trial_end: null,
      trial_from_plan: null,
    }
    Object.assign(book, { pendingInvoice: invoice.id, pendingChange: whole })
    return
  }
  applyChange(account, subscription, whole)
  useDiscounts(account, subscription)
  if (invoice.status !== 'paid') subscription.status = 'past_due'
}

/** Its invoice is void, and the subscription stays as it is. */
export function dropPendingUpdate(account: Account, subscription: SubscriptionRow): void {
  const book = bookOf(account, subscription)
  const invoice = account.tables.invoice.get(book.pendingInvoice ?? '')
  subscription.pending_update = null
  Object.assign(book, { pendingInvoice: null, pendingChange: null })
  if (invoice?.status === 'open') voidInvoice(account, invoice)
}

/** Updates the subscription of a paid invoice. */
export function followPayment(account: Account, invoice: InvoiceRow): void {
  const id = invoice.parent?.subscription_details.subscription
  const subscription = account.tables.subscription.get(id ?? '')
  if (!subscription || isOver(subscription)) return
  const book = bookOf(account, subscription)
  const before = JSON.stringify(subscription)
  const { pendingChange: change } = book
  if (change && book.pendingInvoice === invoice.id) {
    applyChange(account, subscription, change)
    useDiscounts(account, subscription)
    Object.assign(book, { pendingInvoice: null, pendingChange: null })
    subscription.pending_update = null
  }
  const isSettled = !openInvoicesOf(account, subscription).some(
    (one) => one.id !== book.pendingInvoice,
  )
  const isOverdue = subscription.status === 'past_due' || subscription.status === 'unpaid'
  if (subscription.status === 'incomplete' || (isOverdue && isSettled)) {
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

/**
 * Ends it before its period does, so it didn't end with it: `cancel_at_period_end` says whether one that is over
 * did, and `cancel_at` is "a date in the future" (https://docs.stripe.com/api/subscriptions/object).
 */
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
  Object.assign(subscription, { cancel_at_period_end: false, cancel_at: null })
  endSubscription(account, subscription)
  return subscription
}
