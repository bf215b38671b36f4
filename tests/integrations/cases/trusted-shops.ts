import payload from '../../payloads/services/trusted_shops.json' with { type: 'json' }
import { startTrustedShopsServer } from '#workshop/doubles/shops/review-services.ts'
import type { BatteryCase } from '../battery-case.ts'

export const trustedShops: BatteryCase = {
  async start({ now }) {
    const double = await startTrustedShopsServer(now)
    return {
      double,
      settings: { ...double.details },
      placeOrder: () => `trustedshops-rev-${String(double.placeOrder().id)}`,
    }
  },
  relistedHours: 11,
  listedAgainDays: 14,
  pathsOfShop: ['/channels', '/oauth/token'],
  pulled: {
    answers: {
      'GET /reviews': {
        totalElements: 3,
        paging: { count: 3, cursor: { before: payload.review.id } },
        items: [
          { ...payload.review, verificationType: 'VERIFIED' },
          payload.unnamed,
          payload.rejected,
        ],
      },
    },
    expected: [
      {
        kind: 'review',
        id: 'trustedshops-rev-0a1b2c3d-1111-4222-8333-444455556661',
        occurred_at: '2026-03-02T17:10:42.733Z',
        person: { first_name: 'Emma' },
        stars: 5,
        body: 'Arrived within two days.',
        isVerified: true,
      },
      {
        kind: 'review',
        id: 'trustedshops-rev-0a1b2c3d-1111-4222-8333-444455556662',
        occurred_at: '2026-03-01T09:00:00.000Z',
        person: { first_name: null },
        stars: 3,
        body: 'Fine',
        isVerified: null,
      },
    ],
  },
}
