import type { Queries } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import { accountEmailJobs, type RemovedAccess } from './jobs.ts'

/**
 * Stores the email about what ended when a logged-in person proved the address, with the transaction.
 * None when nothing did, which is the rule.
 */
export async function notifyOfProof(
  tx: Queries,
  { jobs }: Pick<Services, 'jobs'>,
  { userId, at, removed }: { userId: number; at: Date; removed: RemovedAccess[] },
): Promise<void> {
  if (removed.length === 0) return
  await jobs.send(accountEmailJobs.addressProven, { userId, at: at.getTime(), removed }, tx)
}
