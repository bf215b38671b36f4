import { coalescedJob } from '#app/lib/job-signature.ts'

/** Asks services for what is due. */
export const pullConnectionsJob = coalescedJob('connections.pull')

/** The same at a moment before the next sweep. Its own queue: what waits there delays no other. */
export const pullConnectionsSoonJob = coalescedJob('connections.pull-soon')
