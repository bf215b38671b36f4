import payload from '../../payloads/services/trustpilot.json' with { type: 'json' }
import { startTrustpilotServer } from '#workshop/doubles/shops/review-services.ts'
import type { BatteryCase } from '../battery-case.ts'

export const trustpilot: BatteryCase = {
  async start({ now }) {
    const double = await startTrustpilotServer(now)
    return {
      double,
      settings: { ...double.details },
      placeOrder: () => `trustpilot-${String(double.placeOrder().id)}`,
    }
  },
  relistedHours: 11,
  listedAgainDays: 14,
  pulled: {
    answers: {
      [`GET /v1/business-units/${payload.unit.id}/reviews`]: {
        links: [],
        reviews: [payload.review, payload.titleOnly],
      },
    },
    expected: [
      {
        kind: 'review',
        id: 'trustpilot-53bffd360000640002975387',
        occurred_at: '2026-03-02T09:34:44.000Z',
        person: { first_name: 'Jane' },
        stars: 5,
        body: 'Nothing other than excellent customer service.',
        sourceUrl: 'https://www.trustpilot.com/reviews/53bffd360000640002975387',
        isVerified: true,
        language: 'en',
      },
      {
        kind: 'review',
        id: 'trustpilot-53bffd360000640002975388',
        occurred_at: '2026-03-01T13:37:00.000Z',
        person: { first_name: 'pottery' },
        stars: 2,
        body: 'Broken on arrival',
        sourceUrl: 'https://www.trustpilot.com/reviews/53bffd360000640002975388',
        isVerified: false,
        language: 'da',
      },
    ],
  },
}
