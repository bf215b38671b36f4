/** The owner of a shop or store takes over its organization from the colleague who opened the app first. */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { TeamRole, TeamScope } from '#app/domain/scope.ts'
import { recordAct } from '#app/domain/teams/audit.server.ts'

type Taking = {
  team: TeamScope
  /** Accounts of the shop's people. An organization that belongs to anyone else stays theirs. */
  staff: readonly number[]
  /** The owner's account: a member. */
  userId: number
  at: Date
}

/** An owner with a password has a login of another kind, so their organization stays theirs as well. */
export async function makeOwner(
  tx: Transaction,
  { team, staff, userId, at }: Taking,
): Promise<void> {
  const { teamId } = team
  const [before] = await tx
    .select({ userId: teams.ownerId })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.ownerId))
    .where(and(inTeam(teams, team), isNull(users.passwordHash), inArray(users.id, [...staff])))
  if (!before) return
  const setRole = (of: number, role: TeamRole) =>
    tx
      .update(teamMembers)
      .set({ role, seesAllSites: true })
      .where(and(inTeam(teamMembers, team), eq(teamMembers.userId, of)))
  await setRole(before.userId, 'admin')
  await setRole(userId, 'owner')
  await tx.update(teams).set({ ownerId: userId, updatedAt: at }).where(inTeam(teams, team))
  await recordAct(
    tx,
    { teamId, actor: { id: before.userId }, at },
    { act: 'team.transferred', details: { member: userId } },
  )
}
