import type { Transaction } from '#app/db/db.ts'
import type { JobSignature } from '#app/lib/job-signature.ts'
import type { Services } from '#app/services.ts'

/** Stores a job with the transaction, unless the product never ran here: then no process works it off. */
export async function sendIfServed<Payload extends object>(
  tx: Transaction,
  { jobs }: Pick<Services, 'jobs'>,
  [signature, payload]: readonly [JobSignature<Payload>, NoInfer<Payload>],
): Promise<void> {
  if (await jobs.hasQueue(signature, tx)) await jobs.send(signature, payload, tx)
}
