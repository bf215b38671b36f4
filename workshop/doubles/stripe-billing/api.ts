/** The calls of Stripe's API that the double answers, each with the parameters that it takes. */
import { findRow, type Account } from './account.ts'
import * as catalog from './catalog.ts'
import { createSession } from './checkout.ts'
import * as customers from './customers.ts'
import { isActiveCode, refreshed } from './discounts.ts'
import { invalid, missing, StripeFailure } from './failure.ts'
import * as form from './form.ts'
import { collect, intentOf, voidInvoice } from './invoices.ts'
import { createPreview } from './previews.ts'
import {
  cancelSubscription,
  createSubscription,
  dropPendingUpdate,
  isOver,
  updateSubscription,
} from './subscriptions.ts'

type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  path: RegExp
  takes: readonly string[]
  run: (account: Account, params: form.Params, ids: readonly string[]) => unknown
}

const paging = ['limit', 'starting_after', 'ending_before', 'created']

/** Newest first. */
function listOf<R extends { id: string }>(
  rows: Iterable<R>,
  params: form.Params,
  matches: (row: R) => boolean,
) {
  const all = [...rows].filter(matches).toReversed()
  const after = form.textOf(params, 'starting_after')
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  const size = form.integerOf(params, 'limit') ?? 10
  if (size < 1 || size > 100) throw invalid('Limit must be between 1 and 100.', { param: 'limit' })
  return {
    object: 'list',
    data: all.slice(start, start + size),
    has_more: start + size < all.length,
    url: '/v1',
  }
}

const retrieve = (path: RegExp, ...kinds: Parameters<Account['get']>[0][]): Call => ({
  method: 'GET',
  path,
  takes: [],
  run(account, _params, [id = '']) {
    const row = findRow(account, id)
    if (row && kinds.some((kind) => kind === row.object)) return row
    throw missing(kinds[0] ?? 'object', id)
  },
})

function payInvoice(account: Account, params: form.Params, id: string) {
  const invoice = account.get('invoice', id)
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', { code: 'invoice_paid' })
  if (invoice.status !== 'open') throw invalid('This invoice can no longer be paid.')
  // Without a word on it, its owner isn't at the screen.
  const isPresent = form.flagOf(params, 'off_session') === false
  const card = form.textOf(params, 'payment_method') ?? null
  const outcome = collect(account, invoice, { isPresent, card })
  if (outcome === 'succeeded') return invoice
  const asks = outcome === 'requires_action'
  throw new StripeFailure(402, {
    type: 'card_error',
    code: asks ? 'invoice_payment_intent_requires_action' : 'card_declined',
    ...(asks ? {} : { decline_code: 'generic_decline' }),
    message: asks
      ? 'This payment requires additional user action before it can be completed successfully.'
      : 'Your card was declined.',
    payment_intent: intentOf(account, invoice),
  })
}

const customerPath = /^\/v1\/customers\/(\w+)$/
const subscriptionPath = /^\/v1\/subscriptions\/(\w+)$/

const customerCalls: readonly Call[] = [
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    takes: customers.customerNames,
    run: customers.createCustomer,
  },
  {
    method: 'GET',
    path: customerPath,
    takes: [],
    run(account, _params, [id = '']) {
      const customer = account.get('customer', id)
      return customer.deleted ? { id, object: 'customer', deleted: true } : customer
    },
  },
  {
    method: 'POST',
    path: customerPath,
    takes: customers.customerNames,
    run: (account, params, [id = '']) => customers.updateCustomer(account, id, params),
  },
  {
    method: 'DELETE',
    path: customerPath,
    takes: [],
    run: (account, _params, [id = '']) => customers.deleteCustomer(account, id),
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/(\w+)\/tax_ids$/,
    takes: paging,
    run: ({ tables }, params, [id]) =>
      listOf(tables.tax_id.values(), params, ({ customer }) => customer === id),
  },
  {
    method: 'POST',
    path: /^\/v1\/customers\/(\w+)\/tax_ids$/,
    takes: ['type', 'value'],
    run: (account, params, [id = '']) => customers.createTaxId(account, id, params),
  },
  {
    method: 'DELETE',
    path: /^\/v1\/customers\/(\w+)\/tax_ids\/(\w+)$/,
    takes: [],
    run: (account, _params, [customer = '', id = '']) =>
      customers.deleteTaxId(account, customer, id),
  },
  {
    method: 'POST',
    path: /^\/v1\/setup_intents$/,
    takes: ['customer', 'usage', 'automatic_payment_methods', 'metadata'],
    run: customers.createSetupIntent,
  },
  retrieve(/^\/v1\/setup_intents\/(\w+)$/, 'setup_intent'),
  {
    method: 'GET',
    path: /^\/v1\/payment_methods$/,
    takes: [...paging, 'customer', 'type'],
    run: ({ tables }, params) =>
      listOf(
        tables.payment_method.values(),
        params,
        ({ customer }) => customer === form.requiredOf(params, 'customer'),
      ),
  },
  retrieve(/^\/v1\/payment_methods\/(\w+)$/, 'payment_method'),
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/(\w+)\/attach$/,
    takes: ['customer'],
    run: (account, params, [id = '']) => customers.attachCard(account, id, params),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/(\w+)\/detach$/,
    takes: [],
    run: (account, _params, [id = '']) => customers.detachCard(account, id),
  },
]

const catalogCalls: readonly Call[] = [
  {
    method: 'GET',
    path: /^\/v1\/products$/,
    takes: [...paging, 'ids', 'active'],
    run: ({ tables }, params) => listOf(tables.product.values(), params, () => true),
  },
  retrieve(/^\/v1\/products\/([\w-]+)$/, 'product'),
  {
    method: 'POST',
    path: /^\/v1\/products$/,
    takes: ['id', 'name', 'metadata', 'description'],
    run: catalog.createProduct,
  },
  {
    method: 'GET',
    path: /^\/v1\/prices$/,
    takes: [...paging, 'lookup_keys', 'active', 'product', 'type'],
    run({ tables }, params) {
      const keys = form.textsOf(params, 'lookup_keys')
      const isActive = form.flagOf(params, 'active')
      return listOf(
        tables.price.values(),
        params,
        (price) =>
          (keys.length === 0 || keys.includes(price.lookup_key ?? '')) &&
          (isActive === undefined || price.active === isActive),
      )
    },
  },
  retrieve(/^\/v1\/prices\/(\w+)$/, 'price'),
  {
    method: 'POST',
    path: /^\/v1\/prices$/,
    takes: [
      'product',
      'currency',
      'unit_amount',
      'lookup_key',
      'transfer_lookup_key',
      'recurring',
      'metadata',
    ],
    run: catalog.createPrice,
  },
  {
    method: 'POST',
    path: /^\/v1\/prices\/(\w+)$/,
    takes: ['active', 'metadata'],
    run: (account, params, [id = '']) => catalog.updatePrice(account, id, params),
  },
  {
    method: 'POST',
    path: /^\/v1\/coupons$/,
    takes: [
      'id',
      'name',
      'amount_off',
      'currency',
      'percent_off',
      'duration',
      'duration_in_months',
      'max_redemptions',
      'redeem_by',
      'applies_to',
      'metadata',
    ],
    run: catalog.createCoupon,
  },
  {
    method: 'GET',
    path: /^\/v1\/coupons\/([^/]+)$/,
    takes: [],
    run(account, _params, [id = '']) {
      return refreshed(account, account.get('coupon', decodeURIComponent(id), 'coupon'))
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/promotion_codes$/,
    takes: ['promotion', 'code', 'customer', 'expires_at', 'max_redemptions', 'restrictions'],
    run: catalog.createPromotionCode,
  },
  {
    method: 'POST',
    path: /^\/v1\/promotion_codes\/(\w+)$/,
    takes: ['active', 'metadata'],
    run: (account, params, [id = '']) => catalog.updatePromotionCode(account, id, params),
  },
  {
    method: 'GET',
    path: /^\/v1\/promotion_codes$/,
    takes: [...paging, 'code', 'active', 'customer', 'coupon'],
    run(account, params) {
      const code = form.textOf(params, 'code')?.toLowerCase()
      const isActive = form.flagOf(params, 'active')
      for (const coupon of account.tables.coupon.values()) refreshed(account, coupon)
      return listOf(
        account.tables.promotion_code.values(),
        params,
        (one) =>
          (code === undefined || one.code.toLowerCase() === code) &&
          (isActive === undefined || isActiveCode(account, one) === isActive),
      )
    },
  },
]

const subscriptionCalls: readonly Call[] = [
  {
    method: 'POST',
    path: /^\/v1\/subscriptions$/,
    takes: [
      'customer',
      'items',
      'payment_behavior',
      'billing_mode',
      'discounts',
      'trial_period_days',
      'metadata',
      'automatic_tax',
      'off_session',
    ],
    run: createSubscription,
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    takes: [...paging, 'customer', 'status', 'price'],
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
      'items',
      'payment_behavior',
      'proration_behavior',
      'proration_date',
      'discounts',
      'cancel_at_period_end',
      'metadata',
      'off_session',
    ],
    run: (account, params, [id = '']) => updateSubscription(account, id, params),
  },
  {
    method: 'DELETE',
    path: subscriptionPath,
    takes: ['prorate', 'invoice_now', 'cancellation_details'],
    run: (account, params, [id = '']) => cancelSubscription(account, id, params),
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/create_preview$/,
    takes: ['customer', 'subscription', 'subscription_details', 'preview_mode', 'discounts'],
    run: createPreview,
  },
  {
    method: 'GET',
    path: /^\/v1\/invoices$/,
    takes: [...paging, 'customer', 'subscription', 'status'],
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
    path: /^\/v1\/checkout\/sessions$/,
    takes: [
      'mode',
      'customer',
      'client_reference_id',
      'line_items',
      'metadata',
      'success_url',
      'cancel_url',
      'expires_at',
      'invoice_creation',
    ],
    run: createSession,
  },
  retrieve(/^\/v1\/checkout\/sessions\/(\w+)$/, 'checkout.session'),
]

const calls = [...customerCalls, ...catalogCalls, ...subscriptionCalls]

const mostLevels = 4

function checkExpand(params: form.Params): void {
  if (form.textsOf(params, 'expand').every((path) => path.split('.').length <= mostLevels)) return
  throw invalid(`You cannot expand more than ${String(mostLevels)} levels of a property.`, {
    code: 'property_expansion_max_depth',
    param: 'expand',
  })
}

/** @throws StripeFailure */
export function callApi(
  account: Account,
  { method, path, params }: { method: string; path: string; params: form.Params },
): unknown {
  for (const call of calls) {
    const match = call.method === method ? call.path.exec(path) : null
    if (!match) continue
    form.knownOnly(params, call.takes)
    checkExpand(params)
    return call.run(account, params, match.slice(1))
  }
  throw new StripeFailure(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  })
}
