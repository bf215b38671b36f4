/** A site for a store whose site was deleted, when someone opens the app who can add sites. */
import { and, eq, ne } from 'drizzle-orm'
import { connections } from '#app/db/schema/connections.ts'
import { findRole } from '#app/domain/teams/members.server.ts'
import { mayDo } from '#app/domain/teams/roles.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { connectStoreJob } from '../jobs.ts'
import type { TenantId } from '../tenants/tenant-name.ts'
import { readTenantToken } from '../tenants/tenants.server.ts'
import type { BigCommerceApp, StoreDetails } from './bigcommerce-app.ts'
import {
  findStoreSite,
  insertStoreSite,
  integration,
  lockStore,
  storeName,
  teamOfStore,
} from './store-site.server.ts'

type Opening = { tenantId: TenantId; teamId: number; userId: number }

/**
 * Creates it as an install does. A store whose site was transferred keeps that one: the store's data and its
 * scripts are the other organization's now. Does nothing while the store doesn't answer.
 */
export async function addMissingSite(
  services: Services,
  { tenantId, teamId, userId }: Opening,
): Promise<void> {
  const { db, bigcommerce: app, jobs, security, now } = services
  if (!app || (await findStoreSite(db.system, tenantId))) return
  const isElsewhere = and(
    eq(connections.integration, integration),
    eq(connections.account, tenantId),
    ne(connections.state, 'ended'),
  )
  if ((await db.system.$count(connections, isElsewhere)) > 0) return
  const role = await findRole(db.system, teamId, userId)
  if (role === null || !mayDo(role, 'sites:manage')) return
  const details = await readDetails(services, app, tenantId)
  if (!details) return
  await db.transaction(async (tx) => {
    await lockStore(tx, tenantId)
    // Two windows.
    if (await findStoreSite(tx, tenantId)) return
    const adding = { team: teamOfStore({ teamId }), tenantId, userId, details, at: now() }
    await insertStoreSite(tx, security.secrets, adding)
    await jobs.send(connectStoreJob, { store: tenantId }, tx)
  })
}

async function readDetails(
  services: Services,
  app: BigCommerceApp,
  tenantId: TenantId,
): Promise<StoreDetails | null> {
  const accessToken = await readTenantToken(services, storeName(tenantId))
  if (accessToken === null) return null
  try {
    return await app.readStore({ tenantId, accessToken })
  } catch (error) {
    if (isFailedCall(error)) return null
    throw error
  }
}
