/** Calls about subscriptions, invoices, payments and checkouts. */
import type { Account } from './account.ts'
import { listOf, paging, retrieve, type Call } from './call.ts'
import { createSession, expireSession } from './checkout.ts'
import { declined } from './cards.ts'
import { invalid, StripeFailure } from './failure.ts'
import * as form from './form.ts'
import { collect, intentOf, voidInvoice } from './invoices.ts'
import { createSubscription } from './creation.ts'
import { cancelIntent } from './payments.ts'
import { createPreview } from './previews.ts'
import {
  cancelSubscription,
  dropPendingUpdate,
  isOver,
  updateSubscription,
} from './subscriptions.ts'

function payInvoice(account: Account, params: form.Params, id: string) {
  const invoice = account.get('invoice', id)
  // Stripe's list of codes has none for it.
  if (invoice.status === 'paid') throw invalid('Invoice is already paid')
  if (invoice.status !== 'open') throw invalid('This invoice can no longer be paid.')
  if (intentOf(account, invoice)?.status === 'processing') {
    throw invalid('This invoice has a payment that is still processing.')
  }
  // Without a word on it, its owner isn't at the screen.
  const isPresent = form.flagOf(params, 'off_session') === false
  const card = form.textOf(params, 'payment_method') ?? null
  const outcome = collect(account, invoice, { isPresent, card })
  if (outcome === 'succeeded' || outcome === 'processing') return invoice
  const intent = intentOf(account, invoice)
  if (outcome === 'declined') {
    throw declined(account.cards.get(intent?.payment_method ?? ''), { payment_intent: intent })
  }
  throw new StripeFailure(402, {
    type: 'card_error',
    code: 'invoice_payment_intent_requires_action',
    message:
      'This payment requires additional user action before it can be completed successfully.',
    payment_intent: intent,
  })
}

const subscriptionPath = /^\/v1\/subscriptions\/(\w+)$/

const itemNames = ['items.*.id', 'items.*.price', 'items.*.quantity']
const discountNames = ['coupon', 'promotion_code', 'discount'].map((name) => `discounts.*.${name}`)

const prorationBehaviors = ['always_invoice', 'create_prorations', 'none']
const paymentBehaviors = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
]
const subscriptionStatuses = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
]

export const subscriptionCalls: readonly Call[] = [
  {
    method: 'POST',
    path: /^\/v1\/subscriptions$/,
    takes: [
      'customer',
      'items.*.price',
      'items.*.quantity',
      'payment_behavior',
      'billing_mode.type',
      'billing_mode.flexible.proration_discounts',
      ...discountNames,
      'trial_period_days',
      'trial_end',
      'cancel_at',
      'cancel_at_period_end',
      'metadata.*',
      'automatic_tax.enabled',
    ],
    values: {
      payment_behavior: paymentBehaviors,
      'billing_mode.type': ['classic', 'flexible'],
      'billing_mode.flexible.proration_discounts': ['included', 'itemized'],
    },
    run: createSubscription,
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    takes: [...paging, 'customer', 'status'],
    values: { status: subscriptionStatuses },
    run({ tables }, params) {
      const customer = form.textOf(params, 'customer')
      const status = form.textOf(params, 'status')
      return listOf(
        tables.subscription.values(),
        params,
        (one) =>
          (customer === undefined || one.customer === customer) &&
          (status === 'all' || (status === undefined ? !isOver(one) : one.status === status)),
      )
    },
  },
  retrieve(subscriptionPath, 'subscription'),
  {
    method: 'POST',
    path: subscriptionPath,
    takes: [
      ...itemNames,
      'payment_behavior',
      'proration_behavior',
      'proration_date',
      ...discountNames,
      'cancel_at',
      'cancel_at_period_end',
      'metadata.*',
      'off_session',
    ],
    values: { payment_behavior: paymentBehaviors, proration_behavior: prorationBehaviors },
    run: (account, params, [id = '']) => updateSubscription(account, id, params),
  },
  {
    method: 'DELETE',
    path: subscriptionPath,
    takes: ['prorate', 'invoice_now'],
    run: (account, params, [id = '']) => cancelSubscription(account, id, params),
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/create_preview$/,
    takes: [
      'customer',
      'subscription',
      ...[...itemNames, 'cancel_at_period_end', 'proration_behavior', 'proration_date'].map(
        (name) => `subscription_details.${name}`,
      ),
      ...discountNames.map((name) => `subscription_details.items.*.${name}`),
      'preview_mode',
      'automatic_tax.enabled',
      ...discountNames,
    ],
    values: {
      preview_mode: ['next', 'recurring'],
      'subscription_details.proration_behavior': prorationBehaviors,
    },
    run: createPreview,
  },
  {
    method: 'GET',
    path: /^\/v1\/invoices$/,
    takes: [...paging, 'customer', 'subscription', 'status'],
    values: { status: ['draft', 'open', 'paid', 'uncollectible', 'void'] },
    run({ tables }, params) {
      const [customer, subscription, status] = ['customer', 'subscription', 'status'].map((name) =>
        form.textOf(params, name),
      )
      return listOf(
        tables.invoice.values(),
        params,
        (one) =>
          (customer === undefined || one.customer === customer) &&
          (subscription === undefined ||
            one.parent?.subscription_details.subscription === subscription) &&
          (status === undefined || one.status === status),
      )
    },
  },
  retrieve(/^\/v1\/invoices\/(\w+)$/, 'invoice'),
  {
    method: 'GET',
    path: /^\/v1\/invoices\/(\w+)\/lines$/,
    takes: paging,
    run(account, params, [id = '']) {
      const { data } = account.get('invoice', id).lines
      return listOf(data.toReversed(), params, () => true)
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/(\w+)\/pay$/,
    takes: ['off_session', 'payment_method'],
    run: (account, params, [id = '']) => payInvoice(account, params, id),
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/(\w+)\/void$/,
    takes: [],
    run(account, _params, [id = '']) {
      const invoice = account.get('invoice', id)
      const followers = [...account.books].filter(([, book]) => book.pendingInvoice === id)
      for (const [follower] of followers) {
        dropPendingUpdate(account, account.get('subscription', follower))
      }
      if (followers.length === 0) voidInvoice(account, invoice)
      return invoice
    },
  },
  retrieve(/^\/v1\/payment_intents\/(\w+)$/, 'payment_intent'),
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    takes: [],
    run: (account, _params, [id = '']) => cancelIntent(account, account.get('payment_intent', id)),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    takes: [
      'mode',
      'customer',
      'client_reference_id',
      'line_items.*.quantity',
      'line_items.*.price',
      'line_items.*.price_data.currency',
      'line_items.*.price_data.unit_amount',
      'line_items.*.price_data.product_data.name',
      'metadata.*',
      'success_url',
      'cancel_url',
      'expires_at',
      'invoice_creation.enabled',
    ],
    values: { mode: ['payment', 'setup', 'subscription'] },
    run: createSession,
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions$/,
    takes: [...paging, 'customer', 'status'],
    values: { status: ['open', 'complete', 'expired'] },
    run({ tables }, params) {
      const [customer, status] = ['customer', 'status'].map((name) => form.textOf(params, name))
      return listOf(
        tables['checkout.session'].values(),
        params,
        (one) =>
          (customer === undefined || one.customer === customer) &&
          (status === undefined || one.status === status),
      )
    },
  },
  retrieve(/^\/v1\/checkout\/sessions\/(\w+)$/, 'checkout.session'),
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    takes: [],
    run: (account, _params, [id = '']) =>
      expireSession(account, account.get('checkout.session', id)),
  },
]
