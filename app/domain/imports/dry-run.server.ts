/** Dry run of an import: what would happen to its rows now. Stores nothing. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { isTooOld } from '#app/lib/time.ts'
import { findMomentError } from '#app/lib/time.ts'
import {
  hashOf,
  isReversal,
  keyOf,
  keyOfReport,
  rowOf,
  firstOfEach,
  type ActivityReport,
  type NewActivityRow,
  type Provenance,
} from '#app/domain/activities/activity-row.server.ts'
import type { ActivityFacts } from '#app/domain/activities/activity-state.ts'
import { listRules } from '#app/domain/activities/exclusions.server.ts'
import { contradicts, findSameOrders } from '#app/domain/activities/same-order.server.ts'
import { isReplaceable, sources } from '#app/domain/activities/sources.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

export const importProvenance: Provenance = { source: 'import' }

/** See `Recorded`; the time of `old` and `early` ones isn't accepted. */
export type DryRunOutcome = 'new' | 'repeated' | 'conflict' | 'old' | 'early'

/** `row`: what would be stored, as far as it decides whether nudges can show it. */
export type DryRun = { outcome: DryRunOutcome; row: ActivityFacts }

/**
 * In the order of the reports, by the same rules as when they are recorded: `rowOf` makes both rows.
 */
export async function dryRunReports(
  tx: Queries,
  site: SiteScope,
  { reports, at }: { reports: readonly ActivityReport[]; at: Date },
): Promise<DryRun[]> {
  const rules = reports.length === 0 ? [] : await listRules(tx, site)
  const rows = reports.map((report) =>
    rowOf(site, report, { provenance: importProvenance, rules, at }),
  )
  const outcomes = await dryRunOutcomes(tx, site, { reports, rows, at })
  return rows.map(({ trust, approval = 'approved', isShowable, occurredAt }, place) => {
    const row = { trust, approval, isShowable, occurredAt }
    return { outcome: outcomes[place] ?? 'new', row }
  })
}

type DryRunReports = {
  reports: readonly ActivityReport[]
  /** Theirs, in the same order. */
  rows: readonly NewActivityRow[]
  at: Date
}

async function dryRunOutcomes(
  tx: Queries,
  site: SiteScope,
  { reports, rows, at }: DryRunReports,
): Promise<DryRunOutcome[]> {
  const known = await findStoredHashes(tx, site, reports)
  const ofShops = await findSameOrders(tx, site, firstOfEach(rows))
  return reports.map((report, place) => {
    const occurredAt = new Date(report.fact.occurred_at)
    if (isTooOld(occurredAt, at)) return 'old'
    if (findMomentError(occurredAt, at) !== null) return 'early'

    const row = rows[place]
    const ofShop = ofShops.get(report.fact.id)
    if (row && ofShop) return contradicts(ofShop, row) ? 'conflict' : 'repeated'
    const key = keyOfReport(report)
    const hash = hashOf(report.fact)
    const stored = known.get(key)
    if (stored === undefined) {
      // If a file contains an id twice, the first one counts.
      known.set(key, hash)
      return 'new'
    }
    return stored === hash || isReversal(report) ? 'repeated' : 'conflict'
  })
}

/** Hashes by key. Excludes reports by pages, which the shop would now confirm. */
async function findStoredHashes(
  tx: Queries,
  site: SiteScope,
  reports: readonly ActivityReport[],
): Promise<Map<string, string>> {
  const [first] = reports
  if (first === undefined) return new Map()
  const rows = await tx
    .select({
      kind: activities.kind,
      externalId: activities.externalId,
      bodyHash: activities.bodyHash,
      source: activities.source,
    })
    .from(activities)
    .where(
      and(
        inSite(activities, site),
        eq(activities.kind, first.fact.kind),
        eq(activities.account, ''),
        inArray(activities.externalId, [...new Set(reports.map(({ fact }) => fact.id))]),
      ),
    )
  const stored = rows.filter(({ source }) => !isReplaceable(sources[source]))
  return new Map(stored.map(({ bodyHash, ...key }) => [keyOf(key), bodyHash]))
}
