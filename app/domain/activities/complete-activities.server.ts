/** Orders and sign-ups of a connection that are reported again: later reports complete the stored one. */
import { and, inArray, sql } from 'drizzle-orm'
import type { ReportedState } from '#app/contract/activities.ts'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { keyOf, type NewActivityRow, type Provenance } from './activity-row.server.ts'
import type { ConflictReason, StoredRow } from './correct-activities.server.ts'
import { isOtherOrder, mergeReport, type MergedFacts } from './merge-report.ts'
import { contradicts } from './same-order.server.ts'

/** Reviews are edited by their authors, so they aren't completed. */
const isCompletable = ({ source, kind }: Pick<StoredRow, 'source' | 'kind'>): boolean =>
  source === 'integration' && kind !== 'review'

type Completed = {
  /** As they are now, by key: all that are completable. */
  rows: ReadonlyMap<string, StoredRow>
  /** Reports of other orders under the same number, which change nothing. */
  others: ReadonlyMap<NewActivityRow, ConflictReason>
}

type Reported = {
  /** In the order of their arrival. */
  rows: readonly NewActivityRow[]
  /** Stored before, and locked. */
  known: readonly StoredRow[]
  provenance: Provenance
}

/** The caller's reports complete those that a shop reports as well. */
export async function completeActivities(
  tx: Queries,
  site: SiteScope,
  { rows, known, provenance }: Reported,
): Promise<Completed> {
  const isOfCaller = provenance.source !== 'integration' || provenance.account === ''
  const completable = known.filter(
    (row) => isCompletable(row) && (provenance.source === 'integration' || row.isNamedByCaller),
  )
  // A batch can call one order by its id and by its number, and each report completes what the others left.
  const calledBy = new Map(completable.map((row) => [keyOf(row), row]))
  const merged = new Map(completable.map((row) => [row.id, row]))
  const changed = new Set<number>()
  const others = new Map<NewActivityRow, ConflictReason>()
  for (const row of rows) {
    const stored = merged.get(calledBy.get(keyOf(row))?.id ?? 0)
    if (!stored) continue
    const report = factsOf(row)
    if (isOfCaller && stored.isNamedByCaller && contradicts(stored, report)) {
      others.set(row, 'elsewhere')
      continue
    }
    if (isOtherOrder(stored, report)) {
      others.set(row, 'twice')
      continue
    }
    const next = withSale(mergeReport(stored, report))
    if (JSON.stringify(next) === JSON.stringify(stored)) continue
    merged.set(stored.id, next)
    changed.add(stored.id)
  }
  await write(
    tx,
    site,
    [...changed].flatMap((id) => merged.get(id) ?? []),
  )
  const namesOf = ({ account, externalId, isNamedByCaller }: StoredRow) => ({
    account,
    externalId,
    isNamedByCaller,
  })
  const rowsByKey = [...calledBy].map(
    ([key, row]) => [key, { ...(merged.get(row.id) ?? row), ...namesOf(row) }] as const,
  )
  return { rows: new Map(rowsByKey), others }
}

/** A payment of a shop's order stays one, whatever becomes of it. */
const withSale = (row: StoredRow): StoredRow =>
  row.sameSaleAs === null ? row : { ...row, isShowable: false }

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

/** Permanent: a late retry of the first report must not undo a refund. */
export async function reverseActivities(
  tx: Queries,
  site: SiteScope,
  { known, gone }: { known: StoredRow[]; gone: ReadonlyMap<string, ReportedState> },
): Promise<StoredRow[]> {
  const changed = new Map<number, ReportedState>()
  for (const stored of known) {
    const state = gone.get(keyOf(stored))
    const isNew = stored.isShowable || stored.state !== state
    if (state !== undefined && isNew) changed.set(stored.id, state)
  }
  for (const state of new Set(changed.values())) {
    const ids = [...changed].flatMap(([id, to]) => (to === state ? [id] : []))
    await tx
      .update(activities)
      .set({ isShowable: false, state })
      .where(and(inSite(activities, site), inArray(activities.id, ids)))
  }
  return known.map((stored) => {
    const state = changed.get(stored.id)
    return state === undefined ? stored : { ...stored, isShowable: false, state }
  })
}
