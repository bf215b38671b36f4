/** A site or store of another system that has an organization, without the way by which its system leads there. */
import { and, eq } from 'drizzle-orm'
import { tenants } from '#app/db/schema/index.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import type { TenantName } from '#app/domain/shops/tenants/tenant-name.ts'
import type { Services } from '#app/services.ts'

/** @throws Error when the app was never installed there */
export async function joinTenant(
  { db }: Pick<Services, 'db'>,
  { teamId }: TeamScope,
  { platform, tenantId }: TenantName,
): Promise<void> {
  const { rowCount } = await db.system
    .update(tenants)
    .set({ teamId })
    .where(and(eq(tenants.platform, platform), eq(tenants.tenantId, tenantId)))
  if (rowCount !== 1) throw new Error(`${tenantId} was never installed.`)
}
