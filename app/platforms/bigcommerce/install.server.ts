/** An install, by the parameters with which BigCommerce opens the auth callback. */
import type { AppLoadContext } from '@remix-run/node'
import { storeOfContext } from '#app/clients/bigcommerce/signed-payload.ts'
import {
  CodeRefused,
  ScopesMissing,
  type BigCommerceApp,
} from '#app/domain/shops/stores/bigcommerce-app.ts'
import { installStore, type Installed } from '#app/domain/shops/stores/install-store.server.ts'
import type { TenantId } from '#app/domain/shops/tenants/tenant-name.ts'
import { pageNotFound } from '#app/lib/errors.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import type { InstallFault } from './install-faults.ts'
import { errorPath } from './paths.ts'

/** @throws Refusal `not_found` when the product isn't an app in BigCommerce */
export function requireBigCommerce({
  request,
  context: { services },
}: {
  request: Request
  context: AppLoadContext
}): BigCommerceApp {
  if (services.bigcommerce) return services.bigcommerce
  throw pageNotFound(request)
}

export type InstallOutcome = Installed | { tenantId: TenantId | null; fault: InstallFault }

/** @param query of the auth callback, as it arrived */
export async function installByQuery(
  services: Services,
  app: BigCommerceApp,
  query: URLSearchParams,
): Promise<InstallOutcome> {
  const only = (name: string) => {
    const values = query.getAll(name)
    // Each reader might pick a different value of a repeated parameter.
    return values.length === 1 ? (values[0] ?? '') : ''
  }
  const [code, context, scope] = [only('code'), only('context'), only('scope')]
  const tenantId = storeOfContext(context)
  if (tenantId === null || code === '') return { tenantId, fault: 'payload' }
  try {
    return await installStore(services, app, { code, context, scope })
  } catch (error) {
    if (error instanceof CodeRefused) return { tenantId, fault: 'code' }
    if (error instanceof ScopesMissing) return { tenantId, fault: 'scope' }
    if (!isFailedCall(error)) throw error
    services.log.warn({ err: error, store: tenantId }, 'an install could not be finished')
    return { tenantId, fault: 'away' }
  }
}

/**
 * @param tenantId the store in whose admin the page appears: it shows nothing of anyone
 * @param isFramed for a page that appears in a frame, though no store is known
 */
export const faultUrl = (
  fault: InstallFault,
  tenantId: TenantId | null,
  isFramed = tenantId !== null,
): string =>
  `${errorPath}?${new URLSearchParams({
    reason: fault,
    ...(isFramed ? { shell: 'bigcommerce' } : {}),
    ...(tenantId === null ? {} : { tenant: tenantId }),
  }).toString()}`
