/**
 * The way back from a service to Shopify's admin. The approval is a page at the top, where people of a
 * shop have no login of ours, so they go on in the admin, which proves who they are. An organization may
 * have several shops: the way back leads to the one where the approval began.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { connections, oauthApprovals } from '#app/db/schema/connections.ts'
import { shops } from '#app/db/schema/shops.ts'
import { readAdminMark } from '#app/domain/connections/admin-mark.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'

/**
 * Doesn't use the state up.
 *
 * @returns the domain of the shop in whose admin the approval began; null for none, or no longer
 */
export async function findShopOfApproval(
  { db }: Pick<Services, 'db'>,
  state: string,
): Promise<string | null> {
  const domain = readAdminMark(state)
  if (domain === null) return null
  const [row] = await db.system
    .select({ domain: shops.domain })
    .from(oauthApprovals)
    .innerJoin(shops, eq(shops.teamId, oauthApprovals.teamId))
    .where(and(eq(oauthApprovals.stateHash, tokenHash(state)), installedAs(domain)))
  return row?.domain ?? null
}

/**
 * The same by a connection's uuid, for services that send their keys to us.
 *
 * @param named the shop that the address of the way back names
 */
export async function findShopOfConnection(
  { db }: Pick<Services, 'db'>,
  uuid: string,
  named: string | null,
): Promise<string | null> {
  if (named === null) return null
  const [row] = await db.system
    .select({ domain: shops.domain })
    .from(connections)
    .innerJoin(shops, eq(shops.teamId, connections.teamId))
    .where(and(eq(connections.uuid, uuid), installedAs(named)))
  return row?.domain ?? null
}

const installedAs = (domain: string) => and(eq(shops.domain, domain), isNull(shops.uninstalledAt))
