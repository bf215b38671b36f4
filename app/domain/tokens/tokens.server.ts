/** API tokens: creation, authentication, last use. */
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { apiTokens, teamMembers, teams, users } from '#app/db/schema/ground.ts'
import { looksLikeApiToken, newApiToken, tokenHash } from '#app/lib/security/tokens.server.ts'
import { refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { requireSameProof, type AdmittedUser } from '#app/domain/accounts/lock-user.server.ts'
import { recordAct, type Actor } from '#app/domain/teams/audit.server.ts'
import { lockTeam } from '#app/domain/teams/members.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { provenTeam } from '#app/domain/prove-scope.ts'
import type { TeamRole, TeamScope } from '#app/domain/scope.ts'
import { seenSites } from '#app/domain/teams/teams.server.ts'
import { abilities, maxTokens, type Ability, type CreateTokenInput } from './token.ts'

/** Last use is written at most this often. */
const touchMillis = 60_000

export type TokenBearer = {
  scope: TeamScope
  tokenId: number
  userId: number
  abilities: readonly Ability[]
  /** Null: all sites of the team. */
  siteId: number | null
  /** The part that staff suspended. Null: none. */
  suspended: 'team' | 'user' | null
}

/** Who creates a token, and what it is valid for. */
export type TokenSpec = {
  team: TeamScope
  /** The token can't do more than this person. */
  actor: Actor & AdmittedUser
  /** Null: all sites of the team. */
  siteId: number | null
  /** Null or absent: doesn't expire. */
  expiresAt?: Date | null
}

/**
 * Creates a token and returns its text, which is stored only as a hash.
 *
 * @throws Refusal `conflict` as `requireSameProof`; `invalid` about the form as a whole beyond the maximum
 */
export async function createToken(
  { db, now }: Services,
  { team, actor, siteId, expiresAt = null }: TokenSpec,
  { name, abilities: granted }: CreateTokenInput,
): Promise<string> {
  const token = newApiToken()
  const { teamId } = team
  const at = now()
  // Only the system's role sees people.
  await db.transaction(async (tx) => {
    await lockTeam(tx, teamId)
    if ((await tx.$count(apiTokens, inTeam(apiTokens, team))) >= maxTokens) throw tooMany()
    await tx.insert(apiTokens).values({
      teamId,
      userId: actor.id,
      siteId,
      name,
      tokenHash: tokenHash(token),
      abilities: [...new Set(granted)],
      createdAt: at,
      expiresAt,
    })
    await requireSameProof(tx, actor)
    await recordAct(tx, { teamId, actor, at }, { act: 'token.created', details: { name } })
  })
  return token
}

const tooMany = () =>
  refuseField(
    '',
    `You’ve reached the limit of ${String(maxTokens)} API tokens for this organization. Delete one to create another.`,
  )

/**
 * The bearer of a token; null when it is malformed, unknown or expired, or when its creator no
 * longer belongs to the team. A token can't do more than its creator can today.
 */
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
      role: teamMembers.role,
      siteIds: seenSites,
      teamSuspendedAt: teams.suspendedAt,
      userSuspendedAt: users.suspendedAt,
    })
    .from(apiTokens)
    .innerJoin(
      teamMembers,
      and(eq(teamMembers.teamId, apiTokens.teamId), eq(teamMembers.userId, apiTokens.userId)),
    )
    .innerJoin(teams, eq(teams.id, apiTokens.teamId))
    .innerJoin(users, eq(users.id, apiTokens.userId))
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
    scope: provenTeam(row.teamId, row.siteIds),
    tokenId: row.id,
    userId: row.userId,
    // Ignores abilities that later versions removed.
    abilities: abilities.filter(
      (ability) => row.abilities.includes(ability) && mayHold(row.role, ability),
    ),
    siteId: row.siteId,
    suspended: row.teamSuspendedAt ? 'team' : row.userSuspendedAt ? 'user' : null,
  }
}

const mayHold = (role: TeamRole, ability: Ability): boolean =>
  mayDo(role, ability.endsWith(':read') ? 'site:view' : 'site:edit')
