import type { Queries } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import { accountEmailJobs, type SecurityEvent } from './jobs.ts'

/**
 * Notifies the owner by email of a change to their login methods.
 *
 * @param tx with it the email is sent only when this transaction commits
 */
export async function notifySecurityEvent(
  { jobs, now }: Pick<Services, 'jobs' | 'now'>,
  { userId, event }: { userId: number; event: SecurityEvent },
  tx?: Queries,
): Promise<void> {
  await jobs.send(accountEmailJobs.security, { userId, event, at: now().getTime() }, tx)
}
