/** Settings of a whole site. */
import { sql } from 'drizzle-orm'
import { siteOptions, timingModeOf, type SiteOptions } from '#app/contract/site-options.ts'
import { sites } from '#app/db/schema/ground.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

const changeable = siteOptions.partial()

/**
 * Changes the given options only, so that two people can change different ones at the same time.
 */
export async function changeOptions(
  { db, siteCache, now }: Services,
  site: SiteScope,
  change: Partial<SiteOptions>,
): Promise<void> {
  const named = changeable.parse({ ...change, ...timingModeOf(change) })
  const at = now()
  const isOther = sql`${sites.options} -> 'holdout' is distinct from ${JSON.stringify(named.holdout ?? null)}::jsonb`
  await changeSite({ db, siteCache }, site, (tx) =>
    tx
      .update(sites)
      .set({
        options: sql`${sites.options} || ${JSON.stringify(named)}::jsonb`,
        ...(named.holdout === undefined
          ? {}
          : {
              holdoutSince: sql`case when ${isOther} then ${at.toISOString()}::timestamptz
                else ${sites.holdoutSince} end`,
            }),
        updatedAt: at,
      })
      .where(inSite(sites, site)),
  )
}

/** The kill switch: the site's pages show nothing until it is turned off. */
export async function setPaused(
  { db, siteCache, now }: Services,
  site: SiteScope,
  isPaused: boolean,
): Promise<void> {
  const at = now()
  await changeSite({ db, siteCache }, site, (tx) =>
    tx
      .update(sites)
      .set({
        // Keeps the first time when it's already on.
        pausedAt: isPaused
          ? sql`coalesce(${sites.pausedAt}, ${at.toISOString()}::timestamptz)`
          : null,
        updatedAt: at,
      })
      .where(inSite(sites, site)),
  )
}
