/** Shared parts of staff actions on a team's billing. */
import { and, eq } from 'drizzle-orm'
import { teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { runStaffAct, type StaffActor } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import type { StaffActDetails, StaffActName } from '#app/domain/accounts/staff/staff-acts.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

/** Who acts, why, and what they saw before. */
export type StaffCause = {
  actor: StaffActor
  reason: string
  /** See `runStaffAct`. */
  lastActId: number | null
}

type TeamAct = StaffCause & { act: StaffActName; details: StaffActDetails }

/**
 * An action on a team, with its entry in the audit log of staff.
 *
 * @throws Refusal `forbidden` for a team of staff, `not_found`, and what `runStaffAct` throws
 */
export const actOnTeam = <Result>(
  services: Services,
  scope: TeamScope,
  { work, ...act }: TeamAct & { work: () => Promise<Result> },
): Promise<Result> =>
  runStaffAct(services, { ...act, subject: { teamId: scope.teamId } }, async () => {
    await requireOthersTeam(services, scope, act.actor)
    return work()
  })

/**
 * Refuses gifts by staff to themselves or to a colleague.
 *
 * @throws Refusal `forbidden`, `not_found`
 */
export async function requireOthersTeam(
  { db }: Services,
  scope: TeamScope,
  { staffId }: StaffActor,
): Promise<void> {
  const [team] = await db.system
    .select({ isOfStaff: users.isStaff })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.ownerId))
    .where(inTeam(teams, scope))
  if (!team) throw new Refusal('not_found', 'Organization not found.')
  const isMember = and(inTeam(teamMembers, scope), eq(teamMembers.userId, staffId))
  const isOwner = and(inTeam(teams, scope), eq(teams.ownerId, staffId))
  const isOfActor =
    (await db.system.$count(teamMembers, isMember)) > 0 ||
    (await db.system.$count(teams, isOwner)) > 0
  if (!isOfActor && !team.isOfStaff) return
  throw new Refusal('forbidden', 'Organizations of staff can’t be changed here.')
}
