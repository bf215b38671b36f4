/**
 * The pixel on a store's storefront, as scripts of the store's own script manager. An install adds them; from
 * then on they're the merchant's: what they turn off or delete comes back when they ask for it.
 */
import type { SiteScope } from '#app/domain/scope.ts'
import { readTenantToken } from '../tenants/tenants.server.ts'
import type { TenantId } from '../tenants/tenant-name.ts'
import { installationCode } from '#app/domain/sites/site.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import {
  scriptPlaces,
  type BigCommerceApp,
  type ScriptPlace,
  type StoreAccess,
} from './bigcommerce-app.ts'
import { findStoreSite, storeName } from './store-site.server.ts'

/** `changed`: it's there with another code, for example of a site that was deleted. */
type ScriptState = 'on' | 'off' | 'missing' | 'changed'

export type PlacedScript = { place: ScriptPlace; state: ScriptState }

type Placed = PlacedScript & { id: string | null }

/** Null: the store doesn't answer, or has no site, so nothing is known. Changes nothing. */
export async function checkScripts(
  services: Services,
  app: BigCommerceApp,
  tenantId: TenantId,
): Promise<PlacedScript[] | null> {
  const store = await openStore(services, tenantId)
  if (!store) return null
  try {
    return (await placedScripts(services, app, store)).map(({ place, state }) => ({ place, state }))
  } catch (error) {
    if (isFailedCall(error)) return null
    throw error
  }
}

/**
 * Adds the scripts that are missing and replaces those that aren't as they should be. Repeatable.
 *
 * @throws ConnectionLost, TryLater, BadRecord
 */
export async function repairScripts(
  services: Services,
  app: BigCommerceApp,
  tenantId: TenantId,
): Promise<void> {
  const store = await openStore(services, tenantId)
  if (store) await saveScripts(services, app, { store, isAsked: true })
}

/**
 * The same after an install, without what the merchant turned off meanwhile. Repeatable.
 *
 * @throws ConnectionLost, TryLater, BadRecord
 */
export const placeScripts = (
  services: Services,
  app: BigCommerceApp,
  store: OpenStore,
): Promise<void> => saveScripts(services, app, { store, isAsked: false })

async function saveScripts(
  services: Services,
  app: BigCommerceApp,
  { store, isAsked }: { store: OpenStore; isAsked: boolean },
): Promise<void> {
  const html = installationCode(services.config.appUrl, store.site.siteUuid)
  for (const { place, state, id } of await placedScripts(services, app, store)) {
    if (state === 'on' || (state === 'off' && !isAsked)) continue
    await app.saveScript(store.access, { place, html, id })
  }
}

export type OpenStore = { access: StoreAccess; site: SiteScope }

/** Null: the app isn't installed there, or the store's site was deleted. */
export async function openStore(services: Services, tenantId: TenantId): Promise<OpenStore | null> {
  const site = await findStoreSite(services.db.system, tenantId)
  const accessToken = site && (await readTenantToken(services, storeName(tenantId)))
  return site && accessToken !== null ? { access: { tenantId, accessToken }, site } : null
}

async function placedScripts(
  { config }: Services,
  app: BigCommerceApp,
  { access, site }: OpenStore,
): Promise<Placed[]> {
  const html = installationCode(config.appUrl, site.siteUuid)
  const scripts = await app.listScripts(access)
  return scriptPlaces.map((place) => {
    const found = scripts.filter((one) => one.place === place)
    const script = found.find((one) => one.html === html && one.isEnabled) ?? found[0]
    if (!script) return { place, state: 'missing', id: null }
    if (!script.isEnabled) return { place, state: 'off', id: script.id }
    return { place, state: script.html === html ? 'on' : 'changed', id: script.id }
  })
}
