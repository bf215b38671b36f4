import { z } from 'zod'
import { sweepClaims as sweep } from '#app/domain/nudges/sweep-claims.server.ts'
import { defineJob } from './job.ts'

/** Once a day would do, but hourly runs leave less to catch up on after an outage. */
export const sweepClaimsJob = defineJob({
  name: 'nudges.sweep-claims',
  payload: z.object({}),
  schedule: '47 * * * *',
  async run(services) {
    await sweep(services)
  },
})
