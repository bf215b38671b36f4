/** Name, URL, category and time zone of a site. */
import { sql } from 'drizzle-orm'
import { sites } from '#app/db/schema/ground.ts'
import { isUniqueViolation } from '#app/lib/database-errors.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteDetailsInput } from './site-details.ts'
import { isPageOfSite } from './site-url.ts'

export type SiteDetails = {
  name: string
  url: string
  /** Identity in categories.ts, while it is listed there. */
  category: string | null
  timeZone: string
  logoId: string | null
  pausedAt: Date | null
}

/** @throws Refusal `not_found` when the site no longer exists */
export async function readSiteDetails({ db }: Services, site: SiteScope): Promise<SiteDetails> {
  const [row] = await db.asTeam(site, (tx) =>
    tx
      .select({
        name: sites.name,
        url: sites.url,
        category: sites.category,
        timeZone: sites.timeZone,
        logoId: sites.logoId,
        pausedAt: sites.pausedAt,
      })
      .from(sites)
      .where(inSite(sites, site)),
  )
  if (!row) throw gone()
  return row
}

/**
 * A new URL resets the pixel's status, which was seen on another host.
 *
 * @throws Refusal `invalid` at the url field when the team has another site with this URL
 */
export async function updateSiteDetails(
  { db, siteCache, now }: Services,
  site: SiteScope,
  { name, url, category, timeZone }: SiteDetailsInput,
): Promise<void> {
  try {
    await changeSite({ db, siteCache }, site, async (tx) => {
      const [known] = await tx
        .select({ url: sites.url })
        .from(sites)
        .where(inSite(sites, site))
        .for('no key update')
      if (!known) throw gone()
      const isElsewhere = url !== undefined && !isPageOfSite(known.url, url)
      await tx
        .update(sites)
        .set({
          name,
          category,
          timeZone,
          updatedAt: now(),
          ...(url === undefined ? {} : { url }),
          pixelSeenAt: isElsewhere ? null : sql`${sites.pixelSeenAt}`,
        })
        .where(inSite(sites, site))
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'sites_team_id_url_key')) throw error
    throw refuseField('url', 'Your organization already has a site with this URL.')
  }
}

const gone = () => new Refusal('not_found', 'Site not found.')
