/** A review of a Google Business Profile, as a record. */
import { z } from 'zod'
import { firstNameOf } from '../kit/names.ts'
import { identifier, isoMoment, loose, looseFlag, looseText } from '../kit/shapes.ts'
import type { ActivityRecord } from '../record.ts'

const stars = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 } as const

export const review = z.object({
  reviewId: identifier,
  reviewer: loose(z.object({ displayName: looseText, isAnonymous: looseFlag })),
  starRating: z.enum(['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']),
  comment: looseText,
  createTime: isoMoment,
})

export const reviewRecord = (one: z.output<typeof review>): ActivityRecord => ({
  kind: 'review',
  id: `google-${one.reviewId}`,
  occurred_at: one.createTime,
  person: {
    first_name: one.reviewer?.isAnonymous ? null : firstNameOf(one.reviewer?.displayName),
  },
  stars: stars[one.starRating],
  body: one.comment ?? null,
})
