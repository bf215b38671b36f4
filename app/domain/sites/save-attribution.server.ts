/** Where a new person came from, without affiliates who are in the same organization. */
import { and, eq, sql } from 'drizzle-orm'
import { sites, teamMembers } from '#app/db/schema/ground.ts'
import type { Services } from '#app/services.ts'
import { saveAttribution } from '#app/domain/accounts/login/credentials.server.ts'
import type { Attribution } from '#app/domain/accounts/profile/attribution.ts'

/**
 * Stores where a new person came from, once. The affiliate token of an organization that the person
 * joined by registering is left out: no one refers themselves.
 */
export async function saveReferral(
  services: Services,
  userId: number,
  { affiliate_token, ...attribution }: Attribution,
): Promise<void> {
  const isReferred =
    affiliate_token !== undefined && !(await isTokenOfTeam(services, userId, affiliate_token))
  await saveAttribution(
    services,
    userId,
    isReferred ? { ...attribution, affiliate_token } : attribution,
  )
}

/** Whether a site of one of the person's organizations uses the token. */
async function isTokenOfTeam({ db }: Services, userId: number, token: string): Promise<boolean> {
  const [found] = await db.system
    .select({ id: sites.id })
    .from(teamMembers)
    .innerJoin(sites, sql`${sites.teamId} = ${teamMembers.teamId}`)
    .where(
      and(
        eq(teamMembers.userId, userId),
        sql`${sites.options} -> 'affiliateBranding' ->> 'token' = ${token}`,
      ),
    )
    .limit(1)
  return found !== undefined
}
