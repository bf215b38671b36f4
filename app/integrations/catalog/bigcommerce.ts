/**
 * BigCommerce, with the token of a store-level API account.
 *
 * Sources: BigCommerce developer documentation (webhooks and their events, API accounts, rate limits),
 * and its REST references of orders, customers and the catalog.
 */
import { z } from 'zod'
import { secondMillis } from '#app/lib/time.ts'
import { BadRecord, ForgedDelivery, HeldUp, TryLater } from '#app/lib/web/provider-errors.ts'
import type { ProviderReply } from '#app/lib/web/provider-reply.ts'
import { defineIntegration, type Caller, type Verdict } from '../integration.ts'
import { jsonOf, readRows, readShape } from '../kit/json.ts'
import { recordRows } from '../kit/listed-rows.ts'
import { pullInPhases } from '../kit/phases.ts'
import { identifier, looseText, present, secondsMoment } from '../kit/shapes.ts'
import { isEqualText } from '../kit/signatures.ts'
import { requireStandardWebhook } from '../kit/standard-webhooks.ts'
import { removeAll } from '../kit/subscriptions.ts'
import type { IntegrationRecord } from '../record.ts'
import {
  customer,
  customerRecord,
  isPublic,
  order,
  orderItem,
  orderRecord,
  product,
  productRecord,
} from '../records/bigcommerce.ts'

const settings = z.object({
  storeHash: z
    .string('Enter the store hash.')
    .trim()
    .max(300, 'Use 300 characters or fewer.')
    .transform((typed) => /\bstores\/([a-z\d]+)/.exec(typed)?.[1] ?? typed)
    .pipe(z.string().regex(/^[a-z\d]{4,20}$/, 'A store hash has letters and digits only.'))
    .meta({
      label: 'Store hash',
      help: 'The part after stores/ in the API path that BigCommerce shows with the token.',
    }),
  accessToken: z
    .string()
    .trim()
    .regex(/^\w{20,100}$/, 'Copy the whole access token.')
    .meta({
      label: 'Access token',
      help: 'BigCommerce › Settings › API › Store-level API accounts.',
      isSecret: true,
    }),
  clientSecret: z
    .union([
      z.literal('').transform(() => undefined),
      z
        .string()
        .trim()
        .regex(/^\w{20,100}$/, 'Copy the whole client secret.'),
    ])
    .optional()
    .meta({
      label: 'Client secret',
      help: 'Of the same API account. With it, the signature of each delivery is checked too.',
      isSecret: true,
    }),
})
type Store = Caller<z.output<typeof settings>>

const topics = [
  'store/order/created',
  'store/order/statusUpdated',
  'store/order/archived',
  'store/customer/created',
  'store/product/created',
  'store/product/updated',
  'store/product/deleted',
  'store/product/inventory/updated',
] as const

const secretHeader = 'x-footfall-secret'

export const bigcommerce = defineIntegration({
  name: 'bigcommerce',
  category: 'shop',
  summary: 'Orders, customers, products and stock of your BigCommerce store.',
  brings: ['purchase', 'signup', 'product'],
  ways: ['keys'],
  settings,
  steps: {
    keys: [
      'In BigCommerce, open Settings › API › Store-level API accounts and create an account.',
      'Set Orders, Products, Customers and Information & Settings to read-only.',
      'Copy the store hash, the access token and the client secret here.',
    ],
  },
  // Every plan allows 150. The rest is for what else the store's token is used for.
  budget: { requests: 120, seconds: 30 },
  accountOf: ({ storeHash }) => storeHash,

  async test(caller) {
    const { name } = (await get(caller, 'v2/store')).read(store)
    await get(caller, 'v2/orders', { limit: '1' })
    await get(caller, 'v3/catalog/products', { limit: '1' })
    await get(caller, 'v3/customers', { limit: '1' })
    return { label: name?.trim() || caller.settings.storeHash }
  },

  async subscribe(caller) {
    const row = z.object({ id: identifier, scope: z.string(), destination: z.string() })
    const reply = await get(caller, 'v3/hooks', { limit: '250' })
    const known = readRows(row, reply.read(list).data).filter(
      ({ destination }) => destination === caller.hookUrl,
    )
    const ids: Record<string, string> = {}
    for (const scope of topics) {
      const id = known.find((one) => one.scope === scope)?.id
      const json = {
        scope,
        destination: caller.hookUrl,
        is_active: true,
        headers: { [secretHeader]: caller.hookSecret },
      }
      const saved = id
        ? await send(caller, `v3/hooks/${id}`, { method: 'PUT', json })
        : await send(caller, 'v3/hooks', { method: 'POST', json })
      ids[scope] = saved.read(z.object({ data: z.object({ id: identifier }) })).data.id
    }
    return ids
  },

  async unsubscribe(caller) {
    await removeAll(Object.values(caller.subscription), (id) =>
      send(caller, `v3/hooks/${id}`, { method: 'DELETE' }),
    )
  },

  receive: {
    verify(delivery, { settings: { clientSecret }, hookSecret, now }): Verdict {
      const given = delivery.headers[secretHeader]
      if (given === undefined || !isEqualText(given, hookSecret)) throw new ForgedDelivery()
      if (clientSecret) requireStandardWebhook(delivery, { key: Buffer.from(clientSecret), now })
      const { scope, hash, created_at: at } = readThin(delivery.body.toString('utf8'))
      return { id: hash, topic: scope, triggeredAt: new Date(at) }
    },

    async read({ topic, text }, caller): Promise<readonly IntegrationRecord[]> {
      const { id } = readThin(text).data
      if (topic.startsWith('store/order/')) return present([await orderOf(caller, id)])
      if (topic === 'store/customer/created') return customersOf(caller, { 'id:in': id })
      if (topic === 'store/product/deleted') return [{ kind: 'product_removed', id }]
      return topic.startsWith('store/product/') ? [await productOf(caller, id)] : []
    },
  },

  pull: pullInPhases<z.output<typeof settings>>([
    {
      name: 'products',
      everyMinutes: 360,
      isCatalog: true,
      async read(caller, { position }) {
        const page = typeof position === 'number' ? position : 1
        const reply = await get(caller, 'v3/catalog/products', {
          ...withPicture,
          is_visible: 'true',
          limit: '100',
          page: String(page),
        })
        const { data, meta } = reply.read(list)
        const shop = (await get(caller, 'v2/store')).read(store)
        const records = await recordRows(product, data, (one) => productRecord(one, shop))
        return { records, next: page < (meta?.pagination.total_pages ?? 1) ? page + 1 : null }
      },
    },
    {
      name: 'orders',
      everyMinutes: 60,
      firstDays: 60,
      async read(caller, { position, since }) {
        const page = typeof position === 'number' ? position : 1
        const reply = await get(caller, 'v2/orders', {
          limit: String(orderPage),
          page: String(page),
          sort: 'id:asc',
          ...(since ? { min_date_modified: since.toISOString() } : {}),
        })
        const rows = rowsOf(reply)
        const records = await recordRows(order, rows, async (one) =>
          orderRecord(one, await itemsOf(caller, one.id)),
        )
        return { records, next: rows.length < orderPage ? null : page + 1 }
      },
    },
    {
      name: 'customers',
      everyMinutes: 60,
      firstDays: 60,
      withoutRight:
        'Orders still arrive. Sign-ups may be missing, because the API account isn’t allowed to read customers. In BigCommerce, set Customers to read-only for it.',
      async read(caller, { position, since }) {
        const page = typeof position === 'number' ? position : 1
        const reply = await get(caller, 'v3/customers', {
          include: 'addresses',
          limit: '100',
          page: String(page),
          sort: 'date_created:asc',
          ...(since ? { 'date_created:min': since.toISOString() } : {}),
        })
        const { data, meta } = reply.read(list)
        const records = await recordRows(customer, data, customerRecord)
        return { records, next: page < (meta?.pagination.total_pages ?? 1) ? page + 1 : null }
      },
    },
  ]),
})

/** Each order's items are a request of their own. */
const orderPage = 25

const withPicture = { include: 'primary_image' }

/** A delivery names the data to read. */
const thin = z.object({
  scope: z.string().regex(/^[\w/]{1,100}$/),
  hash: identifier,
  created_at: secondsMoment,
  data: z.object({ id: identifier }),
})
const readThin = (text: string) => readShape(thin, jsonOf(text))

const list = z.object({
  data: z.array(z.unknown()),
  meta: z
    .object({ pagination: z.object({ total_pages: z.number() }) })
    .nullish()
    .catch(null),
})

const store = z.object({ name: looseText, secure_url: looseText, currency: looseText })

/** The older API answers with nothing where there is nothing. */
const rowsOf = (reply: ProviderReply) =>
  reply.status === 204 ? [] : reply.read(z.array(z.unknown()))

/** It is a purchase without them, too. */
async function itemsOf(caller: Store, id: string) {
  try {
    const reply = await get(caller, `v2/orders/${id}/products`, { limit: '50' })
    return readRows(orderItem, rowsOf(reply))
  } catch (error) {
    if (error instanceof BadRecord) return []
    throw error
  }
}

async function orderOf(caller: Store, id: string) {
  const one = (await get(caller, `v2/orders/${id}`)).read(order)
  return orderRecord(one, await itemsOf(caller, id))
}

async function customersOf(caller: Store, query: Record<string, string>) {
  const reply = await get(caller, 'v3/customers', { ...query, include: 'addresses' })
  return readRows(customer, reply.read(list).data).map(customerRecord)
}

async function productOf(caller: Store, id: string): Promise<IntegrationRecord> {
  try {
    const reply = await get(caller, `v3/catalog/products/${id}`, withPicture)
    const one = reply.read(z.object({ data: product })).data
    if (!isPublic(one)) return { kind: 'product_removed', id }
    return productRecord(one, (await get(caller, 'v2/store')).read(store))
  } catch (error) {
    const isGone = error instanceof BadRecord && error.reply?.status === 404
    if (isGone) return { kind: 'product_removed', id }
    throw error
  }
}

const addressOf = (caller: Store, path: string) =>
  `${caller.origin('https://api.bigcommerce.com')}/stores/${caller.settings.storeHash}/${path}`

const authorization = ({ settings: { accessToken } }: Store) => ({ 'X-Auth-Token': accessToken })

const get = (caller: Store, path: string, query: Record<string, string> = {}) =>
  patiently(
    caller,
    caller.http.request({ url: addressOf(caller, path), query, headers: authorization(caller) }),
  )

type Sent = { method: 'POST' | 'PUT' | 'DELETE'; json?: unknown }

const send = (caller: Store, path: string, { method, json }: Sent) =>
  patiently(
    caller,
    caller.http.request({
      method,
      url: addressOf(caller, path),
      headers: authorization(caller),
      ...(json === undefined ? {} : { json }),
    }),
  )

/** Only the owner can end these. Source: developer.bigcommerce.com, status codes (2026). */
const heldSentences: Readonly<Record<number, string>> = {
  503: 'BigCommerce says that your store is in maintenance, suspended or not paid for. Check its status in BigCommerce.',
  507: 'Your store has reached a limit of its BigCommerce plan. Check your plan there.',
}

/**
 * BigCommerce names the moment in headers of its own, the rest of the window and, to some, how long to
 * stay away. The later one counts.
 */
async function patiently(caller: Store, call: Promise<ProviderReply>): Promise<ProviderReply> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof TryLater) || !error.reply) throw error
    const { reply } = error
    const named = (name: string) => {
      const value = reply.header(name) ?? ''
      return /^\d{1,8}$/.test(value) ? Number(value) : 0
    }
    const millis = Math.max(
      named('x-rate-limit-time-reset-ms'),
      named('x-retry-after') * secondMillis,
    )
    const held = heldSentences[reply.status]
    if (millis === 0 && held !== undefined) throw new HeldUp(held, error.at, reply)
    if (millis === 0) throw error
    throw new TryLater(error.message, new Date(caller.now.getTime() + millis), reply)
  }
}
