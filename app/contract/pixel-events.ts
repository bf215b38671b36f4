/**
 * Events that the pixel reports to the public edge. As with the payload, fields can be added, but
 * no field may change its meaning.
 */
import { z } from 'zod'
import { listedForm } from './forms.ts'
import { pageActivity } from './page-activities.ts'

/** Stored one by one. */
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
 * Why an eligible nudge wasn't shown: no data, below its minimum, page rule, page or visitor cap,
 * seen before, holdout, plan limit, kill switch, no consent, outdated facts, no element at its
 * placement, no room without moving the page or covering its controls, a fact that the page didn't report, checkout,
 * a cookie bar or a dialog that was open until the visitor left.
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
  'no_place',
  'no_room',
  'no_page_data',
  'checkout',
  'busy',
] as const
export type NotShownReason = (typeof notShownReasons)[number]

/** A nudge that isn't shown, by its id in the payload. */
export type Unshown = { nudge: string; reason: NotShownReason }

/** An event or batch beyond the limits is refused, never truncated. */
export const maxEventsPerBatch = 100
export const maxBatchBytes = 64 * 1024

export const pagePattern = /^\/[^?#\p{Cc}\p{Cs}]*$/u
export const maxPageLength = 512

/**
 * The page's path without query and fragment, which may hold personal data. Refuses control
 * characters and lone surrogates, which PostgreSQL can't store.
 */
const pagePath = z
  .string()
  .max(maxPageLength, `must have at most ${String(maxPageLength)} characters`)
  .regex(pagePattern, 'must be a path without query, fragment and control characters')

/** Printable, so that tables, logs and files can show it. */
const shortText = (most: number) =>
  z
    .string()
    .min(1)
    .max(most, `must have at most ${String(most)} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not have control characters')

/** Id of a visitor who consented: created in the browser, 128 random bits. */
export const consentId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{20,64}$/, 'must be 20 to 64 letters, digits, - or _')

/** One in this many page loads reports its Web Vitals. */
export const speedSampling = 17

export const eventIdPattern = /^[A-Za-z0-9_-]{16,64}$/

const everyEvent = {
  /** Created in the browser. The same id is the same event. */
  id: z.string().regex(eventIdPattern, 'must be 16 to 64 letters, digits, - or _'),
  page: pagePath,
  /** Present only with consent. */
  visitor: consentId.optional(),
}

export const payloadIdPattern = /^(?:[\w-]{8}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** Id of a nudge or a claim: as payloads have it, or the whole UUID, as they had it before. */
export const payloadId = z.string().regex(payloadIdPattern, 'must be an id from the payload')

/** The shop's number of an order. The same order counts once. */
const orderNumber = shortText(100)

const orderWorth = {
  /** In the currency's main unit. */
  value: z.number().min(0).max(1e9).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters')
    .optional(),
}

const ofNudge = { ...everyEvent, nudge: payloadId, claim: payloadId }

/** Ten minutes: longer means that the computer was asleep. */
const millis = z.number().min(0).max(600_000)

/** The shop's id of a product: an id, SKU or handle. */
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
    order: orderNumber.optional(),
    ...orderWorth,
  }),
  /**
   * The visitor ordered: reaches every goal that counts orders, for senders that don't know the
   * site's goals. Stored as these conversions only.
   */
  z.object({ ...everyEvent, type: z.literal('order'), order: orderNumber, ...orderWorth }),
  z.object({ ...everyEvent, type: z.literal('cart'), product }),
  z.object({ ...everyEvent, type: z.literal('product_view'), product }),
  z.object({
    ...everyEvent,
    type: z.literal('not_shown'),
    nudge: payloadId.optional(),
    reason: z.enum(notShownReasons),
    /** Evaluations with this outcome since the last report. */
    count: z.number().int().min(1).max(1000),
  }),
  /** The page is still open and visible. Kept for minutes, not stored as an event. */
  z.object({ ...everyEvent, type: z.literal('heartbeat'), product: product.optional() }),
  /** An activity to show in nudges. Unproven, so kept until the owner approves it. */
  z.object({ ...everyEvent, type: z.literal('activity'), activity: pageActivity }),
  /** A form was submitted, on a site whose owner wants to see which there are. Nothing of its fields. */
  z.object({ ...everyEvent, type: z.literal('form'), form: listedForm }),
  /**
   * Web Vitals of the page when the visitor left it. Added to sums, not stored as an event. Absent:
   * not supported by the browser, or didn't happen.
   */
  z.object({
    ...everyEvent,
    type: z.literal('speed'),
    /** Largest Contentful Paint, in milliseconds since the start of the navigation. */
    lcp: millis.optional(),
    /**
     * Cumulative Layout Shift: the largest sum of shifts in a session window of up to five seconds.
     */
    cls: z.number().min(0).max(1000).optional(),
    /** Interaction to Next Paint, in milliseconds. */
    inp: millis.optional(),
    /** Milliseconds of main-thread time that the pixel needed to start. */
    own: millis,
  }),
])
export type PixelEvent = z.infer<typeof pixelEvent>
type Heartbeat = Extract<PixelEvent, { type: 'heartbeat' }>
export type OrderEvent = Extract<PixelEvent, { type: 'order' }>
export type ActivityEvent = Extract<PixelEvent, { type: 'activity' }>
export type FormEvent = Extract<PixelEvent, { type: 'form' }>
export type SpeedEvent = Extract<PixelEvent, { type: 'speed' }>
/** An event that is stored as a row. */
export type StoredPixelEvent = Exclude<
  PixelEvent,
  Heartbeat | OrderEvent | ActivityEvent | FormEvent | SpeedEvent
>

/** Events are validated one by one. The batch itself only has to be a list of reasonable length. */
export const pixelEventBatch = z.object({
  events: z.array(z.unknown()).min(1).max(maxEventsPerBatch),
})

/**
 * Outcome of an event.
 * - `accepted`: stored and counted.
 * - `taken`: kept, and stored soon with one of the other outcomes. Senders that need it send
 *   `Prefer: wait=2`.
 * - `duplicate`: stored before; nothing changed.
 * - `over_limit`: stored, not counted: the plan limit is reached.
 * - `bot`: stored, not counted.
 * - `quarantined`: stored, not counted: it came from no page of the site. For activities: stored,
 *   not shown, because only a page reported it. A bot's activity isn't stored at all.
 * - `rejected`: not stored, with the reason.
 */
export type EventOutcome =
  | {
      id: string
      outcome: 'accepted' | 'taken' | 'duplicate' | 'over_limit' | 'bot' | 'quarantined'
    }
  | { id: string | null; outcome: 'rejected'; reason: string }

/** The server's reading of an event, for the page API's tester. */
export type ReportCheck =
  | { ok: true; message: string }
  | { ok: false; problems: { field: string; message: string }[] }

export type EventAnswer = { outcomes: EventOutcome[] }

/** In display order. */
export const webVitalsMetrics = ['lcp', 'cls', 'inp', 'own'] as const

export type WebVitalsMetric = (typeof webVitalsMetrics)[number]
