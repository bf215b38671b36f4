/** Recipes for services that sell and take payments. */
import {
  countryAt,
  currencyAt,
  emailAt,
  isoDate,
  minorUnitsAt,
  recipe,
  wholeName,
} from './recipe.ts'

/** Source: Stripe API reference, events and charges; webhook signatures. */
export const stripe = recipe({
  id: 'stripe-payments',
  label: 'Stripe payments',
  beside: 'stripe',
  summary: 'Successful payments from Stripe.',
  secret: 'service',
  steps: [
    'In Stripe, open Developers › Webhooks, and add an endpoint with the address from this page.',
    'Select the events charge.succeeded, charge.captured and charge.refunded.',
    'Copy the signing secret of the endpoint. It starts with whsec_.',
  ],
  verification: {
    type: 'hmac',
    header: 'stripe-signature',
    algorithm: 'sha256',
    encoding: 'hex',
    timestamp: { key: 't', signatureKey: 'v1' },
  },
  mapping: {
    kind: 'purchase',
    states: {
      refunded: [
        { at: '/type', op: 'eq', value: 'charge.refunded' },
        { at: '/data/object/refunded', op: 'eq', value: true },
      ],
    },
    // A charge that is only authorized is paid as well. Stripe describes renewals so.
    when: [
      { at: '/type', op: 'in', value: ['charge.succeeded', 'charge.captured'] },
      { at: '/data/object/paid', op: 'eq', value: true },
      { at: '/data/object/captured', op: 'eq', value: true },
      { at: '/data/object/description', op: 'ne', value: 'Subscription update' },
    ],
    id: ['/data/object/id'],
    set: {
      'person.first_name': wholeName('/data/object/billing_details/name'),
      'person.email': emailAt('/data/object/billing_details/email', '/data/object/receipt_email'),
      'person.city': { at: ['/data/object/billing_details/address/city'], do: ['trim'] },
      'person.country': countryAt('/data/object/billing_details/address/country'),
      total: { at: ['/data/object/amount'], do: ['minor_units'] },
      currency: currencyAt('/data/object/currency'),
      occurred_at: { at: ['/data/object/created'], do: [{ date: 'unix' }] },
      // Live payments are no tests, and the other way round.
      test: {
        at: ['/livemode'],
        do: [{ replace: { from: 'false', to: 'yes' } }, { replace: { from: 'true', to: 'no' } }],
      },
    },
  },
})

/**
 * Source: gumroad.com/ping, fields of a ping; amounts are in US cents. Deliveries aren't signed.
 * Later charges of a membership and preorders that aren't paid yet are no new purchases.
 */
export const gumroad = recipe({
  id: 'gumroad-sales',
  label: 'Gumroad sales',
  summary: 'Sales of your products on Gumroad.',
  secret: 'none',
  steps: [
    'In Gumroad, open Settings › Advanced.',
    'Enter the address from this page as the Ping endpoint, and save. Keep it secret, because Gumroad doesn’t sign what it sends.',
  ],
  verification: { type: 'none' },
  mapping: {
    kind: 'purchase',
    states: {
      refunded: [{ at: '/refunded', op: 'eq', value: 'true' }],
      cancelled: [{ at: '/disputed', op: 'eq', value: 'true' }],
    },
    when: [
      { at: '/sale_id', op: 'exists' },
      { at: '/is_recurring_charge', op: 'ne', value: 'true' },
      { at: '/is_preorder_authorization', op: 'ne', value: 'true' },
      // Who gets a gift hasn't bought it. The buyer's ping comes beside this one.
      { at: '/is_gift_receiver_purchase', op: 'ne', value: 'true' },
    ],
    id: ['/sale_id'],
    set: {
      'person.first_name': wholeName('/full_name'),
      'person.email': emailAt('/email'),
      'person.country': countryAt('/ip_country'),
      'item.title': { at: ['/product_name'], do: ['trim'] },
      'item.url': { at: ['/product_permalink'], do: ['https_url'] },
      'item.quantity': { at: ['/quantity'], do: ['decimal'] },
      'item.product_id': { at: ['/product_id'] },
      total: minorUnitsAt('/price'),
      currency: { at: [], do: [{ default: 'USD' }] },
      occurred_at: isoDate('/sale_timestamp'),
      test: { at: ['/test'] },
    },
  },
})

/** Source: docs.lemonsqueezy.com, webhooks (event types, signing) and the order object. */
export const lemonSqueezy = recipe({
  id: 'lemon-squeezy-orders',
  label: 'Lemon Squeezy orders',
  summary: 'Paid orders of a Lemon Squeezy store.',
  secret: 'ours',
  steps: [
    'In Lemon Squeezy, open Settings › Webhooks, and add a webhook.',
    'Enter the address from this page as the callback URL, and the secret from this page as the signing secret.',
    'Select order_created and order_refunded, and save.',
  ],
  verification: { type: 'hmac', header: 'x-signature', algorithm: 'sha256', encoding: 'hex' },
  mapping: {
    kind: 'purchase',
    states: { refunded: [{ at: '/data/attributes/refunded', op: 'eq', value: true }] },
    when: [
      { at: '/meta/event_name', op: 'eq', value: 'order_created' },
      { at: '/data/attributes/status', op: 'eq', value: 'paid' },
    ],
    id: ['/data/id'],
    set: {
      'person.first_name': wholeName('/data/attributes/user_name'),
      'person.email': emailAt('/data/attributes/user_email'),
      'item.title': { at: ['/data/attributes/first_order_item/product_name'], do: ['trim'] },
      'item.quantity': { at: ['/data/attributes/first_order_item/quantity'], do: ['decimal'] },
      'item.product_id': { at: ['/data/attributes/first_order_item/product_id'] },
      total: minorUnitsAt('/data/attributes/total'),
      currency: currencyAt('/data/attributes/currency'),
      occurred_at: isoDate('/data/attributes/created_at'),
      test: { at: ['/data/attributes/test_mode'] },
    },
  },
})

/**
 * Source: developer.paddle.com, webhooks (signature verification, transaction.completed, adjustments).
 * A refund is an adjustment with an ID of its own, which names its transaction. A transaction has no
 * name and no address of its customer, only their IDs.
 */
export const paddle = recipe({
  id: 'paddle-transactions',
  label: 'Paddle purchases',
  summary: 'Completed checkouts from Paddle Billing.',
  secret: 'service',
  steps: [
    'In Paddle, open Developer tools › Notifications, and add a destination with the address from this page.',
    'Select the events transaction.completed, adjustment.created and adjustment.updated.',
    'Copy the secret key of the destination. It starts with pdl_ntfset_.',
  ],
  verification: {
    type: 'hmac',
    header: 'paddle-signature',
    algorithm: 'sha256',
    encoding: 'hex',
    timestamp: { key: 'ts', signatureKey: 'h1', separator: ':' },
  },
  mapping: {
    kind: 'purchase',
    states: {
      refunded: [
        { at: '/event_type', op: 'in', value: ['adjustment.created', 'adjustment.updated'] },
        { at: '/data/action', op: 'in', value: ['refund', 'chargeback'] },
        { at: '/data/status', op: 'eq', value: 'approved' },
        // A part of the money is no reason to hide the purchase.
        { at: '/data/type', op: 'eq', value: 'full' },
      ],
    },
    when: [
      { at: '/event_type', op: 'eq', value: 'transaction.completed' },
      // Renewals and changes of a subscription are no new purchases.
      { at: '/data/origin', op: 'in', value: ['web', 'api'] },
    ],
    items: '/data/details/line_items',
    id: ['/data/id'],
    set: {
      'item.title': { at: ['@/product/name'], do: ['trim'] },
      'item.image': { at: ['@/product/image_url'] },
      'item.quantity': { at: ['@/quantity'], do: ['decimal'] },
      'item.price': minorUnitsAt('@/unit_totals/total'),
      'item.product_id': { at: ['@/product/id'] },
      total: minorUnitsAt('/data/details/totals/grand_total'),
      currency: currencyAt('/data/currency_code'),
      occurred_at: isoDate('/data/billed_at', '/data/created_at'),
      reversal_id: { at: ['/data/transaction_id'] },
    },
  },
})

/**
 * Source: developers.kajabi.com, the sample of the event `purchase`: an envelope with a list, first the
 * purchase, then its offer, then its customer. No signature and no event for refunds are documented.
 */
export const kajabi = recipe({
  id: 'kajabi-purchases',
  label: 'Kajabi purchases',
  summary: 'Purchases of your offers on Kajabi.',
  secret: 'none',
  steps: [
    'Kajabi creates these webhooks through its API, on the plans that have it. Ask your developer, or use Kajabi in Zapier.',
    'Create a hook for the event purchase, with the address from this page as target_url. Keep it secret, because Kajabi doesn’t sign what it sends.',
    'Kajabi reports no refunds this way. Delete a refunded purchase under Data feeds.',
  ],
  verification: { type: 'none' },
  mapping: {
    kind: 'purchase',
    when: [
      { at: '/event', op: 'eq', value: 'purchase' },
      { at: '/payload/0/type', op: 'eq', value: 'purchases' },
      { at: '/payload/0/attributes/amount_in_cents', op: 'gt', value: 0 },
    ],
    id: ['/payload/0/id'],
    set: {
      'person.first_name': wholeName('/payload/2/attributes/name'),
      'person.email': emailAt('/payload/2/attributes/email'),
      'item.title': { at: ['/payload/1/attributes/title'], do: ['trim'] },
      'item.image': { at: ['/payload/1/attributes/image_url'] },
      'item.quantity': { at: ['/payload/0/attributes/quantity'], do: ['decimal'] },
      'item.product_id': { at: ['/payload/1/id'] },
      total: minorUnitsAt('/payload/0/attributes/amount_in_cents'),
      currency: currencyAt('/payload/0/attributes/currency'),
      occurred_at: isoDate('/payload/0/attributes/created_at'),
    },
  },
})
