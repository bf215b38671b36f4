/**
 * A site in Wix is one thing in several areas: the tenant whose dashboard frames the product, the instance for
 * which its organization pays, the site whose pages show nudges, and the connection that its orders come by.
 * They change together, here.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { wixInstances } from '#app/db/schema/billing.ts'
import { connections } from '#app/db/schema/connections.ts'
import { sites } from '#app/db/schema/ground.ts'
import { tenants } from '#app/db/schema/shops.ts'
import { storeWixLink } from '#app/domain/billing/channels/wix-instances.server.ts'
import { openConnection } from '#app/domain/connections/connections.server.ts'
import { findSiteScope } from '#app/domain/find-scope.server.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope, TeamScope } from '#app/domain/scope.ts'
import { readTenantId, type TenantName } from '#app/domain/shops/tenants/tenant-name.ts'
import { knownTimeZone } from '#app/domain/sites/site-details.ts'
import { normalizeSiteUrl } from '#app/domain/sites/site-url.ts'
import { insertSite, refuseSiteBeyondPlan } from '#app/domain/sites/sites.server.ts'
import type { WixSite } from '#app/domain/billing/channels/wix.ts'
import type { Services } from '#app/services.ts'
import { embedWixScriptJob } from '#app/domain/shops/jobs.ts'
import { shorten } from '#app/lib/storable-text.ts'

/** @throws Error for what is no instance: callers have read it as one */
export function tenantOfInstance(instanceId: string): TenantName {
  const tenantId = readTenantId(instanceId)
  if (tenantId === null) throw new Error('This is no instance of Wix.')
  return { platform: 'wix', tenantId }
}

export const isTenant = ({ platform, tenantId }: TenantName) =>
  and(eq(tenants.platform, platform), eq(tenants.tenantId, tenantId))

/** Two windows and a webhook may meet: what is missing is created once. There may be no row to lock yet. */
export async function lockInstance(tx: Transaction, instanceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`wix ${instanceId}`}, 0))`)
}

/** The address of a site that isn't published yet. No browser opens it. */
const unpublishedUrl = (instanceId: string) => `https://${instanceId}.wix.invalid`

export const isUnpublished = (url: string): boolean => url.endsWith('.wix.invalid')

export const urlOf = (instanceId: string, { url }: WixSite): string =>
  (url === null ? null : normalizeSiteUrl(url)) ?? unpublishedUrl(instanceId)

/** As long as a site's name can be. */
const maxName = 100

export const nameOf = ({ name }: WixSite): string => shorten(name ?? 'Wix site', maxName)

type Adding = {
  team: TeamScope
  userId: number
  instanceId: string
  site: WixSite
  /** As Wix has it. Null: UTC. */
  timeZone: string | null
  at: Date
  /** Whether the organization's plan has to have room for it. */
  isLimited: boolean
}

/**
 * The organization's site with this address, or a new one.
 *
 * @throws Refusal `invalid` when the plan has no room for it
 */
export async function findOrAddSite(
  tx: Transaction,
  { team, userId, instanceId, site, timeZone, at, isLimited }: Adding,
): Promise<number> {
  const url = urlOf(instanceId, site)
  // Someone may have added the site by hand.
  const [known] = await tx
    .select({ id: sites.id })
    .from(sites)
    .where(and(inTeam(sites, team), eq(sites.url, url)))
  if (known) return known.id
  if (isLimited) await refuseSiteBeyondPlan(tx, team)
  const added = await insertSite(
    tx,
    { team, userId, actor: { id: userId }, at },
    { name: nameOf(site), url, timeZone: knownTimeZone(timeZone ?? '') ?? 'UTC' },
  )
  return added.siteId
}

type Attaching = { instanceId: string; siteId: number; at: Date }

/**
 * The instance is the organization's, and its site's, from now on. Repeatable.
 *
 * @returns id in `tenants`
 * @throws Refusal `conflict` when it is another organization's, or another company charges this one
 */
export async function attachInstance(
  tx: Transaction,
  services: Services,
  { team, instanceId, siteId, at }: Attaching & { team: TeamScope },
): Promise<number> {
  const { teamId } = team
  const name = tenantOfInstance(instanceId)
  const [linked] = await tx
    .select({ siteId: wixInstances.siteId })
    .from(wixInstances)
    .where(eq(wixInstances.instanceId, instanceId))
  await storeWixLink(tx, team, { instanceId, siteId, at })
  const [before] = await tx
    .select({ state: tenants.state, removedAt: tenants.removedAt, teamId: tenants.teamId })
    .from(tenants)
    .where(isTenant(name))
  const columns = { teamId, state: 'installed' as const, removedAt: null, updatedAt: at }
  const [stored] = await tx
    .insert(tenants)
    .values({ ...name, ...columns, installedAt: at, createdAt: at })
    .onConflictDoUpdate({
      target: [tenants.platform, tenants.tenantId],
      set: { ...columns, ...(before?.state === 'removed' ? { installedAt: at } : {}) },
    })
    .returning({ id: tenants.id })
  if (!stored) throw new Error('The tenant was not stored.')
  // A connection that was ended or paused by hand stays so when a colleague comes.
  const isHere = before?.state === 'installed' && before.teamId === teamId
  if (isHere && linked?.siteId === siteId) return stored.id
  await showAgain(tx, services, { teamId, instanceId, siteId, at, pausedAt: before?.removedAt })
  return stored.id
}

type Returning = Attaching & { teamId: number; pausedAt: Date | null | undefined }

/**
 * Orders arrive, the site's pages show nudges, and get the script. The uninstall paused the site at its own
 * moment: a pause by a person has another one, and stays.
 */
export async function showAgain(
  tx: Transaction,
  { siteCache, jobs }: Services,
  { teamId, instanceId, siteId, at, pausedAt }: Returning,
): Promise<void> {
  await openConnection(tx, { teamId, siteId }, { integration: 'wix', account: instanceId, at })
  if (pausedAt) {
    const resumed = await tx
      .update(sites)
      .set({ pausedAt: null, updatedAt: at })
      .where(and(eq(sites.id, siteId), eq(sites.pausedAt, pausedAt)))
      .returning({ uuid: sites.uuid })
    for (const { uuid } of resumed) siteCache.invalidateOnCommit(tx, uuid)
  }
  if (await jobs.hasQueue(embedWixScriptJob, tx)) {
    await jobs.send(embedWixScriptJob, { instanceId }, tx)
  }
}

/** The site of an instance, also after its app was removed. Null: it never had one, or the site was deleted. */
export async function findSiteOfInstance(
  { db }: Pick<Services, 'db'>,
  instanceId: string,
): Promise<SiteScope | null> {
  const [row] = await db.system
    .select({ siteId: wixInstances.siteId })
    .from(wixInstances)
    .where(eq(wixInstances.instanceId, instanceId))
  return row === undefined || row.siteId === null ? null : findSiteScope(db.system, row.siteId)
}

export type InstalledWixSite = {
  site: SiteScope
  /** Null: no order has to arrive, for example because the connection was ended by hand. */
  connectionId: number | null
  installedAt: Date
}

/** Null: no organization has the instance, the app was removed, or its site was deleted. */
export async function findInstalledSite(
  { db }: Pick<Services, 'db'>,
  instanceId: string,
): Promise<InstalledWixSite | null> {
  const [row] = await db.system
    .select({
      siteId: wixInstances.siteId,
      installedAt: wixInstances.installedAt,
      connectionId: connections.id,
    })
    .from(wixInstances)
    .leftJoin(
      connections,
      and(
        eq(connections.siteId, wixInstances.siteId),
        eq(connections.integration, 'wix'),
        eq(connections.account, wixInstances.instanceId),
        eq(connections.state, 'active'),
      ),
    )
    .where(and(eq(wixInstances.instanceId, instanceId), isNull(wixInstances.removedAt)))
  if (!row || row.siteId === null) return null
  const site = await findSiteScope(db.system, row.siteId)
  return site && { site, connectionId: row.connectionId, installedAt: row.installedAt }
}
