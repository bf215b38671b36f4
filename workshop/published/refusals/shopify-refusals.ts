/**
 * Refusals of a Shopify shop that a standalone site is connected with (shopify.dev, "Response status and error
 * codes", "GraphQL Admin API" and "Work with protected customer data", 2026). The refusals of webhooks are those
 * that other programs report: no page of Shopify lists them.
 */
import type { SeenRequest } from '../../doubles/shops/shop-double.ts'
import { every, maintenance, type Refusal } from './refusal.ts'

/** A call of the Admin API whose document or variables match. */
const asks =
  (wanted: RegExp) =>
  ({ path, body }: SeenRequest): boolean =>
    path.endsWith('/graphql.json') && wanted.test(body)

const status = (code: number, errors: string, headers: Record<string, string> = {}) => ({
  status: code,
  headers,
  json: { errors },
})

const failing = (code: string, message: string, rest: object = {}) => ({
  json: { errors: [{ message, extensions: { code } }], ...rest },
})

const denied = (message: string) => ({
  json: { data: null, errors: [{ message, extensions: { code: 'ACCESS_DENIED' } }] },
})

const hookRefused = (message: string) => ({
  json: {
    data: {
      webhookSubscriptionCreate: {
        webhookSubscription: null,
        userErrors: [{ field: ['webhookSubscription'], message }],
      },
    },
  },
})

const unapprovedTopic =
  'This app is not approved to subscribe to webhook topics containing protected customer data.'

const everyVerb = (outcome: 'later' | number) => ({
  test: outcome,
  read: outcome,
  subscribe: outcome,
})

export const shopifyRefusals: readonly Refusal[] = [
  {
    id: 'token-ended',
    when: 'the app was removed, or its token revoked',
    meets: every,
    answer: status(
      401,
      '[API] Invalid API key or access token (unrecognized login or wrong password)',
    ),
    outcomes: { test: 'lost', read: 'lost', subscribe: 'lost' },
  },
  {
    id: 'frozen',
    when: 'the shop has an open bill',
    meets: every,
    answer: status(402, 'Unavailable Shop'),
    outcomes: { ...everyVerb('later'), unsubscribe: 'later' },
  },
  {
    id: 'forbidden',
    when: 'the shop doesn’t let the app in, or the app lacks every scope',
    meets: every,
    answer: status(403, 'Forbidden'),
    outcomes: { ...everyVerb('later'), unsubscribe: 'later' },
  },
  {
    id: 'not-found',
    when: 'the shop isn’t there now, or never was',
    meets: every,
    answer: status(404, 'Not Found'),
    outcomes: { ...everyVerb('later'), unsubscribe: 'later' },
  },
  {
    id: 'locked',
    when: 'the shop is locked',
    meets: every,
    answer: status(423, 'Locked'),
    outcomes: { ...everyVerb('later'), unsubscribe: 'later' },
  },
  {
    id: 'inactive',
    when: 'the shop isn’t active',
    meets: asks(/./),
    answer: failing('SHOP_INACTIVE', 'The shop is not active.'),
    outcomes: everyVerb('later'),
  },
  {
    id: 'too-many',
    when: 'more requests than the app may send',
    meets: every,
    answer: status(429, 'Exceeded the limit.', { 'Retry-After': '2' }),
    outcomes: everyVerb(2),
  },
  {
    id: 'security',
    when: 'the requests look like an attack',
    meets: every,
    answer: status(430, 'Security rejection'),
    outcomes: everyVerb('later'),
  },
  {
    id: 'throttled',
    when: 'other apps use up the shop’s points',
    meets: asks(/./),
    answer: failing('THROTTLED', 'Throttled', {
      extensions: {
        cost: {
          requestedQueryCost: 842,
          actualQueryCost: null,
          throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 42, restoreRate: 100 },
        },
      },
    }),
    // 800 points are missing, and 100 come back each second.
    outcomes: everyVerb(8),
  },
  {
    id: 'internal',
    when: 'Shopify has a fault of its own',
    meets: asks(/./),
    answer: failing('INTERNAL_SERVER_ERROR', 'Internal error.'),
    outcomes: everyVerb('later'),
  },
  {
    id: 'maintenance',
    when: 'Shopify is away',
    meets: every,
    answer: maintenance,
    outcomes: everyVerb('later'),
  },
  {
    id: 'orders-scope',
    when: 'the merchant took back the scope for orders',
    meets: asks(/\borders\(/),
    answer: denied('Access denied for orders field. Required access: `read_orders` access scope.'),
    outcomes: { test: 'setting', read: 'lost', subscribe: 'fine' },
  },
  {
    id: 'orders-unapproved',
    when: 'the app has no approval for customer data (level 0)',
    meets: asks(/\borders\(/),
    answer: denied('This app is not approved to access the Order object.'),
    outcomes: { test: 'setting', read: 'lost', subscribe: 'fine' },
  },
  {
    id: 'customers-scope',
    when: 'the app has no scope for customers',
    meets: asks(/\bcustomers\(/),
    answer: denied(
      'Access denied for customers field. Required access: `read_customers` access scope.',
    ),
    outcomes: { test: 'fine', read: 'lost', subscribe: 'fine' },
    isPartial: true,
  },
  {
    id: 'products-scope',
    when: 'the app has no scope for products',
    meets: asks(/\bproducts\(/),
    answer: denied(
      'Access denied for products field. Required access: `read_products` access scope.',
    ),
    outcomes: { test: 'fine', read: 'lost', subscribe: 'fine' },
    isPartial: true,
  },
  {
    id: 'hook-customers',
    when: 'the topic for customers is refused',
    meets: asks(/"topic":"CUSTOMERS_CREATE"/),
    answer: hookRefused(unapprovedTopic),
    outcomes: { subscribe: 'fine' },
    isFirst: true,
  },
  {
    id: 'hook-scope',
    when: 'a topic’s scope is missing, and the whole call is refused',
    meets: asks(/"topic":"PRODUCTS_\w+"/),
    answer: denied('Access denied for webhookSubscriptionCreate field.'),
    outcomes: { subscribe: 'fine' },
    isFirst: true,
  },
  {
    id: 'hook-unapproved',
    when: 'all topics with customer data are refused (level 0)',
    meets: asks(/"topic":"(?:ORDERS|CUSTOMERS)_\w+"/),
    answer: hookRefused(unapprovedTopic),
    outcomes: { subscribe: 'setting' },
    isFirst: true,
  },
  {
    id: 'user-errors',
    when: 'the address of a webhook is refused',
    meets: asks(/webhookSubscriptionCreate/),
    answer: hookRefused('Address is not allowed'),
    outcomes: { subscribe: 'setting' },
    isFirst: true,
  },
]
