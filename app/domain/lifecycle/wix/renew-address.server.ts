/** The address of a site in Wix, which Wix gives and people replace by a domain. Events count on it alone. */
import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import { InstanceRefused, type WixApp, type WixSite } from '#app/domain/billing/channels/wix.ts'
import { isFailedCall } from '#app/lib/web/provider-errors.ts'
import type { Services } from '#app/services.ts'
import { isUnpublished, urlOf } from './wix-site.server.ts'

/**
 * Whether it's an address that sites have before their domain.
 * https://dev.wix.com/docs/develop-websites/articles/coding-with-velo/frontend-code/urls/about-the-url-structure-of-premium-and-free-sites
 */
export const isFreeAddress = (url: string): boolean =>
  /\.(?:wixsite\.com|wixstudio\.io)$/.test(new URL(url).hostname)

type Renewing = { siteId: number; instanceId: string; site: WixSite }

/** A site that was published since, or got its domain, gets its address. One that its people changed by hand stays. */
export async function renewAddress(
  tx: Transaction,
  { siteCache, now }: Pick<Services, 'siteCache' | 'now'>,
  { siteId, instanceId, site }: Renewing,
): Promise<void> {
  const url = urlOf(instanceId, site)
  const [row] = await tx
    .select({ url: sites.url, teamId: sites.teamId })
    .from(sites)
    .where(eq(sites.id, siteId))
  const isGiven = row && (isUnpublished(row.url) || isFreeAddress(row.url))
  if (!isGiven || isUnpublished(url) || url === row.url) return
  // The organization may have added it by hand.
  const taken = and(eq(sites.teamId, row.teamId), eq(sites.url, url), ne(sites.id, siteId))
  if ((await tx.$count(sites, taken)) > 0) return
  const [changed] = await tx
    .update(sites)
    .set({ url, updatedAt: now() })
    .where(and(eq(sites.id, siteId), eq(sites.url, row.url)))
    .returning({ uuid: sites.uuid })
  if (changed) siteCache.invalidateOnCommit(tx, changed.uuid)
}

/** Asks Wix for it. Does nothing while Wix doesn't answer. */
export async function followAddress(
  services: Services,
  wix: WixApp,
  { instanceId, siteId }: { instanceId: string; siteId: number },
): Promise<void> {
  try {
    const site = await wix.readSite(instanceId)
    await services.db.transaction((tx) => renewAddress(tx, services, { siteId, instanceId, site }))
  } catch (error) {
    if (!(error instanceof InstanceRefused) && !isFailedCall(error)) throw error
  }
}
