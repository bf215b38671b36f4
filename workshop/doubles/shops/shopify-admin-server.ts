/** A Shopify shop with a custom app: its Admin API, and webhooks with its own signature. */
import { createHmac } from 'node:crypto'
import { startShopDouble, type DoubleReply, type SeenRequest } from './shop-double.ts'
import type { DoubleOptions, ShopDouble } from './shop-double.ts'
import { shopify } from '../../published/services/shopify.ts'

type Order = Record<string, unknown> & { id: string; updatedAt: string }
type Hook = { id: string; topic: string; uri: string }
type Product = Record<string, unknown> & { id: string }
type Customer = Product & { createdAt: string }

export type ShopifyAdminServer = ShopDouble & {
  /** Access token of an app that the merchant created in the admin before 2026: it lasts. */
  token: string
  /** Client ID of an app of the Dev Dashboard, whose tokens last for a day. */
  clientId: string
  /** Signs webhooks, and gets tokens. */
  secret: string
  /** How many tokens were made. */
  count: { tokens: number }
  /** Tokens of a day end before their time. */
  endTokens: () => void
  /** Makes no token any more, for one of the reasons that Shopify names. */
  refuseTokens: (error: 'shop_not_permitted' | 'app_not_installed' | null) => void
  hooks: Map<string, Hook>
  products: Map<string, Product>
  orders: Order[]
  /**
   * Refuses these fields of orders, by their names in queries, as it does to an app that a merchant
   * created and whose plan includes no data about customers.
   *
   * @param whenCut gives no data beside the errors, of which there are too many to list
   */
  withhold: (fields: readonly string[], options?: { whenCut?: boolean }) => void
  /** Refuses orders as a whole. */
  refuseOrders: (message: string | null) => void
  /** Refuses customers as a whole, like a token without their scope. */
  refuseCustomers: () => void
  /** As the Admin API describes it. */
  addCustomer: (wanted?: Record<string, unknown>) => Customer
  /** As the Admin API describes it. */
  placeOrder: (wanted?: Record<string, unknown>) => Order
  refund: (id: string) => void
  addProduct: (wanted?: Record<string, unknown>) => Product
  /** Sends a webhook to whoever subscribed. @returns the statuses */
  emit: (topic: string, body: unknown) => Promise<number[]>
}

const tokenPath = '/admin/oauth/access_token'

export const shopifySignature = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('base64')

export async function startShopifyAdminServer(
  now: () => Date,
  { port, lastId: firstId = 0 }: DoubleOptions = {},
): Promise<ShopifyAdminServer> {
  const [token, secret] = ['shpat_0123456789abcdef', 'shpss_test_secret']
  const clientId = '0123456789abcdef0123456789abcdef'
  const made = new Map<string, number>()
  const count = { tokens: 0 }
  let tokenRefusal: string | null = null
  const hooks = new Map<string, Hook>()
  const products = new Map<string, Product>()
  const orders: Order[] = []
  const customers: Customer[] = []
  let hasCustomers = true
  let withheld: { fields: readonly string[]; isCut: boolean } = { fields: [], isCut: false }
  let refusal: string | null = null
  // Larger than a number can be exactly.
  let lastId = 820_982_911_946_154_500n + BigInt(firstId)
  const nextId = (kind: string) => `gid://shopify/${kind}/${String((lastId += 1n))}`

  function page(rows: readonly unknown[], after: unknown, size: number) {
    const start = typeof after === 'string' ? Number(after) : 0
    const end = start + size
    return {
      nodes: rows.slice(start, end),
      pageInfo: { hasNextPage: end < rows.length, endCursor: String(end) },
    }
  }

  const hasTopic = (topic: string) =>
    (hasCustomers || !topic.startsWith('CUSTOMERS_')) &&
    (refusal === null || !topic.startsWith('ORDERS_'))

  function dataFor(query: string, variables: Record<string, unknown>): unknown {
    const shop = { name: 'Oak & Ash', currencyCode: 'EUR' }
    if (query.includes('webhookSubscriptionDelete')) {
      hooks.delete(String(variables['id']))
      return { webhookSubscriptionDelete: { __typename: 'WebhookSubscriptionDeletePayload' } }
    }
    if (query.includes('webhookSubscriptionCreate')) {
      const { topic, uri } = variables
      if (!hasTopic(String(topic))) return refusedSubscription
      const hook = { id: nextId('WebhookSubscription'), topic: String(topic), uri: String(uri) }
      hooks.set(hook.id, hook)
      return { webhookSubscriptionCreate: { webhookSubscription: { id: hook.id }, userErrors: [] } }
    }
    if (query.includes('webhookSubscriptions')) {
      return { webhookSubscriptions: { nodes: [...hooks.values()] } }
    }
    if (query.includes('product(id:')) {
      return { shop, product: products.get(String(variables['id'])) ?? null }
    }
    if (query.includes('products(')) {
      return { shop, products: page([...products.values()], variables['after'], 2) }
    }
    if (query.includes('customers(')) {
      const from = /customer_date:>='([^']+)'/.exec(String(variables['query']))?.[1] ?? ''
      const newer = customers.filter(({ createdAt }) => createdAt >= from)
      return { customers: page(newer, variables['after'], 2) }
    }
    const since = /updated_at:>='([^']+)'/.exec(String(variables['query']))?.[1] ?? ''
    const wanted = orders.filter(({ updatedAt }) => updatedAt >= since)
    return { shop, orders: page(wanted, variables['after'], 2) }
  }

  function tokenReply(body: string): DoubleReply {
    const sent = new URLSearchParams(body)
    const refuse = (error: string) => ({ status: 400, json: { error } })
    if (tokenRefusal !== null) return refuse(tokenRefusal)
    if (sent.get('grant_type') !== 'client_credentials') return refuse('unsupported_grant_type')
    const isApp = sent.get('client_id') === clientId && sent.get('client_secret') === secret
    if (!isApp) return refuse('invalid_client')
    count.tokens += 1
    const token = `shpat_day_${String(count.tokens)}`
    made.set(token, now().getTime() + 86_399_000)
    return { json: { access_token: token, scope: 'read_orders', expires_in: 86_399 } }
  }

  function answer({ path, body }: SeenRequest): DoubleReply {
    if (path === tokenPath) return tokenReply(body)
    if (!path.endsWith('/graphql.json')) return { status: 404, json: { errors: 'Not Found' } }
    const { query, variables = {} } = JSON.parse(body) as {
      query: string
      variables?: Record<string, unknown>
    }
    const data = dataFor(query, variables)
    if (!hasCustomers && query.includes('customers(')) {
      const message =
        'Access denied for customers field. Required access: `read_customers` access scope.'
      return { json: { data: null, errors: [deniedAt(['customers'], message)] } }
    }
    if (query.includes('customers(')) return { json: withoutFields(data, query, withheld) }
    if (!/\borders\(/.test(query)) return { json: { data } }
    if (refusal !== null) {
      return { json: { data: null, errors: [deniedAt(['orders'], refusal)] } }
    }
    return { json: withoutFields(data, query, withheld) }
  }

  const double = await startShopDouble({
    port,
    published: shopify,
    answer,
    isAuthorized({ path, headers }) {
      const given = String(headers['x-shopify-access-token'])
      if (path === tokenPath || given === token) return true
      return (made.get(given) ?? 0) > now().getTime()
    },
  })

  return {
    ...double,
    withhold(fields, { whenCut = false } = {}) {
      withheld = { fields, isCut: whenCut }
    },
    refuseOrders(message) {
      refusal = message
    },
    refuseCustomers() {
      hasCustomers = false
    },
    addCustomer(wanted = {}) {
      const customer = {
        id: nextId('Customer'),
        createdAt: now().toISOString(),
        firstName: 'Noah',
        defaultEmailAddress: { emailAddress: 'noah@shop.example' },
        defaultAddress: { firstName: 'Noah', city: 'Delft', countryCodeV2: 'NL' },
        ...wanted,
      }
      customers.push(customer)
      return customer
    },
    token,
    clientId,
    secret,
    count,
    endTokens() {
      made.clear()
    },
    refuseTokens(error) {
      tokenRefusal = error
    },
    hooks,
    products,
    orders,
    placeOrder(wanted = {}) {
      const at = now().toISOString()
      const order = {
        id: nextId('Order'),
        test: false,
        createdAt: at,
        processedAt: at,
        updatedAt: at,
        cancelledAt: null,
        displayFinancialStatus: 'PAID',
        currencyCode: 'EUR',
        email: null,
        totalPriceSet: { shopMoney: { amount: '24.5' } },
        billingAddress: { firstName: 'Emma', city: 'Utrecht', countryCodeV2: 'NL' },
        shippingAddress: null,
        lineItems: {
          nodes: [
            {
              title: 'Oak tray',
              quantity: 1,
              currentQuantity: 1,
              isGiftCard: false,
              originalUnitPriceSet: { shopMoney: { amount: '24.5' } },
              product: { id: 'gid://shopify/Product/632910392' },
            },
          ],
        },
        ...wanted,
      }
      orders.push(order)
      return order
    },
    refund(id) {
      const order = orders.find((one) => one.id === id)
      const change = { displayFinancialStatus: 'REFUNDED', updatedAt: now().toISOString() }
      if (order) Object.assign(order, change)
    },
    addProduct(wanted = {}) {
      const product = {
        id: nextId('Product'),
        title: 'Oak tray',
        status: 'ACTIVE',
        onlineStoreUrl: 'https://oak.example/products/oak-tray',
        featuredMedia: { preview: { image: { url: 'https://cdn.shopify.com/oak.jpg' } } },
        variants: {
          nodes: [
            {
              price: '24.50',
              availableForSale: true,
              inventoryPolicy: 'DENY',
              inventoryQuantity: 4,
              inventoryItem: { tracked: true },
            },
          ],
          pageInfo: { hasNextPage: false },
        },
        ...wanted,
      }
      products.set(product.id, product)
      return product
    },
    async emit(topic, sent) {
      const body = JSON.stringify(sent)
      const name = topic.toUpperCase().replace('/', '_')
      const statuses: number[] = []
      for (const { uri } of [...hooks.values()].filter((one) => one.topic === name)) {
        const headers = {
          'content-type': 'application/json',
          'x-shopify-topic': topic,
          'x-shopify-shop-domain': 'oak-and-ash.myshopify.com',
          'x-shopify-api-version': '2026-07',
          'x-shopify-webhook-id': nextId('Delivery').slice(-10),
          'x-shopify-event-id': nextId('Event').slice(-10),
          'x-shopify-triggered-at': now().toISOString(),
          'x-shopify-hmac-sha256': shopifySignature(secret, body),
        }
        statuses.push((await double.report(topic, uri, { headers, body })).status)
      }
      return statuses
    },
  }
}

/** As other programs report it: no page of Shopify lists the refusals of a subscription. */
const refusedSubscription = {
  webhookSubscriptionCreate: {
    webhookSubscription: null,
    userErrors: [
      {
        field: ['webhookSubscription'],
        message:
          'This app is not approved to subscribe to webhook topics containing protected customer data.',
      },
    ],
  },
}

const planMessage =
  'This app is not approved to access the Customer object. Access to personally identifiable information (PII) like customer names, addresses, emails, phone numbers is only available on Shopify, Advanced, and Plus plans.'

const deniedAt = (path: readonly (string | number)[], message: string) => ({
  message,
  path,
  extensions: { code: 'ACCESS_DENIED' },
})

/** Each refused field is null, and where it was asked for, it has an error of its own. */
function withoutFields(
  data: unknown,
  query: string,
  { fields, isCut }: { fields: readonly string[]; isCut: boolean },
): { data: unknown; errors?: unknown[] } {
  const errors: unknown[] = []
  const isAsked = (field: string) => new RegExp(`\\b${field}\\b`).test(query)
  const walk = (value: unknown, path: readonly (string | number)[]): unknown => {
    if (Array.isArray(value)) return value.map((one, nth) => walk(one, [...path, nth]))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inside]) => {
        const at = [...path, name]
        if (!fields.includes(name)) return [name, walk(inside, at)]
        if (isAsked(name)) errors.push(deniedAt(at, planMessage))
        return [name, null]
      }),
    )
  }
  const left = walk(data, [])
  if (errors.length === 0) return { data: left }
  if (!isCut) return { data: left, errors }
  const notice = 'Too many execution errors, max error limit reached. Results truncated'
  return { data: null, errors: [...errors.slice(0, 1), { message: notice }] }
}
