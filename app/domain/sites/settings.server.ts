/** What the owner decides for a whole site. */
import { and, eq, sql } from 'drizzle-orm'
import { siteOptions, type SiteOptions } from '#app/contract/site-options.ts'
import { sites } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'

const changeable = siteOptions.partial()

/**
 * Changes the named options and leaves the others alone, also those that another person changes at
 * the same moment.
 */
export async function changeOptions(
  { db, siteCache, now }: Services,
  site: SiteScope,
  change: Partial<SiteOptions>,
): Promise<void> {
  const named = changeable.parse(change)
  const at = now()
  const isOther = sql`${sites.options} -> 'holdout' is distinct from ${JSON.stringify(named.holdout ?? null)}::jsonb`
  await db.asTeam(site, (tx) =>
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
      .where(and(eq(sites.teamId, site.teamId), eq(sites.id, site.siteId))),
  )
  siteCache.invalidate(site.siteUuid)
}

/** The kill switch: from now on the site's pages show nothing, until it is thrown back. */
export async function setPaused(
  { db, siteCache, now }: Services,
  site: SiteScope,
  isPaused: boolean,
): Promise<void> {
  const at = now()
  await db.asTeam(site, (tx) =>
    tx
      .update(sites)
      .set({
        // Since when, not when last asked for.
        pausedAt: isPaused
          ? sql`coalesce(${sites.pausedAt}, ${at.toISOString()}::timestamptz)`
          : null,
        updatedAt: at,
      })
      .where(and(eq(sites.teamId, site.teamId), eq(sites.id, site.siteId))),
  )
  siteCache.invalidate(site.siteUuid)
}
