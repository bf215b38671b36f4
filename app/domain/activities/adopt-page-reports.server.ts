/** Reports of pages about orders that a connection reports. */
import { inArray, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { NewActivityRow } from './activity-row.server.ts'
import { isReplaceable, sourcesWhere } from './sources.ts'

/**
 * A page doesn't know which of the site's shops its order is from: the first account that reports the
 * number has it, and the report of the shop then replaces the page's. Both at the same moment can store
 * it twice, so a page's report that a shop's row has overtaken is deleted.
 */
export async function adoptPageReports(
  tx: Queries,
  site: SiteScope,
  rows: readonly NewActivityRow[],
): Promise<void> {
  const [first] = rows
  if (!first?.account) return
  const ids = JSON.stringify([...new Set(rows.map(({ externalId }) => externalId))])
  const { account } = first
  await tx.execute(sql`
    with page as (
      select id, site_id, kind, external_id from ${activities}
      where ${inSite(activities, site)} and account = ''
        and ${inArray(activities.source, sourcesWhere(isReplaceable))}
        and external_id in (select json_array_elements_text(${ids}::json))
    ),
    overtaken as (
      select page.id from page
      join ${activities} as theirs on theirs.site_id = page.site_id
        and theirs.kind = page.kind and theirs.external_id = page.external_id
        and theirs.account = ${account}
    ),
    gone as (delete from ${activities} where id in (select id from overtaken))
    update ${activities} set account = ${account}
    where id in (select id from page) and id not in (select id from overtaken)`)
}
