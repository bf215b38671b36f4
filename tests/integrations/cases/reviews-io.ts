import payload from '../../payloads/services/reviews_io.json' with { type: 'json' }
import { startReviewsIoServer } from '#workshop/doubles/shops/review-services.ts'
import type { BatteryCase } from '../battery-case.ts'

export const reviewsIo: BatteryCase = {
  async start({ now }) {
    const double = await startReviewsIoServer(now)
    return {
      double,
      settings: { ...double.details },
      placeOrder: () => `reviewsio-${String(double.placeOrder().id)}`,
    }
  },
  listedAgainDays: 14,
  pulled: {
    answers: {
      'GET /merchant/reviews': {
        stats: { total_reviews: 2, average_rating: '2.50' },
        // Not in the order of their moments.
        reviews: [payload.anonymous, payload.review],
      },
    },
    expected: [
      {
        kind: 'review',
        id: 'reviewsio-5989489',
        occurred_at: '2026-03-02T15:21:28.000Z',
        person: { first_name: 'Lauren' },
        stars: 4,
        body: "I've ordered twice and both arrived on time.\nThe card was missing.",
      },
      {
        kind: 'review',
        id: 'reviewsio-5989488',
        occurred_at: '2026-03-01T08:02:00.000Z',
        person: { first_name: null },
        stars: 1,
        body: null,
      },
    ],
  },
}
