/** Facts that the REST API shows of a site in addition to its row. */
import { and, eq, gte, inArray, isNull } from 'drizzle-orm'
import type { ActivitySource } from '#app/contract/activity-sources.ts'
import type { ConnectableName } from '#app/contract/integrations.ts'
import {
  activities,
  connections,
  shops,
  teams,
  tenants,
  wixInstances,
} from '#app/db/schema/index.ts'
import { readSiteBoosts, type SiteBoost } from '#app/domain/plans/meter.server.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { isOfTenant } from '#app/domain/shops/tenants/tenant-connection.ts'
import type { TokenBearer } from '#app/domain/tokens/tokens.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'

/** A source that has sent nothing for so long no longer counts as connected. */
const connectedDays = 30

/** The names of what needs no connection. A file that was imported connects nothing. */
const namesBySource: Partial<Record<ActivitySource, ConnectableName>> = {
  rest_api: 'rest_api',
  pixel: 'javascript',
}

export type SiteFacts = {
  /** Only the organization's owner sees boosts. */
  isOwner: boolean
  /** Running boosts of single sites, by the site's uuid. A boost for all sites isn't included. */
  boosts: ReadonlyMap<string, SiteBoost>
  /** Names of the connected integrations by site id. */
  integrations: ReadonlyMap<number, readonly string[]>
  /** The site of the organization's shop in Shopify; null without one. */
  shopSiteId: number | null
  /** The organization's site in Wix, while the app has access to it; null without one. */
  wixSiteId: number | null
  /** Stores in BigCommerce with the app, by site id. */
  stores: ReadonlyMap<number, { storeId: string; hasToken: boolean }>
}

/** For all sites of the bearer's organization. */
export async function readSiteFacts(
  { db, now }: Services,
  { scope, userId }: TokenBearer,
): Promise<SiteFacts> {
  const at = now()
  const since = new Date(at.getTime() - connectedDays * dayMillis)
  return db.asTeam(scope, async (tx) => {
    const [owned] = await tx
      .select({ id: teams.id })
      .from(teams)
      .where(and(inTeam(teams, scope), eq(teams.ownerId, userId)))
    const boosts = await readSiteBoosts(tx, scope, at)
    const sources = await tx
      .selectDistinct({ siteId: activities.siteId, source: activities.source })
      .from(activities)
      .where(and(inTeam(activities, scope), gte(activities.receivedAt, since)))
    const connected = await tx
      .selectDistinct({ siteId: connections.siteId, name: connections.integration })
      .from(connections)
      .where(
        and(inTeam(connections, scope), inArray(connections.state, ['active', 'paused', 'lost'])),
      )
    const [shop] = await tx
      .select({ siteId: shops.siteId })
      .from(shops)
      .where(and(inTeam(shops, scope), isNull(shops.uninstalledAt)))
    const [wix] = await tx
      .select({ siteId: wixInstances.siteId })
      .from(wixInstances)
      .where(and(inTeam(wixInstances, scope), isNull(wixInstances.removedAt)))
    const stores = await tx
      .select({
        siteId: connections.siteId,
        storeId: tenants.tenantId,
        token: tenants.accessToken,
      })
      .from(tenants)
      .innerJoin(connections, isOfStore)
      .where(and(inTeam(tenants, scope), eq(tenants.state, 'installed')))
    return {
      isOwner: owned !== undefined,
      boosts: new Map(boosts.map((one) => [one.uuid, one])),
      integrations: namesBySite([
        ...connected,
        ...sources.flatMap(({ siteId, source }) => {
          const name = namesBySource[source]
          return name === undefined ? [] : { siteId, name }
        }),
      ]),
      shopSiteId: shop?.siteId ?? null,
      wixSiteId: wix?.siteId ?? null,
      stores: new Map(
        stores.map(({ siteId, storeId, token }) => [siteId, { storeId, hasToken: token !== null }]),
      ),
    }
  })
}

/** The connection of a store in BigCommerce with its site. */
const isOfStore = and(eq(tenants.platform, 'bigcommerce'), isOfTenant)

function namesBySite(rows: readonly { siteId: number; name: ConnectableName }[]) {
  const integrations = new Map<number, string[]>()
  for (const { siteId, name } of rows) {
    integrations.set(siteId, [...(integrations.get(siteId) ?? []), name].sort())
  }
  return integrations
}
