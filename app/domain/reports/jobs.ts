import { z } from 'zod'
import { job } from '#app/lib/job-signature.ts'
import { frequencies } from './period.ts'

/** Reports one site's figures to one person. */
export const reportEmailJob = job(
  'reports.mail',
  z.object({
    siteId: z.number(),
    userId: z.number(),
    every: z.enum(frequencies),
    from: z.iso.date(),
    to: z.iso.date(),
  }),
)
