import payload from '../../payloads/services/prestashop.json' with { type: 'json' }
import { offsetAt } from '#app/lib/zoned-days.ts'
import {
  changedSince,
  startRestServer,
  type RestBooks,
} from '#workshop/doubles/shops/rest-server.ts'
import type { SeenRequest } from '#workshop/doubles/shops/shop-double.ts'
import type { BatteryCase } from '../battery-case.ts'
import { prestashop as published } from '#workshop/published/services/prestashop.ts'

const zone = 'Europe/Paris'
const key = '0123456789ABCDEF0123456789ABCDEF'

const localTime = (at: Date) =>
  new Date(at.getTime() + offsetAt(zone, at.getTime())).toISOString().slice(0, 19).replace('T', ' ')

const related: Readonly<Record<string, unknown>> = {
  addresses: { addresses: [payload.address] },
  countries: { countries: [payload.country] },
  currencies: { currencies: [payload.currency] },
  configurations: { configurations: [{ value: zone }] },
}

function answer({ path, query }: SeenRequest, { orders }: RestBooks) {
  const name = path.replace('/api/', '')
  if (related[name]) return { json: related[name] }
  if (name === 'customers') {
    return { json: query.has('filter[id]') ? { customers: [payload.customer] } : [] }
  }
  if (name !== 'orders') return { json: [] }
  const from = /^\[([^,]+),/.exec(query.get('filter[date_upd]') ?? '')?.[1]
  const rows = changedSince(orders, null).filter(
    ({ changedAt }) => from === undefined || localTime(changedAt) >= from,
  )
  const [start = 0, size = 50] = (query.get('limit') ?? '').split(',').map(Number)
  const page = rows.slice(start, start + size)
  // Nothing is a list, something is an object.
  if (page.length === 0) return { json: [] }
  return {
    json: {
      orders: page.map(({ id, placedAt, isRefunded }) => ({
        ...payload.order,
        id,
        date_add: localTime(placedAt),
        current_state: isRefunded ? '7' : '2',
      })),
    },
  }
}

export const prestashop: BatteryCase = {
  async start({ now }) {
    const double = await startRestServer({
      now,
      published,
      answer,
      isAuthorized: ({ headers, query }) =>
        query.get('ws_key') === key ||
        headers.authorization === `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    })
    return {
      double,
      settings: { store: double.url, key },
      placeOrder: () => String(double.placeOrder().id),
    }
  },
  pathsOfShop: ['/api/configurations'],
  pulled: {
    answers: {
      'GET /api/orders': { orders: [payload.order] },
      'GET /api/customers': { customers: [payload.customer] },
      'GET /api/products': { products: [payload.product] },
      'GET /api/stock_availables': { stock_availables: [payload.stock] },
    },
    expected: [
      {
        kind: 'product',
        id: '1',
        title: 'Hummingbird printed t-shirt',
        url: 'SHOP/index.php?id_product=1&controller=product',
        image: 'SHOP/img/p/2/4/24.jpg',
        price: null,
        stock: 300,
        isAvailable: true,
      },
      {
        kind: 'purchase',
        id: '5',
        // An hour before the shop's clock.
        occurred_at: '2026-03-02T09:30:15.000Z',
        state: 'confirmed',
        as_of: '2026-03-02T09:31:00.000Z',
        person: { first_name: 'Emma', email: 'emma@shop.example', city: 'Paris', country: 'FR' },
        items: [
          {
            title: 'Hummingbird printed t-shirt - Color : White, Size : S',
            productId: '1',
            quantity: 2,
            price: 23.9,
          },
        ],
        total: 61.8,
        currency: 'EUR',
      },
      {
        kind: 'signup',
        id: '2',
        occurred_at: '2026-03-02T09:20:00.000Z',
        person: { first_name: 'Emma', email: 'emma@shop.example' },
      },
    ],
  },
}
