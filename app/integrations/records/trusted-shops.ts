/** A service review at Trusted Shops, as a record. */
import { z } from 'zod'
import { wholeStars } from '../kit/reviews.ts'
import { identifier, isoMoment, loose, looseText } from '../kit/shapes.ts'
import type { ActivityRecord } from '../record.ts'

export const writtenAt = z
  .object({ submittedAt: isoMoment })
  .transform(({ submittedAt }): string => submittedAt)

export const review = z.object({
  id: identifier,
  customer: loose(z.object({ firstName: looseText })),
  rating: wholeStars,
  title: looseText,
  comment: looseText,
  /** Its documentation and its clients differ in the name. */
  status: looseText,
  state: looseText,
  feedbackType: looseText,
  verificationType: looseText,
  submittedAt: isoMoment,
})

/** Answers to a survey are listed among reviews, and aren't any. */
const isReview = ({ feedbackType }: z.output<typeof review>) =>
  (feedbackType ?? 'REVIEW') === 'REVIEW'

/** Null: it isn't published, or no review. Only approved ones are asked for, and none is shown by mistake. */
export const reviewRecord = (one: z.output<typeof review>): ActivityRecord | null =>
  (one.status ?? one.state) === 'APPROVED' && isReview(one)
    ? {
        kind: 'review',
        id: `trustedshops-${one.id}`,
        occurred_at: one.submittedAt,
        person: { first_name: one.customer?.firstName?.trim() || null },
        stars: one.rating,
        body: one.comment?.trim() || one.title || null,
        isVerified: one.verificationType ? one.verificationType === 'VERIFIED' : null,
      }
    : null
