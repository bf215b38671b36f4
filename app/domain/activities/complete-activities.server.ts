/** Orders and sign-ups that a connection reports again: later reports complete the stored one. */
import { sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { keyOf, type NewActivityRow } from './activity-row.server.ts'
import type { StoredRow } from './correct-activities.server.ts'
import { isOtherOrder, mergeReport, type MergedFacts } from './merge-report.ts'

/** Reviews are edited by their authors, so they aren't completed. */
const isCompletable = ({ source, kind }: Pick<StoredRow, 'source' | 'kind'>): boolean =>
  source === 'integration' && kind !== 'review'

type Completed = {
  /** As they are now, by key: all that are completable. */
  rows: ReadonlyMap<string, StoredRow>
  /** Reports of other orders under the same number, which change nothing. */
  others: ReadonlySet<NewActivityRow>
}

/**
 * @param rows in the order of their arrival
 * @param known stored ones, locked
 */
export async function completeActivities(
  tx: Queries,
  site: SiteScope,
  { rows, known }: { rows: readonly NewActivityRow[]; known: readonly StoredRow[] },
): Promise<Completed> {
  const merged = new Map(known.filter(isCompletable).map((row) => [keyOf(row), row]))
  const changed = new Set<string>()
  const others = new Set<NewActivityRow>()
  for (const row of rows) {
    const stored = merged.get(keyOf(row))
    if (!stored) continue
    const report = factsOf(row)
    if (isOtherOrder(stored, report)) {
      others.add(row)
      continue
    }
    const next = mergeReport(stored, report)
    if (JSON.stringify(next) === JSON.stringify(stored)) continue
    merged.set(keyOf(row), next)
    changed.add(keyOf(row))
  }
  await write(
    tx,
    site,
    [...changed].flatMap((key) => merged.get(key) ?? []),
  )
  return { rows: merged, others }
}

const factsOf = (row: NewActivityRow): MergedFacts => ({
  kind: row.kind,
  firstName: row.firstName ?? null,
  emailHash: row.emailHash ?? null,
  city: row.city ?? null,
  country: row.country ?? null,
  productTitle: row.productTitle ?? null,
  productUrl: row.productUrl ?? null,
  productImage: row.productImage ?? null,
  amountCents: row.amountCents ?? null,
  currency: row.currency ?? null,
  state: row.state ?? null,
  stateAt: row.stateAt ?? null,
  isConfirmed: row.isConfirmed ?? null,
  isTest: row.isTest ?? null,
  isShowable: row.isShowable,
  occurredAt: row.occurredAt,
})

const written = [
  activities.firstName,
  activities.emailHash,
  activities.city,
  activities.country,
  activities.productTitle,
  activities.productUrl,
  activities.productImage,
  activities.amountCents,
  activities.currency,
  activities.state,
  activities.stateAt,
  activities.isConfirmed,
  activities.isTest,
  activities.isShowable,
  activities.occurredAt,
]
const columnTypes = sql.raw(written.map((one) => `${one.name} ${one.getSQLType()}`).join(', '))
const assignments = sql.raw(written.map(({ name }) => `${name} = row.${name}`).join(', '))

async function write(tx: Queries, site: SiteScope, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map((row) => ({
    id: row.id,
    ...Object.fromEntries(
      Object.entries(
        factsOf({ ...row, teamId: site.teamId, siteId: site.siteId } as NewActivityRow),
      )
        .filter(([key]) => key !== 'kind')
        .map(([key, value]) => [activities[key as keyof MergedFacts].name, value]),
    ),
  }))
  await tx.execute(sql`
    update ${activities} set ${assignments}
    from json_to_recordset(${JSON.stringify(values)}::json) as row (id bigint, ${columnTypes})
    where activities.id = row.id and ${inSite(activities, site)}`)
}
