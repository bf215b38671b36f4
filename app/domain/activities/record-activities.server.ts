/** Stores reported activities: each fact once, however often it is reported. */
import { getTableColumns, inArray, sql } from 'drizzle-orm'
import type { ActivityInput } from '#app/contract/activities.ts'
import type { ReportedFact } from '#app/contract/reviews.ts'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { countOrders, recountOrders } from '#app/domain/goals/conversions.server.ts'
import { findMomentError } from '#app/lib/time.ts'
import type { Activity } from './columns.ts'
import { completeActivities, reverseActivities } from './complete-activities.server.ts'
import { findStored, keepNumbers } from './find-stored.server.ts'
import { joinOrderKeys, readOrderKeys } from './order-keys.server.ts'
import {
  activityOf,
  correctActivities,
  isHiddenByHand,
  storedColumns,
  type ConflictReason,
  type Corrections,
  type StoredRow,
} from './correct-activities.server.ts'
import { editReviews } from './edit-reviews.server.ts'
import { rulesAsJson, type StoredRule } from './exclusions.server.ts'
import { canHaveSameOrders, isUnnamed, joinSameOrders } from './same-order.server.ts'
import { withholdBuyers } from './sales/buyers.server.ts'
import { findMetBefore } from './sales/met-before.server.ts'
import { isPartOfSale, matchPayments } from './sales/match-payments.server.ts'
import { isReplaceable, sources, sourcesWhere } from './sources.ts'
import {
  firstOfEach,
  isReversal,
  keyOf,
  keyOfReport,
  rowOf,
  stripEmail,
  type NewActivityRow,
  type ActivityReport,
  type Provenance,
} from './activity-row.server.ts'

/**
 * Outcome of one report.
 * - `created`: stored now, or reported by a page before and confirmed by the shop now.
 * - `repeated`: stored before; at most its state is new, or details that were missing.
 * - `corrected`: stored before with other data, which no nudge has shown.
 * - `conflict`: the id belongs to another fact; nothing changed.
 * - `rejected`: its time is impossible.
 */
export type Recorded =
  | { outcome: 'created' | 'repeated' | 'corrected'; activity: Activity }
  | { outcome: 'conflict'; reason: ConflictReason }
  | { outcome: 'rejected'; occurredAt: string }

type Inputs = {
  inputs: readonly ReportedFact[]
  /** The API token that vouches for them, by its id. */
  tokenId: number
  corrections?: Corrections
}

/** Stores reports of one site in one transaction. Returns their outcomes in the same order. */
export async function recordActivities(
  services: Services,
  site: SiteScope,
  { inputs, tokenId, corrections }: Inputs,
): Promise<Recorded[]> {
  const reports = inputs.map((input) => stripEmail(services.security.secrets, input))
  const provenance: Provenance = { source: 'rest_api', tokenId }
  return services.db.asTeam(site, async (tx) => {
    const recorded = await recordReports(tx, site, {
      reports,
      provenance,
      corrections,
      at: services.now(),
    })
    if (recorded.some(({ outcome }) => outcome !== 'rejected')) {
      services.siteCache.invalidateOnCommit(tx, site.siteUuid)
    }
    return recorded
  })
}

type Recording = {
  reports: readonly ActivityReport[]
  provenance: Provenance
  at: Date
  /** Earlier orders reach no goals. Absent: all do, if the source counts. */
  goalsSince?: Date
  /** Absent: an activity that is stored stays as it is. */
  corrections?: Corrections | undefined
}

/**
 * The same within a transaction, which is one of `changeSite` for its pages to show the rest, or has called
 * `lockSales` before if a connection reports.
 */
export async function recordReports(
  tx: Queries,
  site: SiteScope,
  { reports, provenance, at, goalsSince = new Date(0), corrections }: Recording,
): Promise<Recorded[]> {
  const errors = reports.map(({ fact }) => findMomentError(new Date(fact.occurred_at), at))
  const possible = reports.filter((_report, index) => errors[index] === null)
  const account = accountOf(provenance)
  const { rules, canJoin } = await lookBefore(tx, site, { reports: possible, account })
  const rows = possible.map((report) => rowOf(site, report, { provenance, rules, at }))
  const sales = rows.filter(({ kind }) => isPartOfSale(kind, account))
  const created = rows.length === 0 ? [] : await insertNew(tx, site, { rows, canJoin })
  const known = created.length === rows.length ? [] : await findStored(tx, site, rows)
  const gone = new Map(
    possible.filter(isReversal).map((report) => [keyOfReport(report, account), report.fact.state]),
  )
  const completed = await completeActivities(tx, site, { rows, known, provenance })
  // The number of another order that has the same id is no one's.
  await keepNumbers(tx, { rows: rows.filter((row) => !completed.others.has(row)), known })
  const idOf = new Map([...created, ...known].map((row) => [keyOf(row), row.id]))
  const idsOf = (some: readonly NewActivityRow[]) => [
    ...new Set(some.flatMap((row) => idOf.get(keyOf(row)) ?? [])),
  ]
  const ofPeople = account === '' ? [] : idsOf(rows.filter(isOfPerson))
  const met = await findMetBefore(tx, site, {
    account,
    rowIds: [...new Set([...ofPeople, ...idsOf(sales)])],
  })
  // Sent together: they run in their order.
  const [saleKeys] = await Promise.all([
    matchPayments(tx, site, { account, rowIds: idsOf(sales), ...met }),
    met.hasMaybeGuests ? withholdBuyers(tx, site, ofPeople) : null,
  ])
  if (sources[provenance.source].countsGoals) {
    // Deliveries come in any order: a refund can create the row before the paid order arrives.
    const isOrdered = provenance.source !== 'integration'
    const orders = isOrdered ? createdBy(possible, created, account) : ordersIn(possible)
    const counted = orders.filter(({ occurred_at: on }) => new Date(on) >= goalsSince)
    await countOrders(tx, site, {
      orders: counted,
      async readKeys() {
        const keyOfOrder = await readOrderKeys(tx, site, {
          ids: counted.map(({ id }) => id),
          account,
        })
        return (id) => saleKeys.get(id) ?? keyOfOrder(id)
      },
    })
  }
  const rest = known.filter((row) => !completed.rows.has(keyOf(row)))
  const reversed = await reverseActivities(tx, site, { known: rest, gone })
  const corrected = await correctActivities(tx, site, {
    rows: firstOfEach(rows).filter((row) => !gone.has(keyOf(row))),
    known: reversed.filter(isNotIn(created)),
    corrections,
  })
  const edited = await editReviews(tx, site, {
    rows: firstOfEach(rows),
    known: reversed.filter(isNotIn(created)),
    provenance,
    at,
  })
  const isCorrected = (report: ActivityReport) => corrected.rows.has(keyOfReport(report, account))
  await recountOrders(tx, site, ordersIn(possible.filter(isCorrected)))
  const stored = reversed.map(
    (row) => edited.get(keyOf(row)) ?? corrected.rows.get(keyOf(row)) ?? row,
  )

  // If a batch contains an id twice, the first one was stored.
  const unseen = new Set(created.map(keyOf))
  const changed = new Set([...corrected.rows.keys(), ...edited.keys()])
  const byKey = new Map([
    ...[...created, ...stored].map((row) => [keyOf(row), row] as const),
    ...completed.rows,
  ])
  const waiting = rows.values()
  return errors.map((error, index) => {
    if (error !== null) return { outcome: 'rejected', occurredAt: error }
    const row = waiting.next().value
    const found = row && byKey.get(keyOf(row))
    if (!row || !found) throw new Error('An activity was neither stored nor found.')
    const activity = activityOf(found)
    const other = completed.others.get(row)
    if (other) return { outcome: 'conflict', reason: other }
    if (unseen.delete(keyOf(row))) return { outcome: 'created', activity }
    if (changed.delete(keyOf(row))) return { outcome: 'corrected', activity }
    const report = reports[index]
    if (completed.rows.has(keyOf(row))) return { outcome: 'repeated', activity }
    const isRepeat = found.bodyHash === row.bodyHash || (report && isReversal(report))
    if (isRepeat) return { outcome: 'repeated', activity }
    return { outcome: 'conflict', reason: corrected.refused.get(keyOf(row)) ?? 'twice' }
  })
}

type Before = { rules: StoredRule[]; canJoin: boolean }

/** The site's exclusions, and whether other doors reported the same orders, in one statement. */
async function lookBefore(
  tx: Queries,
  site: SiteScope,
  { reports, account }: { reports: readonly ActivityReport[]; account: string },
): Promise<Before> {
  if (reports.length === 0) return { rules: [], canJoin: false }
  const { rows } = await tx.execute<Before>(sql`
    select ${rulesAsJson(site)} as rules, ${canHaveSameOrders(site, account, reports)} as "canJoin"`)
  const [before] = rows
  if (!before) throw new Error('A site has no answer.')
  return before
}

/** A sign-up may be reported again without the address that it’s stored with. */
const isOfPerson = ({ kind, emailHash }: NewActivityRow) =>
  kind === 'signup' || (kind !== 'review' && emailHash !== null)

const isNotIn = (rows: readonly StoredRow[]) => {
  const keys = new Set(rows.map(keyOf))
  return (row: StoredRow) => !keys.has(keyOf(row))
}

const byKeyOrder = (one: NewActivityRow, other: NewActivityRow) =>
  Number(keyOf(one) > keyOf(other)) - Number(keyOf(one) < keyOf(other))

/**
 * Sorted, so that two batches with the same ids wait for each other instead of deadlocking. A
 * report of the shop replaces a page's report with the same id. Otherwise a page could block an
 * order.
 */
async function insertNew(
  tx: Queries,
  site: SiteScope,
  { rows, canJoin }: { rows: readonly NewActivityRow[]; canJoin: boolean },
): Promise<StoredRow[]> {
  const sorted = firstOfEach(rows).toSorted(byKeyOrder)
  const given = JSON.stringify(sorted.map(asRecord))
  // Sent together: they run in their order.
  const [joined, { rows: stored }] = await Promise.all([
    canJoin ? joinSameOrders(tx, site, sorted) : [],
    tx.execute(sql`
    insert into ${activities} (${columnNames})
    select ${columnNames} from json_to_recordset(${given}::json) as row (${columnTypes})
    where ${isUnnamed(site, rows[0]?.account)}
    on conflict (site_id, kind, external_id, account) do update set ${replacedColumns}
    where ${inArray(activities.source, sourcesWhere(isReplaceable))}
    returning ${storedNames}`),
  ])
  await joinOrderKeys(tx, site, { joined, account: rows[0]?.account ?? '' })
  return stored.map(storedRowOf)
}

const accountOf = (provenance: Provenance) =>
  provenance.source === 'integration' ? provenance.account : ''

/**
 * One value carries all rows: building a statement with a parameter for each column of each row took
 * a sixth of the time that a delivery takes.
 */
const { id: _assigned, uuid: _generated, ...insertedColumns } = getTableColumns(activities)
const insertedEntries = Object.entries(insertedColumns)
const columnNames = sql.raw(insertedEntries.map(([, { name }]) => name).join(', '))
const columnTypes = sql.raw(
  insertedEntries.map(([, column]) => `${column.name} ${column.getSQLType()}`).join(', '),
)

const asRecord = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    insertedEntries.map(([key, { name }]) => {
      const value = row[key] ?? null
      // A half of a pair is no text for JSON in the database.
      return [name, typeof value === 'string' ? value.toWellFormed() : value]
    }),
  )

const storedEntries = Object.entries(storedColumns)
// As texts: a statement of many columns is put together for each shop's deliveries.
const storedNames = sql.raw(
  storedEntries.map(([key, { name }]) => `activities.${name} as "${key}"`).join(', '),
)

const storedRowOf = (row: Readonly<Record<string, unknown>>): StoredRow =>
  Object.fromEntries(
    storedEntries.map(([key, column]) => [
      key,
      row[key] === null ? null : column.mapFromDriverValue(row[key]),
    ]),
  ) as StoredRow

const reported = [
  activities.source,
  activities.tokenId,
  activities.connectionId,
  activities.trust,
  activities.firstName,
  activities.lastName,
  activities.emailHash,
  activities.city,
  activities.country,
  activities.productTitle,
  activities.productUrl,
  activities.productImage,
  activities.stars,
  activities.body,
  activities.amountCents,
  activities.currency,
  activities.state,
  activities.stateAt,
  activities.isConfirmed,
  activities.isTest,
  activities.isShowable,
  activities.bodyHash,
  activities.occurredAt,
  activities.receivedAt,
  activities.sourceUrl,
  activities.isVerified,
  activities.language,
  activities.confirmedAt,
  activities.keptUntil,
  activities.isUnproved,
].map(({ name }) => `${name} = excluded.${name}`)

const replacedColumns = sql`${sql.raw(reported.join(', '))},
  approval = case when ${isHiddenByHand} then 'hidden' else excluded.approval end,
  exclusion_id = case when ${isHiddenByHand} then null else excluded.exclusion_id end`

/**
 * The report that created each row: the first one with its id. Excludes reviews, which aren't
 * orders.
 */
function createdBy(
  reports: readonly ActivityReport[],
  made: readonly StoredRow[],
  account: string,
): ActivityInput[] {
  const keys = new Set(made.map(keyOf))
  return reports.flatMap((report) => {
    const { fact } = report
    return fact.kind !== 'review' && keys.delete(keyOfReport(report, account)) ? [fact] : []
  })
}

const ordersIn = (reports: readonly ActivityReport[]): ActivityInput[] =>
  reports.flatMap(({ fact }) => (fact.kind === 'review' ? [] : [fact]))
