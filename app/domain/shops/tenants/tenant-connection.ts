import { and, eq } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { tenants } from '#app/db/schema/shops.ts'

/** The connection is the tenant’s app’s: of the same organization, system and store. */
export const isOfTenant = and(
  eq(connections.teamId, tenants.teamId),
  eq(connections.integration, tenants.platform),
  eq(connections.account, tenants.tenantId),
)
