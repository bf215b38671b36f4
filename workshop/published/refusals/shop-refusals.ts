/** Refusals of systems that shops run on. */
import { challenge } from '../../doubles/shops/shop-double.ts'
import { wooRefusal } from '../../doubles/shops/woo-server.ts'
import { browserCheck, every, maintenance, on, type Refusal } from './refusal.ts'

export const woocommerceRefusals: readonly Refusal[] = [
  {
    id: 'key-wrong',
    when: 'the key or its secret is wrong',
    meets: every,
    answer: wooRefusal(401, 'woocommerce_rest_cannot_view'),
    outcomes: { test: 'lost', read: 'lost', subscribe: 'lost' },
  },
  {
    id: 'key-dropped',
    when: 'the server drops the header, and reads the keys of the query',
    meets: ({ query }) => !query.has('consumer_key'),
    answer: wooRefusal(401, 'woocommerce_rest_cannot_view'),
    outcomes: { test: 'fine', read: 'fine', subscribe: 'fine', unsubscribe: 'fine' },
  },
  {
    id: 'role',
    when: 'the key’s user may not see reviews',
    meets: on('GET', '/products/reviews'),
    answer: wooRefusal(403, 'woocommerce_rest_cannot_view'),
    outcomes: { test: 'fine', read: 'lost' },
    isPartial: true,
  },
  {
    id: 'per-page',
    when: 'a page is larger than the service gives',
    meets: on('GET', '/products'),
    answer: wooRefusal(400, 'rest_invalid_param'),
    outcomes: { read: 'record' },
    isPartial: true,
  },
  {
    id: 'param-enum',
    when: 'a parameter has a value that the list doesn’t know',
    meets: on('GET', '/products/reviews'),
    answer: wooRefusal(400, 'rest_invalid_param'),
    outcomes: { read: 'record' },
    isPartial: true,
  },
  {
    id: 'no-route',
    when: 'WooCommerce isn’t active, or permalinks are plain',
    meets: every,
    answer: wooRefusal(404, 'rest_no_route'),
    outcomes: { test: 'setting', read: 'record', subscribe: 'record' },
  },
  {
    id: 'hook-unknown-update',
    when: 'a webhook that was deleted is updated',
    meets: on('PUT', /\/webhooks\/\d+$/),
    answer: wooRefusal(400, 'woocommerce_rest_shop_webhook_invalid_id'),
    outcomes: { subscribe: 'fine' },
  },
  {
    id: 'hook-unknown-delete',
    when: 'a webhook that was deleted is deleted',
    meets: on('DELETE', /\/webhooks\/\d+$/),
    answer: wooRefusal(404, 'woocommerce_rest_shop_webhook_invalid_id'),
    outcomes: { unsubscribe: 'fine' },
  },
  {
    id: 'hook-topic',
    when: 'the topic of a webhook isn’t known',
    meets: ({ method, path }) => method !== 'GET' && /\/webhooks(?:\/\d+)?$/.test(path),
    answer: wooRefusal(400, 'woocommerce_rest_shop_webhook_invalid_topic'),
    outcomes: { subscribe: 'record' },
  },
  {
    id: 'hook-url',
    when: 'the address of a webhook is none of the web',
    meets: ({ method, path }) => method !== 'GET' && /\/webhooks(?:\/\d+)?$/.test(path),
    answer: wooRefusal(400, 'woocommerce_rest_shop_webhook_invalid_delivery_url'),
    outcomes: { subscribe: 'record' },
  },
  {
    id: 'challenge',
    when: 'the host’s firewall asks for a browser, with a status of success',
    meets: every,
    answer: challenge,
    outcomes: { test: 'later', read: 'later', subscribe: 'later', unsubscribe: 'later' },
  },
]

const bigcommerceError = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  json: { status, title: 'Refused.', type: 'https://developer.example/errors' },
})

export const bigcommerceRefusals: readonly Refusal[] = [
  {
    id: 'rate-limit',
    when: 'the quota is used up, and two headers name moments',
    meets: every,
    answer: {
      status: 429,
      headers: {
        'X-Rate-Limit-Time-Reset-Ms': '7000',
        'X-Rate-Limit-Requests-Left': '0',
        'X-Retry-After': '90',
      },
    },
    outcomes: { test: 90, read: 90, subscribe: 90, unsubscribe: 90 },
  },
  {
    id: 'rate-limit-500',
    when: 'the quota is used up, and the status is another one',
    meets: every,
    answer: bigcommerceError(500),
    outcomes: { test: 'later', read: 'later', subscribe: 'later' },
  },
  {
    id: 'empty-v2',
    when: 'an order without items answers nothing',
    meets: on('GET', /\/orders\/\d+\/products$/),
    answer: { status: 204 },
    outcomes: { read: 'fine' },
  },
  {
    id: 'too-many',
    when: 'a page is larger than the service gives',
    meets: on('GET', '/catalog/products'),
    answer: bigcommerceError(413),
    outcomes: { test: 'record', read: 'record' },
    isPartial: true,
  },
  {
    id: 'scope',
    when: 'the token may not read products',
    meets: on('GET', '/catalog/products'),
    answer: bigcommerceError(403),
    outcomes: { test: 'lost', read: 'lost' },
    isPartial: true,
  },
  {
    id: 'store-down',
    when: 'the store is in maintenance, suspended or not paid',
    meets: every,
    answer: bigcommerceError(503),
    outcomes: { test: 'later', read: 'later', subscribe: 'later' },
  },
  {
    id: 'hook-invalid',
    when: 'the address of a webhook is refused',
    meets: ({ method, path }) => method !== 'GET' && /\/hooks(?:\/\d+)?$/.test(path),
    answer: bigcommerceError(422),
    outcomes: { subscribe: 'record' },
  },
  {
    id: 'hook-gone',
    when: 'a webhook that was deleted is deleted',
    meets: on('DELETE', /\/hooks\/\d+$/),
    answer: bigcommerceError(404),
    outcomes: { unsubscribe: 'fine' },
  },
  {
    id: 'plan-507',
    when: 'a limit of the plan is reached',
    meets: every,
    answer: bigcommerceError(507),
    outcomes: { test: 'later', read: 'later', subscribe: 'later' },
  },
]

const magentoError = (status: number) => ({ status, json: { message: 'Refused.' } })

export const magentoRefusals: readonly Refusal[] = [
  {
    id: 'not-authorized',
    when: 'the integration may not read customers',
    meets: on('GET', '/customers/search'),
    answer: magentoError(401),
    outcomes: { test: 'lost', read: 'lost' },
    isPartial: true,
  },
  {
    id: 'bearer-off',
    when: 'tokens aren’t taken as bearer tokens',
    meets: every,
    answer: magentoError(401),
    outcomes: { test: 'lost', read: 'lost' },
  },
  {
    id: 'page-size',
    when: 'a page is larger than the shop gives',
    meets: ({ query }) => Number(query.get('searchCriteria[pageSize]')) > 50,
    answer: magentoError(400),
    outcomes: { test: 'fine', read: 'fine' },
  },
  {
    id: 'field-unknown',
    when: 'a filter names no field',
    meets: on('GET', '/V1/customers/search'),
    answer: magentoError(400),
    outcomes: { read: 'record' },
    isPartial: true,
  },
  {
    id: 'maintenance',
    when: 'the shop is in maintenance',
    meets: every,
    answer: maintenance,
    outcomes: { test: 'later', read: 'later' },
  },
  {
    id: 'browser-check',
    when: 'a firewall asks for a browser with status 200',
    meets: every,
    answer: browserCheck,
    outcomes: { test: 'later', read: 'later' },
  },
]

export const prestashopRefusals: readonly Refusal[] = [
  {
    id: 'key-missing',
    when: 'the key is missing, also in the query',
    meets: every,
    answer: { status: 401, text: '401 Unauthorized' },
    outcomes: { test: 'lost', read: 'lost' },
  },
  {
    id: 'service-off',
    when: 'the web service is turned off',
    meets: every,
    answer: { status: 503, json: { errors: [{ code: 22, message: 'Off.' }] } },
    outcomes: { test: 'later', read: 'later' },
  },
  {
    id: 'maintenance',
    when: 'the shop is in maintenance',
    meets: every,
    answer: maintenance,
    outcomes: { test: 'later', read: 'later' },
  },
  {
    id: 'browser-check',
    when: 'a firewall asks for a browser with status 200',
    meets: every,
    answer: browserCheck,
    outcomes: { test: 'later', read: 'later' },
  },
]
