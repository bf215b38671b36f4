/** The connection that setup offers first: the one of the shop's platform, or a choice of them. */
import type { ConnectableName } from '#app/contract/integrations.ts'
import { listSiteConnections } from '#app/domain/connections/site-connections.server.ts'
import { readEntitlements } from '#app/domain/plans/team-plan.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { ShopPlatform } from '#app/domain/sites/home-page/platform.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import { integrations } from '#app/integrations/registry.ts'
import type { Services } from '#app/services.ts'
import { healthOf, isRunning, type Health } from '#app/presenters/integrations/health.ts'
import { isReadingPast } from '#app/presenters/integrations/reading-past.server.ts'
import { fittingName } from '#app/presenters/integrations/listed.ts'

type Connectable = { name: ConnectableName; service: string }

export type ConnectOffer =
  /** Null: not connected. */
  | (Connectable & { kind: 'found'; connected: ConnectedShop | null })
  /** The platform isn't known: the shop's page couldn't be read, or has no mark of one. */
  | { kind: 'choice'; shops: Connectable[] }

type ConnectedShop = { health: Health; isReadingPast: boolean }

/** Null: the platform can't be connected with what the owner has. */
export async function readConnectOffer(
  services: Services,
  site: SiteScope,
  platform: ShopPlatform | null,
): Promise<ConnectOffer | null> {
  if (platform === null) return { kind: 'choice', shops: connectableShops }
  const name = fittingName(platform)
  if (name === null || !connectableShops.some((shop) => shop.name === name)) return null
  const connections = await listSiteConnections(services, site)
  const rows = connections.filter((one) => one.integration === name && one.state !== 'pending')
  const { neededPlan } = await readEntitlements(services, site)
  const service = integrationLabels[name]
  const shops = rows.map((row) => {
    const needed = row.isOfApp ? null : neededPlan(`integrations.${name}`)
    return { ...row, health: healthOf({ ...row, neededPlan: needed }, service, services.now()) }
  })
  // One that works counts more than others.
  const shop = shops.find(({ health }) => isRunning(health.state)) ?? shops[0]
  const connected = shop && {
    health: shop.health,
    isReadingPast: await isReadingPast(services, site, shop),
  }
  return { kind: 'found', name, service, connected: connected ?? null }
}

/** Those that need nothing of the installation: an OAuth app has to be registered by its operator. */
const connectableShops: Connectable[] = integrations
  .filter(({ category, ways }) => category === 'shop' && ways.some((way) => way !== 'oauth'))
  .map(({ name }) => ({ name, service: integrationLabels[name] }))
