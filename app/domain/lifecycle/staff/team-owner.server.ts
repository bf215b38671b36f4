/** The owner of a team, for actions of staff that they are notified of. */
import { eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { teams, users } from '#app/db/schema/ground.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { Refusal } from '#app/lib/errors.ts'

export type TeamOwner = { userId: number; email: string; isVerified: boolean; team: string }

/** @throws Refusal `not_found` */
export async function readTeamOwner(queries: Queries, scope: TeamScope): Promise<TeamOwner> {
  const [row] = await queries
    .select({
      userId: users.id,
      email: users.email,
      verifiedAt: users.emailVerifiedAt,
      team: teams.name,
    })
    .from(teams)
    .innerJoin(users, eq(users.id, teams.ownerId))
    .where(inTeam(teams, scope))
  if (!row) throw new Refusal('not_found', 'Organization not found.')
  const { verifiedAt, ...owner } = row
  return { ...owner, isVerified: verifiedAt !== null }
}
