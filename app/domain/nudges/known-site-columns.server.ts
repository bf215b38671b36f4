import { and, eq, inArray, sql } from 'drizzle-orm'
import { countedTypes } from '#app/contract/counted-types.ts'
import { sites } from '#app/db/schema/ground.ts'
import { nudges } from '#app/db/schema/nudges.ts'
import type { Split } from '#app/domain/allocation/assign-variant.ts'
import type { NudgeColumns } from '#app/domain/sites/known-site.server.ts'

/** Columns of the edge's query of a site: whether a nudge counts live, and the running experiment. */
export const knownSiteColumns: NudgeColumns = {
  showsCounts: sql<boolean>`exists (
  select from ${nudges}
  where ${and(
    eq(nudges.siteId, sites.id),
    eq(nudges.state, 'published'),
    inArray(nudges.type, [...countedTypes]),
    // Longer time frames are counted from stored visits instead.
    sql`(${nudges.type} = 'cart_counter' or ${nudges.query} ->> 'duration' is null)`,
  )})`,
  experiment: sql<Split | null>`(
  select json_build_object('id', id, 'share', share)
  from nudge_experiments as experiment
  where experiment.site_id = ${sites.id} and experiment.ended_at is null)`,
}
