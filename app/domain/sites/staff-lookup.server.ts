/** Site look-ups for the operator of the server, who belongs to no team. */
import { eq } from 'drizzle-orm'
import { sites, teams } from '#app/db/schema/ground.ts'
import type { Services } from '#app/services.ts'
import { provenSite, provenTeam } from '#app/domain/prove-scope.ts'
import type { SiteScope } from '#app/domain/scope.ts'

/** Any site by uuid, with the account that owns its team; null when it doesn't exist. */
export async function findSiteForStaff(
  { db }: Services,
  uuid: string,
): Promise<{ scope: SiteScope; ownerId: number } | null> {
  const [row] = await db.system
    .select({
      id: sites.id,
      uuid: sites.uuid,
      timeZone: sites.timeZone,
      teamId: sites.teamId,
      ownerId: teams.ownerId,
    })
    .from(sites)
    .innerJoin(teams, eq(teams.id, sites.teamId))
    .where(eq(sites.uuid, uuid))
  return row ? { scope: provenSite(provenTeam(row.teamId), row), ownerId: row.ownerId } : null
}
