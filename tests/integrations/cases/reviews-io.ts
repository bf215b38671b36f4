import payload from '../../payloads/services/reviews_io.json' with { type: 'json' }
import { startReviewsIoServer } from '#workshop/doubles/shops/review-services.ts'
import type { BatteryCase } from '../battery-case.ts'

const page = 'https://www.reviews.io/company-reviews/store/oak-pottery'

const answered = {
  ...payload.review,
  reviewer: { ...payload.review.reviewer, verified_buyer: 'yes' },
  replies: [{ comments: 'It is on its way.' }, { comments: 'Sorry.' }],
}

export const reviewsIo: BatteryCase = {
  async start({ now }) {
    const double = await startReviewsIoServer(now)
    return {
      double,
      settings: { ...double.details },
      placeOrder: () => `reviewsio-${String(double.placeOrder().id)}`,
    }
  },
  relistedHours: 11,
  listedAgainDays: 14,
  pulled: {
    answers: {
      'GET /merchant/reviews': {
        stats: { total_reviews: 2, average_rating: '2.50' },
        // Not in the order of their moments.
        reviews: [payload.anonymous, answered],
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
        sourceUrl: page,
        isVerified: true,
        answer: 'It is on its way.\nSorry.',
      },
      {
        kind: 'review',
        id: 'reviewsio-5989488',
        occurred_at: '2026-03-01T08:02:00.000Z',
        person: { first_name: null },
        stars: 1,
        body: null,
        sourceUrl: page,
        isVerified: null,
        answer: null,
      },
    ],
  },
}
