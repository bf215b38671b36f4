/** How a site or store in another system is named. Safe in the browser. */
import type { FramedPlatform } from '#app/db/schema/shops.ts'

export type { FramedPlatform }

declare const isRead: unique symbol

/** A name that `readTenantId` has read, so it can be part of a host's name. */
export type TenantId = string & { readonly [isRead]: true }

/** A site or store as its system names it. */
export type TenantName = { platform: FramedPlatform; tenantId: TenantId }

/** A Wix instance is a UUID, a BigCommerce store a short hash. It becomes part of a host's name. */
const tenantPattern = /^[a-z0-9][a-z0-9-]{0,62}$/

/** The system's name for a site or store; null for any other text. */
export const readTenantId = (value: string | null): TenantId | null =>
  value !== null && tenantPattern.test(value) ? (value as TenantId) : null
