/** Name, address and time zone of a store's site, where the store didn't have or show them at its install. */
import { and, eq, ne } from 'drizzle-orm'
import { sites } from '#app/db/schema/ground.ts'
import { findAccountConnection } from '#app/domain/connections/manage-connections.server.ts'
import { inSite, inTeam } from '#app/domain/scope-conditions.server.ts'
import { knownTimeZone } from '#app/domain/sites/site-details.ts'
import { normalizeSiteUrl } from '#app/domain/sites/site-url.ts'
import { defaultChannel } from '#app/integrations/kit/bigcommerce-api.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import type { BigCommerceApp } from './bigcommerce-app.ts'
import type { OpenStore } from './store-scripts.server.ts'
import { integration, isGivenAddress, nameOf } from './store-site.server.ts'

/**
 * Events count on a site's address alone, so one that BigCommerce gave follows the store to its domain. Another
 * domain that people entered stays, and so does the address of another storefront than the default one, whose domain
 * alone BigCommerce says (`v2/store`). Does nothing while the store doesn't answer.
 */
export async function renewStoreAddress(
  services: Services,
  app: BigCommerceApp,
  { access, site }: OpenStore,
): Promise<void> {
  const { db, siteCache, now } = services
  const { tenantId } = access
  const [known] = await db.system.select({ url: sites.url }).from(sites).where(inSite(sites, site))
  if (!known || !isGivenAddress(known.url)) return
  const account = { integration, account: tenantId } as const
  const connection = await findAccountConnection(services, site, account)
  const channelId = connection?.credentials.settings['channelId'] ?? defaultChannel
  if (channelId !== '' && channelId !== defaultChannel) return
  const isUnchanged = and(inSite(sites, site), eq(sites.url, known.url))
  const details = await app.readStore(access).catch((error: unknown) => {
    if (isFailedCall(error)) return null
    throw error
  })
  const url = normalizeSiteUrl(details?.url ?? '')
  if (!details || url === null || url === known.url) return
  await db.transaction(async (tx) => {
    // The organization may have added it by hand.
    const isTaken = and(inTeam(sites, site), eq(sites.url, url), ne(sites.id, site.siteId))
    if ((await tx.$count(sites, isTaken)) > 0) return
    const [row] = await tx
      .select({ name: sites.name, timeZone: sites.timeZone })
      .from(sites)
      .where(isUnchanged)
      .for('no key update')
    if (!row) return
    const hasName = row.name !== nameOf({ name: '' }, tenantId)
    const zone = knownTimeZone(details.timeZone ?? '')
    await tx
      .update(sites)
      .set({
        url,
        ...(hasName ? {} : { name: nameOf(details, tenantId) }),
        ...(row.timeZone === 'UTC' && zone ? { timeZone: zone } : {}),
        updatedAt: now(),
      })
      .where(isUnchanged)
    siteCache.invalidateOnCommit(tx, site.siteUuid)
  })
}
