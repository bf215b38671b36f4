/** The rest of an install, outside of the merchant's request: data, scripts, and the report of the end. */
import { and, eq } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { builtIntegration } from '#app/domain/connections/built-integrations.server.ts'
import { connectWithSettings } from '#app/domain/connections/connect.server.ts'
import type { Connection } from '#app/domain/connections/connection.server.ts'
import { sealCredentials } from '#app/domain/connections/credentials.server.ts'
import { findAccountConnection } from '#app/domain/connections/manage-connections.server.ts'
import { readTenantId } from '../tenants/tenant-name.ts'
import { TryLater } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { openStore, placeScripts, type OpenStore } from './store-scripts.server.ts'
import { renewStoreAddress } from './renew-store-address.server.ts'
import { integration } from './store-site.server.ts'

/**
 * Connects the store with its site and adds the pixel. Repeatable: a job that is tried again goes on, and changes
 * nothing that people changed meanwhile: a connection that has ended stays so. Does nothing once the app was
 * uninstalled.
 *
 * @param isRenewal the store had the app, and only gave it access again: its scripts stay as they are
 * @throws ConnectionLost, TryLater, also when the store doesn't accept the connection; BadRecord
 */
export async function connectStore(
  services: Services,
  { store: name, isRenewal = false }: { store: string; isRenewal?: boolean | undefined },
): Promise<void> {
  const { bigcommerce: app } = services
  const tenantId = readTenantId(name)
  const store = tenantId && (await openStore(services, tenantId))
  if (!app || !store) return
  await renewStoreAddress(services, app, store)
  const known = await findAccountConnection(services, store.site, {
    integration,
    account: store.access.tenantId,
  })
  const isRunning = known !== null && known.state !== 'pending'
  if (known?.state === 'paused') await storeAccess(services, store, known)
  else if (known?.state !== 'ended') await connectData(services, store, known)
  if (!isRenewal || !isRunning) await placeScripts(services, app, store)
  await app.reportEnd(store.access)
}

/** Settings that the app knows. The others are the people's. */
function appSettings({ config }: Services, { access }: OpenStore): Record<string, string> | null {
  const { tenantId: storeHash, accessToken } = access
  if (!config.bigcommerce) return null
  return { storeHash, accessToken, clientSecret: config.bigcommerce.clientSecret }
}

/** Someone disconnected the store while it was being connected. */
class EndedMeanwhile extends Error {}

function refuseEnded(earlier: Connection | null): void {
  if (earlier?.state === 'ended') throw new EndedMeanwhile()
}

/** The same connection as one by keys: webhooks, past orders, products and customers. */
async function connectData(
  services: Services,
  store: OpenStore,
  known: Connection | null,
): Promise<void> {
  const definition = builtIntegration(integration)
  const settings = appSettings(services, store)
  if (!definition || !settings) return
  const channelId = known?.credentials.settings['channelId']
  const given = { ...settings, ...(channelId === undefined ? {} : { channelId }) }
  const connected = await connectWithSettings(services, store.site, {
    integration: definition,
    given,
    check: refuseEnded,
  }).catch((error: unknown) => {
    if (error instanceof EndedMeanwhile) return null
    throw error
  })
  // The sentence doesn't show whether the store refuses or is away, and a new install ends these attempts.
  if (connected?.ok === false)
    throw new TryLater(
      `The store isn’t connected: ${String(connected.errors.form)}`,
      services.now(),
    )
}

/** For a connection that someone paused: it stays so, and has the access that is valid now. */
async function storeAccess(
  services: Services,
  store: OpenStore,
  { id, uuid, credentials }: Connection,
): Promise<void> {
  const { db, security } = services
  const settings = { ...credentials.settings, ...appSettings(services, store) }
  const sealed = sealCredentials(security.secrets, uuid, { ...credentials, settings })
  await db.system
    .update(connections)
    .set({ credentials: sealed })
    .where(and(eq(connections.id, id), eq(connections.state, 'paused')))
}
