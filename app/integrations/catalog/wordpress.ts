/**
 * WordPress with WooCommerce: orders, customers, products and reviews of a shop.
 *
 * Sources: WooCommerce REST API documentation (authentication, webhooks, orders, products, product
 * reviews), and the plugin's class-wc-webhook.php for the ping and the signature.
 */
import { z } from 'zod'
import { BadRecord, ForgedDelivery } from '#app/lib/web/provider-errors.ts'
import { defineIntegration, type Verdict } from '../integration.ts'
import { jsonOf, readShape } from '../kit/json.ts'
import { recordRows } from '../kit/listed-rows.ts'
import { pullInPhases, type PhaseRead } from '../kit/phases.ts'
import { present } from '../kit/shapes.ts'
import { shopName, shopOrigin, withoutWww } from '../kit/shop-address.ts'
import { contentId, requireSignature } from '../kit/signatures.ts'
import { removeAll } from '../kit/subscriptions.ts'
import {
  absentIf,
  absentIfDeleted,
  isOurs,
  readList,
  readWoo,
  sendWoo,
  type Woo,
} from '../kit/woo-api.ts'
import { WrongSetting } from '../kit/wrong-setting.ts'
import type { IntegrationRecord } from '../record.ts'
import {
  customerRecord,
  customerShape,
  identified,
  orderRecord,
  orderShape,
  productRecord,
  productShape,
  reviewRecord,
  reviewShape,
} from '../records/woocommerce.ts'

const settings = z.object({
  store: shopOrigin.meta({
    label: 'Store address',
    help: 'The address of your shop, for example https://shop.example.',
    placeholder: 'https://shop.example',
  }),
  consumerKey: z
    .string()
    .regex(/^ck_\w{20,80}$/, 'A consumer key begins with ck_.')
    .meta({
      label: 'Consumer key',
      help: 'WooCommerce › Settings › Advanced › REST API › Add key, with read and write access.',
      isSecret: true,
      placeholder: 'ck_…',
    }),
  consumerSecret: z
    .string()
    .regex(/^cs_\w{20,80}$/, 'A consumer secret begins with cs_.')
    .meta({ label: 'Consumer secret', isSecret: true, placeholder: 'cs_…' }),
})
const topics = [
  'order.created',
  'order.updated',
  'order.deleted',
  'customer.created',
  'product.created',
  'product.updated',
  'product.deleted',
] as const

export const wordpress = defineIntegration({
  name: 'wordpress',
  category: 'shop',
  isSelfHosted: true,
  summary: 'Orders, customers, reviews and stock of your WooCommerce shop.',
  brings: ['purchase', 'signup', 'review', 'product'],
  ways: ['approve', 'keys'],
  settings,
  approveFields: ['store'],
  steps: {
    approve: [
      'Enter the address of your shop.',
      'WooCommerce asks whether Footfall may read your shop. Approve it.',
      'You come back here, and your orders arrive.',
    ],
    keys: [
      'In WordPress, open WooCommerce › Settings › Advanced › REST API.',
      'Add a key with the permission Read/Write. Footfall needs Write to add its webhooks.',
      'Copy the consumer key and the consumer secret here.',
    ],
  },
  reviews: {},
  budget: { requests: 120, seconds: 60 },
  accountOf: ({ store }) => shopName(store),
  idsOf: withoutWww,

  // A shop that moved has its webhooks still.
  async isSameAccount(caller) {
    for (const id of Object.values(caller.subscription)) {
      if (await isOurs(caller, id)) return true
    }
    return false
  },

  // The shop posts the keys to the callback, and sends the browser to the return address.
  approveUrl({ settings: { store = '' }, hookUrl }, { returnUrl, appName, connectionId }) {
    const page = new URL('/wc-auth/v1/authorize', store)
    page.search = new URLSearchParams({
      app_name: appName,
      scope: 'read_write',
      user_id: connectionId,
      return_url: returnUrl,
      callback_url: hookUrl,
    }).toString()
    return page.href
  },

  async test(caller) {
    await readWoo(caller, 'orders', { per_page: '1', _fields: 'id' }).catch(wrongIfWithoutShop)
    return { label: new URL(caller.settings.store).host }
  },

  async subscribe(caller) {
    const { subscription, hookUrl, hookSecret } = caller
    const ids: Record<string, string> = {}
    for (const topic of topics) {
      const known = subscription[topic]
      const json = { name: `Footfall ${topic}`, topic, delivery_url: hookUrl, secret: hookSecret }
      const isKnown = known !== undefined && (await isOurs(caller, known))
      const changed = isKnown
        ? await sendWoo(caller, {
            method: 'PUT',
            path: `webhooks/${known}`,
            json: { ...json, status: 'active' },
          }).catch(absentIfDeleted)
        : null
      const reply = changed ?? (await sendWoo(caller, { method: 'POST', path: 'webhooks', json }))
      ids[topic] = String(reply.read(z.object({ id: z.number() })).id)
    }
    return ids
  },

  async unsubscribe(caller) {
    await removeAll(Object.values(caller.subscription), async (id) => {
      if (!(await isOurs(caller, id))) return
      await sendWoo(caller, { method: 'DELETE', path: `webhooks/${id}?force=true` })
    })
  },

  receive: {
    verify({ method, headers, body }, { hookSecret }): Verdict {
      if (method !== 'POST') throw new BadRecord('Use POST here.')
      const topic = headers['x-wc-webhook-topic']
      const given = headers['x-wc-webhook-signature']
      if (topic === undefined && given === undefined) return firstContact(body)
      if (!topic) throw new ForgedDelivery()
      requireSignature(
        { algorithm: 'sha256', encoding: 'base64' },
        { secret: hookSecret, content: body, given },
      )
      return { id: contentId(topic, body), topic }
    },

    async read({ topic, text, receivedAt }, caller): Promise<readonly IntegrationRecord[]> {
      const [resource, event] = topic.split('.')
      const json = jsonOf(text)
      if (event === 'deleted') {
        const id = String(readShape(identified, json).id)
        if (resource === 'product') return [{ kind: 'product_removed', id }]
        if (resource !== 'order') return []
        const trashed = await findOrder(caller, id)
        if (trashed) return present([orderRecord(trashed)])
        return [{ kind: 'purchase', id, occurred_at: receivedAt.toISOString(), state: 'cancelled' }]
      }
      if (resource === 'order') return present([orderRecord(readShape(orderShape, json))])
      if (resource === 'customer') return present([customerRecord(readShape(customerShape, json))])
      if (resource === 'product') return present([productRecord(readShape(productShape, json))])
      return []
    },
  },

  pull: pullInPhases<z.output<typeof settings>>([
    {
      name: 'products',
      everyMinutes: 360,
      isCatalog: true,
      read: (caller, { position }) =>
        readList(caller, { path: 'products', position, query: { status: 'publish' } }, (rows) =>
          recordRows(productShape, rows, productRecord),
        ),
    },
    {
      name: 'orders',
      // Deliveries that fail aren't sent again.
      everyMinutes: 15,
      firstDays: 60,
      read: (caller, { position, since }) =>
        readList(caller, { path: 'orders', position, query: changedSince(since) }, (rows) =>
          recordRows(orderShape, rows, orderRecord),
        ),
    },
    {
      name: 'customers',
      everyMinutes: 60,
      firstDays: 60,
      withoutRight:
        'Orders still arrive. Sign-ups may be missing, because the key isn’t allowed to read customers. Use a key of an administrator of the shop.',
      read: readCustomers,
    },
    {
      name: 'reviews',
      isReviews: true,
      everyMinutes: 60,
      read: (caller, { position, since }) =>
        readList(
          caller,
          {
            path: 'products/reviews',
            position,
            query: {
              status: 'approved',
              orderby: 'date_gmt',
              order: 'desc',
              ...(since ? { after: since.toISOString() } : {}),
            },
          },
          (rows) => recordRows(reviewShape, rows, reviewRecord),
        ),
    },
  ]),
})

/**
 * An order whose deletion was reported: in the trash, or restored since then. The report names no moment, and ours
 * can't be compared with those of the shop's clock, by which the trash and a restoration are distinguished.
 *
 * @returns null when it was deleted permanently
 */
async function findOrder(caller: Woo, id: string): Promise<z.output<typeof orderShape> | null> {
  const reply = await readWoo(caller, `orders/${id}`, {}).catch((error: unknown) =>
    absentIf(error, 'woocommerce_rest_shop_order_invalid_id'),
  )
  return reply?.read(orderShape) ?? null
}

/** Newest first, until one is older: the shop has no filter for when customers registered. */
async function readCustomers(caller: Woo, { position, since }: PhaseRead) {
  const query = { orderby: 'registered_date', order: 'desc' }
  const from = since?.getTime() ?? 0
  const seen = { isOlder: false }
  const page = await readList(caller, { path: 'customers', position, query }, (rows) => {
    const registered = rows.map((row) => registeredAt(row))
    seen.isOlder = registered.some((at) => at < from)
    const newer = rows.filter((_row, index) => !((registered[index] ?? from) < from))
    return recordRows(customerShape, newer, customerRecord)
  })
  return seen.isOlder ? { ...page, next: null } : page
}

/** NaN: it can't be read. */
const registeredAt = (row: unknown): number => {
  const read = customerShape.pick({ date_created_gmt: true }).safeParse(row)
  return read.success ? Date.parse(`${read.data.date_created_gmt}Z`) : Number.NaN
}

/** WordPress answers so while WooCommerce isn't active, and a server does while permalinks are plain. */
function wrongIfWithoutShop(error: unknown): never {
  const isAbsent = error instanceof BadRecord && error.reply?.status === 404
  if (!isAbsent) throw error
  throw new WrongSetting(
    'store',
    'We didn’t find WooCommerce at this address. Check the address, that the plugin is active, and that the permalinks of WordPress aren’t “Plain”.',
  )
}

/**
 * The keys after an approval, or the ping when a webhook is saved, which isn't signed and has to be
 * answered with 200.
 */
function firstContact(body: Buffer): Verdict {
  const text = body.toString('utf8')
  if (/^webhook_id=\d+$/.test(text)) return { reply: { status: 200 } }
  const keys = z
    .object({ consumer_key: z.string(), consumer_secret: z.string() })
    .safeParse(jsonOf(text))
  if (!keys.success) throw new BadRecord('This is no delivery of WooCommerce.')
  const { consumer_key: consumerKey, consumer_secret: consumerSecret } = keys.data
  return { credentials: { consumerKey, consumerSecret } }
}

const changedSince = (since: Date | null): Record<string, string> =>
  since ? { modified_after: since.toISOString(), dates_are_gmt: 'true' } : {}
