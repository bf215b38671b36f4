/** Changes that happen automatically as time passes: renewals, attempts to collect, and ends. */
import type { Account } from './account.ts'
import { nextPeriodEnd } from './calendar.ts'
import { expireSession } from './checkout.ts'
import { discountEnd, endDiscounts, useDiscounts } from './discounts.ts'
import { collect, issue, issueUncollected, retryDays } from './invoices.ts'
import type { InvoiceRow, SubscriptionRow } from './rows.ts'
import {
  bookOf,
  customerOf,
  cycleLine,
  dropPendingUpdate,
  endSubscription,
  isOver,
  itemOf,
  openSeconds,
  periodPriceOf,
} from './subscriptions.ts'

type Due = { at: number; run: () => void }

/** Runs all that is due, each as if it were its moment, in order. */
export function catchUp(account: Account): void {
  const until = account.now()
  for (;;) {
    const next = earliest(dueOf(account), until)
    if (!next) return
    account.at(next.at, next.run)
  }
}

function earliest(all: Iterable<Due>, until: number): Due | undefined {
  let first: Due | undefined
  for (const due of all) {
    if (due.at <= until && (!first || due.at < first.at)) first = due
  }
  return first
}

function* dueOf(account: Account): Generator<Due> {
  for (const subscription of account.tables.subscription.values()) {
    if (!isOver(subscription)) yield* dueOfSubscription(account, subscription)
  }
  for (const invoice of account.tables.invoice.values()) {
    const at = invoice.next_payment_attempt
    if (invoice.status === 'open' && at !== null) {
      yield {
        at,
        run: () => {
          retry(account, invoice)
        },
      }
    }
  }
  for (const session of account.tables['checkout.session'].values()) {
    if (session.status === 'open') {
      yield {
        at: session.expires_at,
        run: () => {
          expireSession(account, session)
        },
      }
    }
  }
}

function* dueOfSubscription(account: Account, subscription: SubscriptionRow): Generator<Due> {
  if (subscription.status === 'incomplete') {
    const end = () => {
      endSubscription(account, subscription)
    }
    yield { at: subscription.created + openSeconds, run: end }
    return
  }
  const { pending_update: pending } = subscription
  if (pending) {
    const drop = () => {
      dropPendingUpdate(account, subscription)
      account.emit('customer.subscription.pending_update_expired', subscription)
    }
    yield { at: pending.expires_at, run: drop }
  }
  const discountEndsAt = discountEnd(account, subscription)
  if (discountEndsAt !== null) {
    const end = () => {
      endDiscounts(account, subscription)
    }
    yield { at: discountEndsAt, run: end }
  }
  if (subscription.cancel_at !== null && !subscription.cancel_at_period_end) {
    const end = () => {
      endSubscription(account, subscription)
    }
    yield { at: subscription.cancel_at, run: end }
  }
  const { pause_collection: pause } = subscription
  if (pause?.resumes_at != null) {
    const resume = () => {
      subscription.pause_collection = null
      account.emit('customer.subscription.updated', subscription)
    }
    yield { at: pause.resumes_at, run: resume }
  }
  // "A paused subscription does not generate invoices and will not advance to new billing periods"
  // (https://docs.stripe.com/changelog/endive/2026-09-30/pause-subscription).
  if (subscription.status === 'paused') return
  const renew = () => {
    renewSubscription(account, subscription)
  }
  yield { at: itemOf(subscription).current_period_end, run: renew }
}

function renewSubscription(account: Account, subscription: SubscriptionRow): void {
  if (subscription.cancel_at_period_end) {
    endSubscription(account, subscription)
    return
  }
  const item = itemOf(subscription)
  const book = bookOf(account, subscription)
  const before = { start: item.current_period_start, end: item.current_period_end }
  item.current_period_start = before.end
  item.current_period_end = nextPeriodEnd(subscription.billing_cycle_anchor, before.end)
  if (subscription.status === 'trialing') subscription.status = 'active'
  book.billed = periodPriceOf(account, subscription, item)
  const draft = {
    customer: customerOf(account, subscription.customer),
    subscription,
    lines: [...book.pending, cycleLine(account, item, book.billed)],
    reason: 'subscription_cycle',
    period: before,
  }
  book.pending = []
  const { pause_collection: pause } = subscription
  if (pause) {
    issueUncollected(account, draft, pause.behavior)
    useDiscounts(account, subscription)
    account.emit('customer.subscription.updated', subscription)
    return
  }
  const invoice = issue(account, draft)
  useDiscounts(account, subscription)
  const outcome =
    invoice.status === 'open' ? collect(account, invoice, { isPresent: false }) : 'succeeded'
  if (outcome === 'declined' || outcome === 'requires_action') subscription.status = 'past_due'
  account.emit('customer.subscription.updated', subscription)
}

/** After the last attempt the subscription ends, as new accounts of Stripe are set up. */
function retry(account: Account, invoice: InvoiceRow): void {
  const outcome = collect(account, invoice, { isPresent: false })
  // After a hard decline nothing follows on its own, neither an attempt nor an end.
  if (outcome === 'succeeded' || invoice.attempt_count <= retryDays.length) return
  const id = invoice.parent?.subscription_details.subscription
  const subscription = account.tables.subscription.get(id ?? '')
  if (subscription && !isOver(subscription)) endSubscription(account, subscription)
}
