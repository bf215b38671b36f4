/** Sites on whose pages an app in Wix or BigCommerce puts the pixel. */
import { and, eq, isNull } from 'drizzle-orm'
import { wixInstances } from '#app/db/schema/billing.ts'
import { connections } from '#app/db/schema/connections.ts'
import { tenants } from '#app/db/schema/shops.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import type { FramedPlatform } from './tenant-name.ts'

/** The system whose installed app loads the pixel on the site's pages. Null: people paste its code. */
export async function findScriptSystem(
  { db }: Pick<Services, 'db'>,
  site: SiteScope,
): Promise<FramedPlatform | null> {
  const inWix = and(inSite(wixInstances, site), isNull(wixInstances.removedAt))
  if ((await db.system.$count(wixInstances, inWix)) > 0) return 'wix'
  const [store] = await db.system
    .select({ id: tenants.id })
    .from(connections)
    .innerJoin(
      tenants,
      and(
        eq(tenants.platform, 'bigcommerce'),
        eq(tenants.tenantId, connections.account),
        eq(tenants.teamId, connections.teamId),
        eq(tenants.state, 'installed'),
      ),
    )
    .where(and(inSite(connections, site), eq(connections.integration, 'bigcommerce')))
    .limit(1)
  return store ? 'bigcommerce' : null
}
