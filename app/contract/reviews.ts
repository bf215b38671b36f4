/** A review in an import: an activity with stars and text. */
import { z } from 'zod'
import { activityInput, type ActivityInput } from './activities.ts'
import { maxReviewLength } from './page-activities.ts'

const stars = 'Use 1, 2, 3, 4 or 5.'

export const reviewInput = z.object({
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
