import payload from '../../payloads/services/magento.json' with { type: 'json' }
import {
  changedSince,
  startRestServer,
  type RestBooks,
} from '#workshop/doubles/shops/rest-server.ts'
import { pageOf, type SeenRequest } from '#workshop/doubles/shops/shop-double.ts'
import type { BatteryCase } from '../battery-case.ts'
import { magento as published } from '#workshop/published/services/magento.ts'

const base = '/rest/default/V1'
const token = 'token0123456789token'

const listOf = (items: readonly unknown[] | null) => ({
  items,
  search_criteria: { filter_groups: [] },
})

/** Magento has two on each page here, and repeats the last one for every later number. */
function answer({ path, query }: SeenRequest, { orders }: RestBooks) {
  if (path !== `${base}/orders`) return { json: { ...listOf(null), total_count: 0 } }
  const since = query.get('searchCriteria[filter_groups][0][filters][0][value]')
  const rows = changedSince(orders, since === null ? null : new Date(`${since.replace(' ', 'T')}Z`))
  const size = Number(query.get('searchCriteria[pageSize]'))
  const last = Math.max(1, Math.ceil(rows.length / size))
  const page = Math.min(last, Number(query.get('searchCriteria[currentPage]')))
  return {
    json: {
      ...listOf(
        pageOf(rows, page, size).map(({ id, placedAt, isRefunded }) => ({
          ...payload.order,
          entity_id: id,
          created_at: placedAt.toISOString().slice(0, 19).replace('T', ' '),
          state: isRefunded ? 'closed' : 'processing',
        })),
      ),
      total_count: rows.length,
    },
  }
}

export const magento: BatteryCase = {
  async start({ now }) {
    const double = await startRestServer({
      now,
      published,
      answer,
      isAuthorized: ({ headers }) => headers.authorization === `Bearer ${token}`,
    })
    return {
      double,
      settings: { store: double.url, accessToken: token },
      placeOrder: () => String(double.placeOrder().id),
    }
  },
  pulled: {
    answers: {
      [`GET ${base}/orders`]: { ...listOf([payload.order]), total_count: 1 },
      [`GET ${base}/customers/search`]: { ...listOf([payload.customer]), total_count: 1 },
      [`GET ${base}/products`]: { ...listOf([payload.product]), total_count: 1 },
      [`GET ${base}/inventory/source-items`]: {
        ...listOf(payload.source_items),
        total_count: 2,
      },
    },
    expected: [
      {
        kind: 'product',
        id: '694',
        title: 'Argus All-Weather Tank',
        url: 'SHOP/argus-all-weather-tank.html',
        image: 'SHOP/media/catalog/product/m/t/mt07-gray_main_1.jpg',
        price: 22,
        stock: 7,
        isAvailable: true,
      },
      {
        kind: 'purchase',
        id: '12',
        number: '000000012',
        occurred_at: '2026-03-02T09:30:00.000Z',
        state: 'confirmed',
        as_of: '2026-03-02T09:31:00.000Z',
        person: {
          first_name: 'Emma',
          email: 'emma@shop.example',
          city: 'Utrecht',
          country: 'NL',
        },
        items: [{ title: 'Argus All-Weather Tank', productId: '694', quantity: 2, price: 22 }],
        total: 64,
        currency: 'EUR',
      },
      {
        kind: 'signup',
        id: '5',
        occurred_at: '2026-03-02T08:00:00.000Z',
        person: { first_name: 'Noah', email: 'noah@shop.example', city: 'Delft', country: 'NL' },
      },
    ],
  },
}
