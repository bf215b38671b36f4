import { z } from 'zod'
import { reconcileTransfers } from '#app/domain/lifecycle/transfer-site.server.ts'
import { defineJob } from './job.ts'

/** Rows that were stored for the former organization of a site while it changed hands follow it. */
export const reconcileTransfersJob = defineJob({
  name: 'sites.settle',
  payload: z.object({}),
  schedule: '23 * * * *',
  async run(services) {
    await reconcileTransfers(services)
  },
})
