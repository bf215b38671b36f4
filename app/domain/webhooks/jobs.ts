/** Jobs of webhooks that sites send. */
import { z } from 'zod'
import { coalescedJob, job } from '#app/lib/job-signature.ts'

/** Sends what is due. */
export const sendWebhooksJob = coalescedJob('webhooks.send')

/** The same, some seconds later: a job that waits for its time must not keep out one that has none. */
export const resendWebhooksJob = coalescedJob('webhooks.resend')

/** Informs one person that an endpoint was paused. */
export const pausedEmailJob = job(
  'webhooks.mail-paused',
  z.object({ teamId: z.number(), userId: z.number(), endpoint: z.uuid() }),
)
