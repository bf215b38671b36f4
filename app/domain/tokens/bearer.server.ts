/** Data about a token that its bearer can see. */
import { and, eq } from 'drizzle-orm'
import { apiTokens, sites, teams } from '#app/db/schema/ground.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { TokenBearer } from './tokens.server.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'

export type BearerDescription = {
  organization: { name: string; slug: string }
  /** `site` is the uuid of the only site that the token is valid for; null for all. */
  token: { name: string; abilities: string[]; site: string | null }
}

/** @throws Refusal `unauthenticated` when the token has been deleted */
export async function describeBearer(
  { db }: Services,
  { scope, tokenId }: TokenBearer,
): Promise<BearerDescription> {
  const [row] = await db.asTeam(scope, (tx) =>
    tx
      .select({
        organization: { name: teams.name, slug: teams.slug },
        token: { name: apiTokens.name, abilities: apiTokens.abilities, site: sites.uuid },
      })
      .from(apiTokens)
      .innerJoin(teams, eq(teams.id, apiTokens.teamId))
      .leftJoin(sites, eq(sites.id, apiTokens.siteId))
      .where(and(inTeam(apiTokens, scope), eq(apiTokens.id, tokenId))),
  )
  if (row) return row
  throw new Refusal('unauthenticated', 'Send a valid API token as a Bearer token.')
}
