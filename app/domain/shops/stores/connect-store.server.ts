/** The rest of an install, outside of the merchant's request: data, scripts, and the report of the end. */
import { builtIntegration } from '#app/domain/connections/built-integrations.server.ts'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import { readTenantId } from '../tenants/tenant-name.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { openStore, repairScripts, type OpenStore } from './store-scripts.server.ts'
import { integration } from './store-site.server.ts'

/**
 * Connects the store with its site and adds the pixel. Repeatable: a job that is tried again goes on. Does
 * nothing once the app was uninstalled.
 *
 * @throws ConnectionLost, TryLater, also when the store doesn't accept the connection; BadRecord
 */
export async function connectStore(
  services: Services,
  { store: name }: { store: string },
): Promise<void> {
  const { bigcommerce: app } = services
  const tenantId = readTenantId(name)
  const store = tenantId && (await openStore(services, tenantId))
  if (!app || !store) return
  await connectData(services, store)
  await repairScripts(services, app, store.access.tenantId)
  await app.reportEnd(store.access)
}

/** The same connection as one by keys: webhooks, past orders, products and customers. */
async function connectData(
  services: Services,
  { access: { tenantId, accessToken }, site }: OpenStore,
): Promise<void> {
  const { config } = services
  const definition = builtIntegration(integration)
  if (!definition || !config.bigcommerce) return
  const { clientSecret } = config.bigcommerce
  const given = { storeHash: tenantId, accessToken, clientSecret }
  const connected = await connectWithSettings(services, site, { integration: definition, given })
  // The sentence doesn't show whether the store refuses or is away, and a new install ends these attempts.
  if (!connected.ok)
    throw new TryLater(
      `The store isn’t connected: ${String(connected.errors.form)}`,
      services.now(),
    )
}
