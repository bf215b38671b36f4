/**
 * A WooCommerce shop: its page that asks whether an app may read it, its REST API, and its webhooks,
 * which are signed, sent when something happens, and never sent again.
 */
import { createHmac } from 'node:crypto'
import { pageOf, startShopDouble, type DoubleReply, type SeenRequest } from './shop-double.ts'
import type { DoubleOptions, ShopDouble } from './shop-double.ts'
import { woocommerce } from '../../published/services/woocommerce.ts'

type Row = Record<string, unknown> & { id: number }
type Hook = Row & { topic: string; delivery_url: string; secret: string; status: string }

/** The response of a hook's address. */
type SentHook = { topic: string; status: number; body: string }

export type WooServer = ShopDouble & {
  keys: { consumerKey: string; consumerSecret: string }
  /** Like a server that strips Authorization headers. */
  stripHeader: () => void
  hooks: Map<number, Hook>
  sent: SentHook[]
  /** Sends its webhooks with this body, which may no longer be as the shop lists it. */
  deliver: (topic: string, row: unknown) => Promise<void>
  orders: Map<number, Row>
  products: Map<number, Row>
  /** Resolves when its webhooks were answered. */
  placeOrder: (wanted?: Record<string, unknown>) => Promise<Row>
  changeOrder: (id: number, change: Record<string, unknown>) => Promise<Row>
  refund: (id: number) => Promise<Row>
  /** Into the trash, from which it can be restored. */
  trash: (id: number) => Promise<void>
  /** The shop's clock is so much ahead. */
  runAhead: (millis: number) => void
  addProduct: (wanted?: Record<string, unknown>) => Promise<Row>
  removeProduct: (id: number) => Promise<void>
  /** @param isDelivered whether a webhook reports it */
  addCustomer: (wanted?: Record<string, unknown>, isDelivered?: boolean) => Promise<Row>
  addReview: (wanted?: Record<string, unknown>) => Row
}

const gmt = (at: Date) => at.toISOString().slice(0, 19)

/** An error of WordPress' REST API, in its published form. */
export const wooRefusal = (status: number, code: string): DoubleReply => ({
  status,
  json: { code, message: 'Refused.', data: { status } },
})

export async function startWooServer(
  at: () => Date,
  { port, lastId: firstId = 100 }: DoubleOptions = {},
): Promise<WooServer> {
  const keys = {
    consumerKey: 'ck_0123456789012345678901234567890123456789',
    consumerSecret: 'cs_0123456789012345678901234567890123456789',
  }
  const [orders, products] = [new Map<number, Row>(), new Map<number, Row>()]
  const reviews: Row[] = []
  const customers: Row[] = []
  const hooks = new Map<number, Hook>()
  const failures = new Map<number, number>()
  const sent: SentHook[] = []
  let lastId = firstId
  let ahead = 0
  const now = () => new Date(at().getTime() + ahead)
  const nextId = () => (lastId += 1)

  /** The ping of a new webhook isn't signed, and the shop doesn't mind what answers. */
  async function ping({ id, delivery_url: url }: Hook): Promise<void> {
    const body = String(new URLSearchParams({ webhook_id: String(id) }))
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await double.report('ping', url, { headers, body }).catch(() => undefined)
  }

  async function emit(topic: string, row: unknown): Promise<void> {
    const body = JSON.stringify(row)
    for (const hook of hooks.values()) {
      if (hook.topic !== topic || hook.status !== 'active') continue
      const response = await double.report(topic, hook.delivery_url, {
        body,
        headers: {
          'content-type': 'application/json',
          'x-wc-webhook-source': `${double.url}/`,
          'x-wc-webhook-topic': topic,
          'x-wc-webhook-resource': topic.split('.')[0] ?? '',
          'x-wc-webhook-event': topic.split('.')[1] ?? '',
          'x-wc-webhook-signature': createHmac('sha256', hook.secret).update(body).digest('base64'),
          'x-wc-webhook-id': String(hook.id),
          'x-wc-webhook-delivery-id': String(nextId()),
        },
      })
      sent.push({ topic, status: response.status, body })
      const isTaken = response.ok || response.status === 301 || response.status === 302
      failures.set(hook.id, isTaken ? 0 : (failures.get(hook.id) ?? 0) + 1)
      if ((failures.get(hook.id) ?? 0) > 5) hook.status = 'disabled'
    }
  }

  function list(rows: readonly Row[], query: URLSearchParams): DoubleReply {
    const size = Number(query.get('per_page') ?? 10)
    if (size > 100) return wooRefusal(400, 'rest_invalid_param')
    const pages = Math.ceil(rows.length / size)
    return {
      json: pageOf(rows, Number(query.get('page') ?? 1), size),
      headers: { 'X-WP-Total': String(rows.length), 'X-WP-TotalPages': String(pages) },
    }
  }

  const changedSince = (rows: Iterable<Row>, query: URLSearchParams, field: string) => {
    const after = Date.parse(query.get('modified_after') ?? query.get('after') ?? '1970-01-01Z')
    return [...rows]
      .filter((row) => Date.parse(`${String(row[field])}Z`) > after)
      .sort((one, other) => one.id - other.id)
  }

  async function changeHooks({ method, path, body, query }: SeenRequest): Promise<DoubleReply> {
    const id = Number(/\/webhooks\/(\d+)$/.exec(path)?.[1] ?? NaN)
    const known = hooks.get(id)
    if (!Number.isNaN(id) && !known) {
      // By the plugin's controllers: 400 for reading or changing one that doesn't exist.
      const status = method === 'DELETE' ? 404 : 400
      return wooRefusal(status, 'woocommerce_rest_shop_webhook_invalid_id')
    }
    if (method === 'GET') return { json: known ?? [...hooks.values()] }
    if (method === 'DELETE') {
      if (query.get('force') !== 'true')
        return wooRefusal(501, 'woocommerce_rest_trash_not_supported')
      hooks.delete(id)
      return { json: known }
    }
    const wanted = JSON.parse(body) as Partial<Hook>
    const hook = { status: 'active', ...known, ...wanted, id: known?.id ?? nextId() } as Hook
    hooks.set(hook.id, hook)
    if (!known) await ping(hook)
    return { status: known ? 200 : 201, json: hook }
  }

  function authorize({ method, query }: SeenRequest): DoubleReply | Promise<DoubleReply> {
    if (method === 'GET') {
      const text = `<!doctype html><title>Connect</title><h1>${query.get('app_name') ?? ''} would like to connect to your store</h1><form method="post"><button>Approve</button></form>`
      return { text, type: 'text/html' }
    }
    return postKeys(query)
  }

  /** The keys go to the app's server, and the owner's browser goes back. */
  async function postKeys(query: URLSearchParams): Promise<DoubleReply> {
    const response = await double.report('keys', query.get('callback_url') ?? '', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        key_id: nextId(),
        user_id: query.get('user_id'),
        consumer_key: keys.consumerKey,
        consumer_secret: keys.consumerSecret,
        key_permissions: query.get('scope'),
      }),
    })
    if (!response.ok) return { status: 500, text: 'An error occurred in the request.' }
    const back = new URL(query.get('return_url') ?? '')
    back.searchParams.set('success', '1')
    back.searchParams.set('user_id', query.get('user_id') ?? '')
    return { status: 302, headers: { Location: back.href } }
  }

  function answer(request: SeenRequest): DoubleReply | Promise<DoubleReply> {
    const { path, query } = request
    if (path === '/wc-auth/v1/authorize') return authorize(request)
    const name = /^\/wp-json\/wc\/v3\/(.*)$/.exec(path)?.[1] ?? ''
    if (name.startsWith('webhooks')) return changeHooks(request)
    if (name === 'orders') {
      const listed = [...orders.values()].filter(({ status }) => status !== 'trash')
      return list(changedSince(listed, query, 'date_modified_gmt'), query)
    }
    if (name.startsWith('orders/')) {
      const order = orders.get(Number(name.split('/')[1]))
      return order ? { json: order } : wooRefusal(404, 'woocommerce_rest_shop_order_invalid_id')
    }
    // Without a filter for when they registered, as in the plugin.
    if (name === 'customers') {
      const registered = query.get('orderby') === 'registered_date'
      if (!registered) return wooRefusal(400, 'rest_invalid_param')
      return list(query.get('order') === 'desc' ? customers.toReversed() : customers, query)
    }
    if (name === 'products') return list([...products.values()], query)
    if (name === 'products/reviews') {
      const found = changedSince(reviews, query, 'date_created_gmt')
      return list(query.get('order') === 'desc' ? found.toReversed() : found, query)
    }
    return { status: 404, json: { code: 'rest_no_route' } }
  }

  const basic = `Basic ${Buffer.from(`${keys.consumerKey}:${keys.consumerSecret}`).toString('base64')}`
  /** Some servers strip the header before PHP sees it. The plugin then takes keys from the query. */
  let stripsHeader = false
  const double = await startShopDouble({
    port,
    published: woocommerce,
    // WooCommerce has no limit. Hosts have, with a page of theirs.
    limited: (seconds) => ({
      headers: seconds === undefined ? {} : { 'Retry-After': seconds },
      text: 'Too many requests',
    }),
    answer,
    refused: {
      json: { code: 'woocommerce_rest_cannot_view', message: 'Refused.', data: { status: 401 } },
    },
    isAuthorized: ({ path, headers, query }) =>
      path.startsWith('/wc-auth/') ||
      (!stripsHeader && headers.authorization === basic) ||
      (query.get('consumer_key') === keys.consumerKey &&
        query.get('consumer_secret') === keys.consumerSecret),
  })

  async function changeOrder(id: number, change: Record<string, unknown>): Promise<Row> {
    const order = { ...orders.get(id), ...change, id, date_modified_gmt: gmt(now()) }
    orders.set(id, order)
    await emit('order.updated', order)
    return order
  }

  return {
    ...double,
    keys,
    stripHeader: () => {
      stripsHeader = true
    },
    hooks,
    sent,
    deliver: emit,
    orders,
    products,
    changeOrder,
    async placeOrder(wanted = {}) {
      const at = gmt(now())
      const order = {
        id: nextId(),
        status: 'processing',
        currency: 'EUR',
        total: '24.50',
        date_created_gmt: at,
        date_modified_gmt: at,
        date_paid_gmt: at,
        billing: {
          first_name: 'Emma',
          last_name: 'Visser',
          city: 'Utrecht',
          country: 'NL',
          email: 'emma@shop.example',
        },
        line_items: [{ name: 'Oak tray', product_id: 0, quantity: 1, price: 24.5 }],
        ...wanted,
      }
      orders.set(order.id, order)
      await emit('order.created', order)
      return order
    },
    refund: (id) => changeOrder(id, { status: 'refunded' }),
    async trash(id) {
      const order = { ...orders.get(id), id, status: 'trash', date_modified_gmt: gmt(now()) }
      orders.set(id, order)
      await emit('order.deleted', { id })
    },
    runAhead(millis) {
      ahead = millis
    },
    async addProduct(wanted = {}) {
      const id = nextId()
      const product = {
        id,
        name: `Oak tray ${String(id)}`,
        permalink: `${double.url}/product/oak-tray-${String(id)}/`,
        price: '24.50',
        status: 'publish',
        stock_quantity: 5,
        stock_status: 'instock',
        images: [{ src: `${double.url}/oak-tray.jpg` }],
        ...wanted,
      }
      products.set(id, product)
      await emit('product.created', product)
      return product
    },
    async removeProduct(id) {
      products.delete(id)
      await emit('product.deleted', { id })
    },
    async addCustomer(wanted = {}, isDelivered = true) {
      const customer = {
        id: nextId(),
        date_created_gmt: gmt(now()),
        email: 'noah@shop.example',
        first_name: 'Noah',
        billing: { city: 'Delft', country: 'NL' },
        ...wanted,
      }
      customers.push(customer)
      if (isDelivered) await emit('customer.created', customer)
      return customer
    },
    addReview(wanted = {}) {
      const review = {
        id: nextId(),
        date_created_gmt: gmt(now()),
        product_id: 22,
        product_name: 'Oak tray',
        status: 'approved',
        reviewer: 'Mila Bakker',
        review: '<p>Beautiful wood.</p>',
        rating: 5,
        ...wanted,
      }
      reviews.push(review)
      return review
    },
  }
}
