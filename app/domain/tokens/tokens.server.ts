/** API tokens: made, found, counted as used. */
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { apiTokens } from '../../db/schema/index.ts'
import { looksLikeApiToken, newApiToken, tokenHash } from '../../lib/token-text.server.ts'
import type { Services } from '../../services.ts'
import { provenTeam, type TeamScope } from '../teams/scope.ts'
import { abilities, type Ability, type CreateTokenInput } from './token.ts'

/** Last use is written at most this often. */
const touchMillis = 60_000

export type TokenBearer = {
  scope: TeamScope
  tokenId: number
  userId: number
  abilities: readonly Ability[]
  /** Null: every site of the team. */
  siteId: number | null
}

/**
 * Makes a token and returns its text, which is known here once and never again.
 *
 * `siteId` restricts the token to one site of the team; null stands for all of them.
 */
export async function createToken(
  { db, now }: Services,
  { team, userId, siteId }: { team: TeamScope; userId: number; siteId: number | null },
  { name, abilities: granted }: CreateTokenInput,
): Promise<string> {
  const token = newApiToken()
  await db.asTeam(team, (tx) =>
    tx.insert(apiTokens).values({
      teamId: team.teamId,
      userId,
      siteId,
      name,
      tokenHash: tokenHash(token),
      abilities: granted,
      createdAt: now(),
    }),
  )
  return token
}

/** Who carries the token, or null when it is malformed, unknown or expired. */
export async function findBearer(
  { db, now }: Services,
  token: string,
): Promise<TokenBearer | null> {
  if (!looksLikeApiToken(token)) return null
  const at = now()
  const [row] = await db.system
    .select({
      id: apiTokens.id,
      teamId: apiTokens.teamId,
      userId: apiTokens.userId,
      siteId: apiTokens.siteId,
      abilities: apiTokens.abilities,
      lastUsedAt: apiTokens.lastUsedAt,
    })
    .from(apiTokens)
    .where(
      and(
        eq(apiTokens.tokenHash, tokenHash(token)),
        or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, at)),
      ),
    )
  if (!row) return null

  if (!row.lastUsedAt || at.getTime() - row.lastUsedAt.getTime() > touchMillis) {
    await db.system.update(apiTokens).set({ lastUsedAt: at }).where(eq(apiTokens.id, row.id))
  }
  return {
    scope: provenTeam(row.teamId),
    tokenId: row.id,
    userId: row.userId,
    // An ability that a later version took away is no ability.
    abilities: abilities.filter((ability) => row.abilities.includes(ability)),
    siteId: row.siteId,
  }
}
