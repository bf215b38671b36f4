import { z } from 'zod'
import { job } from '#app/lib/job-signature.ts'

/** Emails the installation code to the person who adds it to the shop's pages. */
export const installEmailJob = job(
  'sites.mail-install-code',
  z.object({ siteId: z.number(), userId: z.number(), to: z.email() }),
)
