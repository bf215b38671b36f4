/**
 * How long a throttled query has to wait. Shopify counts points: an answer has what the query costs, what
 * the bucket holds and how much it gets back each second (shopify.dev, "API rate limits").
 */
import { z } from 'zod'
import { secondMillis } from '../time.ts'

/** The part of an answer's `extensions` that says it. */
export const queryCost = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number() }).optional(),
})

/** Fills most buckets. */
const usualMillis = 10 * secondMillis

/** Others draw from the same bucket, so one that seems full again has refused all the same. */
const leastMillis = secondMillis

/**
 * Until the bucket holds what the query costs, in milliseconds: at least a second. Undefined: the answer has
 * no figures.
 */
export function throttledMillis(cost: z.output<typeof queryCost> | undefined): number {
  if (!cost?.throttleStatus || cost.throttleStatus.restoreRate <= 0) return usualMillis
  const { currentlyAvailable, restoreRate } = cost.throttleStatus
  const missing = Math.max(0, cost.requestedQueryCost - currentlyAvailable)
  return Math.max(leastMillis, Math.ceil((missing / restoreRate) * secondMillis))
}
