/** Hosts whose pages loaded a site's pixel. */
import { desc } from 'drizzle-orm'
import { pixelHosts } from '#app/db/schema/index.ts'
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
