/** Subscriptions as they are ordered: created, or only drafted for a preview. */
import { base, type Account } from './account.ts'
import { addMonths, daySeconds } from './calendar.ts'
import { applyDiscounts, readDiscounts, useDiscounts } from './discounts.ts'
import { invalid } from './failure.ts'
import * as form from './form.ts'
import { collect, issue, totalsOfDraft } from './invoices.ts'
import type { CustomerRow, ItemRow, SubscriptionRow } from './rows.ts'
import {
  checkCharge,
  customerOf,
  cycleLine,
  trialLine,
  itemOf,
  periodPriceOf,
  recurringPrice,
  type Behavior,
} from './subscriptions.ts'

/**
 * The subscription that an order would create, with its discounts. Nothing is stored, and no coupon is used.
 *
 * @param wanted of one item: its price and quantity
 */
export function draftSubscription(
  account: Account,
  params: form.Params,
  { customer, wanted }: { customer: CustomerRow; wanted: form.Params },
): SubscriptionRow {
  const price = recurringPrice(account, form.requiredOf(wanted, 'price'))
  const trialDays = form.integerOf(params, 'trial_period_days') ?? 0
  const now = account.now()
  const trialEnd =
    form.integerOf(params, 'trial_end') ?? (trialDays > 0 ? now + trialDays * daySeconds : null)
  if (trialEnd !== null && trialEnd <= now) {
    throw invalid('Trial end must be in the future.', { param: 'trial_end' })
  }
  const id = account.nextId('sub')
  const quantity = form.integerOf(wanted, 'quantity') ?? 1
  const amount = price.unit_amount * quantity
  const order = { id, customer: customer.id, discounts: [], amount }
  const item: ItemRow = {
    id: account.nextId('si'),
    object: 'subscription_item',
    created: now,
    subscription: id,
    price,
    quantity,
    current_period_start: now,
    current_period_end: trialEnd ?? addMonths(now, 1),
  }
  return {
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
    discounts: readDiscounts(account, params, order) ?? [],
    billing_cycle_anchor: trialEnd ?? now,
    billing_mode: readBillingMode(params),
    cancel_at_period_end: form.flagOf(params, 'cancel_at_period_end') ?? false,
    cancel_at: form.integerOf(params, 'cancel_at') ?? null,
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
}

export function createSubscription(account: Account, params: form.Params): SubscriptionRow {
  const customer = customerOf(account, form.requiredOf(params, 'customer'))
  const wanted = form.listOf(params, 'items')[0] ?? {}
  recurringPrice(account, form.requiredOf(wanted, 'price'))
  const behavior = (form.textOf(params, 'payment_behavior') ?? 'allow_incomplete') as Behavior
  if (behavior === 'pending_if_incomplete') {
    throw invalid('`pending_if_incomplete` has no effect when creating a subscription.', {
      param: 'payment_behavior',
    })
  }
  const ordered = draftSubscription(account, params, { customer, wanted })
  const item = itemOf(ordered)
  const subscription = { ...ordered, discounts: [] }
  const { id } = subscription
  const billed = ordered.trial_end === null ? periodPriceOf(account, ordered, item) : null
  const lines = [billed ? cycleLine(account, item, billed) : trialLine(account, item)]
  const due = totalsOfDraft(account, { customer, subscription, lines }).amountDue
  if (due > 0) checkCharge(account, customer, behavior)
  account.tables.subscription.set(id, subscription)
  account.books.set(id, { billed, pending: [], pendingInvoice: null, pendingChange: null })
  if (ordered.discounts.length > 0) applyDiscounts(account, subscription, ordered.discounts)
  account.emit('customer.subscription.created', subscription)
  const now = account.now()
  const period = { start: now, end: now }
  const invoice = issue(account, {
    customer,
    subscription,
    lines,
    reason: 'subscription_create',
    period,
  })
  if (billed !== null) useDiscounts(account, subscription)
  if (invoice.status === 'open' && behavior !== 'default_incomplete') {
    collect(account, invoice, { isPresent: true })
  }
  return subscription
}

/** Flexible where nothing is named, with discounts in the amounts of prorations. */
function readBillingMode(params: form.Params): SubscriptionRow['billing_mode'] {
  const given = form.groupOf(params, 'billing_mode')
  if (form.textOf(given, 'type') === 'classic') return { type: 'classic', flexible: null }
  const isItemized =
    form.textOf(form.groupOf(given, 'flexible'), 'proration_discounts') === 'itemized'
  return {
    type: 'flexible',
    flexible: { proration_discounts: isItemized ? 'itemized' : 'included' },
  }
}
