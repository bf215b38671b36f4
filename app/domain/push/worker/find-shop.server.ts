/** The system that a site's pages come from, as far as it decides who serves the worker's file. */
import { and, isNull } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { shops } from '#app/db/schema/shops.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { findScriptSystem } from '#app/domain/shops/tenants/site-script.server.ts'
import type { Services } from '#app/services.ts'
import type { Shop } from './worker-place.ts'

/** Whether the site is the one of an installed Shopify shop, whose proxy passes requests on to us. */
export async function isInShopify(tx: Queries, site: SiteScope): Promise<boolean> {
  const [installed] = await tx
    .select({ id: shops.id })
    .from(shops)
    .where(and(inSite(shops, site), isNull(shops.uninstalledAt)))
  return installed !== undefined
}

export async function findShop(services: Pick<Services, 'db'>, site: SiteScope): Promise<Shop> {
  if (await services.db.asTeam(site, (tx) => isInShopify(tx, site))) return 'shopify'
  return (await findScriptSystem(services, site)) ?? 'standalone'
}
