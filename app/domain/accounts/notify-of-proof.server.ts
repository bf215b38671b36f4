import type { Queries } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import type { AddressProof } from './address-proof.server.ts'
import { accountEmailJobs, type RemovedAccess } from './jobs.ts'

/**
 * Stores the email about what ended when the address was proven, with the transaction. Sends none when
 * nothing did, which is the rule.
 */
export async function notifyOfProof(
  tx: Queries,
  { jobs }: Pick<Services, 'jobs'>,
  { userId, at, by, removed }: AddressProof & { removed: RemovedAccess[] },
): Promise<void> {
  if (removed.length === 0) return
  const details = { userId, at: at.getTime(), removed, isLoggedOut: by === 'mailbox' }
  await jobs.send(accountEmailJobs.addressProven, details, tx)
}
