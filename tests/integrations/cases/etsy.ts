import payload from '../../payloads/services/etsy.json' with { type: 'json' }
import { changedSince, startRestServer, type RestBooks } from '../../doubles/shops/rest-server.ts'
import type { SeenRequest } from '../../doubles/shops/shop-double.ts'
import type { BatteryCase } from '../battery-case.ts'

const base = '/v3/application'
const app = { id: 'keystring', secret: 'shared' }

function answer({ path, query }: SeenRequest, { orders }: RestBooks) {
  if (path === `${base}/shops/12345678`) return { json: { shop_name: 'OakAndAsh' } }
  if (path === `${base}/listings/batch`) return { json: { count: 1, results: [payload.listing] } }
  if (path === `${base}/shops/12345678/reviews`) return { json: { count: 0, results: [] } }
  if (path !== `${base}/shops/12345678/receipts`) return undefined
  const since = query.get('min_last_modified')
  const rows = changedSince(orders, since === null ? null : new Date(Number(since) * 1000))
  const start = Number(query.get('offset'))
  return {
    json: {
      count: rows.length,
      results: rows.slice(start, start + Number(query.get('limit'))).map((one) => ({
        ...payload.receipt,
        receipt_id: one.id,
        status: one.isRefunded ? 'Fully Refunded' : 'Completed',
        created_timestamp: Math.floor(one.placedAt.getTime() / 1000),
      })),
    },
  }
}

const item = {
  title: 'Oak tray & lid',
  url: 'https://www.etsy.com/listing/1512345678/oak-tray-lid',
}

export const etsy: BatteryCase = {
  async start({ now }) {
    const double = await startRestServer({
      now,
      answer,
      isAuthorized: ({ headers }) =>
        headers.authorization === 'Bearer etsy-token' &&
        headers['x-api-key'] === 'keystring:shared',
    })
    return {
      double,
      app,
      token: 'etsy-token',
      settings: { shopId: '12345678' },
      placeOrder: () => String(double.placeOrder().id),
    }
  },
  pulled: {
    answers: {
      [`GET ${base}/shops/12345678/receipts`]: { count: 1, results: [payload.receipt] },
      [`GET ${base}/shops/12345678/reviews`]: { count: 1, results: [payload.review] },
    },
    expected: [
      {
        kind: 'purchase',
        id: '3012345678',
        occurred_at: '2026-03-02T09:50:00.000Z',
        state: 'confirmed',
        person: { first_name: 'Jane', email: null, city: 'Austin', country: 'US' },
        items: [
          {
            ...item,
            image: 'https://i.etsystatic.com/1/second_570xN.jpg',
            quantity: 1,
            price: 39.99,
          },
        ],
        total: 45.99,
        currency: 'USD',
      },
      {
        kind: 'review',
        id: 'etsy-4012345678',
        occurred_at: '2026-03-02T10:05:00.000Z',
        items: [{ ...item, image: 'https://i.etsystatic.com/1/first_570xN.jpg' }],
        stars: 5,
        body: 'Beautiful wood & fast delivery.',
      },
    ],
  },
}
