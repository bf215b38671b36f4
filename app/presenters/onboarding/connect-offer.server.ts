/** The connection that setup offers first: the one of the shop's platform, or a choice of them. */
import type { ConnectableName } from '#app/contract/integrations.ts'
import { listSiteConnections } from '#app/domain/connections/site-connections.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { ShopPlatform } from '#app/domain/sites/home-page/platform.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import { integrations } from '#app/integrations/registry.ts'
import type { Services } from '#app/services.ts'
import { fittingName } from '#app/presenters/integrations/listed.ts'

type Connectable = { name: ConnectableName; service: string }

export type ConnectOffer =
  | (Connectable & { kind: 'found'; isConnected: boolean })
  /** The platform isn't known: the shop's page couldn't be read, or has no mark of one. */
  | { kind: 'choice'; shops: Connectable[] }

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
  const isConnected = connections.some(
    ({ integration, state }) => integration === name && state !== 'pending',
  )
  return { kind: 'found', name, service: integrationLabels[name], isConnected }
}

/** Those that need nothing of the installation: an OAuth app has to be registered by its operator. */
const connectableShops: Connectable[] = integrations
  .filter(({ category, ways }) => category === 'shop' && ways.some((way) => way !== 'oauth'))
  .map(({ name }) => ({ name, service: integrationLabels[name] }))
