import { z } from 'zod'
import { rollDays as rollClosedDays } from '#app/domain/events/roll-days.server.ts'
import { defineJob } from './job.ts'

/** Soon after a day is closed; the other hours only find what an outage left. */
export const rollDaysJob = defineJob({
  name: 'events.roll-days',
  payload: z.object({}),
  schedule: '3 * * * *',
  async run(services) {
    await rollClosedDays(services)
  },
})
