import { z } from 'zod'
import { reconcileTransfers } from '#app/domain/lifecycle/transfer-site.server.ts'
import { defineJob } from './job.ts'

/** Reassigns rows that were stored for a site's former organization during the transfer. */
export const reconcileTransfersJob = defineJob({
  name: 'sites.settle',
  payload: z.object({}),
  schedule: '23 * * * *',
  async run(services) {
    await reconcileTransfers(services)
  },
})
