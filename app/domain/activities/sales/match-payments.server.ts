/**
 * One sale that a shop reports as its order and a payment service as its payment: the payment points to
 * the order, and is neither shown nor counted (decision 25).
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import {
  joinConversions,
  moveConversions,
  type OrderKeys,
} from '#app/domain/goals/conversions.server.ts'
import { orderKey } from '#app/domain/goals/goal.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { readOrderKeys } from '../order-keys.server.ts'
import { assignPayments, type EqualSales } from './assign-payments.ts'
import { readCaptured, readGroups, type Reported } from './equal-sales.server.ts'
import { salePartOf } from './sale-part.server.ts'

/**
 * Waits for other reports of the site's orders and payments, until the end of the transaction. An order and
 * its payment can arrive in the same moment: the second one then sees the first. Call it before anything
 * is stored, so that no one waits for rows of a transaction that waits for this.
 *
 * @param next a lock to take after it, in the same statement
 */
export const lockSales = (
  tx: Queries,
  { siteUuid }: Pick<SiteScope, 'siteUuid'>,
  next: SQL = sql`null`,
): Promise<unknown> =>
  tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`sales ${siteUuid}`}, 0)), ${next}`,
  )

/** Whether a report can be part of a sale that another service reports as well. */
export const isPartOfSale = (kind: string, account: string): boolean =>
  kind === 'purchase' && salePartOf(account) !== null

/**
 * Matches the reported orders or payments with those of the other part: as many as possible have a partner
 * (`assignPayments`). No one knows which of a person's equal payments is whose, so one that has a partner can get
 * another one for that. One that was refunded or canceled comes after those that weren't. A payment without
 * an email address has no match. Payments that had reached goals before have done so as their order from
 * then on.
 *
 * @param tx has called `lockSales`
 * @param isBoughtElsewhere false: no order has a partner, see met-before.server.ts
 * @returns the keys that reported payments of orders count by, also of those that were matched before, by
 *   their ids
 */
export async function matchPayments(
  tx: Queries,
  site: SiteScope,
  { account, rowIds, isBoughtElsewhere = true }: Reported & { isBoughtElsewhere?: boolean },
): Promise<ReadonlyMap<string, string>> {
  const part = salePartOf(account)
  if (part === null || rowIds.length === 0) return new Map()
  // A payment can have the order that it was matched with before its email address changed.
  if (part === 'order' && !isBoughtElsewhere) return new Map()
  const changed = new Map<string, string>()
  const given: Given[] = []
  for (const group of await readGroups(tx, site, rowIds)) {
    const assigned = assignPayments(group)
    for (const [payment, order] of assigned) changed.set(payment, order)
    given.push(...givenUp(group, assigned))
  }
  await write(tx, changed)
  const later = new Map<string, string>()
  for (const group of await readCaptured(tx, site, rowIds)) {
    for (const [payment, order] of assignPayments(group)) later.set(payment, order)
  }
  await write(tx, later)
  for (const [payment, order] of later) changed.set(payment, order)
  await moveToOrders(tx, site, given)
  if (part === 'order' && changed.size === 0) return new Map()
  const { rows } = await tx.execute<Paid>(sql`
    select payment.id, payment.external_id, payment.account, sold.external_id as order_id,
      sold.account as order_account
    from ${activities} as payment join ${activities} as sold on sold.id = payment.same_sale_as
    where payment.id = any(array(
      select id::bigint from json_array_elements_text(${JSON.stringify([...changed.keys(), ...rowIds])}::json)
        as given (id)
    ))`)
  const keys = await joinSales(
    tx,
    site,
    rows.map((row) => ({
      payment: { id: row.external_id, account: row.account },
      order: { id: row.order_id, account: row.order_account },
      isNew: changed.has(row.id),
    })),
  )
  return part === 'payment' ? keys : new Map()
}

/** The row of the order that a payment had, and of the one that it has. */
type Given = { from: string; to: string }

/** Those whose new order is free come first, so that each is left before another payment comes to it. */
function givenUp(
  { payments }: EqualSales,
  assigned: ReadonlyMap<string, string>,
): readonly Given[] {
  let waiting = payments.flatMap(({ id, order }) => {
    const to = assigned.get(id)
    return order === null || to === undefined ? [] : [{ from: order, to }]
  })
  const sorted: Given[] = []
  for (;;) {
    const left = new Set(waiting.map(({ from }) => from))
    const next = waiting.filter(({ to }) => !left.has(to))
    // Orders that only change their payments among each other keep their conversions.
    if (next.length === 0) return sorted
    sorted.push(...next)
    waiting = waiting.filter((one) => !next.includes(one))
  }
}

/** The sale of a payment goes on as its new order: the one that it had is another sale from then on. */
async function moveToOrders(tx: Queries, site: SiteScope, given: readonly Given[]): Promise<void> {
  if (given.length === 0) return
  const ids = JSON.stringify(given.flatMap(({ from, to }) => [from, to]))
  const { rows } = await tx.execute<{ row_id: string; id: string; account: string }>(sql`
    select id::text as row_id, external_id as id, account from ${activities}
    where id = any(array(select id::bigint from json_array_elements_text(${ids}::json) as given (id)))`)
  const keyOf = await readKeys(tx, site, rows)
  const keys = new Map(rows.map((row) => [row.row_id, keyOf(row)]))
  await moveConversions(
    tx,
    site,
    given.map(({ from, to }) => ({ was: keys.get(from) ?? '', key: keys.get(to) ?? '' })),
  )
}

type Paid = {
  id: string
  external_id: string
  account: string
  order_id: string
  order_account: string
}

/** @param changed orders by their payments' rows */
async function write(tx: Queries, changed: ReadonlyMap<string, string>): Promise<void> {
  if (changed.size === 0) return
  const pairs = JSON.stringify([...changed].map(([payment, order]) => ({ payment, sold: order })))
  await tx.execute(sql`
    with sale as materialized (
      select * from json_to_recordset(${pairs}::json) as sale (payment bigint, sold bigint)
    ),
    locked as materialized (
      select id from ${activities} where id = any(array(select sale.payment from sale))
      order by id for no key update
    )
    update ${activities} as payment set same_sale_as = sale.sold, is_showable = false
    from sale join locked on locked.id = sale.payment
    where payment.id = sale.payment`)
}

/** By the service and its id. */
type Named = { id: string; account: string }

export type Sale = { payment: Named; order: Named; isNew: boolean }

/**
 * A sale reaches each goal once, by the key of its order. Either part may have reached it before the other
 * arrived.
 *
 * @returns those keys by the payments' ids
 */
export async function joinSales(
  tx: Queries,
  site: SiteScope,
  sales: readonly Sale[],
): Promise<ReadonlyMap<string, string>> {
  if (sales.length === 0) return new Map()
  const [paymentKey, saleKey] = [
    await readKeys(
      tx,
      site,
      sales.map(({ payment }) => payment),
    ),
    await readKeys(
      tx,
      site,
      sales.map(({ order }) => order),
    ),
  ]
  await joinConversions(
    tx,
    site,
    sales
      .filter(({ isNew }) => isNew)
      .map(({ payment, order }) => ({ was: paymentKey(payment), key: saleKey(order) })),
  )
  return new Map(sales.map(({ payment, order }) => [payment.id, saleKey(order)]))
}

async function readKeys(
  tx: Queries,
  site: SiteScope,
  named: readonly Named[],
): Promise<(one: Named) => string> {
  const keys = new Map<string, OrderKeys>()
  for (const account of new Set(named.map((one) => one.account))) {
    const ids = named.filter((one) => one.account === account).map(({ id }) => id)
    keys.set(account, await readOrderKeys(tx, site, { ids, account }))
  }
  return ({ id, account }) => (keys.get(account) ?? orderKey)(id)
}
