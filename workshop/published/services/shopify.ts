/**
 * Facts that Shopify publishes about tokens, the envelope of its Admin API and deliveries. Documents are
 * compared with its schema (`tests/repository/admin-operations.test.ts`). Compared with the sources on November 28, 2026.
 */
import { all, either, oneOf, only, text, type PublishedService, type Shape } from '../facts.ts'

const address = either('null', {
  ...all('text|null', 'first_name? last_name? city? country? country_code?'),
})

const customer: Shape = {
  ...all('text|null', 'email? created_at? first_name? last_name?'),
  'default_address?': address,
}

const order: Shape = {
  id: 'whole',
  ...all('text', 'created_at updated_at currency total_price'),
  ...all('text|null', 'email? financial_status? processed_at? cancelled_at?'),
  'test?': 'boolean',
  'customer?': either('null', customer),
  'billing_address?': address,
  'shipping_address?': address,
  line_items: [
    {
      ...all('whole', 'id quantity current_quantity?'),
      ...all('whole|null', 'product_id? variant_id?'),
      ...all('text', 'title price'),
    },
  ],
}

const headers = [
  'topic',
  'hmac-sha256',
  'shop-domain',
  'api-version',
  'webhook-id',
  'event-id',
  'triggered-at',
].map((name) => `x-shopify-${name}`)

export const shopify: PublishedService = {
  sources: [
    '@shopify/dev-mcp 1.16.0 (2026): Admin API 2026-07',
    'shopify.dev/docs/apps/build/authentication-authorization/access-tokens/client-credentials-grant (2026)',
    'shopify.dev/docs/apps/build/webhooks/subscribe/https (2026): headers; shopify.dev/docs/api/webhooks: bodies',
  ],
  access: ['x-shopify-access-token'],
  operations: [
    {
      method: 'POST',
      path: '/admin/oauth/access_token',
      form: {
        'grant_type!': oneOf('client_credentials'),
        ...all(text, 'client_id! client_secret!'),
      },
      answer: only({ ...all('text', 'access_token scope'), expires_in: 'whole' }),
      // A shop that is frozen, locked or closed answers before its tokens do, as it does everywhere.
      refusal: either({ error: 'text' }, { errors: 'text' }),
      isOpen: true,
    },
    {
      method: 'POST',
      path: '/admin/api/{version}/graphql.json',
      json: only({ query: 'text', 'variables?': 'object', 'operationName?': 'text' }),
      answer: only({
        'data?': 'object|null',
        'errors?': [
          { message: 'text', 'path?': 'list', 'locations?': 'list', 'extensions?': 'object' },
        ],
        'extensions?': 'object',
      }),
    },
  ],
  deliveries: [
    { topics: ['orders/paid', 'orders/updated', 'orders/cancelled'], headers, json: order },
    {
      topics: ['customers/create'],
      headers,
      json: { ...customer, id: 'whole', created_at: 'text' },
    },
    {
      topics: ['products/create', 'products/update'],
      headers,
      json: { id: 'whole', title: 'text' },
    },
    { topics: ['products/delete', 'orders/delete'], headers, json: { id: 'whole' } },
  ],
}
