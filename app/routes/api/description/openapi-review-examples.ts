/** Examples of reviews for the OpenAPI document. A test checks them against the schemas. */
import type { z } from 'zod'
import type {
  ActivityAnswer,
  activityList,
  batchAnswer,
  singleAnswer,
} from '#app/contract/activities.ts'
import type { describedReviewBatch, sentReview } from '#app/contract/reviews.ts'

export const reviewExample: z.input<typeof sentReview> = {
  id: 'review-501',
  occurred_at: '2026-03-01T17:20:00Z',
  stars: 5,
  body: 'Beautiful grain, and it arrived well packed.',
  person: { first_name: 'Mia', city: 'Bristol', country: 'GB' },
  items: [
    {
      title: 'Oak serving board',
      url: 'https://shop.example/products/oak-serving-board',
      image: 'https://shop.example/images/oak-serving-board.jpg',
    },
  ],
}

export const reviewBatchExample: z.input<typeof describedReviewBatch> = {
  reviews: [reviewExample, { id: 'review-502', occurred_at: '2026-03-01T18:00:00Z', stars: 4 }],
}

const stored: ActivityAnswer = {
  uuid: '9c1de6b1-3f1e-4a58-bf2b-5a0a1f5d7c22',
  id: 'review-501',
  kind: 'review',
  occurred_at: '2026-03-01T17:20:00.000Z',
  received_at: '2026-03-02T09:30:02.117Z',
  trust: 'signed',
  approval: 'approved',
  is_showable: true,
  is_same_sale: false,
  state: 'confirmed',
  test: false,
  total: null,
  currency: null,
  person: { first_name: 'Mia', last_name: null, city: 'Bristol', country: 'GB' },
  product: {
    title: 'Oak serving board',
    url: 'https://shop.example/products/oak-serving-board',
    image: 'https://shop.example/images/oak-serving-board.jpg',
  },
  stars: 5,
  body: 'Beautiful grain, and it arrived well packed.',
}

export const storedReviewExample: z.input<typeof singleAnswer> = { data: stored }

export const reviewListExample: z.input<typeof activityList> = {
  data: [stored],
  next_cursor: null,
}

export const reviewBatchAnswerExample: z.input<typeof batchAnswer> = {
  data: [
    { outcome: 'created', id: 'review-501', activity: stored },
    {
      outcome: 'rejected',
      id: 'review-502',
      message: 'Some fields are invalid.',
      errors: { stars: ['Use 1, 2, 3, 4 or 5.'] },
    },
  ],
}
