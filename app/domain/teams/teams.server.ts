/** Teams (screens say organization) and who belongs to them. */
import { asc, eq } from 'drizzle-orm'
import { teamMembers, teams, users } from '../../db/schema/index.ts'
import type { Services } from '../../services.ts'
import { provenTeam, type TeamRole, type TeamScope } from './scope.ts'
import { slugOf, type CreateTeamInput } from './team.ts'

export type Membership = { scope: TeamScope; name: string; role: TeamRole }

/** The memberships of one person, oldest first. */
export async function listMemberships({ db }: Services, userId: number): Promise<Membership[]> {
  const rows = await db.system
    .select({ teamId: teams.id, name: teams.name, role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(teams, eq(teams.id, teamMembers.teamId))
    .where(eq(teamMembers.userId, userId))
    .orderBy(asc(teamMembers.createdAt), asc(teams.id))
  return rows.map(({ teamId, name, role }) => ({ scope: provenTeam(teamId), name, role }))
}

/** Makes a team with its owner as the first member, and makes it the owner's current one. */
export async function createTeam(
  { db, now }: Services,
  userId: number,
  { name }: CreateTeamInput,
): Promise<TeamScope> {
  const at = now()
  const teamId = await db.transaction(async (tx) => {
    const [team] = await tx
      .insert(teams)
      .values({ ownerId: userId, name, slug: slugOf(name), createdAt: at, updatedAt: at })
      .returning({ id: teams.id })
    if (!team) throw new Error('The team was not stored.')
    await tx.insert(teamMembers).values({ teamId: team.id, userId, role: 'owner', createdAt: at })
    await tx
      .update(users)
      .set({ currentTeamId: team.id, currentSiteId: null, updatedAt: at })
      .where(eq(users.id, userId))
    return team.id
  })
  return provenTeam(teamId)
}
