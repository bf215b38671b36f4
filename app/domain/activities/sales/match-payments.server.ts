/**
 * One sale that a shop reports as its order and a payment service as its payment: the payment points to
 * the order, and is neither shown nor counted (decision 25).
 */
import { sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import {
  joinConversions,
  moveConversions,
  type OrderKeys,
} from '#app/domain/goals/conversions.server.ts'
import { orderKey } from '#app/domain/goals/goal.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { readOrderKeys } from '../order-keys.server.ts'
import { assignPayments, mostApartMillis, type EqualSales } from './assign-payments.ts'
import { isOfPart, salePartOf } from './sale-part.server.ts'

const here = alias(activities, 'here')
const theirs = alias(activities, 'theirs')

/**
 * Waits for other reports of the site's orders and payments, until the end of the transaction. An order and
 * its payment can arrive in the same moment: the second one then sees the first. Call it before anything
 * is stored, so that no one waits for rows of a transaction that waits for this.
 */
export const lockSales = (
  tx: Queries,
  { siteUuid }: Pick<SiteScope, 'siteUuid'>,
): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sales ${siteUuid}`}, 0))`)

/** Whether a report can be part of a sale that another service reports as well. */
export const isPartOfSale = (kind: string, account: string): boolean =>
  kind === 'purchase' && salePartOf(account) !== null

type Aliased = typeof here | typeof theirs

/** As the partial index has them. */
const isIndexed = (row: Aliased): SQL =>
  sql`${row.kind} = 'purchase' and ${row.account} <> '' and ${row.emailHash} is not null`

/** Can be part of a sale that has another part. Nothing was paid for an order that was canceled before it was paid. */
const canBePart = (row: Aliased): SQL => sql`(
  ${isIndexed(row)} and ${row.amountCents} > 0 and ${row.state} is not null
  and ${row.isTest} is not true and (
    (${isOfPart(row.account, 'payment')} and not ${row.isKeptApart})
    or (${isOfPart(row.account, 'order')} and ${row.isConfirmed} is not false)
  )
)`

const hasPartner = (row: Aliased): SQL => sql`(
  ${row.sameSaleAs} is not null
  or exists (select from ${activities} as payment where payment.same_sale_as = ${row.id})
)`

/**
 * How far away others can be that give one up to the reported one: each pair is ten minutes apart at most. A chain
 * of more pairs is cut.
 */
const reach = sql.raw(`interval '1 hour'`)

/** Equal ones around each reported one. A person has a few. */
const mostAround = 60

type Reported = {
  account: string
  /** Purchases that were reported now, and are stored. */
  ids: readonly string[]
}

/**
 * Matches the reported orders or payments with those of the other part: as many as possible have a partner
 * (`assignPayments`). No one knows which of a person's equal payments is whose, so one that has a partner can get
 * another one for that. One that was refunded or canceled comes after those that weren't. A payment without
 * an email address has no match. Payments that had reached goals before have done so as their order from
 * then on.
 *
 * @param tx has called `lockSales`
 * @returns the keys that reported payments of orders count by, also of those that were matched before, by
 *   their ids
 */
export async function matchPayments(
  tx: Queries,
  site: SiteScope,
  { account, ids }: Reported,
): Promise<ReadonlyMap<string, string>> {
  const part = salePartOf(account)
  if (part === null || ids.length === 0) return new Map()
  const changed = new Map<string, string>()
  const given: Given[] = []
  for (const group of await readGroups(tx, site, { account, ids })) {
    const assigned = assignPayments(group)
    for (const [payment, order] of assigned) changed.set(payment, order)
    given.push(...givenUp(group, assigned))
  }
  await write(tx, changed)
  await moveToOrders(tx, site, given)
  if (part === 'order' && changed.size === 0) return new Map()
  const { rows } = await tx.execute<Paid>(sql`
    select payment.id, payment.external_id, payment.account, sold.external_id as order_id,
      sold.account as order_account
    from ${activities} as payment join ${activities} as sold on sold.id = payment.same_sale_as
    where payment.id = any(array(
      select id::bigint from json_array_elements_text(${JSON.stringify([...changed.keys()])}::json) as given (id)
      union
      select here.id from ${activities} as here
      where ${inSite(here, site)} and here.kind = 'purchase' and here.account = ${account}
        and here.external_id = any(array(
          select json_array_elements_text(${JSON.stringify(ids)}::json)
        ))
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

type Around = {
  id: string
  is_payment: boolean
  sale: string
  at: string
  is_live: boolean
  same_sale_as: string | null
  /** By a payment that isn't among these rows. */
  is_taken: boolean
}

/** Sales of the persons and worths of those that were reported and have no partner, by the index alone. */
async function readGroups(
  tx: Queries,
  site: SiteScope,
  { account, ids }: Reported,
): Promise<readonly EqualSales[]> {
  const { rows } = await tx.execute<Around>(sql`
    with given as materialized (
      select distinct json_array_elements_text(${JSON.stringify(ids)}::json) as id
    ),
    mine as materialized (
      select one.* from given cross join lateral (
        select here.email_hash, here.amount_cents, here.currency, here.occurred_at
        from ${activities} as here
        where ${inSite(here, site)} and here.kind = 'purchase' and here.external_id = given.id
          and here.account = ${account} and ${canBePart(here)} and not ${hasPartner(here)}
        offset 0
      ) as one
    ),
    around as materialized (
      select distinct one.* from mine cross join lateral (
        select theirs.* from (
          select theirs.* from ${activities} as theirs
          where ${isIndexed(theirs)} and ${theirs.emailHash} = mine.email_hash
            and ${theirs.amountCents} = mine.amount_cents
            and ${theirs.occurredAt} between mine.occurred_at - ${reach} and mine.occurred_at + ${reach}
          offset 0
        ) as theirs
        where ${inSite(theirs, site)} and theirs.currency = mine.currency and ${canBePart(theirs)}
        order by abs(extract(epoch from theirs.occurred_at - mine.occurred_at)), theirs.id
        limit ${mostAround}
      ) as one
    )
    select id::text, ${isOfPart(sql.raw('account'), 'payment')} as is_payment,
      email_hash || ' ' || amount_cents || ' ' || currency as sale,
      (extract(epoch from occurred_at) * 1000)::bigint::text as at, state = 'confirmed' as is_live,
      same_sale_as::text,
      exists (
        select from ${activities} as payment where payment.same_sale_as = around.id
          and payment.id not in (select id from around)
      ) as is_taken
    from around order by around.id`)
  const groups = new Map<string, Around[]>()
  for (const row of rows) groups.set(row.sale, [...(groups.get(row.sale) ?? []), row])
  return [...groups.values()].map(groupOf)
}

function groupOf(rows: readonly Around[]): EqualSales {
  const soldOf = ({ id, at, is_live: isLive }: Around) => ({ id, at: Number(at), isLive })
  const payments = rows.filter((row) => row.is_payment)
  return {
    payments: payments.map((row) => ({ ...soldOf(row), order: row.same_sale_as })),
    orders: rows.filter((row) => !row.is_payment && !row.is_taken).map(soldOf),
  }
}

/**
 * Why a payment has no order: it's a test; no order fits; those that fit have other payments, which fit no
 * other order.
 */
export type UnmatchedReason = 'test' | 'none' | 'taken'

/** @param id the row of a payment that `matchPayments` left without an order */
export async function unmatchedReason(
  tx: Queries,
  site: SiteScope,
  id: number,
): Promise<UnmatchedReason> {
  const { rows } = await tx.execute<{ is_test: boolean; has_fitting: boolean }>(sql`
    select here.is_test is true as is_test, exists (
      select from ${activities} as theirs
      where ${inSite(theirs, site)} and ${isIndexed(theirs)} and ${isOfPart(theirs.account, 'order')}
        and theirs.email_hash = here.email_hash and theirs.amount_cents = here.amount_cents
        and theirs.currency = here.currency and ${canBePart(theirs)}
        and abs(extract(epoch from theirs.occurred_at - here.occurred_at)) * 1000 <= ${mostApartMillis}
    ) as has_fitting
    from ${activities} as here where ${inSite(here, site)} and here.id = ${id}`)
  if (rows[0]?.is_test) return 'test'
  return rows[0]?.has_fitting ? 'taken' : 'none'
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
