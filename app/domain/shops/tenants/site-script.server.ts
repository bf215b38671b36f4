/** Sites on whose pages an app in Wix or BigCommerce puts the pixel. */
import { and, eq } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { tenants } from '#app/db/schema/shops.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import { isOfTenant } from './tenant-connection.ts'
import type { FramedPlatform } from './tenant-name.ts'

/**
 * The system whose installed app loads the pixel on the site's pages. Null: people paste its code. The app's
 * connection says which site it is about, also one that was ended by hand.
 */
export async function findScriptSystem(
  { db }: Pick<Services, 'db'>,
  site: SiteScope,
): Promise<FramedPlatform | null> {
  const [found] = await db.system
    .select({ platform: tenants.platform })
    .from(connections)
    .innerJoin(tenants, and(isOfTenant, eq(tenants.state, 'installed')))
    .where(inSite(connections, site))
    .limit(1)
  return found?.platform ?? null
}
