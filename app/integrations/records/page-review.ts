/** A review of a public page, as the aggregator reads it. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ConnectableName } from '#app/contract/integrations.ts'
import { firstNameOf } from '../kit/names.ts'
import { dayMillis, isTooOld } from '#app/lib/time.ts'
import { BadRecord } from '#app/lib/web/provider-errors.ts'
import { identifier, loose, looseFlag, looseText } from '../kit/shapes.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'
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
  url: looseText,
  verified_order: looseFlag,
  language_code: looseText,
  response: loose(z.object({ comment: looseText })),
})
export type PageReview = z.output<typeof pageReview>

type Source = {
  name: ConnectableName
  /** The best rating. */
  scale: 5 | 10
  now: Date
  /** Address of the page, for reviews without one. */
  page: string
}

/** Null: it is too old to be shown. @throws BadRecord for a rating above the scale */
export function pageReviewRecord(
  review: PageReview,
  { name, scale, now, page }: Source,
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
    sourceUrl: isOnHostOf(review.url, page) ? review.url : page,
    // Most services don't say it of any review, so only `true` says something.
    isVerified: review.verified_order === true ? true : null,
    language: review.language_code ?? null,
    answer: review.response?.comment ?? null,
  }
}

/** Anything else could lead visitors anywhere. */
const isOnHostOf = (link: string | null | undefined, page: string) =>
  parseWebAddress(link)?.host.replace(/^www\./, '') === new URL(page).host.replace(/^www\./, '')

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
