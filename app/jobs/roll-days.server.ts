import { z } from 'zod'
import { rollDays as rollClosedDays } from '#app/domain/events/roll-days.server.ts'
import { defineJob } from './job.ts'

/** Soon after a day is closed. The other hours only catch up after an outage. */
export const rollDaysJob = defineJob({
  name: 'events.roll-days',
  payload: z.object({}),
  schedule: '3 * * * *',
  async run(services) {
    await rollClosedDays(services)
  },
})
