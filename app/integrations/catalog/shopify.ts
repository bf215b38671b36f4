/**
 * Shopify, for a site that isn't the app's own shop: the merchant creates an app for it and enters its
 * credentials.
 *
 * Sources: Shopify GraphQL Admin API reference, and its pages about custom apps, webhooks, verifying
 * deliveries and rate limits.
 */
import { z } from 'zod'
import {
  customerFields,
  withheldBy,
  type CustomerField,
  type Refusals,
} from '#app/lib/shopify/refusals.ts'
import { BadRecord, ConnectionLost, ForgedDelivery } from '#app/lib/web/provider-errors.ts'
import { defineIntegration, type Verdict } from '../integration.ts'
import { exactJsonOf, readRows, readShape } from '../kit/json.ts'
import { recordRows } from '../kit/listed-rows.ts'
import { pullInPhases } from '../kit/phases.ts'
import { identifier, looseText, present } from '../kit/shapes.ts'
import { answerOf, ask, settings, type Shop } from '../kit/shopify-admin.ts'
import { contentId, requireSignature } from '../kit/signatures.ts'
import { removeAll } from '../kit/subscriptions.ts'
import { WrongSetting } from '../kit/wrong-setting.ts'
import type { IntegrationRecord } from '../record.ts'
import {
  customer,
  customerFieldsOf,
  customerNode,
  customerRecord,
  order,
  orderFields,
  orderNode,
  orderRecord,
  productFields,
  productNode,
  productRecord,
  type ProductNode,
} from '../records/shopify.ts'

const topics = {
  'orders/paid': 'ORDERS_PAID',
  'orders/updated': 'ORDERS_UPDATED',
  'orders/cancelled': 'ORDERS_CANCELLED',
  'orders/delete': 'ORDERS_DELETE',
  'customers/create': 'CUSTOMERS_CREATE',
  'products/create': 'PRODUCTS_CREATE',
  'products/update': 'PRODUCTS_UPDATE',
  'products/delete': 'PRODUCTS_DELETE',
} as const

export const shopify = defineIntegration({
  name: 'shopify',
  category: 'shop',
  summary: 'Orders, customers, products and stock of your Shopify shop.',
  brings: ['purchase', 'signup', 'product'],
  hasGuestCustomers: true,
  ways: ['keys'],
  settings,
  steps: {
    keys: [
      'In Shopify’s Dev Dashboard (dev.shopify.com/dashboard), create an app in the organization of your shop.',
      'In its version, choose the scopes read_orders, read_products, read_inventory and read_customers, and release it.',
      'Install the app in your shop. Copy its client ID and its client secret from Settings here.',
      'A custom app that you created in the Shopify admin before 2026 still works: enter its access token and its API secret key, and leave the client ID empty.',
    ],
  },
  budget: { requests: 120, seconds: 60 },
  accountOf: ({ shop }) => shop,

  async test(caller) {
    const document = 'query { shop { name } orders(first: 1) { nodes { id } } }'
    const { data, refusals } = await answerOf(caller, document, {})
    if (refusals) throw withoutOrders(caller, refusals)
    const { shop } = readShape(z.object({ shop: z.object({ name: looseText }) }), data)
    return { label: shop.name?.trim() || caller.settings.shop }
  },

  async subscribe(caller) {
    const known = await subscriptionsTo(caller)
    const ids: Record<string, string> = {}
    for (const [topic, name] of Object.entries(topics)) {
      const id = known.get(name) ?? (await createSubscription(caller, name))
      if (id !== null) ids[topic] = id
      // The lists of products and customers say what is missing, and orders don't depend on them.
      else if (topic.startsWith('orders/')) throw refusedTopic()
    }
    return ids
  },

  async unsubscribe(caller) {
    const document = 'mutation($id: ID!) { webhookSubscriptionDelete(id: $id) { __typename } }'
    await removeAll(Object.values(caller.subscription), (id) => ask(caller, document, { id }))
  },

  receive: {
    verify({ headers, body }, { settings: { secret } }): Verdict {
      // Newer deliveries have the same headers without x-.
      const header = (name: string) => headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`]
      requireSignature(
        { algorithm: 'sha256', encoding: 'base64' },
        { secret, content: body, given: header('hmac-sha256') },
      )
      const topic = header('topic')
      if (!topic) throw new ForgedDelivery()
      const at = Date.parse(header('triggered-at') ?? '')
      return {
        id: header('webhook-id') ?? contentId(topic, body),
        topic,
        triggeredAt: Number.isNaN(at) ? null : new Date(at),
      }
    },

    async read({ topic, text, receivedAt }, caller): Promise<readonly IntegrationRecord[]> {
      const json = exactJsonOf(text)
      if (topic === 'orders/delete') {
        const { id } = readShape(z.object({ id: identifier }), json)
        // No list says so, and its moment isn't the order's.
        const at = receivedAt.toISOString()
        return [{ kind: 'purchase', id, occurred_at: at, state: 'cancelled', isElsewhere: true }]
      }
      if (topic.startsWith('orders/')) return present([orderRecord(readShape(order, json))])
      if (topic === 'customers/create') return [customerRecord(readShape(customer, json))]
      if (!topic.startsWith('products/')) return []
      const { id } = readShape(z.object({ id: identifier }), json)
      if (topic === 'products/delete') return [{ kind: 'product_removed', id }]
      return [await productOf(caller, id)]
    },
  },

  pull: pullInPhases<z.output<typeof settings>>([
    {
      name: 'products',
      everyMinutes: 360,
      isCatalog: true,
      async read(caller, { position }) {
        const data = await ask(caller, productList, { after: position ?? null })
        const { products, shop } = readShape(productPage, data)
        const records = await recordRows(productNode, products.nodes, (node) => {
          if (!isOnSale(node)) return null
          const isWhole = node.variants?.pageInfo?.hasNextPage === false
          return isWhole
            ? productRecord(node, shop?.currencyCode ?? null)
            : productOf(caller, node.id)
        })
        return { records, next: nextOf(products) }
      },
    },
    {
      name: 'orders',
      everyMinutes: 60,
      // Without a permission that few apps have, Shopify shows no older ones.
      firstDays: 60,
      async read(caller, { position, since }) {
        const query = since ? `updated_at:>='${since.toISOString()}'` : ''
        const { after, withheld: known } = orderPosition.parse(position)
        const { orders, withheld } = await askForOrders(caller, { query, after }, known)
        const next = nextOf(orders)
        return {
          records: await recordRows(orderNode, orders.nodes, orderRecord),
          next: next === null ? null : { after: next, withheld },
        }
      },
    },
    {
      name: 'customers',
      everyMinutes: 60,
      firstDays: 60,
      withoutRight:
        'Orders still arrive. Sign-ups may be missing, because the app isn’t allowed to read customers. Give it the scope read_customers.',
      async read(caller, { position, since }) {
        const query = since ? `customer_date:>='${since.toISOString()}'` : ''
        const customers = await askForCustomers(caller, { query, after: position ?? null })
        return {
          records: await recordRows(customerNode, customers.nodes, customerRecord),
          next: nextOf(customers),
        }
      },
    },
  ]),
})

const page = z.object({
  nodes: z.array(z.unknown()),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
})

const nextOf = ({ pageInfo }: z.output<typeof page>) =>
  pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null

const currency = z.object({ currencyCode: looseText }).nullish()
const productPage = z.object({ products: page, shop: currency })

/** Where a page of orders begins, and the fields that were refused on the one before. */
const orderPosition = z
  .object({ after: z.string().nullable(), withheld: z.array(z.enum(customerFields)) })
  .catch({ after: null, withheld: [] })

/**
 * Oldest change first, so that none is missed between two pages. Twelve, because a query can cost 1,000
 * points and each object of each line costs one.
 */
const orderList = (withheld: readonly CustomerField[]) => `query($query: String!, $after: String) {
  orders(first: 12, after: $after, query: $query, sortKey: UPDATED_AT) {
    nodes { ${orderFields(withheld)} }
    pageInfo { hasNextPage endCursor }
  }
}`

const productList = `query($after: String) {
  shop { currencyCode }
  products(first: 20, after: $after, sortKey: ID, query: "status:active") {
    nodes { ${productFields(10)} }
    pageInfo { hasNextPage endCursor }
  }
}`

const isOnSale = ({ status }: ProductNode) =>
  status === null || status === undefined || status === 'ACTIVE'

async function productOf(caller: Shop, id: string): Promise<IntegrationRecord> {
  const document = `query($id: ID!) {
    shop { currencyCode } product(id: $id) { ${productFields(100)} }
  }`
  const data = await ask(caller, document, { id: `gid://shopify/Product/${id}` })
  const shape = z.object({ shop: currency, product: productNode.nullable() })
  const { shop, product } = readShape(shape, data)
  if (!product || !isOnSale(product)) return { kind: 'product_removed', id }
  return productRecord(product, shop?.currencyCode ?? null)
}

/** Ids of our webhooks, by topic. */
async function subscriptionsTo(caller: Shop): Promise<Map<string, string>> {
  const data = await ask(
    caller,
    'query { webhookSubscriptions(first: 100) { nodes { id topic uri } } }',
  )
  const row = z.object({ id: z.string(), topic: z.string(), uri: z.string() })
  const shape = z.object({ webhookSubscriptions: z.object({ nodes: z.array(z.unknown()) }) })
  const { nodes } = readShape(shape, data).webhookSubscriptions
  const ours = readRows(row, nodes).filter(({ uri }) => uri === caller.hookUrl)
  return new Map(ours.map(({ id, topic }) => [topic, id]))
}

/** Null: Shopify refuses the topic, for example because a scope or an approval is missing. */
async function createSubscription(caller: Shop, topic: string): Promise<string | null> {
  const { data, refusals } = await answerOf(
    caller,
    `mutation($topic: WebhookSubscriptionTopic!, $uri: String!) {
      webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
        webhookSubscription { id }
        userErrors { message }
      }
    }`,
    { topic, uri: caller.hookUrl },
  )
  if (refusals) return null
  const shape = z.object({
    webhookSubscriptionCreate: z.object({
      webhookSubscription: z.object({ id: z.string() }).nullable(),
    }),
  })
  const made = readShape(shape, data).webhookSubscriptionCreate.webhookSubscription
  // Two that connect together may find that the other one has just created it.
  return made?.id ?? (await subscriptionsTo(caller)).get(topic) ?? null
}

const refusedTopic = () =>
  new WrongSetting(
    'shop',
    'Shopify refused one of the webhooks. Check that the app has all scopes that are named here.',
  )

/** The app is the shop's, and can't read what the connection is for. */
function withoutOrders({ settings: { clientId } }: Shop, { rest }: Refusals): WrongSetting {
  return new WrongSetting(
    clientId ? 'clientId' : 'token',
    rest === 'scope'
      ? 'The app isn’t allowed to read orders. Give it the scope read_orders, and release that version.'
      : 'Shopify hasn’t given the app access to order data. Ask for it in the Dev Dashboard, under protected customer data.',
  )
}

const orderPage = z.object({ orders: page })
type OrderPage = z.output<typeof orderPage> & { withheld: readonly CustomerField[] }

/**
 * A page of orders with as much of their buyers as Shopify allows: apps that a merchant created get them
 * on some plans only. Asks again without what was refused where the rest didn't come.
 *
 * @throws ConnectionLost, TryLater, BadRecord
 */
async function askForOrders(
  caller: Shop,
  variables: Record<string, unknown>,
  withheld: readonly CustomerField[],
): Promise<OrderPage> {
  const { data, refusals, reply } = await answerOf(caller, orderList(withheld), variables)
  if (refusals?.rest) throw new ConnectionLost('The custom app may not read orders.', reply)
  const known = refusals ? withheldBy(withheld, refusals) : withheld
  const read = orderPage.safeParse(data)
  // An order can miss where a refused field may not be null.
  const isWhole = !refusals || !(refusals.isCut || read.data?.orders.nodes.includes(null))
  if (read.success && isWhole) return { ...read.data, withheld: known }
  if (known.length > withheld.length) return askForOrders(caller, variables, known)
  throw new BadRecord('Shopify’s answer can’t be read.', reply)
}

const customerList = (isWhole: boolean) => `query($query: String!, $after: String) {
  customers(first: 50, after: $after, query: $query, sortKey: CREATED_AT) {
    nodes { ${customerFieldsOf(isWhole)} }
    pageInfo { hasNextPage endCursor }
  }
}`

const customerPage = z.object({ customers: page })

/**
 * A page of customers, without names and addresses where Shopify allows none.
 *
 * @throws ConnectionLost, TryLater, BadRecord
 */
async function askForCustomers(
  caller: Shop,
  variables: Record<string, unknown>,
  isWhole = true,
): Promise<z.output<typeof page>> {
  const { data, refusals, reply } = await answerOf(caller, customerList(isWhole), variables)
  if (refusals?.rest) throw new ConnectionLost('The app may not read customers.', reply)
  const read = customerPage.safeParse(data)
  if (read.success && !refusals?.isCut) return read.data.customers
  if (refusals && isWhole) return askForCustomers(caller, variables, false)
  throw new BadRecord('Shopify’s answer can’t be read.', reply)
}
