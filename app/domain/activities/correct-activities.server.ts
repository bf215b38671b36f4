/** Corrections: activities that are sent again with other data under their ids. */
import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { activities, type EarlierReview } from '#app/db/schema/activities.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { keyOf, type NewActivityRow } from './activity-row.server.ts'
import { activityColumns, type Activity } from './columns.ts'

/** Decides whether an activity can still be corrected: not once visitors may have seen it. */
export type Corrections = {
  /** Activities that were received before may have been shown: their claims were swept. */
  knownSince: Date
  /**
   * Which of the activities a nudge may have shown. None of them is shown as it is now between this
   * answer and the end of the transaction.
   */
  findShown: (tx: Queries, site: SiteScope, ids: readonly number[]) => Promise<ReadonlySet<number>>
}

/**
 * Why an activity with other data is refused.
 * - `shown`: a nudge may have shown it.
 * - `old`: it isn't known any more whether one has.
 * - `elsewhere`: the id belongs to an activity that another source reported.
 * - `twice`: the batch has the id before, with other data.
 */
export type ConflictReason = 'shown' | 'old' | 'elsewhere' | 'twice'

export type StoredRow = Activity & {
  id: number
  bodyHash: string
  source: string
  account: string
  emailHash: string | null
  stateAt: Date | null
  isConfirmed: boolean | null
  orderNumber: string | null
  isNamedByCaller: boolean
  isNumberedByCaller: boolean
  connectionId: number | null
  earlier: EarlierReview[] | null
}

export const storedColumns = {
  ...activityColumns,
  id: activities.id,
  bodyHash: activities.bodyHash,
  source: activities.source,
  account: activities.account,
  emailHash: activities.emailHash,
  stateAt: activities.stateAt,
  isConfirmed: activities.isConfirmed,
  orderNumber: activities.orderNumber,
  isNamedByCaller: activities.isNamedByCaller,
  isNumberedByCaller: activities.isNumberedByCaller,
  connectionId: activities.connectionId,
  earlier: activities.earlier,
}

/** Without what only this area knows. */
export function activityOf(stored: StoredRow): Activity {
  const { id: _id, bodyHash: _hash, source: _source, account: _account, ...rest } = stored
  const { connectionId: _connection, earlier: _earlier, emailHash: _email, ...others } = rest
  const { stateAt: _stateAt, isConfirmed: _isConfirmed, ...named } = others
  const { isNamedByCaller: _isNamed, isNumberedByCaller: _isNumbered, ...numbered } = named
  const { orderNumber: _number, ...activity } = numbered
  return activity
}

type Sent = {
  /** At most one of each key. */
  rows: readonly NewActivityRow[]
  /** Stored before this request, and locked. */
  known: readonly StoredRow[]
  corrections: Corrections | undefined
}

type Corrected = {
  /** As they are now, by key. */
  rows: ReadonlyMap<string, StoredRow>
  refused: ReadonlyMap<string, ConflictReason>
}

/** Replaces the data of those that no nudge has shown. */
export async function correctActivities(
  tx: Queries,
  site: SiteScope,
  { rows, known, corrections }: Sent,
): Promise<Corrected> {
  const storedByKey = new Map(known.map((stored) => [keyOf(stored), stored]))
  const different = rows.flatMap((row) => {
    const stored = storedByKey.get(keyOf(row))
    return stored && stored.bodyHash !== row.bodyHash ? [{ row, stored }] : []
  })
  const reasonOf = ({ row, stored }: Pair): ConflictReason | null => {
    if (!corrections || stored.source !== row.source) return 'elsewhere'
    return stored.receivedAt < corrections.knownSince ? 'old' : null
  }
  const possible = different.filter((pair) => reasonOf(pair) === null)
  const ids = possible.map(({ stored }) => stored.id)
  const shown =
    corrections && ids.length > 0 ? await corrections.findShown(tx, site, ids) : new Set<number>()

  const unseen = possible.filter(({ stored }) => !shown.has(stored.id))
  const changed = await Promise.all(unseen.map((pair) => replace(tx, site, pair)))
  return {
    rows: new Map(changed.map((row) => [keyOf(row), row])),
    refused: new Map(
      different.flatMap((pair) => {
        const reason = reasonOf(pair) ?? (shown.has(pair.stored.id) ? 'shown' : null)
        return reason === null ? [] : [[keyOf(pair.row), reason] as const]
      }),
    ),
  }
}

type Pair = { row: NewActivityRow; stored: StoredRow }

/** A hidden activity stays so if the owner hid it by hand, regardless of who reports it now. */
export const isHiddenByHand = sql`${activities.approval} = 'hidden' and ${activities.exclusionId} is null`

/** A refund stays one: a correction of an order doesn't bring the money back. */
async function replace(tx: Queries, site: SiteScope, { row, stored }: Pair): Promise<StoredRow> {
  const isReversed = stored.state === null ? !stored.isShowable : stored.state !== 'confirmed'
  const [changed] = await tx
    .update(activities)
    .set({
      ...row,
      state: isReversed ? stored.state : row.state,
      isShowable: !isReversed && row.isShowable,
      approval: sql`case when ${isHiddenByHand} then 'hidden' else ${row.approval} end`,
      exclusionId: sql`case when ${isHiddenByHand} then null else ${row.exclusionId}::bigint end`,
    })
    .where(and(inSite(activities, site), eq(activities.id, stored.id)))
    .returning(storedColumns)
  if (!changed) throw new Error('An activity was not corrected.')
  return changed
}
