/**
 * BigCommerce, with the token of a store-level API account.
 *
 * Sources: BigCommerce developer documentation (webhooks and their events, API accounts, rate limits),
 * and its REST references of orders, customers and the catalog.
 */
import { z } from 'zod'
import { BadRecord, ForgedDelivery } from '#app/lib/web/provider-errors.ts'
import type { ProviderReply } from '#app/lib/web/provider-reply.ts'
import { defineIntegration, type Caller, type Verdict } from '../integration.ts'
import { channelLack, defaultChannel, get, isOfChannel, send } from '../kit/bigcommerce-api.ts'
import { jsonOf, readRows, readShape } from '../kit/json.ts'
import { recordRows } from '../kit/listed-rows.ts'
import { pullInPhases } from '../kit/phases.ts'
import { identifier, looseText, present, secondsMoment } from '../kit/shapes.ts'
import { isEqualText } from '../kit/signatures.ts'
import { requireStandardWebhook } from '../kit/standard-webhooks.ts'
import { removeAll } from '../kit/subscriptions.ts'
import { elsewhere, type IntegrationRecord } from '../record.ts'
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
  channelId: z
    .union([
      z.literal('').transform(() => undefined),
      z
        .string()
        .trim()
        .regex(/^[1-9]\d{0,9}$/, 'A channel ID has digits only.'),
    ])
    .optional()
    .meta({
      label: 'Channel ID',
      help: 'For a store with several storefronts or marketplaces: the ID of this site’s storefront. Leave blank for all.',
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
          ...(caller.settings.channelId ? { 'channel_id:in': caller.settings.channelId } : {}),
          is_visible: 'true',
          limit: '100',
          page: String(page),
        })
        const { data, meta } = reply.read(list)
        const shop = await storeOf(caller)
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
          ...(caller.settings.channelId ? { channel_id: caller.settings.channelId } : {}),
          ...(since ? { min_date_modified: since.toISOString() } : {}),
        })
        const rows = rowsOf(reply)
        const records = await recordRows(order, rows, async (one) =>
          orderRecord(one, await itemsOf(caller, one.id)),
        )
        const channels = readRows(order, rows).map(({ channel_id: channel }) => channel)
        const next = rows.length < orderPage ? null : page + 1
        return { records, next, ...channelLack(caller, channels) }
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
        const records = await recordRows(customer, data, (one) =>
          isOfChannel(caller, one.origin_channel_id) ? customerRecord(one) : null,
        )
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

/** Its address is the default storefront’s, so products of another one have no link. */
async function storeOf(caller: Store) {
  const one = (await get(caller, 'v2/store')).read(store)
  const { channelId = defaultChannel } = caller.settings
  return channelId === defaultChannel ? one : { ...one, secure_url: null }
}

async function orderOf(caller: Store, id: string) {
  const one = (await get(caller, `v2/orders/${id}`)).read(order)
  if (!isOfChannel(caller, one.channel_id)) return elsewhere(orderRecord(one, []))
  return orderRecord(one, await itemsOf(caller, id))
}

async function customersOf(caller: Store, query: Record<string, string>) {
  const reply = await get(caller, 'v3/customers', { ...query, include: 'addresses' })
  return readRows(customer, reply.read(list).data)
    .filter((one) => isOfChannel(caller, one.origin_channel_id))
    .map(customerRecord)
}

async function productOf(caller: Store, id: string): Promise<IntegrationRecord> {
  try {
    const { channelId } = caller.settings
    if (channelId) {
      const query = { 'id:in': id, 'channel_id:in': channelId }
      const found = (await get(caller, 'v3/catalog/products', query)).read(list).data
      if (found.length === 0) return { kind: 'product_removed', id }
    }
    const reply = await get(caller, `v3/catalog/products/${id}`, withPicture)
    const one = reply.read(z.object({ data: product })).data
    if (!isPublic(one)) return { kind: 'product_removed', id }
    return productRecord(one, await storeOf(caller))
  } catch (error) {
    const isGone = error instanceof BadRecord && error.reply?.status === 404
    if (isGone) return { kind: 'product_removed', id }
    throw error
  }
}
