/** Nudge types and what each may ask of the data. Specification section 3, product.md section 5. */
import { z } from 'zod'

/** Spec §3. A type that no screen offers yet is marked in docs/spec-map.md. */
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

/** Spec §3: the types that can stand inside of a page. The sums over a site are popups alone. */
export const inlineNudgeTypes = [
  'custom',
  'review',
  'visitor',
  'discount',
  'purchase',
  'conversion',
  'selling_out',
  'stock_level',
  'cart_counter',
  'delivery_date',
  'free_delivery',
] as const satisfies readonly NudgeType[]

/** Until the year 2100: what is larger is in other units. */
export const unixSeconds = z.number().int().min(0).max(4_102_444_800)

const country = z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters')

/**
 * Spec §3, read as in product.md 5a. A type reads those that its own page in docs/nudges.md names;
 * the others don't matter to it.
 */
export const nudgeQuery = z.object({
  /** Look-back window in seconds: what is older is not told. */
  ago: z
    .number()
    .int()
    .min(3600)
    .max(60 * 86_400),
  /** Fewer are not told. Of a review the fewest stars; of free delivery nothing. */
  minimum: z.number().int().min(0).max(1_000_000),
  /** More are told as "99+"; of stock the most that is still worth a word. Null: no bound. */
  maximum: z.number().int().min(1).max(1_000_000).nullable(),
  /** End of an offer, in Unix seconds: the same instant for everybody. */
  deadline: unixSeconds.nullable(),
  /** Length in seconds: of the window in which visitors are counted, null for "now". */
  duration: z.number().int().min(60).max(86_400).nullable(),
  /** How many activities are in rotation. */
  listSize: z.number().int().min(1).max(50),
  /** ISO 3166-1 alpha-2 of the visitor; empty: everywhere. */
  countries: z.array(country).max(250),
  /** Nothing instead of words without the fact that they are about. */
  hideEmpty: z.boolean(),
  /** Facts of the page itself, as its script told them, may be told. */
  javascript: z.boolean(),
  /** Only what came from there; null: from anywhere. */
  integration: z.enum(['rest_api', 'pixel']).nullable(),
  /** The next activity with each page view. */
  rotateNudges: z.boolean(),
  /** Nobody is shown the same activity twice. */
  skipSeenNudges: z.boolean(),
  /** Stays until it is closed. */
  persistentNudge: z.boolean(),
  showProductName: z.boolean(),
  /** Nothing is said while there is more stock than `maximum`. */
  hideHighStockNudge: z.boolean(),
})
export type NudgeQuery = z.infer<typeof nudgeQuery>

const day = 86_400

const everyQuery: NudgeQuery = {
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

/** product.md 5b: what a type asks when its owner said nothing. */
const typeDefaults: Partial<Record<NudgeType, Partial<NudgeQuery>>> = {
  custom: { hideEmpty: false, javascript: true },
  purchases: { minimum: 5 },
  conversions: { minimum: 5 },
  review: { ago: 60 * day, minimum: 4 },
  reviews: { ago: 60 * day, minimum: 10 },
  visitor: { minimum: 3 },
  visitors: { minimum: 5 },
  selling_out: { ago: day, minimum: 5, maximum: 20, javascript: true },
  stock_level: { maximum: 5, javascript: true },
  cart_counter: { ago: day, minimum: 3, javascript: true },
  free_delivery: { javascript: true },
}

/** What is asked: the type's defaults, and over them what the owner said. */
export const fullQuery = (type: NudgeType, stored: Partial<NudgeQuery>): NudgeQuery => ({
  ...everyQuery,
  ...typeDefaults[type],
  ...stored,
})
