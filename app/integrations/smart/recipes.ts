/**
 * Mappings for services whose deliveries we know from a stored sample (tests/payloads). A recipe is data:
 * what an owner would choose by hand, with the words that the service has for it.
 */
import type { z } from 'zod'
import { mapping, type Mapping } from './mapping.ts'
import { verification, type Verification } from './verification.ts'

export type Recipe = {
  /** As addresses have it. */
  id: string
  label: string
  /** One sentence: what it brings. */
  summary: string
  /** Steps at the service, one per entry. */
  steps: readonly string[]
  /** Who chooses the secret: the service shows its own, or the owner enters ours there. */
  secret: 'none' | 'service' | 'ours'
  verification: Verification
  mapping: Mapping
}

type RecipeInput = Omit<Recipe, 'verification' | 'mapping'> & {
  verification: z.input<typeof verification>
  mapping: Omit<z.input<typeof mapping>, 'v'>
}

const recipe = (input: RecipeInput): Recipe => ({
  ...input,
  verification: verification.parse(input.verification),
  mapping: mapping.parse({ v: 1, ...input.mapping }),
})

const wholeName = (...at: string[]) => ({
  at,
  do: ['trim' as const, 'first_word' as const, 'title_case' as const],
})
const firstName = (...at: string[]) => ({ at, do: ['trim' as const, 'title_case' as const] })
const emailAt = (...at: string[]) => ({ at, do: ['trim' as const, 'lower' as const] })
const countryAt = (...at: string[]) => ({ at, do: ['country_iso2' as const] })
const amountAt = (path: string) => ({ at: [path], do: ['decimal' as const] })
const currencyAt = (path: string) => ({ at: [path], do: ['upper' as const] })
const isoDate = (...at: string[]) => ({ at, do: [{ date: 'iso' as const }] })

/** Source: shopify.dev, webhooks and the order resource. */
const shopify = recipe({
  id: 'shopify-orders',
  label: 'Shopify orders',
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
const woocommerce = recipe({
  id: 'woocommerce-orders',
  label: 'WooCommerce orders',
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

/** Source: Stripe API reference, events and charges; webhook signatures. */
const stripe = recipe({
  id: 'stripe-payments',
  label: 'Stripe payments',
  summary: 'Successful payments from Stripe.',
  secret: 'service',
  steps: [
    'In Stripe, open Developers › Webhooks, and add an endpoint with the address from this page.',
    'Select the events charge.succeeded and charge.refunded.',
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
    when: [
      { at: '/type', op: 'eq', value: 'charge.succeeded' },
      { at: '/data/object/paid', op: 'eq', value: true },
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

/** Source: Mailchimp Marketing API, guide to audience webhooks. */
const mailchimp = recipe({
  id: 'mailchimp-subscribers',
  label: 'Mailchimp subscribers',
  summary: 'New subscribers of a Mailchimp audience.',
  secret: 'none',
  steps: [
    'In Mailchimp, open Audience › Settings › Webhooks, and create a webhook.',
    'Enter the address from this page. Keep it secret, because Mailchimp doesn’t sign what it sends.',
    'Select Subscribes and Unsubscribes, and save.',
  ],
  verification: { type: 'none' },
  mapping: {
    kind: 'signup',
    states: { cancelled: [{ at: '/type', op: 'eq', value: 'unsubscribe' }] },
    when: [{ at: '/type', op: 'eq', value: 'subscribe' }],
    id: ['/data/id'],
    set: {
      'person.first_name': firstName('/data/merges/FNAME'),
      'person.email': emailAt('/data/email'),
      occurred_at: isoDate('/fired_at'),
    },
  },
})

/** Source: support.trustpilot.com, how to set up webhooks. */
const trustpilot = recipe({
  id: 'trustpilot-reviews',
  label: 'Trustpilot reviews',
  summary: 'New service reviews from Trustpilot.',
  secret: 'none',
  steps: [
    'In Trustpilot Business, open Integrations, and add a webhook.',
    'Enter the address from this page. Keep it secret, because it’s all that protects it.',
    'Select the event for new service reviews, and save.',
  ],
  verification: { type: 'none' },
  mapping: {
    kind: 'review',
    each: '/events',
    when: [{ at: '@/eventName', op: 'eq', value: 'service-review-created' }],
    id: ['@/eventData/id'],
    set: {
      'person.first_name': wholeName('@/eventData/consumer/name'),
      stars: { at: ['@/eventData/stars'], do: [{ rating: { max: 5 } }] },
      body: { at: ['@/eventData/text'], do: ['strip_html'] },
      occurred_at: isoDate('@/eventData/createdAt'),
    },
  },
})

export const recipes: readonly Recipe[] = [shopify, woocommerce, stripe, mailchimp, trustpilot]

export const findRecipe = (id: string): Recipe | undefined => recipes.find((one) => one.id === id)
