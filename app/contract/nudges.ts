/** Nudge types and what each may ask of the data. Specification section 3. */
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

/** The part of the query options that the built types read. */
export const nudgeQuery = z.object({
  /** Look-back window in seconds: an older activity is not shown. */
  ago: z
    .number()
    .int()
    .min(3600)
    .max(60 * 86_400),
  /** How many activities are in rotation. */
  listSize: z.number().int().min(1).max(50),
  showProductName: z.boolean(),
})
export type NudgeQuery = z.infer<typeof nudgeQuery>

export const defaultPurchaseQuery: NudgeQuery = {
  ago: 7 * 86_400,
  listSize: 10,
  showProductName: true,
}
