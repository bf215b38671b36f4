import type { Queries } from '#app/db/db.ts'
import type { Services } from '#app/services.ts'
import { accountEmailJobs, type RemovedAccess, type StaffEvent } from '../jobs.ts'

type Notice = {
  /** Who gets the email. */
  userId: number
  event: StaffEvent
  /** Names, for events about a team or a site. */
  team?: string
  site?: string
  /** Text that staff wrote to the person. */
  notice?: string
  /** Access that ended because the address was proven. */
  removed?: RemovedAccess[]
}

/** Stores the email about what staff did with the transaction, unless no process ever sent any. */
export async function notifyOfStaffAct(
  tx: Queries,
  { jobs }: Pick<Services, 'jobs'>,
  { userId, event, team, site, notice, removed }: Notice,
): Promise<void> {
  const payload = {
    userId,
    event,
    team: team ?? null,
    site: site ?? null,
    notice: notice ?? null,
    ...(removed && { removed }),
  }
  if (await jobs.hasQueue(accountEmailJobs.staffAct, tx)) {
    await jobs.send(accountEmailJobs.staffAct, payload, tx)
  }
}
