/** A site's options for its screens. */
import { eq } from 'drizzle-orm'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { sites, teams } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { fullOptions } from '#app/contract/site-options.ts'
import { neededPlan } from '#app/domain/plans/features.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

export type ShownOptions = {
  options: SiteOptions
  /** When the holdout percentage last changed; null: never. */
  holdoutSince: Date | null
  /** The lowest plan that includes nudges without our link. Null: the current plan does. */
  planToUnbrand: string | null
}

/** @throws Refusal `not_found` when the site no longer exists */
export async function readSiteOptions({ db }: Services, site: SiteScope): Promise<ShownOptions> {
  const [row] = await db.asTeam(site, (tx) =>
    tx
      .select({
        options: sites.options,
        holdoutSince: sites.holdoutSince,
        plan: teams.plan,
        meteredBy: teams.meteredBy,
      })
      .from(sites)
      .innerJoin(teams, eq(teams.id, sites.teamId))
      .where(inSite(sites, site)),
  )
  if (!row) throw new Refusal('not_found', 'Site not found.')
  return {
    options: fullOptions(row.options),
    holdoutSince: row.holdoutSince,
    planToUnbrand: neededPlan(row, 'brandingRemoval'),
  }
}

/**
 * Drops options that the plan doesn't include. Their disabled controls send nothing, which would
 * look like a choice.
 */
export function withinPlan(
  wanted: Partial<SiteOptions>,
  { planToUnbrand }: Pick<ShownOptions, 'planToUnbrand'>,
): Partial<SiteOptions> {
  if (planToUnbrand === null) return wanted
  const { branding: _branding, inlineBranding: _inlineBranding, ...allowed } = wanted
  return allowed
}
