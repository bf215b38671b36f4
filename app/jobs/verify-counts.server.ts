import { z } from 'zod'
import { recount } from '../domain/events/recount.server.ts'
import { defineJob } from './job.ts'

/** Older hours can't change any more, and the command line checks them all. */
const lookBackMillis = 48 * 3_600_000

/** Says so when a sum differs from its raw events. It mends nothing: a difference is a bug to find. */
export const verifyCounts = defineJob({
  name: 'events.verify',
  payload: z.object({}),
  schedule: '37 * * * *',
  async run(services) {
    const since = new Date(services.now().getTime() - lookBackMillis)
    const differences = await recount(services, { since })
    if (differences.length === 0) return
    services.log.error(
      { differences: differences.slice(0, 20), total: differences.length },
      'hourly sums differ from the raw events',
    )
  },
})
