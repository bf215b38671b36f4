import { z } from 'zod'
import { sweepPreviews } from '#app/domain/serving/preview-link.server.ts'
import { defineJob } from './job.ts'

/** Removes expired preview links. */
export const sweepPreviewLinksJob = defineJob({
  name: 'previews.sweep',
  payload: z.object({}),
  schedule: '27 * * * *',
  async run(services) {
    await sweepPreviews(services)
  },
})
