import { pullConnectionsJob, pullConnectionsSoonJob } from '#app/domain/connections/jobs.ts'
import { pullConnections } from '#app/domain/connections/pull-connections.server.ts'
import { handle, schedule } from './job.ts'

/** Asks connected services for what they don't deliver. */
export const connectionsJob = handle(pullConnectionsJob, pullConnections)
export const soonConnectionsJob = handle(pullConnectionsSoonJob, pullConnections)

/** The same by the clock. */
export const dueConnectionsJob = schedule('connections.pull-due', '* * * * *', pullConnections)
