/** A review on Trustpilot, as a record. */
import { z } from 'zod'
import { firstNameOf } from '../kit/names.ts'
import { wholeStars } from '../kit/reviews.ts'
import { identifier, isoMoment, localMoment, loose, looseFlag, looseText } from '../kit/shapes.ts'
import { utcMoment } from '../kit/values.ts'
import type { ActivityRecord } from '../record.ts'

/** The reference has it without a zone, the example of its webhooks with one. */
const moment = z.union([isoMoment, localMoment.transform(utcMoment)])

export const writtenAt = z
  .object({ createdAt: moment })
  .transform(({ createdAt }): string => createdAt)

export const review = z.object({
  id: identifier,
  consumer: loose(z.object({ displayName: looseText })),
  stars: wholeStars,
  title: looseText,
  text: looseText,
  createdAt: moment,
  isVerified: looseFlag,
  language: looseText,
})

export const reviewRecord = (one: z.output<typeof review>): ActivityRecord => ({
  kind: 'review',
  id: `trustpilot-${one.id}`,
  occurred_at: one.createdAt,
  person: { first_name: firstNameOf(one.consumer?.displayName) },
  stars: one.stars,
  body: one.text?.trim() || one.title || null,
  sourceUrl: `https://www.trustpilot.com/reviews/${one.id}`,
  isVerified: one.isVerified ?? null,
  language: one.language ?? null,
})
