import { coalescedJob } from '#app/lib/job-signature.ts'

/** Processes all deliveries to the addresses of apps that are due. */
export const processDeliveriesJob = coalescedJob('deliveries.process')

/** The same for those to the addresses of connections, so that neither waits for the other. */
export const processConnectionDeliveriesJob = coalescedJob('deliveries.process-connections')
