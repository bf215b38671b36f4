import { z } from 'zod'
import { job } from '#app/lib/job-signature.ts'

/** Forwards a request to the people who answer it. */
export const supportEmailJob = job('support.mail-request', z.object({ id: z.number() }))
