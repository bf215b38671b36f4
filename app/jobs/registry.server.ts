/** Every job, alphabetical. */
import type { Job } from './job.ts'
import { sweepAccounts } from './sweep.server.ts'
import { verifyCounts } from './verify-counts.server.ts'

export const jobs: readonly Job[] = [sweepAccounts, verifyCounts] as readonly Job[]
