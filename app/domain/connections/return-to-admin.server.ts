/**
 * The way back from a service to Shopify's admin. The approval is a page at the top, where people of a
 * shop have no login of ours, so they go on in the admin, which proves who they are.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { connections, oauthApprovals, shops } from '#app/db/schema/index.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'

/** Ends the state of an approval that began in the admin. It proves nothing: the whole state does. */
const mark = '.admin'

export const markedForAdmin = (state: string): string => `${state}${mark}`

export const isMarkedForAdmin = (state: string): boolean => state.endsWith(mark)

/**
 * Doesn't use the state up.
 *
 * @returns the domain of the shop whose admin the approval began in; null for none
 */
export async function findShopOfApproval(
  { db }: Pick<Services, 'db'>,
  state: string,
): Promise<string | null> {
  const [row] = await db.system
    .select({ domain: shops.domain })
    .from(oauthApprovals)
    .innerJoin(shops, eq(shops.teamId, oauthApprovals.teamId))
    .where(and(eq(oauthApprovals.stateHash, tokenHash(state)), isNull(shops.uninstalledAt)))
  return row?.domain ?? null
}

/** The same by a connection's uuid, for services that hand over credentials. */
export async function findShopOfConnection(
  { db }: Pick<Services, 'db'>,
  uuid: string,
): Promise<string | null> {
  const [row] = await db.system
    .select({ domain: shops.domain })
    .from(connections)
    .innerJoin(shops, eq(shops.teamId, connections.teamId))
    .where(and(eq(connections.uuid, uuid), isNull(shops.uninstalledAt)))
  return row?.domain ?? null
}
