/** Recipes for orders of shop systems. */
import { amountAt, countryAt, currencyAt, emailAt, firstName, isoDate, recipe } from './recipe.ts'

/** Source: shopify.dev, webhooks and the order resource. */
export const shopify = recipe({
  id: 'shopify-orders',
  label: 'Shopify orders',
  beside: 'shopify',
  summary: 'Paid orders of a Shopify shop, without installing the app.',
  secret: 'service',
  steps: [
    'In Shopify, open Settings › Notifications › Webhooks.',
    'Create a webhook for the event Order payment in the format JSON, with the address from this page.',
    'Copy the signing secret that Shopify shows below the list of webhooks.',
  ],
  verification: {
    type: 'hmac',
    header: 'x-shopify-hmac-sha256',
    algorithm: 'sha256',
    encoding: 'base64',
  },
  mapping: {
    kind: 'purchase',
    states: {
      refunded: [{ at: '/financial_status', op: 'eq', value: 'refunded' }],
      cancelled: [{ at: '/financial_status', op: 'eq', value: 'voided' }],
    },
    when: [{ at: '/financial_status', op: 'in', value: ['paid', 'partially_refunded'] }],
    items: '/line_items',
    id: ['/id'],
    set: {
      'person.first_name': firstName('/customer/first_name', '/billing_address/first_name'),
      'person.email': emailAt('/email', '/customer/email'),
      'person.city': { at: ['/customer/default_address/city', '/billing_address/city'] },
      'person.country': countryAt(
        '/customer/default_address/country_code',
        '/billing_address/country_code',
      ),
      'item.title': { at: ['@/title'], do: ['trim'] },
      // Lines that were removed since have 0.
      'item.quantity': { at: ['@/current_quantity', '@/quantity'], do: ['decimal'] },
      'item.price': amountAt('@/price'),
      'item.product_id': { at: ['@/product_id'] },
      total: amountAt('/total_price'),
      currency: currencyAt('/currency'),
      occurred_at: isoDate('/processed_at', '/created_at'),
      test: { at: ['/test'] },
    },
  },
})

/** Source: WooCommerce REST API documentation, webhooks and orders. */
export const woocommerce = recipe({
  id: 'woocommerce-orders',
  label: 'WooCommerce orders',
  beside: 'wordpress',
  summary: 'Orders of a WooCommerce shop, without an API key.',
  secret: 'ours',
  steps: [
    'In WordPress, open WooCommerce › Settings › Advanced › Webhooks, and add a webhook.',
    'Set the status to Active and the topic to Order updated.',
    'Enter the address and the secret from this page, and save the webhook.',
  ],
  verification: {
    type: 'hmac',
    header: 'x-wc-webhook-signature',
    algorithm: 'sha256',
    encoding: 'base64',
  },
  mapping: {
    kind: 'purchase',
    states: {
      refunded: [{ at: '/status', op: 'eq', value: 'refunded' }],
      cancelled: [{ at: '/status', op: 'in', value: ['cancelled', 'failed', 'trash'] }],
    },
    when: [{ at: '/status', op: 'in', value: ['processing', 'completed'] }],
    items: '/line_items',
    id: ['/id'],
    set: {
      'person.first_name': firstName('/billing/first_name'),
      'person.email': emailAt('/billing/email'),
      'person.city': { at: ['/billing/city'], do: ['trim'] },
      'person.country': countryAt('/billing/country'),
      'item.title': { at: ['@/name'], do: ['strip_html'] },
      'item.image': { at: ['@/image/src'] },
      'item.quantity': amountAt('@/quantity'),
      'item.price': amountAt('@/price'),
      'item.product_id': { at: ['@/product_id'] },
      total: amountAt('/total'),
      currency: currencyAt('/currency'),
      occurred_at: isoDate('/date_paid_gmt', '/date_created_gmt'),
    },
  },
})
