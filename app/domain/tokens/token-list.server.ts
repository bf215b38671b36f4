/** A team's API tokens for its screen, and changes to them. */
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { apiTokens, sites, users } from '#app/db/schema/ground.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { ListOrder } from '#app/lib/list-order.ts'
import type { Services } from '#app/services.ts'
import { recordAct, type Actor } from '#app/domain/teams/audit.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { abilities, type Ability, type CreateTokenInput } from './token.ts'

export type ListedToken = {
  id: number
  name: string
  abilities: Ability[]
  /** Name of the only site that it is valid for; null for all. */
  site: string | null
  madeBy: { id: number; name: string }
  createdAt: Date
  /** Accurate to a minute; null for never. */
  lastUsedAt: Date | null
  /** Null: doesn't expire. */
  expiresAt: Date | null
}

type Wanted = {
  /** Only this person's. */
  madeBy?: number
  /** Only this one. */
  id?: number
  /** Absent: newest first. */
  order?: TokenOrder
  /** From 1. Absent: all on one. */
  page?: number
}

/** Sort keys of the list. */
export const tokenOrderKeys = ['name', 'created', 'used', 'expires'] as const
export type TokenOrder = ListOrder<(typeof tokenOrderKeys)[number]>

const sortValues: Record<TokenOrder['by'], SQL> = {
  name: sql`lower(${apiTokens.name})`,
  created: sql`${apiTokens.createdAt}`,
  used: sql`${apiTokens.lastUsedAt}`,
  expires: sql`${apiTokens.expiresAt}`,
}

/** Tokens that were never used come last in both directions, and so do those that never expire. */
const orderOf = ({ by, isDescending }: TokenOrder): SQL =>
  sql`${sortValues[by]} ${sql.raw(isDescending ? 'desc' : 'asc')} nulls last`

export const tokenPageSize = 50

/** One more than a page has shows that another one follows. */
export async function listTokens(
  { db }: Services,
  team: TeamScope,
  { madeBy, id, order = { by: 'created', isDescending: true }, page }: Wanted = {},
): Promise<ListedToken[]> {
  const asked = db.system
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      abilities: apiTokens.abilities,
      site: sites.name,
      madeBy: { id: users.id, name: users.name },
      createdAt: apiTokens.createdAt,
      lastUsedAt: apiTokens.lastUsedAt,
      expiresAt: apiTokens.expiresAt,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .leftJoin(sites, eq(sites.id, apiTokens.siteId))
    .where(
      and(
        inTeam(apiTokens, team),
        madeBy === undefined ? undefined : eq(apiTokens.userId, madeBy),
        id === undefined ? undefined : eq(apiTokens.id, id),
      ),
    )
    .orderBy(orderOf(order), desc(apiTokens.id))
  const rows = await (page === undefined
    ? asked
    : asked.limit(tokenPageSize + 1).offset((page - 1) * tokenPageSize))
  return rows.map((row) => ({
    ...row,
    abilities: abilities.filter((ability) => row.abilities.includes(ability)),
  }))
}

/** Identifies a token and who changes it. */
export type TokenReference = { team: TeamScope; actor: Actor; id: number }

/** Changes name and abilities; site and expiry never change. @throws Refusal `not_found` */
export async function changeToken(
  { db, now }: Services,
  { team, actor, id }: TokenReference,
  { name, abilities: granted }: CreateTokenInput,
): Promise<void> {
  const { teamId } = team
  await db.asTeam(team, async (tx) => {
    await readToken(tx, team, id)
    await tx
      .update(apiTokens)
      .set({ name, abilities: [...new Set(granted)] })
      .where(ofToken(team, id))
    const who = { teamId, actor, at: now() }
    await recordAct(tx, who, { act: 'token.changed', details: { name } })
  })
}

/** The next call with it is refused. @throws Refusal `not_found` */
export async function deleteToken(
  { db, now }: Services,
  { team, actor, id }: TokenReference,
): Promise<void> {
  const { teamId } = team
  await db.asTeam(team, async (tx) => {
    const { name } = await readToken(tx, team, id)
    await tx.delete(apiTokens).where(ofToken(team, id))
    const who = { teamId, actor, at: now() }
    await recordAct(tx, who, { act: 'token.deleted', details: { name } })
  })
}

async function readToken(tx: Queries, team: TeamScope, id: number): Promise<{ name: string }> {
  const [row] = await tx.select({ name: apiTokens.name }).from(apiTokens).where(ofToken(team, id))
  if (row) return row
  throw new Refusal('not_found', 'Token not found.')
}

const ofToken = (team: TeamScope, id: number) => and(inTeam(apiTokens, team), eq(apiTokens.id, id))
