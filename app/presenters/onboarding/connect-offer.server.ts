/** The connection that setup offers first, where the shop's platform has one. */
import type { ConnectableName } from '#app/contract/integrations.ts'
import { listSiteConnections } from '#app/domain/connections/site-connections.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { ShopPlatform } from '#app/domain/sites/home-page/platform.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import type { Services } from '#app/services.ts'
import { fittingName } from '#app/presenters/integrations/listed.ts'

export type ConnectOffer = { name: ConnectableName; service: string; isConnected: boolean }

/** Null: the platform isn't known, or can't be connected with what the owner has. */
export async function readConnectOffer(
  services: Services,
  site: SiteScope,
  platform: ShopPlatform | null,
): Promise<ConnectOffer | null> {
  const name = fittingName(platform)
  const integration = name === null ? undefined : findIntegration(name)
  if (name === null || !integration?.ways.some((way) => way !== 'oauth')) return null
  const connections = await listSiteConnections(services, site)
  const isConnected = connections.some(
    ({ integration, state }) => integration === name && state !== 'pending',
  )
  return { name, service: integrationLabels[name], isConnected }
}
