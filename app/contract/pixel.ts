/**
 * What the pixel and the public edge say to each other. Installed scripts live for years: a field
 * may be added, none may change its meaning, and `version` says which reading is meant.
 */
import { z } from 'zod'
import { pageActivity } from './page-activities.ts'
import type { NudgeType } from './nudges.ts'
import type { SiteOptions } from './site-options.ts'

export const contractVersion = 1

/** `GET /api/pixel/{uuid}`. Everything in it is public. */
export type PixelPayload = {
  version: typeof contractVersion
  options: PixelOptions
  nudges: PixelNudge[]
  /** Nudges that are on, but have nothing to tell here: named, so that they can be counted. */
  unshown?: Unshown[]
  /** Why there are no nudges although the site has some: told, so that it can be counted. */
  withheld?: 'holdout' | 'plan_limit' | 'paused'
  /** Present when a published nudge tells how many are there. */
  counts?: PixelCounts
  /** Ready words in the site's language: the pixel itself never formats. */
  phrases: { close: string; region: string; ago: AgoPhrase[] }
}

/** What the pixel needs of the site's options. Which facts may be shown was decided before. */
export type PixelOptions = Omit<
  SiteOptions,
  'conversion' | 'holdout' | 'preApproveReviews' | 'preApproveSignups' | 'preApprovePurchases'
>

export type PixelNudge = {
  /** The nudge's uuid, sent back with each event. */
  id: string
  type: NudgeType
  surface: 'popup'
  items: PixelItem[]
}

/**
 * Distinct visitors, rounded down where it can't be told whether two are one. The viewer is among
 * them: what is shown is one less, and a nudge's minimum applies to that. Windows in seconds.
 */
export type PixelCounts = {
  /** Until when they may be told, in Unix seconds: "now" is over soon. */
  until: number
  /** How long somebody counts as present after the last sign. */
  window: number
  visitors: number
  /** By path; the most visited ones with at least two. */
  pages: Record<string, number>
  /** By the shop's own name of the product. */
  products: Record<string, number>
  /** In how many visitors' carts a product was put. */
  carts: { window: number; products: Record<string, number> }
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

/** What is stored of a page, event by event. */
export const pixelEventTypes = [
  'visit',
  'impression',
  'hover',
  'click',
  'close',
  'goal',
  'cart',
  'product_view',
  'not_shown',
] as const
export type PixelEventType = (typeof pixelEventTypes)[number]

/**
 * Why a nudge that could have been shown was not: nothing to tell, fewer than its minimum, its page
 * rule, the page's or the visitor's cap, seen before, the hold-out, the plan's limit, the kill switch,
 * no consent, facts that are too old.
 */
export const notShownReasons = [
  'no_data',
  'below_minimum',
  'page_rule',
  'capped',
  'seen',
  'holdout',
  'plan_limit',
  'paused',
  'consent',
  'stale',
] as const
export type NotShownReason = (typeof notShownReasons)[number]

/** A nudge, by its uuid, that is not shown. */
export type Unshown = { nudge: string; reason: NotShownReason }

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

/** Printable, so that it can stand in a table, a log and a file. */
const shortText = (most: number) =>
  z
    .string()
    .min(1)
    .max(most, `must have at most ${String(most)} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not have control characters')

/** The id of a visitor who agreed to be recognised: made in the browser, 128 random bits. */
export const consentId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{20,64}$/, 'must be 20 to 64 letters, digits, - or _')

const everyEvent = {
  /** Made in the browser; the same id twice is the same event. */
  id: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'must be 16 to 64 letters, digits, - or _'),
  page: pagePath,
  /** Present only with consent. */
  visitor: consentId.optional(),
}

const ofNudge = { ...everyEvent, nudge: z.uuid(), claim: z.uuid() }

/** The shop's own name of a product: an id, a SKU or a handle. */
const product = shortText(200)

export const pixelEvent = z.discriminatedUnion('type', [
  z.object({ ...everyEvent, type: z.literal('visit'), product: product.optional() }),
  z.object({ ...ofNudge, type: z.literal('impression') }),
  z.object({ ...ofNudge, type: z.literal('hover') }),
  z.object({ ...ofNudge, type: z.literal('click') }),
  z.object({ ...ofNudge, type: z.literal('close') }),
  z.object({
    ...everyEvent,
    type: z.literal('goal'),
    goal: z.uuid(),
    /** The shop's own number of the order: the same order counts once. */
    order: shortText(100).optional(),
    /** In the currency's main unit. */
    value: z.number().min(0).max(1e9).optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three capital letters')
      .optional(),
  }),
  z.object({ ...everyEvent, type: z.literal('cart'), product }),
  z.object({ ...everyEvent, type: z.literal('product_view'), product }),
  z.object({
    ...everyEvent,
    type: z.literal('not_shown'),
    nudge: z.uuid().optional(),
    reason: z.enum(notShownReasons),
    /** Evaluations with this reason since the last report. */
    count: z.number().int().min(1).max(1000),
  }),
  /** The page is still looked at: kept for minutes, not as an event. */
  z.object({ ...everyEvent, type: z.literal('heartbeat'), product: product.optional() }),
  /** Something that nudges could tell. The page's word alone: kept until the owner lets it through. */
  z.object({ ...everyEvent, type: z.literal('activity'), activity: pageActivity }),
])
export type PixelEvent = z.infer<typeof pixelEvent>
export type Heartbeat = Extract<PixelEvent, { type: 'heartbeat' }>
export type ActivityEvent = Extract<PixelEvent, { type: 'activity' }>
/** An event that is stored as one. */
export type StoredPixelEvent = Exclude<PixelEvent, Heartbeat | ActivityEvent>

/** Each event is judged by itself: the batch only has to be a list of reasonable length. */
export const pixelEventBatch = z.object({
  events: z.array(z.unknown()).min(1).max(maxEventsPerBatch),
})

/**
 * What became of an event.
 * - `accepted`: stored and counted. - `duplicate`: it was stored before; nothing changed.
 * - `over_limit`: stored, not counted: the plan is used up. - `bot`: stored, not counted.
 * - `quarantined`: stored, not counted: it came from no page of the site. Of an activity: stored and
 *   not shown, since only a page said so. A bot's activity is not stored at all.
 * - `rejected`: not stored, with the reason.
 */
export type EventOutcome =
  | { id: string; outcome: 'accepted' | 'duplicate' | 'over_limit' | 'bot' | 'quarantined' }
  | { id: string | null; outcome: 'rejected'; reason: string }

export type EventAnswer = { outcomes: EventOutcome[] }
