/** A site's options for its screens. */
import { eq } from 'drizzle-orm'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { sites, teams } from '#app/db/schema/ground.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { fullOptions } from '#app/contract/site-options.ts'
import { entitlementsOf, type Entitlements } from '#app/domain/plans/entitlements.ts'
import { lackedOptions } from '#app/domain/plans/within-plan.ts'
import { teamPlanColumns } from '#app/domain/plans/team-plan.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

export type ShownOptions = {
  options: SiteOptions
  /** When the holdout percentage last changed; null: never. */
  holdoutSince: Date | null
  /** The plan's entitlements. */
  entitlements: Entitlements
  /** Stored values of the options that the plan lacks, whose controls are disabled. */
  disabled: Partial<SiteOptions>
}

/** @throws Refusal `not_found` when the site no longer exists */
export async function readSiteOptions({ db }: Services, site: SiteScope): Promise<ShownOptions> {
  const [row] = await db.asTeam(site, (tx) =>
    tx
      .select({
        options: sites.options,
        holdoutSince: sites.holdoutSince,
        ...teamPlanColumns,
      })
      .from(sites)
      .innerJoin(teams, eq(teams.id, sites.teamId))
      .where(inSite(sites, site)),
  )
  if (!row) throw new Refusal('not_found', 'Site not found.')
  const entitlements = entitlementsOf(row)
  const options = fullOptions(row.options)
  return {
    options,
    holdoutSince: row.holdoutSince,
    entitlements,
    disabled: Object.fromEntries(
      lackedOptions(entitlements).map((option) => [option, options[option]]),
    ),
  }
}
