import { coalescedJob } from '#app/lib/job-signature.ts'

/** Processes all deliveries that are due. */
export const processDeliveriesJob = coalescedJob('deliveries.process')
