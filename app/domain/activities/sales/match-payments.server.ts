/**
 * One sale that a shop reports as its order and a payment service as its payment: the payment points to
 * the order, and is neither shown nor counted (decision 25).
 */
import { sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { joinConversions, type OrderKeys } from '#app/domain/goals/conversions.server.ts'
import { orderKey } from '#app/domain/goals/goal.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { readOrderKeys } from '../order-keys.server.ts'
import { isOfPart, salePartOf, type SalePart } from './sale-part.server.ts'

/** Shops date an order when it's placed or paid, services a payment when it's captured. */
const mostApart = sql.raw(`interval '10 minutes'`)

const here = alias(activities, 'here')
const theirs = alias(activities, 'theirs')
const rival = alias(activities, 'rival')

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

type Aliased = typeof here | typeof theirs | typeof rival

/** As the partial index has them. */
const isIndexed = (row: Aliased): SQL =>
  sql`${row.kind} = 'purchase' and ${row.account} <> '' and ${row.emailHash} is not null`

/** Can be part of a sale whose other part isn't known yet. */
function isFree(row: Aliased, part: SalePart): SQL {
  // Nothing was paid for an order that was canceled before it was paid.
  const isUnmatched =
    part === 'payment'
      ? sql`${row.sameSaleAs} is null and not ${row.isKeptApart}`
      : sql`${row.isConfirmed} is not false and not exists (
          select from ${activities} as payment where payment.same_sale_as = ${row.id})`
  return sql`(
    ${isIndexed(row)} and ${row.amountCents} > 0 and ${row.state} is not null
    and ${row.isTest} is not true and ${isOfPart(row.account, part)} and ${isUnmatched}
  )`
}

/**
 * The rows of the same person and worth around the moment of another one, looked up by the index alone: the
 * rest is compared afterwards.
 */
const near = (row: typeof theirs | typeof rival, one: SQL): SQL => sql`(
  select ${row}.* from ${activities} as ${row}
  where ${isIndexed(row)} and ${row.emailHash} = ${one}.email_hash
    and ${row.amountCents} = ${one}.amount_cents
    and ${row.occurredAt} between ${one}.occurred_at - ${mostApart} and ${one}.occurred_at + ${mostApart}
  offset 0
) as ${row}`

/** Columns of a row that are compared. */
const compared = (row: typeof theirs | typeof rival): SQL => sql`
  ${row.id}, ${row.emailHash}, ${row.amountCents}, ${row.currency}, ${row.occurredAt},
  ${isLive(row)} as is_live`

/** Neither refunded nor canceled. */
const isLive = (row: Aliased): SQL => sql`${row.state} = 'confirmed'`

type Reported = {
  account: string
  /** Purchases that were reported now, and are stored. */
  ids: readonly string[]
}

/**
 * Matches the reported orders or payments with those of the other part, the nearest in time first. No one
 * knows which of a person's equal payments is whose, but they and the orders are as many sales as there are of
 * the part that has more. One that was refunded or canceled comes after those that weren't. A payment without
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
  const rows: Paid[] = []
  for (let hasMore = true; hasMore;) {
    // One that wasn't the nearest of its own nearest one is looked at again.
    const { rows: found } = await tx.execute<Paid>(matchNearest(site, { account, ids, part }))
    rows.push(...found)
    hasMore = found.some((row) => row.has_more)
  }
  const keys = await joinSales(
    tx,
    site,
    rows.map((row) => ({
      payment: { id: row.id, account: row.account },
      order: { id: row.order_id, account: row.order_account },
      isNew: row.is_new,
    })),
  )
  return part === 'payment' ? keys : new Map()
}

type Paid = {
  id: string
  account: string
  order_id: string
  order_account: string
  is_new: boolean
  /** Others that fit each other are left. */
  has_more: boolean
}

/** Pairs of which each is the nearest of the other, and what was matched before of those reported. */
function matchNearest(site: SiteScope, { account, ids, part }: Reported & { part: SalePart }): SQL {
  const other = part === 'order' ? 'payment' : 'order'
  return sql`
    with given as materialized (
      select distinct json_array_elements_text(${JSON.stringify(ids)}::json) as id
    ),
    reported as materialized (
      select one.* from given cross join lateral (
        select here.id, here.external_id, here.account, here.email_hash, here.amount_cents,
          here.currency, here.occurred_at, here.same_sale_as, ${isFree(here, part)} as is_free
        from ${activities} as here
        where ${inSite(here, site)} and here.kind = 'purchase' and here.external_id = given.id
          and here.account = ${account}
        offset 0
      ) as one
    ),
    mine as materialized (select * from reported where is_free),
    fitting as materialized (
      select distinct one.* from mine cross join lateral (
        select ${compared(theirs)} from ${near(theirs, sql.raw('mine'))}
        where ${inSite(theirs, site)} and ${isFree(theirs, other)}
          and theirs.currency = mine.currency
        offset 0
      ) as one
    ),
    edge as materialized (
      select one.id as mine, fitting.id as other,
        array[
          (not one.is_live)::int + (not fitting.is_live)::int,
          abs(extract(epoch from one.occurred_at - fitting.occurred_at)), fitting.id, one.id
        ] as distance
      from fitting cross join lateral (
        select ${compared(rival)} from ${near(rival, sql.raw('fitting'))}
        where ${inSite(rival, site)} and ${isFree(rival, part)} and rival.currency = fitting.currency
        offset 0
      ) as one
    ),
    pair as materialized (
      select mine, other from (
        select mine, other,
          row_number() over (partition by mine order by distance) as of_mine,
          row_number() over (partition by other order by distance) as of_other
        from edge
      ) as ranked
      where of_mine = 1 and of_other = 1
    ),
    sale as materialized (
      select ${sql.raw(part === 'payment' ? 'mine as payment, other' : 'other as payment, mine')} as sold
      from pair
    ),
    locked as materialized (
      select id from ${activities} where id = any(array(select sale.payment from sale))
      order by id for no key update
    ),
    matched as (
      update ${activities} as payment set same_sale_as = sale.sold, is_showable = false
      from sale join locked on locked.id = sale.payment
      where payment.id = sale.payment
      returning payment.external_id, payment.account, payment.same_sale_as
    ),
    paid as (
      select external_id, account, same_sale_as, true as is_new from matched
      union all
      select external_id, account, same_sale_as, false from reported where same_sale_as is not null
    )
    select paid.external_id as id, paid.account, sold.external_id as order_id,
      sold.account as order_account, is_new,
      exists (
        select from edge
        where mine not in (select mine from pair) and other not in (select other from pair)
      ) as has_more
    from paid join ${activities} as sold on sold.id = paid.same_sale_as`
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
