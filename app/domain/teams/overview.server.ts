/** A person's organizations and their contents. */
import { count, eq, inArray, sql } from 'drizzle-orm'
import { sites, teamMembers, teams, users } from '#app/db/schema/ground.ts'
import type { Services } from '#app/services.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Membership } from './teams.server.ts'

export type TeamOverview = {
  id: number
  name: string
  role: Membership['role']
  photoId: string | null
  members: number
  /** Sites that the person sees. */
  sites: number
}

/** In the order of the memberships. */
export async function describeTeams(
  { db }: Services,
  memberships: readonly Membership[],
): Promise<TeamOverview[]> {
  if (memberships.length === 0) return []
  const ids = memberships.map(({ scope }) => scope.teamId)
  const rows = await db.system
    .select({
      id: teams.id,
      members: count(teamMembers.userId),
      sites: sql<number>`(select count(*)::int from ${sites} where ${sites.teamId} = ${teams.id})`,
    })
    .from(teams)
    .innerJoin(teamMembers, eq(teamMembers.teamId, teams.id))
    .where(inArray(teams.id, ids))
    .groupBy(teams.id)
  const counts = new Map(rows.map((row) => [row.id, row]))
  return memberships.map(({ scope: { teamId, siteIds }, name, role, photoId }) => ({
    id: teamId,
    name,
    role,
    photoId,
    members: counts.get(teamId)?.members ?? 0,
    sites: siteIds?.length ?? counts.get(teamId)?.sites ?? 0,
  }))
}

/** The team's owner, for members who need to contact them. */
export async function readOwner({ db }: Services, team: TeamScope): Promise<string | null> {
  const [row] = await db.system
    .select({ name: users.name })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.ownerId))
    .where(inTeam(teams, team))
  return row?.name ?? null
}
