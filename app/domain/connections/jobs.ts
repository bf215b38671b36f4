import { z } from 'zod'
import { coalescedJob, job } from '#app/lib/job-signature.ts'

/** Asks services for what is due. */
export const pullConnectionsJob = coalescedJob('connections.pull')

/** The same at a moment before the next sweep. Its own queue: what waits there delays no other. */
export const pullConnectionsSoonJob = coalescedJob('connections.pull-soon')

/** Informs one person that a service refuses the access of a connection. */
export const lossEmailJob = job(
  'connections.mail-lost',
  z.object({
    teamId: z.number(),
    userId: z.number(),
    connection: z.uuid(),
    lostAt: z.iso.datetime(),
    /** It waited, so the service is asked once more before. */
    hasWaited: z.boolean().optional(),
    /** The service answered again, and its data was due immediately. */
    wasFound: z.boolean().optional(),
    /** How often the service gave no clear answer. */
    unclear: z.number().int().optional(),
  }),
)
