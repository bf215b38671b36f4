import { z } from 'zod'
import { sweepQuarantined } from '#app/domain/activities/approval.server.ts'
import { keepPartitions as keep } from '#app/domain/events/partitions.server.ts'
import { sweepSalts } from '#app/domain/events/visitor-key.server.ts'
import { defineJob } from './job.ts'

/** Partitions are created days ahead, so a missed run does no harm. */
export const partitionsJob = defineJob({
  name: 'events.keep-partitions',
  payload: z.object({}),
  schedule: '7 * * * *',
  async run(services) {
    await keep(services)
    await sweepSalts(services)
    await sweepQuarantined(services)
  },
})
