/**
 * The REST API of a store (api.bigcommerce.com), as far as the app asks it, with its published refusals.
 *
 * Sources: bigcommerce/docs, reference/scripts.v3.yml, webhooks.v3.yml, orders.v2.oas2.yml, products_catalog.v3.yml,
 * customers.v3.yml, store_information.v2.yml, and its pages about status codes and OAuth scopes.
 */
import { randomUUID } from 'node:crypto'
import { pageOf, type DoubleReply, type SeenRequest } from '../shops/shop-double.ts'
import type { StoreBooks, StoreHook, StoreOrder } from './store-books.ts'

/** Undefined: the store knows no such path. */
export function answerStore(
  store: StoreBooks,
  request: SeenRequest,
  {
    nextId,
    isProductAddress,
  }: { nextId: () => number; isProductAddress: (url: string) => boolean },
): DoubleReply | undefined {
  const path = request.path.split('/').slice(3).join('/')
  const refused = scopeOf(path, request.method)
  if (refused !== null && !hasScope(store, refused)) return error(403, 'Missing scope')
  if (Number(request.query.get('limit') ?? 0) > 250) return error(413, 'limit is above 250')
  if (path === 'v2/store') return { json: storeOf(store) }
  if (path.startsWith('v3/content/scripts')) return answerScripts(store, request, path)
  if (path.startsWith('v3/hooks'))
    return answerHooks(store, request, { path, nextId, isProductAddress })
  if (request.method !== 'GET') return undefined
  if (path.startsWith('v2/orders')) return answerOrders(store, request, path)
  if (path.startsWith('v3/catalog/products')) return answerProducts(store, path)
  if (path === 'v3/customers') return answerCustomers(store, request)
  return undefined
}

const error = (status: number, title: string): DoubleReply => ({
  status,
  json: {
    status,
    title,
    type: 'https://developer.bigcommerce.com/api-docs/getting-started/api-status-codes',
  },
})

/** Null: every token has it. */
function scopeOf(path: string, method: string): string | null {
  if (path.startsWith('v3/content'))
    return method === 'GET' ? 'store_v2_content_read_only' : 'store_v2_content'
  if (path.startsWith('v2/orders')) return 'store_v2_orders_read_only'
  if (path.startsWith('v3/catalog')) return 'store_v2_products_read_only'
  if (path.startsWith('v3/customers')) return 'store_v2_customers_read_only'
  return path === 'v2/store' ? 'store_v2_information_read_only' : null
}

const hasScope = ({ scopes }: StoreBooks, needed: string): boolean =>
  scopes.split(' ').some((one) => one === needed || `${one}_read_only` === needed)

const storeOf = ({ hash, name }: StoreBooks) => ({
  id: hash,
  name,
  secure_url: `https://${hash}.example`,
  currency: 'USD',
  timezone: { name: 'America/Chicago' },
})

/** An app has ten scripts at most, and checkout pages need a scope that this app doesn't have. */
function answerScripts(
  { scripts, scopes }: StoreBooks,
  { method, body }: SeenRequest,
  path: string,
): DoubleReply {
  const [, , , id] = path.split('/')
  if (method === 'GET' && id === undefined)
    return { json: { data: [...scripts.values()], meta: {} } }
  if (id !== undefined && !scripts.has(id)) return error(404, 'Script not found')
  if (method === 'DELETE' && id !== undefined) {
    scripts.delete(id)
    return { status: 204 }
  }
  const sent = JSON.parse(body) as Record<string, unknown>
  const needsCheckout = ['all_pages', 'checkout'].includes(String(sent['visibility']))
  const isMixed = sent['kind'] === 'script_tag' ? 'src' in sent : 'html' in sent
  if (typeof sent['name'] !== 'string' || sent['name'] === '' || isMixed) {
    return {
      status: 422,
      json: { status: 422, title: 'JSON data is missing or invalid', type: 'error', errors: {} },
    }
  }
  if (needsCheckout && !scopes.includes('store_content_checkout'))
    return error(403, 'Missing scope')
  if (id === undefined && scripts.size >= 10) return error(422, 'Each app can have 10 scripts')
  const uuid = id ?? randomUUID()
  const data = { enabled: true, ...scripts.get(uuid), ...sent, uuid }
  scripts.set(uuid, data)
  return { json: { data, meta: {} } }
}

type HookParts = {
  path: string
  nextId: () => number
  isProductAddress: (url: string) => boolean
}

function answerHooks(
  { hooks }: StoreBooks,
  { method, query, body }: SeenRequest,
  { path, nextId, isProductAddress }: HookParts,
): DoubleReply {
  const [, , named] = path.split('/')
  const shown = (hook: StoreHook) => ({ ...hook, created_at: 1_600_000_000 })
  if (method === 'GET') {
    const scope = query.get('scope')
    const rows = [...hooks.values()].filter((one) => scope === null || one.scope === scope)
    return { json: { data: rows.map(shown), meta: {} } }
  }
  const known = named === undefined ? undefined : hooks.get(Number(named))
  if (named !== undefined && !known) return error(404, 'Webhook not found')
  if (method === 'DELETE' && known) {
    hooks.delete(known.id)
    return { json: { data: shown(known), meta: {} } }
  }
  const sent = JSON.parse(body) as Partial<StoreHook>
  const hook: StoreHook = {
    id: known?.id ?? nextId(),
    scope: sent.scope ?? known?.scope ?? '',
    destination: sent.destination ?? known?.destination ?? '',
    headers: sent.headers ?? known?.headers ?? null,
    is_active: sent.is_active ?? true,
  }
  // Only https on its own port. The product's address on this machine is let through.
  const isAllowed =
    /^https:\/\/[^:/]+\//.test(hook.destination) || isProductAddress(hook.destination)
  if (hook.scope === '' || !isAllowed) return error(422, 'The destination is invalid')
  const isTaken = [...hooks.values()].some(
    ({ id, scope, destination }) =>
      id !== hook.id && scope === hook.scope && destination === hook.destination,
  )
  if (isTaken) return error(409, 'A webhook with this scope and destination exists')
  hooks.set(hook.id, hook)
  return { json: { data: shown(hook), meta: {} } }
}

/** RFC 2822, as version 2 of the API writes it. */
const written = (date: Date) => date.toUTCString().replace('GMT', '+0000')

const orderOf = (order: StoreOrder) => ({
  id: order.id,
  status_id: order.isRefunded ? 4 : 11,
  date_created: written(order.placedAt),
  date_modified: written(order.changedAt),
  total_inc_tax: '59.5000',
  currency_code: 'USD',
  payment_status: 'captured',
  billing_address: {
    first_name: 'Jane',
    last_name: 'Doe',
    city: 'Austin',
    state: 'Texas',
    zip: '78701',
    country: 'United States',
    country_iso2: 'US',
    email: `buyer${String(order.id)}@example.com`,
  },
})

function answerOrders(
  { orders, products }: StoreBooks,
  { query }: SeenRequest,
  path: string,
): DoubleReply | undefined {
  const [, , id, part] = path.split('/')
  if (id !== undefined) {
    const order = orders.find((one) => String(one.id) === id)
    if (!order) return { status: 404, json: [{ status: 404, message: 'The order was not found.' }] }
    if (part === undefined) return { json: orderOf(order) }
    const product = products.find((one) => one.id === order.productId)
    if (!product) return { status: 204 }
    const line = { id: order.id, order_id: order.id, product_id: product.id, name: product.name }
    return { json: [{ ...line, quantity: 1, price_inc_tax: product.price.toFixed(4) }] }
  }
  const since = query.get('min_date_modified')
  const rows = orders.filter(({ changedAt }) => since === null || changedAt >= new Date(since))
  const page = pageOf(rows, Number(query.get('page') ?? 1), Number(query.get('limit') ?? 50))
  // Version 2 answers without a body where there is nothing.
  return page.length === 0 ? { status: 204 } : { json: page.map(orderOf) }
}

const onePage = { pagination: { total_pages: 1 } }

function answerProducts({ hash, products }: StoreBooks, path: string): DoubleReply | undefined {
  const [, , , id] = path.split('/')
  const shown = products.map((one) => ({
    id: one.id,
    name: one.name,
    type: 'physical',
    price: one.price,
    is_visible: true,
    availability: 'available',
    inventory_tracking: 'product',
    inventory_level: one.stock,
    custom_url: { url: `/${one.name.toLowerCase().replaceAll(' ', '-')}/` },
    primary_image: {
      id: one.id,
      product_id: one.id,
      url_standard: `https://cdn11.bigcommerce.com/s-${hash}/${String(one.id)}.jpg`,
      date_modified: '2026-01-01T00:00:00+00:00',
    },
  }))
  if (id === undefined) return { json: { data: shown, meta: onePage } }
  const one = shown.find((product) => String(product.id) === id)
  return one ? { json: { data: one, meta: {} } } : error(404, 'The product was not found')
}

function answerCustomers({ customers }: StoreBooks, { query }: SeenRequest): DoubleReply {
  const id = query.get('id:in')
  const since = query.get('date_created:min')
  const data = customers
    .filter((one) => id === null || String(one.id) === id)
    .filter(({ createdAt }) => since === null || createdAt >= new Date(since))
    .map(({ id: number, email, createdAt }) => ({
      id: number,
      email,
      first_name: 'Jane',
      last_name: 'Doe',
      date_created: createdAt.toISOString().replace(/\.\d+/, ''),
      addresses: [],
    }))
  return { json: { data, meta: onePage } }
}
