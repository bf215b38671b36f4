import payload from '../../payloads/services/magento.json' with { type: 'json' }
import { startMagentoServer } from '#workshop/doubles/shops/magento-server.ts'
import type { BatteryCase } from '../battery-case.ts'
import { magento as published } from '#workshop/published/services/magento.ts'

const base = '/rest/default/V1'
export const magentoToken = 'token0123456789token'

const listOf = (items: readonly unknown[] | null) => ({
  items,
  search_criteria: { filter_groups: [] },
})

export const magento: BatteryCase = {
  async start({ now }) {
    const double = await startMagentoServer({
      now,
      published,
      token: magentoToken,
      order: payload.order,
    })
    return {
      double,
      settings: { store: double.url, accessToken: magentoToken },
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
