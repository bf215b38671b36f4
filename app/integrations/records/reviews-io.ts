/** A company review on REVIEWS.io, as a record. */
import { z } from 'zod'
import { wholeStars } from '../kit/reviews.ts'
import { identifier, localMoment, loose, looseRows, looseText } from '../kit/shapes.ts'
import { plainLine } from '#app/lib/markup/plain-text.ts'
import { utcMoment } from '../kit/values.ts'
import type { ActivityRecord } from '../record.ts'

/** It names no time zone. */
const moment = localMoment.transform(utcMoment)

export const writtenAt = z
  .object({ date_created: moment })
  .transform(({ date_created: at }): string => at)

export const review = z.object({
  store_review_id: identifier,
  reviewer: loose(z.object({ first_name: looseText, verified_buyer: looseText })),
  rating: wholeStars,
  comments: looseText,
  date_created: moment,
  replies: looseRows(z.object({ comments: z.string() })),
})

/** @param page address of the store's page */
export const reviewRecord = (one: z.output<typeof review>, page: string): ActivityRecord => ({
  kind: 'review',
  id: `reviewsio-${one.store_review_id}`,
  occurred_at: one.date_created,
  // Texts are written as in HTML: `O&#039;Neil`.
  person: { first_name: nameOf(one.reviewer?.first_name) },
  stars: one.rating,
  body: one.comments ?? null,
  sourceUrl: page,
  isVerified: verifiedIn(one.reviewer?.verified_buyer),
  answer: one.replies.map(({ comments }) => comments).join('\n') || null,
})

const verifiedIn = (word: string | null | undefined) => (word ? /^yes$/i.test(word) : null)

/** The word that REVIEWS.io shows for a person without a name. */
const nameless = /^anonymous$/i

function nameOf(written: string | null | undefined): string | null {
  const name = plainLine(written ?? '')
  return name === '' || nameless.test(name) ? null : name
}
