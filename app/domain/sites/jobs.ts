import { z } from 'zod'
import { job } from '#app/lib/job-signature.ts'

/** Emails the installation code to the person who adds it to the shop's pages. */
export const installEmailJob = job(
  'sites.mail-install-code',
  z.object({ siteId: z.number(), userId: z.number(), to: z.email() }),
)

/** Reads the home page of a site that was added, while its owner goes on. */
export const homePageJob = job('sites.read-home-page', z.object({ siteId: z.number() }))
