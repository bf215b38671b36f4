/** Commits a reviewed import: stores its rows as activities or products. */
import { eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { imports } from '#app/db/schema/imports.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { changeSite } from '#app/domain/change-site.ts'
import { lockSite } from '#app/domain/lock-site.server.ts'
import { keyOfReport, type ActivityReport } from '#app/domain/activities/activity-row.server.ts'
import { recordReports } from '#app/domain/activities/record-activities.server.ts'
import { dropCachedStock } from '#app/domain/products/cached-stock.server.ts'
import { storeProducts } from '#app/domain/products/store-products.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { importProvenance } from './dry-run.server.ts'
import { noImport, ofImport, stateOf, type ImportState } from './imports.server.ts'
import { readRows, type FileRows } from './import-draft.ts'

export type CommittedImport = { state: Exclude<ImportState, 'waiting'>; taken: number }

/** A statement can have 65,535 values, and an activity has some twenty. */
const batch = 500

/**
 * All or nothing, and only once, even for concurrent requests. Skips rows that are known, conflict
 * with stored ones or have an invalid time, as shown in the review.
 *
 * @throws Refusal `not_found`
 */
export async function commitImport(
  { db, siteCache, now }: Services,
  site: SiteScope,
  uuid: string,
): Promise<CommittedImport> {
  const at = now()
  return changeSite({ db, siteCache }, site, async (tx): Promise<CommittedImport> => {
    // Before the import's own row, because products drop the site's cached stock.
    await lockSite(tx, site)
    const [row] = await tx.select().from(imports).where(ofImport(site, uuid)).for('update')
    if (!row) throw new Refusal('not_found', noImport)
    const state = stateOf(row)
    if (state !== 'waiting') return { state, taken: row.taken ?? 0 }

    const addedCount = await recordRows(tx, site, { rows: readRows(row.rows), at })
    await tx
      .update(imports)
      .set({ rows: [], taken: addedCount, finishedAt: at })
      .where(eq(imports.id, row.id))
    return { state: 'taken', taken: addedCount }
  })
}

async function recordRows(
  tx: Queries,
  site: SiteScope,
  { rows, at }: { rows: FileRows; at: Date },
): Promise<number> {
  const owner = { teamId: site.teamId, siteId: site.siteId }
  const facts = rows.products.map(({ product }) => product)
  if (facts.length > 0) await dropCachedStock(tx, site.siteId)
  await storeProducts(tx, owner, { facts, at })

  // Sorted, so that two files with the same ids wait for each other instead of deadlocking.
  const reports = rows.reports.map(({ report }) => report).toSorted(byKey)
  let created = 0
  for (let start = 0; start < reports.length; start += batch) {
    const recorded = await recordReports(tx, site, {
      reports: reports.slice(start, start + batch),
      provenance: importProvenance,
      at,
    })
    created += recorded.filter(({ outcome }) => outcome === 'created').length
  }
  return created + new Set(facts.map(({ externalId }) => externalId)).size
}

const byKey = (one: ActivityReport, other: ActivityReport) =>
  Number(keyOfReport(one) > keyOfReport(other)) - Number(keyOfReport(one) < keyOfReport(other))
