/**
 * What the pixel reports to the public edge. As with the payload, a field may be added, none may change
 * its meaning.
 */
import { z } from 'zod'
import { pageActivity } from './page-activities.ts'

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

/** One page load in so many tells how fast it was. */
export const speedSampling = 17

const everyEvent = {
  /** Made in the browser; the same id twice is the same event. */
  id: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'must be 16 to 64 letters, digits, - or _'),
  page: pagePath,
  /** Present only with consent. */
  visitor: consentId.optional(),
}

const ofNudge = { ...everyEvent, nudge: z.uuid(), claim: z.uuid() }

/** Ten minutes: whatever lasts longer was a computer asleep. */
const millis = z.number().min(0).max(600_000)

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
  /**
   * How fast the page was until it was left, as its browser measured it: kept as sums, not as an event.
   * What a browser can't measure, or did not happen, is absent.
   */
  z.object({
    ...everyEvent,
    type: z.literal('speed'),
    /** The largest paint, in milliseconds from the beginning of the navigation. */
    lcp: millis.optional(),
    /** The largest sum of layout shifts within five seconds. */
    cls: z.number().min(0).max(1000).optional(),
    /** The slowest answer to a press or a key, in milliseconds. */
    inp: millis.optional(),
    /** Milliseconds of the main thread that the pixel took to begin. */
    own: millis,
  }),
])
export type PixelEvent = z.infer<typeof pixelEvent>
export type Heartbeat = Extract<PixelEvent, { type: 'heartbeat' }>
export type ActivityEvent = Extract<PixelEvent, { type: 'activity' }>
export type SpeedEvent = Extract<PixelEvent, { type: 'speed' }>
/** An event that is stored as one. */
export type StoredPixelEvent = Exclude<PixelEvent, Heartbeat | ActivityEvent | SpeedEvent>

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

/** In the order in which they are shown. */
export const webVitalsMetrics = ['lcp', 'cls', 'inp', 'own'] as const

export type WebVitalsMetric = (typeof webVitalsMetrics)[number]
