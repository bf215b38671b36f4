/** Rows that reports are about, as the account of the reports calls them. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { keyOf, type NewActivityRow } from './activity-row.server.ts'
import { storedColumns, type StoredRow } from './correct-activities.server.ts'
import { namedByCaller } from './same-order.server.ts'

/** Locks them. @param rows all of one account */
export async function findStored(
  tx: Queries,
  site: SiteScope,
  rows: readonly NewActivityRow[],
): Promise<StoredRow[]> {
  const account = rows[0]?.account ?? ''
  const ids = [...new Set(rows.map(({ externalId }) => externalId))]
  const found = await tx
    .select(storedColumns)
    .from(activities)
    .where(
      and(
        inSite(activities, site),
        account === ''
          ? namedByCaller(ids)
          : and(inArray(activities.externalId, ids), eq(activities.account, account)),
      ),
    )
    .orderBy(asc(activities.id))
    .for('no key update')
  if (account !== '') return found
  const wanted = new Set(ids)
  const asReported = found.flatMap((row) => {
    const isCalled = wanted.has(row.externalId) && (row.account === '' || row.isNamedByCaller)
    const { orderNumber: number, isNumberedByCaller: isNumbered } = row
    return [
      ...(isCalled ? [{ ...row, account }] : []),
      ...(isNumbered && number !== null && wanted.has(number)
        ? [{ ...row, account, externalId: number, isNamedByCaller: true }]
        : []),
    ]
  })
  const named = new Set(asReported.filter((row) => row.isNamedByCaller).map(keyOf))
  return asReported.filter((row) => row.isNamedByCaller || !named.has(keyOf(row)))
}

/** A shop's order that was stored before its number was known gets it. Later numbers change nothing. */
export async function keepNumbers(
  tx: Queries,
  { rows, known }: { rows: readonly NewActivityRow[]; known: readonly StoredRow[] },
): Promise<void> {
  const numbers = new Map(
    rows.flatMap((row) => (row.orderNumber ? [[keyOf(row), row.orderNumber]] : [])),
  )
  const numbered = known.flatMap(({ id, orderNumber, ...row }) => {
    const number = orderNumber === null ? numbers.get(keyOf(row)) : undefined
    return number === undefined ? [] : [{ id, number: number.toWellFormed() }]
  })
  if (numbered.length === 0) return
  await tx.execute(sql`
    update ${activities} as here set order_number = row.number
    from json_to_recordset(${JSON.stringify(numbered)}::json) as row (id bigint, number text)
    where here.id = row.id`)
}
