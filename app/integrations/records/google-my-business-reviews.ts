/** A review of a Google Business Profile, as a record. */
import { z } from 'zod'
import { firstNameOf } from '../kit/names.ts'
import { identifier, isoMoment, loose, looseFlag, looseText } from '../kit/shapes.ts'
import type { ActivityRecord } from '../record.ts'

const stars = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 } as const

export const review = z.object({
  reviewId: identifier,
  reviewer: loose(z.object({ displayName: looseText, isAnonymous: looseFlag })),
  starRating: z.enum(['STAR_RATING_UNSPECIFIED', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']),
  comment: looseText,
  createTime: isoMoment,
  updateTime: isoMoment.nullish(),
})

/** Null: it has no stars. @param page where Google shows the location's reviews, if it is known */
export const reviewRecord = (
  one: z.output<typeof review>,
  page: string | null = null,
): ActivityRecord | null =>
  one.starRating === 'STAR_RATING_UNSPECIFIED'
    ? null
    : {
        kind: 'review',
        id: `google-${one.reviewId}`,
        occurred_at: one.createTime,
        as_of: one.updateTime ?? null,
        person: {
          first_name: one.reviewer?.isAnonymous ? null : firstNameOf(one.reviewer?.displayName),
        },
        stars: stars[one.starRating],
        body: originalIn(one.comment),
        sourceUrl: page,
      }

const translated = '(Translated by Google)'
const original = '(Original)'

/**
 * Google sends translation and original as one text, in either order. Only the original is the
 * customer's own. A text that merely begins like a translation is left as it is.
 */
function originalIn(comment: string | null | undefined): string | null {
  const text = comment?.trim() ?? ''
  const at = text.indexOf(original)
  if (text.startsWith(translated) && at > 0) return text.slice(at + original.length).trim() || null
  const end = text.indexOf(`\n${translated}`)
  if (end > 0) return text.slice(0, end).trim()
  return text || null
}
