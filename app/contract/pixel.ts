/**
 * What the pixel and the public edge say to each other. Installed scripts live for years: a field
 * may be added, none may change its meaning, and `version` says which reading is meant.
 */
import { z } from 'zod'
import type { NudgeType } from './nudges.ts'
import type { SiteOptions } from './site-options.ts'

export const contractVersion = 1

/** `GET /api/pixel/{uuid}`. Everything in it is public. */
export type PixelPayload = {
  version: typeof contractVersion
  options: PixelOptions
  nudges: PixelNudge[]
  /** Ready words in the site's language: the pixel itself never formats. */
  phrases: { close: string; region: string; ago: AgoPhrase[] }
}

/** What the pixel needs of the site's options. Which facts may be shown was decided before. */
export type PixelOptions = Omit<SiteOptions, 'conversion'>

export type PixelNudge = {
  /** The nudge's uuid, sent back with each event. */
  id: string
  type: NudgeType
  surface: 'popup'
  items: PixelItem[]
}

/** One activity, ready to be shown as text. */
export type PixelItem = {
  /** The claim that the server can resolve to the activity behind it. */
  claim: string
  title: string
  text: string
  /** Unix seconds of the activity, for the age line. */
  at: number
  /** http(s) only, or absent. */
  image?: string
  url?: string
}

/**
 * A bucket of ages: an age in seconds below `below` is told as `one` when it is a single unit of
 * `unit` seconds and as `other` otherwise, `#` standing for the number of whole units.
 */
export type AgoPhrase = { below: number; unit: number; one: string; other: string }

export const pixelEventTypes = ['visit', 'impression', 'hover', 'click', 'close'] as const
export type PixelEventType = (typeof pixelEventTypes)[number]

/** Limits of T24 (security.md): beyond them an event is refused, never cut. */
export const maxEventsPerBatch = 100
export const maxBatchBytes = 64 * 1024

/**
 * The page's path as the pixel sends it: no query and no fragment, so no personal data by accident.
 * Controls and halves of surrogate pairs are refused here: PostgreSQL can't store them.
 */
const pagePath = z
  .string()
  .max(512, 'must have at most 512 characters')
  .regex(/^\/[^?#\p{Cc}\p{Cs}]*$/u, 'must be a path without query, fragment and control characters')

export const pixelEvent = z
  .object({
    /** Made in the browser; the same id twice is the same event. */
    id: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'must be 16 to 64 letters, digits, - or _'),
    type: z.enum(pixelEventTypes),
    nudge: z.uuid().optional(),
    claim: z.uuid().optional(),
    page: pagePath,
  })
  .refine(({ type, nudge, claim }) => type === 'visit' || (nudge && claim), {
    message: 'names the nudge and the claim unless it is a visit',
    path: ['nudge'],
  })
export type PixelEvent = z.infer<typeof pixelEvent>

/** Each event is judged by itself: the batch only has to be a list of reasonable length. */
export const pixelEventBatch = z.object({
  events: z.array(z.unknown()).min(1).max(maxEventsPerBatch),
})

/**
 * What became of an event.
 * - `accepted`: stored and counted. - `duplicate`: the id was stored before; nothing changed.
 * - `bot`: stored, not counted. - `quarantined`: stored, not counted: it came from no page of the site.
 * - `rejected`: not stored, with the reason.
 */
export type EventOutcome =
  | { id: string; outcome: 'accepted' | 'duplicate' | 'bot' | 'quarantined' }
  | { id: string | null; outcome: 'rejected'; reason: string }

export type EventAnswer = { outcomes: EventOutcome[] }
