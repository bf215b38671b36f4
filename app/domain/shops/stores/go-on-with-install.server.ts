/** A look at an unfinished install, when someone opens the app. */
import { and, eq, exists, lt, type SQL } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { tenants } from '#app/db/schema/shops.ts'
import { connectStoreJob } from '../jobs.ts'
import { installMillis } from '../later-attempts.server.ts'
import { isOfTenant } from '../tenants/tenant-connection.ts'
import type { TenantId } from '../tenants/tenant-name.ts'
import type { Services } from '#app/services.ts'
import { integration } from './store-site.server.ts'

/** Connections of stores that have the app. Their install goes on for two weeks, and whenever someone opens the app. */
export const isOfInstall = ({ db }: Pick<Services, 'db'>): SQL =>
  exists(
    db.system
      .select({ id: tenants.id })
      .from(tenants)
      .where(and(eq(tenants.platform, integration), eq(tenants.state, 'installed'), isOfTenant)),
  )

/** Sends the job again when the store still isn't connected long after its install. */
export async function goOnWithInstall(
  { db, jobs, now }: Pick<Services, 'db' | 'jobs' | 'now'>,
  tenantId: TenantId,
): Promise<void> {
  const [unfinished] = await db.system
    .select({ id: connections.id })
    .from(tenants)
    .innerJoin(connections, and(isOfTenant, eq(connections.state, 'pending')))
    .where(
      and(
        eq(tenants.platform, integration),
        eq(tenants.tenantId, tenantId),
        eq(tenants.state, 'installed'),
        lt(tenants.installedAt, new Date(now().getTime() - installMillis)),
      ),
    )
    .limit(1)
  if (unfinished) await jobs.send(connectStoreJob, { store: tenantId, isExtra: true })
}
