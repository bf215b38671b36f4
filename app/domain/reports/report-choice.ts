/** A person's choice of reports about a site. */
import { z } from 'zod'
import { frequencies } from './period.ts'

export const reportInput = z.object({
  every: z.enum(['never', ...frequencies], { error: 'Choose how often.' }),
})
export type ReportInput = z.infer<typeof reportInput>
