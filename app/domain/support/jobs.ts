import { z } from 'zod'
import { job } from '#app/lib/job-signature.ts'

/** Forwards a request to the people who answer it. */
export const supportEmailJob = job('support.mail-request', z.object({ id: z.number() }))

/** Sends a later message of a conversation to the other side. The id is the message's. */
export const supportMessageEmailJob = job('support.mail-message', z.object({ id: z.number() }))
