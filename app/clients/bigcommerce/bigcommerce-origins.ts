/** Where BigCommerce is. In development and tests a double on one origin replaces all of it. */
import type { TenantId } from '#app/domain/shops/tenants/tenant-name.ts'

/** @param double origin of a double that replaces all of them */
export const bigcommerceOrigins = (double: string | undefined) => ({
  api: double ?? 'https://api.bigcommerce.com',
  login: double ?? 'https://login.bigcommerce.com',
  /** A store's control panel, without a trailing slash. */
  panel: (tenantId: TenantId) =>
    double ? `${double}/panel/${tenantId}` : `https://store-${tenantId}.mybigcommerce.com`,
})
