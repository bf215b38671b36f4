import { coalescedJob } from '#app/lib/job-signature.ts'

/** Asks services for what is due. */
export const pullConnectionsJob = coalescedJob('connections.pull')
