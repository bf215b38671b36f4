import type { Queries } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import { accountEmailJobs, type SecurityEvent } from './account-email-jobs.ts'

/**
 * Has the owner told by mail what happened to the account's ways in.
 *
 * @param tx with it the mail is sent when this transaction commits, and not otherwise
 */
export async function notifySecurityEvent(
  { jobs, now }: Pick<Services, 'jobs' | 'now'>,
  { userId, event }: { userId: number; event: SecurityEvent },
  tx?: Queries,
): Promise<void> {
  await jobs.send(accountEmailJobs.security, { userId, event, at: now().getTime() }, tx)
}
