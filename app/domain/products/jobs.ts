import { z } from 'zod'
import { job } from '#app/lib/job-signature.ts'

/** Reads one product feed. */
export const readFeedJob = job('products.read-feed', z.object({ feedId: z.number().int() }))
