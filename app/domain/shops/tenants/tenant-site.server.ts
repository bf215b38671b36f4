/** The site that a site or store in another system is about: the one that the app's connection is of. */
import { asc, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { connections } from '#app/db/schema/connections.ts'
import { users } from '#app/db/schema/ground.ts'
import { tenants } from '#app/db/schema/shops.ts'
import { isOfTenant } from './tenant-connection.ts'

/**
 * Makes the tenant's site the person's current one, as its admin opens the frame: an organization may have others,
 * which people switch to until the admin opens it again. Does nothing for a tenant without a site.
 *
 * @param tenantRow id in `tenants`
 */
export async function showTenantSite(
  queries: Queries,
  { tenantRow, userId }: { tenantRow: number; userId: number },
): Promise<void> {
  const [site] = await queries
    .select({ teamId: connections.teamId, siteId: connections.siteId })
    .from(tenants)
    .innerJoin(connections, isOfTenant)
    .where(eq(tenants.id, tenantRow))
    .orderBy(asc(connections.id))
    .limit(1)
  if (!site) return
  const current = { currentTeamId: site.teamId, currentSiteId: site.siteId }
  await queries.update(users).set(current).where(eq(users.id, userId))
}
