import { z } from 'zod'
import { job } from '#app/lib/job-signature.ts'

/** Reads one product feed. */
export const readFeedJob = job('products.read-feed', z.object({ feedId: z.number().int() }))

/** Informs one person that a product feed can no longer be read. */
export const feedFaultEmailJob = job(
  'products.mail-fault',
  z.object({
    teamId: z.number(),
    userId: z.number(),
    feed: z.uuid(),
    at: z.iso.datetime(),
  }),
)
