/** Every job, alphabetical. */
import type { Job } from './job.ts'
import { sweepAccounts } from './sweep.server.ts'

export const jobs: readonly Job[] = [sweepAccounts] as readonly Job[]
