/** Ends experiments when their nudges change. */
import { and, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { nudgeExperiments } from '#app/db/schema/index.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

/**
 * Call in the transaction of the change. Variant `a` changes, or nothing is shown any more, so
 * numbers from before and after must not be added up.
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

/** The site's running experiment. */
export const runningOf = (site: SiteScope): SQL | undefined =>
  and(inSite(nudgeExperiments, site), isNull(nudgeExperiments.endedAt))
