/** Invoices that aren't issued yet: the next one, and those of a switch. */
import type { Account } from './account.ts'
import { nextPeriodEnd } from './calendar.ts'
import { draftSubscription } from './creation.ts'
import { readDiscounts } from './discounts.ts'
import { StripeFailure } from './failure.ts'
import * as form from './form.ts'
import { invoiceOf } from './invoices.ts'
import type { InvoiceRow, ItemRow, PriceRow, SubscriptionRow } from './rows.ts'
import {
  bookOf,
  customerOf,
  cycleLine,
  isOver,
  itemOf,
  periodPriceOf,
  prorationLines,
  readSwitch,
} from './subscriptions.ts'

const none = () =>
  new StripeFailure(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: 'No upcoming invoices for customer.',
  })

export function createPreview(account: Account, params: form.Params): InvoiceRow {
  if (!('subscription' in params)) return previewFirst(account, params)
  const stored = account.get('subscription', form.requiredOf(params, 'subscription'))
  const details = form.groupOf(params, 'subscription_details')
  if (isOver(stored)) throw none()
  const subscription = {
    ...stored,
    discounts: readDiscounts(account, params, { ...stored, amount: Infinity }) ?? stored.discounts,
    items: itemsIn(account, stored, details),
    inherits: inheritsIn(params),
    cancel_at_period_end:
      form.flagOf(details, 'cancel_at_period_end') ?? stored.cancel_at_period_end,
  }
  const customer = customerOf(account, subscription.customer)
  const wanted = form.listOf(details, 'items')[0]
  const target = wanted ? readSwitch(account, subscription, wanted) : itemOf(subscription)
  const id = account.nextId('upcoming_in')
  const item = itemOf(subscription)
  if (form.textOf(params, 'preview_mode') === 'recurring') {
    if (subscription.cancel_at_period_end) throw none()
    const lines = [recurringLine(account, subscription, target)]
    const period = { start: item.current_period_start, end: item.current_period_end }
    const draft = { customer: { ...customer, balance: 0 }, subscription, lines, period }
    return invoiceOf(account, { ...draft, reason: 'upcoming' }, id)
  }
  if (wanted && form.textOf(details, 'proration_behavior') === 'always_invoice') {
    const at = form.integerOf(details, 'proration_date') ?? account.now()
    const { lines } = prorationLines(account, subscription, { ...target, at })
    const period = { start: item.current_period_start, end: at }
    return invoiceOf(account, { customer, subscription, lines, reason: 'upcoming', period }, id)
  }
  if (subscription.cancel_at_period_end) throw none()
  const lines = [
    ...bookOf(account, subscription).pending,
    recurringLine(account, subscription, target),
  ]
  const period = { start: item.current_period_start, end: item.current_period_end }
  return invoiceOf(account, { customer, subscription, lines, reason: 'upcoming', period }, id)
}

/** The item with the discounts that it's previewed with. Where none are named, it keeps those that it has. */
function itemsIn(
  account: Account,
  { items, customer }: SubscriptionRow,
  details: form.Params,
): SubscriptionRow['items'] {
  const [wanted = {}] = form.listOf(details, 'items')
  const data = items.data.map((item) => {
    const target = { id: null, customer, discounts: item.discounts ?? [], amount: Infinity }
    return { ...item, discounts: readDiscounts(account, wanted, target) ?? target.discounts }
  })
  return { ...items, data }
}

/** "Pass an empty string to avoid inheriting any discounts." */
const inheritsIn = (params: form.Params): boolean => params['discounts'] !== ''

/** Previews a subscription that doesn't exist yet. */
function previewFirst(account: Account, params: form.Params): InvoiceRow {
  const customer = customerOf(account, form.requiredOf(params, 'customer'))
  const details = form.groupOf(params, 'subscription_details')
  const [wanted = {}] = form.listOf(details, 'items')
  const drafted = draftSubscription(account, params, { customer, wanted })
  const subscription = { ...drafted, inherits: inheritsIn(params) }
  const item = itemOf(subscription)
  const period = { start: item.current_period_start, end: item.current_period_end }
  const isRecurring = form.textOf(params, 'preview_mode') === 'recurring'
  const lines = [
    isRecurring
      ? recurringLine(account, subscription, item)
      : cycleLine(account, item, periodPriceOf(account, subscription, item)),
  ]
  const payer = isRecurring ? { ...customer, balance: 0 } : customer
  const draft = { customer: payer, subscription, lines, reason: 'upcoming', period }
  const invoice = invoiceOf(account, draft, account.nextId('upcoming_in'))
  return { ...invoice, parent: null }
}

/** As it will be at the end of the period, when a discount may have ended. */
function recurringLine(
  account: Account,
  subscription: SubscriptionRow,
  { price, quantity }: { price: PriceRow; quantity: number },
) {
  const now = itemOf(subscription)
  const start = now.current_period_end
  const item: ItemRow = {
    ...now,
    price,
    quantity,
    current_period_start: start,
    current_period_end: nextPeriodEnd(subscription.billing_cycle_anchor, start),
  }
  return account.at(start, () =>
    cycleLine(account, item, periodPriceOf(account, subscription, item)),
  )
}
