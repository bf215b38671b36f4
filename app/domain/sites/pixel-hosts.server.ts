/** Hosts whose pages loaded a site's pixel. */
import { and, desc, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { pixelHosts } from '#app/db/schema/sites.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { PixelHost } from './pixel-state.ts'
import { isPageOfSite } from './site-url.ts'

/** Last seen first. @param siteAddress of the site */
export async function listPixelHosts(
  { db }: Services,
  site: SiteScope,
  siteAddress: string,
): Promise<PixelHost[]> {
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({
        host: pixelHosts.host,
        firstSeenAt: pixelHosts.firstSeenAt,
        lastSeenAt: pixelHosts.lastSeenAt,
      })
      .from(pixelHosts)
      .where(inSite(pixelHosts, site))
      .orderBy(desc(pixelHosts.lastSeenAt)),
  )
  const { protocol } = new URL(siteAddress)
  return rows.map((row) => ({
    ...row,
    isSiteHost: isPageOfSite(siteAddress, `${protocol}//${row.host}`),
  }))
}

/**
 * The site's URL with http, if its pages have only answered on that; otherwise null.
 *
 * @param siteAddress of the site
 */
export async function findPlainUrl(
  tx: Queries,
  site: SiteScope,
  siteAddress: string,
): Promise<string | null> {
  const { protocol, host } = new URL(siteAddress)
  if (protocol === 'http:') return null
  const isPlain = and(
    inSite(pixelHosts, site),
    eq(pixelHosts.host, host),
    eq(pixelHosts.isSecure, false),
  )
  return (await tx.$count(pixelHosts, isPlain)) > 0 ? `http://${host}` : null
}
