import payload from '../../payloads/services/etsy.json' with { type: 'json' }
import { startEtsyServer } from '#workshop/doubles/shops/etsy-server.ts'
import type { BatteryCase } from '../battery-case.ts'

const base = '/v3/application'
const item = {
  title: 'Oak tray & lid',
  url: 'https://www.etsy.com/listing/1512345678/oak-tray-lid',
}

export const etsy: BatteryCase = {
  async start({ now }) {
    const double = await startEtsyServer(now)
    return {
      double,
      app: double.app,
      token: double.desk.issue(Infinity),
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
        as_of: '2026-03-02T09:51:00.000Z',
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
        sourceUrl: item.url,
        language: 'en',
      },
    ],
  },
}
