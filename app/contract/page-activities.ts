/**
 * Activities that a page can report. Only the shop's server can prove an activity, so these are
 * quarantined until the owner approves them.
 */
import { z } from 'zod'
import { webAddress } from './activities.ts'

const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most, `must have at most ${String(most)} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not have control characters')

/** An email address in a name would be shown to every visitor. */
const name = oneLine(200).regex(/^[^@]*$/, 'must not have an email address')

export const maxReviewLength = 2_000

const words = z
  .string()
  .trim()
  .min(1)
  .max(maxReviewLength, `must have at most ${String(maxReviewLength)} characters`)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, 'must not have control characters')

const everyActivity = {
  /** The shop's id. The same id is the same activity. */
  id: oneLine(200),
  first_name: name.nullish(),
  city: name.nullish(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters')
    .nullish(),
  product: z
    .object({ title: oneLine(200), url: webAddress.nullish(), image: webAddress.nullish() })
    .nullish(),
}

/** Has no time field: a page only reports what happens now. */
export const pageActivity = z.discriminatedUnion('kind', [
  z.object({ ...everyActivity, kind: z.literal('purchase') }),
  z.object({
    ...everyActivity,
    kind: z.literal('signup'),
    /**
     * SHA-256 of the lower-case address, computed in the page, which never sends the address
     * itself. Makes two sign-ups of one person the same activity, whatever their ids.
     */
    email_hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex')
      .nullish(),
  }),
  z.object({
    ...everyActivity,
    kind: z.literal('review'),
    stars: z.number().int().min(1).max(5),
    body: words.nullish(),
  }),
])
export type PageActivity = z.infer<typeof pageActivity>
