import { z } from 'zod'
import { publishDue } from '#app/domain/nudges/editing/publish.server.ts'
import { defineJob } from './job.ts'

/** Owners schedule to the minute. */
export const publishScheduledJob = defineJob({
  name: 'nudges.publish-due',
  payload: z.object({}),
  schedule: '* * * * *',
  async run(services) {
    await publishDue(services)
  },
})
