import { createHmac } from 'node:crypto'
import payload from '../../payloads/services/bigcommerce.json' with { type: 'json' }
import {
  changedSince,
  startRestServer,
  type RestBooks,
} from '#workshop/doubles/shops/rest-server.ts'
import { pageOf, type SeenRequest } from '#workshop/doubles/shops/shop-double.ts'
import type { BatteryCase, DeliveryCase } from '../battery-case.ts'
import { bigcommerce as published } from '#workshop/published/services/bigcommerce.ts'

const clientSecret = 'bc_client_secret_example'
const base = '/stores/abcde'

const delivery = (
  name: string,
  json: { scope: string },
  rest: Pick<DeliveryCase, 'expected' | 'decisive' | 'answers'>,
): DeliveryCase => ({
  name,
  topic: json.scope,
  json,
  sign(text, { hookSecret, at, isForged }) {
    const seconds = String(Math.floor(at.getTime() / 1000))
    const signature = createHmac('sha256', isForged ? 'another' : clientSecret)
      .update(`msg_1.${seconds}.${text}`)
      .digest('base64')
    return {
      'x-footfall-secret': hookSecret,
      'webhook-id': 'msg_1',
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,AAAA v1,${signature}`,
    }
  },
  ...rest,
})

function answer({ method, path, query, body }: SeenRequest, { orders, hooks, nextId }: RestBooks) {
  const name = path.slice(base.length + 1)
  if (name === 'v2/store') return { json: payload.store }
  if (name === 'v3/hooks' && method === 'GET') {
    return {
      json: { data: [...hooks].map(([id, hook]) => ({ ...(hook as object), id: Number(id) })) },
    }
  }
  if (name.startsWith('v3/hooks')) {
    const known = name.split('/')[2]
    if (known !== undefined && !hooks.has(known)) return { status: 404, json: { status: 404 } }
    const id = known ?? String(nextId())
    const hook: unknown = method === 'DELETE' ? hooks.get(id) : JSON.parse(body)
    if (method === 'DELETE') hooks.delete(id)
    else hooks.set(id, hook)
    return { json: { data: { ...(hook as object), id: Number(id) } } }
  }
  if (/^v3\/(?:customers|catalog\/products)$/.test(name)) {
    return { json: { data: [], meta: { pagination: { total_pages: 1 } } } }
  }
  if (/^v2\/orders\/\d+\/products$/.test(name)) return { json: payload.order_products }
  if (name !== 'v2/orders') return undefined
  const since = query.get('min_date_modified')
  const rows = changedSince(orders, since === null ? null : new Date(since))
  const page = pageOf(rows, Number(query.get('page') ?? 1), 25)
  if (page.length === 0) return { status: 204 }
  return {
    json: page.map(({ id, placedAt, isRefunded }) => ({
      ...payload.order,
      id,
      status_id: isRefunded ? 4 : 11,
      date_created: placedAt.toUTCString().replace('GMT', '+0000'),
    })),
  }
}

const modified = { ...payload.order, date_modified: 'Tue, 25 Jun 2019 16:18:14 +0000' }
const orderAnswers = {
  [`GET ${base}/v2/orders/250`]: modified,
  [`GET ${base}/v2/orders/250/products`]: payload.order_products,
}
const order = {
  kind: 'purchase',
  id: '250',
  occurred_at: '2019-06-25T16:15:35.000Z',
  state: 'confirmed',
  as_of: '2019-06-25T16:18:14.000Z',
  person: { first_name: 'Jane', email: 'janedoe@example.com', city: 'Austin', country: 'US' },
  items: [{ title: 'Laundry Detergent', productId: '205', quantity: 2, price: 59.925 }],
  total: 119.85,
  currency: 'USD',
} as const

export const bigcommerce: BatteryCase = {
  async start({ now }) {
    const double = await startRestServer({
      now,
      published,
      answer,
      isAuthorized: ({ headers }) => headers['x-auth-token'] === 'token0123456789token0123456789',
    })
    return {
      double,
      settings: {
        storeHash: 'https://api.bigcommerce.com/stores/abcde/v3/',
        accessToken: 'token0123456789token0123456789',
        clientSecret,
      },
      placeOrder: () => String(double.placeOrder().id),
      countHooks: () => double.hooks.size,
    }
  },
  signedHeaders: ['x-footfall-secret', 'webhook-id', 'webhook-timestamp', 'webhook-signature'],
  isTimed: true,
  deliveries: [
    delivery('order created', payload.order_created, {
      answers: orderAnswers,
      decisive: ['id'],
      expected: [order],
    }),
    delivery('order status', payload.order_status, {
      answers: {
        ...orderAnswers,
        [`GET ${base}/v2/orders/250`]: { ...modified, status_id: 4 },
      },
      decisive: [],
      expected: [{ ...order, state: 'refunded' }],
    }),
    delivery('order archived', payload.order_archived, {
      answers: {
        ...orderAnswers,
        [`GET ${base}/v2/orders/250`]: { ...modified, is_deleted: true },
      },
      decisive: [],
      expected: [{ ...order, state: 'cancelled' }],
    }),
    delivery('customer created', payload.customer_created, {
      answers: { [`GET ${base}/v3/customers`]: payload.customers },
      decisive: [],
      expected: [
        {
          kind: 'signup',
          id: '32',
          occurred_at: '2019-06-25T16:52:51.000Z',
          person: {
            first_name: 'Jane',
            email: 'janedoe@example.com',
            city: 'Austin',
            country: 'US',
          },
        },
      ],
    }),
    delivery('product updated', payload.product_updated, {
      answers: {
        [`GET ${base}/v3/catalog/products/205`]: payload.product,
        [`GET ${base}/v2/store`]: payload.store,
      },
      decisive: [],
      expected: [
        {
          kind: 'product',
          id: '205',
          title: 'Laundry Detergent',
          url: 'https://oak.example/laundry-detergent/',
          image: 'https://cdn11.bigcommerce.com/s-abcde/laundry.jpg',
          price: 59.925,
          currency: 'USD',
          stock: 7,
          isAvailable: true,
        },
      ],
    }),
  ],
}
