/**
 * What the pixel and the public edge say to each other. Installed scripts live for years: a field
 * may be added, none may change its meaning, and `version` says which reading is meant.
 */
import { z } from 'zod'
import { pageActivity } from './page-activities.ts'
import type { NudgeRules } from './nudge-rules.ts'
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
  phrases: PixelPhrases
}

/**
 * What the pixel needs of the site's options. Which facts may be shown, in which language and under
 * which heading, was decided before.
 */
export type PixelOptions = Pick<
  SiteOptions,
  | 'timings'
  | 'offset'
  | 'position'
  | 'mobilePosition'
  | 'animation'
  | 'maxNudges'
  | 'limitNudges'
  | 'loop'
  | 'nudgeRandomization'
  | 'closeNudgeBehaviour'
  | 'ignoreQueryParameters'
  | 'theme'
  | 'color'
  | 'imagePosition'
  | 'inlineBorder'
  | 'showClose'
  | 'direction'
> & {
  /** Where the link to us leads, when there is one. */
  brandUrl?: string
  /** Inline nudges have it as well. */
  brandsInline?: true
}

export type PixelNudge = {
  /** The nudge's uuid, sent back with each event. */
  id: string
  type: NudgeType
  surface: 'popup' | 'inline'
  items: PixelItem[]
  /** The words over it, such as "Selling fast". Absent: none. */
  heading?: string
  /** Absent: on every page, for everybody. */
  rules?: NudgeRules
  /** ISO 3166-1 alpha-2 of visitors who may see it. Absent: all. */
  countries?: string[]
  /** Of an inline nudge: where it stands. Nothing is shown on a page without such an element. */
  placement?: { selector: string; where: 'before' | 'after' | 'prepend' | 'append' }
  /** Stays until it is closed. */
  isPersistent?: true
  /** The next item with each page view. */
  rotates?: true
  /** Nobody is shown the same item twice. */
  skipsSeen?: true
  /** What it rests on, sentence by sentence, for whoever asks why it is shown. */
  why: string[]
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

/** One thing to tell. What is in `title` and `text` is shown as text, never as markup. */
export type PixelItem = {
  /** The claim that the server can resolve to what is behind it. */
  claim: string
  title: string
  text: string
  /** Unix seconds of the activity, for the age line. */
  at?: number
  /** http(s) only, or absent. */
  image?: string
  url?: string
  /** Of a review 1 to 5, of a summary with one decimal. */
  stars?: number
  /** Ready to be copied. */
  code?: string
  /** The small print of an offer, one tap away. */
  conditions?: string
  /** Unix seconds: before `from` and from `until` on it is not told. */
  from?: number
  until?: number
  /** `{left}` in the text stands for the time until `until`. */
  countsDown?: true
  /** `#` in title and text stands for a number that the page or `counts` know. */
  count?: PixelCount
  /** `{missing}` stands for what the page's cart lacks. */
  threshold?: PixelThreshold
  /** `{name}` and `{name|instead}` stand for what the page told. Without either there is nothing to tell. */
  hasVariables?: true
  /** ISO 3166-1 alpha-2 of visitors whom it is about; `*`: all who are in no other item of the nudge. */
  country?: string
}

/** Where a number comes from that only the page's moment knows, and when it is worth a word. */
export type PixelCount = {
  /**
   * - `visitors`: others on the site. - `page`: others on this page. - `carts`: others with the page's
   *   product in the cart. - `stock`: of the page's product. - `paths`: `totals` of this page's path.
   */
  of: 'visitors' | 'page' | 'carts' | 'stock' | 'paths'
  minimum: number
  /** More are told as `maximum` and a plus; of stock, more are not told at all. */
  maximum?: number
  /** The text by plural form (see `phrases.plural`); the item's own `text` is empty then. */
  forms: string[]
  totals?: Record<string, number>
  /** Told only while the page's product has stock, as far as the page says. */
  stock?: PixelStock
}

/** The stock that a count is told with. Absent, 0 or more than `maximum`: nothing is told. */
export type PixelStock = {
  maximum: number
  /** `forms` are told, with `{stock}` for what is left, while that is at most `cover` times the count. */
  cover: number
  forms: string[]
}

/** Free delivery from an amount on. */
export type PixelThreshold = {
  /** In the currency's main unit. */
  amount: number
  currency: string
  /** How an amount is written: `#` stands for the number, `digits` for its decimals. */
  format: { text: string; decimal: string; group: string; digits: number }
  /** The text when the cart has reached it, and when it is empty. Absent: nothing is shown then. */
  reached?: string
  empty?: string
}

/** Ready words in the site's language: the pixel itself never formats. */
export type PixelPhrases = {
  close: string
  region: string
  ago: AgoPhrase[]
  /**
   * The plural form of a whole number: the digit at its place, for numbers from 200 on the digit at
   * 100 + the last two digits. Absent: 0 for one, 1 for all else.
   */
  plural?: string
  /** The panel that says why a nudge is shown. */
  why: string
  turnOff: string
  copy: string
  copied: string
  /** For who does not see the stars: `#` stands for their number. */
  stars: string
  /** `{h}`, `{m}` and `{d}` stand for whole hours, minutes and days. */
  left: { days: string; hours: string; minutes: string }
  /** What a link to us says. Absent: no link. */
  brand?: string
}

/** A bucket of ages: an age in seconds below `below` is told in whole units of `unit` seconds, `#`. */
export type AgoPhrase = {
  below: number
  unit: number
  /** By plural form. */
  forms: string[]
}

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
