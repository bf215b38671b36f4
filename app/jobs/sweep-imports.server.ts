import { z } from 'zod'
import { sweepImports as sweep } from '#app/domain/imports/imports.server.ts'
import { defineJob } from './job.ts'

/** Empties imports that their owner left undecided for too long. */
export const sweepImportsJob = defineJob({
  name: 'imports.sweep',
  payload: z.object({}),
  schedule: '47 * * * *',
  async run(services) {
    await sweep(services)
  },
})
