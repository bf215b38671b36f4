import { z } from 'zod'
import { job } from '#app/lib/job-signature.ts'

/** Processes one delivery. */
export const processDeliveryJob = job('deliveries.process', z.object({ id: z.number().int() }))
