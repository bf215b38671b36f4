/** The end of experiments by what else happens to their nudges. */
import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { nudgeExperiments } from '#app/db/schema/index.ts'
import type { SiteScope } from '#app/domain/scope.ts'

/**
 * What side `a` is told changes, or nothing is told any more: figures of before and after must not be
 * added up. In the transaction of that change.
 */
export async function endExperiments(
  tx: Queries,
  site: SiteScope,
  { nudgeIds, at }: { nudgeIds: readonly number[]; at: Date },
): Promise<void> {
  if (nudgeIds.length === 0) return
  await tx
    .update(nudgeExperiments)
    .set({ endedAt: at })
    .where(and(runningOf(site), inArray(nudgeExperiments.nudgeId, [...nudgeIds])))
}

/** The one of the site that runs. */
export const runningOf = (site: SiteScope): SQL | undefined =>
  and(
    eq(nudgeExperiments.teamId, site.teamId),
    eq(nudgeExperiments.siteId, site.siteId),
    isNull(nudgeExperiments.endedAt),
  )
