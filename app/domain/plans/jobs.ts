import { z } from 'zod'
import { job } from '#app/lib/job-signature.ts'

/** Notifies the owner that the team used a share of its plan. `month` is its first day. */
export const usageEmailJob = job(
  'meters.mail',
  z.object({ teamId: z.number(), month: z.iso.date(), percent: z.number() }),
)
