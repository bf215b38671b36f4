/** Looks up teams for the server's operator, who isn't a member of them. */
import { eq } from 'drizzle-orm'
import { teams } from '#app/db/schema/ground.ts'
import type { Services } from '#app/services.ts'
import { provenTeam } from '#app/domain/prove-scope.ts'
import type { TeamScope } from '#app/domain/scope.ts'

/** A team by slug or by id; null when it doesn't exist. Slugs are never plain numbers. */
export async function findTeamForStaff({ db }: Services, name: string): Promise<TeamScope | null> {
  const named = /^\d{1,15}$/.test(name) ? eq(teams.id, Number(name)) : eq(teams.slug, name)
  const [row] = await db.system.select({ id: teams.id }).from(teams).where(named)
  return row ? provenTeam(row.id) : null
}
