/** Consequences of Wix’ webhooks about installs and removals. Wix’ current answer counts, in any order of them. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { frameSessions } from '#app/db/schema/accounts.ts'
import { wixInstances } from '#app/db/schema/billing.ts'
import { sites } from '#app/db/schema/ground.ts'
import { tenants } from '#app/db/schema/shops.ts'
import { InstanceRefused, type WixApp } from '#app/domain/billing/channels/wix.ts'
import { endConnections } from '#app/domain/connections/connections.server.ts'
import type { Services } from '#app/services.ts'
import { isTenant, lockInstance, showAgain, tenantOfInstance } from './wix-site.server.ts'

/**
 * Stores whether the app is installed. A new install waits for its first visit, unless an organization has the
 * site. A clone of a site has an instance of its own, so it's a new install.
 *
 * @throws TryLater, BadRecord when Wix can't be asked
 */
export async function followWixSite(services: Services, instanceId: string): Promise<void> {
  const { wix, db } = services
  if (!wix) return
  const isInstalled = await hasAccess(wix, instanceId)
  await db.transaction(async (tx) => {
    await lockInstance(tx, instanceId)
    if (isInstalled) await storeInstall(tx, services, instanceId)
    else await storeRemoval(tx, services, instanceId)
  })
}

async function hasAccess(wix: WixApp, instanceId: string): Promise<boolean> {
  try {
    await wix.readSite(instanceId)
    return true
  } catch (error) {
    if (error instanceof InstanceRefused) return false
    throw error
  }
}

async function storeInstall(
  tx: Transaction,
  services: Services,
  instanceId: string,
): Promise<void> {
  const at = services.now()
  const name = tenantOfInstance(instanceId)
  const [before] = await tx
    .select({ state: tenants.state, removedAt: tenants.removedAt })
    .from(tenants)
    .where(isTenant(name))
  const [paying] = await tx
    .select({ teamId: wixInstances.teamId, siteId: wixInstances.siteId })
    .from(wixInstances)
    .where(eq(wixInstances.instanceId, instanceId))
  const columns = {
    state: 'installed' as const,
    removedAt: null,
    updatedAt: at,
    ...(paying ? { teamId: paying.teamId } : {}),
  }
  await tx
    .insert(tenants)
    .values({ ...name, ...columns, installedAt: at, createdAt: at })
    .onConflictDoUpdate({
      target: [tenants.platform, tenants.tenantId],
      set: { ...columns, ...(before?.state === 'removed' ? { installedAt: at } : {}) },
    })
  if (!paying || paying.siteId === null) return
  const { teamId, siteId } = paying
  await showAgain(tx, services, { teamId, instanceId, siteId, at, pausedAt: before?.removedAt })
}

/** Its sessions end, its pages show nothing, and nothing more arrives. Delivered data stays. */
async function storeRemoval(
  tx: Transaction,
  { siteCache, now }: Services,
  instanceId: string,
): Promise<void> {
  const at = now()
  const [tenant] = await tx
    .update(tenants)
    .set({ state: 'removed', accessToken: null, removedAt: at, updatedAt: at })
    .where(and(isTenant(tenantOfInstance(instanceId)), eq(tenants.state, 'installed')))
    .returning({ id: tenants.id })
  if (!tenant) return
  await tx.delete(frameSessions).where(eq(frameSessions.tenantId, tenant.id))
  await endConnections(tx, { integration: 'wix', account: instanceId, at })
  const [paying] = await tx
    .select({ siteId: wixInstances.siteId })
    .from(wixInstances)
    .where(eq(wixInstances.instanceId, instanceId))
  if (!paying || paying.siteId === null) return
  const paused = await tx
    .update(sites)
    .set({ pausedAt: at, updatedAt: at })
    .where(and(eq(sites.id, paying.siteId), isNull(sites.pausedAt)))
    .returning({ uuid: sites.uuid })
  for (const { uuid } of paused) siteCache.invalidateOnCommit(tx, uuid)
}
