import { z } from 'zod'
import { sweepPresence } from '#app/domain/presence/counts.server.ts'
import { defineJob } from './job.ts'

/** Removes presence signals that no live count reads any more. */
export const sweepPresenceJob = defineJob({
  name: 'live.sweep',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  async run(services) {
    await sweepPresence(services)
  },
})
