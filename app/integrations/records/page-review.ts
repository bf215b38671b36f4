/** A review of a public page, as the aggregator reads it. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ConnectableName } from '#app/contract/integrations.ts'
import { firstNameOf } from '../kit/names.ts'
import { dayMillis, isTooOld } from '#app/lib/time.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { identifier, looseText } from '../kit/shapes.ts'
import { plainText } from '#app/lib/markup/plain-text.ts'
import type { ActivityRecord } from '../record.ts'

export const pageReview = z.object({
  id: identifier,
  unique_id: z
    .string()
    .regex(/^[\w-]{1,150}$/)
    .nullish()
    .catch(null),
  name: looseText,
  /** By the service's own clock. The hour isn't known. */
  date: z.iso.date(),
  rating_value: z.number().positive(),
  review_title: looseText,
  review_text: looseText,
})
export type PageReview = z.output<typeof pageReview>

type Source = {
  name: ConnectableName
  /** The best rating. */
  scale: 5 | 10
  now: Date
}

/** Null: it is too old to be shown. @throws BadRecord for a rating above the scale */
export function pageReviewRecord(
  review: PageReview,
  { name, scale, now }: Source,
): ActivityRecord | null {
  const day = new Date(review.date)
  // It may be tomorrow where it was written.
  const isAhead = day.getTime() > now.getTime() && day.getTime() - now.getTime() < dayMillis
  const occurredAt = isAhead ? now : day
  if (review.rating_value > scale) throw new BadRecord('Its rating is above the service’s scale.')
  if (isTooOld(occurredAt, now)) return null
  return {
    kind: 'review',
    id: `${name}-${review.unique_id ?? digestOf(review)}`,
    occurred_at: occurredAt.toISOString(),
    person: { first_name: reviewerOf(review.name) },
    stars: starsOf(review.rating_value, scale),
    body: plainText(review.review_text ?? '') || review.review_title || null,
  }
}

/** Never rounded up, for no review must look better than it is. The lowest there is counts as one star. */
const starsOf = (rating: number, scale: 5 | 10) => Math.max(1, Math.floor(rating / (scale / 5)))

/** The aggregator's own id may differ from job to job. The review's content doesn't. */
const digestOf = ({ name, date, rating_value, review_title, review_text }: PageReview) =>
  createHash('sha256')
    .update(JSON.stringify([name, date, rating_value, review_title, review_text]))
    .digest('hex')
    .slice(0, 32)

/** How services call people without a name: "A Google user", "Anonymous", "Verified traveler". */
const nameless =
  /^(?:an?|the)\s|anonym|\b(?:user|guest|customer|member|travell?er|shopper|reviewer|buyer)\b/i

const reviewerOf = (name: string | null | undefined) =>
  name == null || nameless.test(name) ? null : firstNameOf(name)
