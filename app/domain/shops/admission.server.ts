/** Who of a shop's staff gets into the shop's organization. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { teamMembers } from '#app/db/schema/ground.ts'
import { shopStaff } from '#app/db/schema/accounts.ts'
import { shops } from '#app/db/schema/shops.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { teamOfShop } from './shop-scope.ts'
import type { ShopSession } from './shopify.ts'

export type Admission = {
  shopId: number
  teamId: number
  /**
   * `member`: of the organization. `new`: would be added as a colleague of one. `removed`: the organization
   * removed them. `unknown`: their login ended, or no member is of the shop's staff, so they aren't added.
   */
  as: 'member' | 'new' | 'removed' | 'unknown'
}

/** Null: the shop is new, and gets an organization of its staff. Asks Shopify nothing. */
export async function findAdmission(
  queries: Queries,
  { shop: domain, staffId }: ShopSession,
): Promise<Admission | null> {
  const [row] = await queries
    .select({
      shopId: shops.id,
      teamId: shops.teamId,
      staff: shopStaff.staffId,
      endedAt: shopStaff.endedAt,
      member: teamMembers.userId,
    })
    .from(shops)
    .leftJoin(shopStaff, and(eq(shopStaff.shopId, shops.id), eq(shopStaff.staffId, staffId)))
    .leftJoin(
      teamMembers,
      and(eq(teamMembers.teamId, shops.teamId), eq(teamMembers.userId, shopStaff.userId)),
    )
    .where(eq(shops.domain, domain))
  if (!row) return null
  const { shopId, teamId, staff, member, endedAt } = row
  if (staff !== null && member === null) return { shopId, teamId, as: 'removed' }
  if (staff !== null) return { shopId, teamId, as: endedAt === null ? 'member' : 'unknown' }
  const isNew = await hasColleague(queries, { shopId, team: teamOfShop(row) })
  return { shopId, teamId, as: isNew ? 'new' : 'unknown' }
}

/** Whether a member of the organization is of the shop's staff. */
export async function hasColleague(
  queries: Queries,
  { shopId, team }: { shopId: number; team: TeamScope },
): Promise<boolean> {
  const [colleague] = await queries
    .select({ userId: teamMembers.userId })
    .from(shopStaff)
    .innerJoin(teamMembers, eq(teamMembers.userId, shopStaff.userId))
    .where(and(eq(shopStaff.shopId, shopId), isNull(shopStaff.endedAt), inTeam(teamMembers, team)))
    .limit(1)
  return colleague !== undefined
}
