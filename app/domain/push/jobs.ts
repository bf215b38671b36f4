/** Jobs of push nudges. */
import type { Transaction } from '#app/db/db.ts'
import { coalescedJob } from '#app/lib/job-signature.ts'
import type { Services } from '#app/services.ts'

/** Sends what is due. */
export const sendPushJob = coalescedJob('push.send')

/** Sends after the commit. The job of each minute finds what a process that dies in between leaves. */
export function wakePush(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Pick<Transaction, 'afterCommit'>,
): void {
  tx.afterCommit(() => jobs.send(sendPushJob, {}))
}
