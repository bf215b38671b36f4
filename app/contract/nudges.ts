/** Nudge types, and the query options of each. */
import { z } from 'zod'
import { querySources } from './activity-sources.ts'

/** The types that the specification names. docs/spec-map.md says which ones are built. */
export const nudgeTypes = [
  'custom',
  'review',
  'reviews',
  'visitor',
  'visitors',
  'discount',
  'purchase',
  'purchases',
  'conversion',
  'conversions',
  'selling_out',
  'stock_level',
  'cart_counter',
  'delivery_date',
  'free_delivery',
] as const
export type NudgeType = (typeof nudgeTypes)[number]

/** Up to the year 2100. Larger numbers are probably in another unit. */
export const unixSeconds = z.number().int().min(0).max(4_102_444_800)

/** Most activities that a nudge has in rotation. */
export const maxListSize = 50

const country = z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters')

/** Query options. docs/nudges.md lists which type reads which; a type ignores all others. */
export const nudgeQuery = z.object({
  /** Look-back period in seconds. */
  ago: z
    .number()
    .int()
    .min(3600)
    .max(60 * 86_400),
  /**
   * Fewer than this aren't shown. For reviews the fewest stars; without effect for free delivery.
   */
  minimum: z.number().int().min(0).max(1_000_000),
  /** Higher numbers show as "99+". For stock, the highest number that is shown. Null: unlimited. */
  maximum: z.number().int().min(1).max(1_000_000).nullable(),
  /** End of an offer, in Unix seconds: the same instant for all visitors. */
  deadline: unixSeconds.nullable(),
  /** How long visitors count as present, in seconds; null: the "now" window. */
  duration: z.number().int().min(60).max(86_400).nullable(),
  /** How many activities are in rotation. */
  listSize: z.number().int().min(1).max(maxListSize),
  /** ISO 3166-1 alpha-2 of the visitor. An empty list means all countries. */
  countries: z.array(country).max(250),
  /** Hides the nudge instead of leaving a fact out. */
  hideEmpty: z.boolean(),
  /** Allows facts that the page's script reported. */
  javascript: z.boolean(),
  /** Limits the source; null: all sources. */
  integration: z.enum(querySources).nullable(),
  /** Shows the next activity on each page view. */
  rotateNudges: z.boolean(),
  /** Shows no activity twice to the same visitor. */
  skipSeenNudges: z.boolean(),
  /** Stays until it's closed. */
  persistentNudge: z.boolean(),
  showProductName: z.boolean(),
  /** Shows nothing while stock is above `maximum`. */
  hideHighStockNudge: z.boolean(),
})
export type NudgeQuery = z.infer<typeof nudgeQuery>

const day = 86_400

/** Defaults of the options. A type can have others, see its definition. */
export const queryDefaults: NudgeQuery = {
  ago: 7 * day,
  minimum: 0,
  maximum: null,
  deadline: null,
  duration: null,
  listSize: 10,
  countries: [],
  hideEmpty: true,
  javascript: false,
  integration: null,
  rotateNudges: false,
  skipSeenNudges: false,
  persistentNudge: false,
  showProductName: true,
  hideHighStockNudge: true,
}
