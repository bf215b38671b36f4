import payload from '../../payloads/services/google_my_business_reviews.json' with { type: 'json' }
import { startGoogleBusinessServer } from '#workshop/doubles/shops/google-business-server.ts'
import type { BatteryCase } from '../battery-case.ts'

export const googleMyBusinessReviews: BatteryCase = {
  async start({ now }) {
    const double = await startGoogleBusinessServer(now)
    return {
      double,
      app: double.app,
      token: double.desk.issue(Infinity),
      settings: { location: 'accounts/104/locations/5001' },
      placeOrder: () => `google-${String(double.placeOrder().id)}`,
    }
  },
  relistedHours: 11,
  pulled: {
    answers: {
      'GET /v4/accounts/104/locations/5001/reviews': {
        reviews: [payload.review, payload.anonymous],
        averageRating: 4.5,
        totalReviewCount: 2,
      },
    },
    expected: [
      {
        kind: 'review',
        id: 'google-AbCd',
        occurred_at: '2024-01-15T10:30:00.000Z',
        as_of: '2024-01-15T10:30:00.000Z',
        person: { first_name: 'Jane' },
        stars: 5,
        body: 'Great service!',
        sourceUrl: 'https://maps.google.com/?cid=5001',
      },
      {
        kind: 'review',
        id: 'google-EfGh',
        occurred_at: '2024-01-14T10:30:00.123Z',
        as_of: '2024-01-14T10:30:00.123Z',
        person: { first_name: null },
        stars: 2,
        body: null,
        sourceUrl: 'https://maps.google.com/?cid=5001',
      },
    ],
  },
}
