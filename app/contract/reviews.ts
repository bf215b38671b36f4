/** Reviews: activities with stars and text. Imports and the REST API read the same fields. */
import { z } from 'zod'
import { activityInput, maxActivitiesPerRequest, type ActivityInput } from './activities.ts'
import { closedObject } from './api/closed-object.ts'
import { maxReviewLength } from './page-activities.ts'

const stars = 'Use 1, 2, 3, 4 or 5.'

export const reviewInput = closedObject({
  ...activityInput.shape,
  kind: z.literal('review'),
  stars: z.number(stars).int(stars).min(1, stars).max(5, stars),
  body: z
    .string('Send text.')
    .trim()
    .max(maxReviewLength, `Use ${String(maxReviewLength)} characters or fewer.`)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'Send text without control characters.')
    .nullish(),
})
export type ReviewInput = z.output<typeof reviewInput>

/** An activity that the shop itself reports, from any source. */
export type ReportedFact = ActivityInput | ReviewInput

const { kind: _kind, total: _total, currency: _currency, ...sentFields } = reviewInput.shape

/** As the REST API takes it: the URL says that it is a review. */
export const sentReview = closedObject({
  ...sentFields,
  occurred_at: sentFields.occurred_at.describe(
    'When the review was written, within the last two years.',
  ),
  state: sentFields.state.describe(
    'Resend a review as cancelled or refunded to remove it from nudges.',
  ),
  stars: sentFields.stars.describe('1 to 5.'),
  body: sentFields.body.describe(
    'Shown as it is, as plain text: HTML tags are removed. Never edited.',
  ),
  items: sentFields.items.describe('The reviewed product. Nudges name the first item.'),
})

export const asReview = (sent: z.output<typeof sentReview>): ReviewInput => ({
  ...sent,
  kind: 'review',
})

/** Each review is validated separately, like activities. */
export const reviewBatch = closedObject({
  reviews: z
    .array(z.unknown(), 'Send a list.')
    .min(1, 'Send at least one review.')
    .max(
      maxActivitiesPerRequest,
      `Send up to ${String(maxActivitiesPerRequest)} reviews per request.`,
    ),
})

/** How `reviewBatch` is documented: as a list of valid reviews. */
export const describedReviewBatch = closedObject({
  reviews: z.array(sentReview).min(1).max(maxActivitiesPerRequest),
})
