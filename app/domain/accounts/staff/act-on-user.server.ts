/** Shared parts of staff actions on a person. */
import { eq } from 'drizzle-orm'
import { users } from '#app/db/schema/ground.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { runStaffAct, type StaffActRequest } from './run-staff-act.server.ts'
import type { StaffActName } from './staff-acts.ts'

export type UserActRequest = Pick<StaffActRequest, 'actor' | 'reason' | 'lastActId'> & {
  userId: number
}

/**
 * Runs an action unless it is about staff, oneself included.
 *
 * @throws Refusal `conflict`, `not_found`, and what `work` throws
 */
export const actOnUser = <Result>(
  services: Services,
  { userId, actor, reason, lastActId }: UserActRequest,
  { act, work }: { act: StaffActName; work: () => Promise<Result> },
): Promise<Result> =>
  runStaffAct(services, { actor, reason, lastActId, act, subject: { userId } }, async () => {
    const [user] = await services.db.system
      .select({ isStaff: users.isStaff })
      .from(users)
      .where(eq(users.id, userId))
    if (!user) throw new Refusal('not_found', 'User not found.')
    if (user.isStaff) throw new Refusal('conflict', 'Staff accounts can’t be changed here.')
    return work()
  })
