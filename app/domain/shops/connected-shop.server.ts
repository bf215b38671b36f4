/** A shop whose data arrives. */
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { sites } from '#app/db/schema/ground.ts'
import { shops } from '#app/db/schema/shops.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'
import { siteOfShop } from './shop-scope.ts'

export type ConnectedShop = {
  id: number
  domain: string
  site: SiteScope
  connectionId: number
  /** ISO 4217, of its prices. */
  currency: string
  installedAt: Date
  webPixelId: string | null
}

/** Null: it isn't installed, or its site was deleted. */
export const findConnectedShop = async (
  services: Services,
  domain: string,
): Promise<ConnectedShop | null> =>
  (await listConnectedShops(services, eq(shops.domain, domain)))[0] ?? null

export async function listConnectedShops(
  { db }: Services,
  which: SQL | undefined,
): Promise<ConnectedShop[]> {
  const rows = await db.system
    .select({
      id: shops.id,
      domain: shops.domain,
      connectionId: shops.connectionId,
      currency: shops.currency,
      installedAt: shops.installedAt,
      webPixelId: shops.webPixelId,
      siteId: sites.id,
      uuid: sites.uuid,
      timeZone: sites.timeZone,
      teamId: sites.teamId,
    })
    .from(shops)
    .innerJoin(sites, eq(sites.id, shops.siteId))
    .where(and(isNull(shops.uninstalledAt), which))
  return rows.flatMap(({ siteId, uuid, timeZone, teamId, connectionId, ...shop }) =>
    connectionId === null
      ? []
      : [
          {
            ...shop,
            connectionId,
            site: siteOfShop({ teamId, id: siteId, uuid, timeZone }),
          },
        ],
  )
}
