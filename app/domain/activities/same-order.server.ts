/**
 * One order that comes through two doors: by a connected shop, whose account names it, and by the caller
 * (REST API, file, smart webhook) or a page, who only know its number.
 */
import { inArray, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { ActivityReport, NewActivityRow } from './activity-row.server.ts'
import { isReplaceable, sourcesWhere } from './sources.ts'

/**
 * Rows that the caller calls by one of the ids. A caller's id goes on naming an order that a shop has, which
 * then has precedence over a page's report of the same number.
 */
export const namedByCaller = (ids: readonly string[]): SQL => sql`(
  (${inArray(activities.externalId, [...ids])}
    and (${activities.account} = '' or ${activities.isNamedByCaller}))
  or (${inArray(activities.orderNumber, [...ids])} and ${activities.isNumberedByCaller})
)`

const here = alias(activities, 'here')
const theirs = alias(activities, 'theirs')
const isOfPage = inArray(here.source, sourcesWhere(isReplaceable))

/** Files have days of any time zone. */
const mostApart = sql.raw(`interval '36 hours'`)

const isNear = (stored: typeof here | typeof theirs): SQL => sql`(
  ${stored.occurredAt} between given.occurred_at - ${mostApart} and given.occurred_at + ${mostApart}
)`

/**
 * Whether a stored order and a report with its number are one: nothing contradicts it, and more than the
 * number agrees. Reviews aren't compared.
 */
const fits = (stored: typeof here | typeof theirs): SQL => sql`(
  given.kind <> 'review'
  and (${stored.amountCents} = given.amount_cents) is not false
  and (${stored.currency} = given.currency) is not false
  and (${stored.emailHash} = given.email_hash) is not false
  and (
    (${stored.amountCents} = given.amount_cents) is true
    or (${stored.emailHash} = given.email_hash) is true
    or (lower(${stored.firstName}) = lower(given.first_name)) is true
  )
  and ${isNear(stored)}
)`

const givenColumns = [
  activities.kind,
  activities.externalId,
  activities.amountCents,
  activities.currency,
  activities.emailHash,
  activities.firstName,
  activities.occurredAt,
  activities.orderNumber,
]
const givenTypes = sql.raw(givenColumns.map((one) => `${one.name} ${one.getSQLType()}`).join(', '))

/** @param rows at most one of each key */
const givenOf = (rows: readonly NewActivityRow[]): SQL => {
  const values = rows.map((row) => ({
    kind: row.kind,
    external_id: row.externalId.toWellFormed(),
    amount_cents: row.amountCents,
    currency: row.currency,
    email_hash: row.emailHash,
    first_name: row.firstName?.toWellFormed(),
    occurred_at: row.occurredAt,
    order_number: row.orderNumber?.toWellFormed(),
  }))
  return sql`given as (select * from json_to_recordset(${JSON.stringify(values)}::json) as row (${givenTypes}))`
}

const isGiven = (stored: typeof here | typeof theirs): SQL =>
  sql`${stored.kind} = given.kind and ${stored.externalId} = given.external_id`

/** Rows of the site that have the given id, or have it as their number (`by_number`). Each by its index. */
const called = (stored: typeof here | typeof theirs, site: SiteScope, given: SQL): SQL => sql`(
  select ${stored}.*, false as by_number from ${activities} as ${stored}
  where ${inSite(stored, site)} and ${stored.kind} = ${given}.kind
    and ${stored.externalId} = ${given}.external_id
  union all
  select ${stored}.*, true from ${activities} as ${stored}
  where ${inSite(stored, site)} and ${stored.kind} = ${given}.kind
    and ${stored.orderNumber} = ${given}.external_id
) as ${stored}`

/** In rows of `called`: the caller calls it so. */
const isCalledByCaller = (stored: typeof here | typeof theirs): SQL => sql`
  case when by_number then ${stored.isNumberedByCaller} else ${stored.isNamedByCaller} end`

/**
 * Condition: `joinSameOrders` can find something. For a shop, whether a page or the caller reported one of the rows,
 * by its id or number. Few shops have such reports, and to plan and run that statement takes longer than to
 * store the orders.
 */
export function canHaveSameOrders(
  site: SiteScope,
  account: string,
  reports: readonly ActivityReport[],
): SQL {
  if (account === '') return sql`true`
  const names = reports.flatMap(({ fact: { id }, orderNumber }) => [id, orderNumber ?? id])
  const given = JSON.stringify([...new Set(names.map((name) => name.toWellFormed()))])
  const kinds = [...new Set(reports.map(({ fact }) => fact.kind))]
  return sql`(
    select here.id from ${activities} as here
    where ${inSite(here, site)} and ${inArray(here.kind, kinds)} and here.account = ''
      and here.external_id = any(array(select json_array_elements_text(${given}::json)))
    limit 1
  ) is not null`
}

/** An order whose other row is deleted or taken: the caller's id and row, and the shop's id. */
export type JoinedOrder = { was: string; rowId: string; id: string; isGone: boolean }

/**
 * Prepares the insert of the rows, which all have one account, in the order in which it locks rows itself.
 *
 * A shop takes over what a page or the caller reported of its orders: the row keeps its id, its approval
 * and what it has. A page doesn't know which of the site's shops its order is from, so the first one that
 * reports the number has it. Both doors at the same moment can store an order twice. The next report of
 * the shop deletes the other row, unless something was decided about it.
 *
 * The caller's report of a shop's order gives that row its second name, which is the shop's id of the order or
 * its number. If several orders fit, no one knows which is meant, but it is one of them: the one that has it
 * as its number, else the one that was stored first. So it is if the caller's report comes before them.
 *
 * @returns orders that can have reached a goal twice, or by another key
 */
export async function joinSameOrders(
  tx: Queries,
  site: SiteScope,
  rows: readonly NewActivityRow[],
): Promise<JoinedOrder[]> {
  const [first] = rows
  if (!first) return []
  const { account = '', connectionId = null } = first
  const { rows: joined } = await tx.execute<{
    was: string
    row_id: string
    id: string
    is_gone: boolean
  }>(account === '' ? nameOrders(site, rows) : adoptOrders(site, rows, { account, connectionId }))
  return joined.map((row) => ({
    was: row.was,
    rowId: row.row_id,
    id: row.id,
    isGone: row.is_gone,
  }))
}

/** Looked up for each row by the index of the key: also when the database doesn't know yet how many rows there are. */
const forEach = (subquery: SQL) => sql`cross join lateral (${subquery} offset 0)`

const nameOrders = (site: SiteScope, rows: readonly NewActivityRow[]): SQL => sql`
  with ${givenOf(rows)}, fitting as (${fittingOrders(site)}),
  locked as (
    select id from ${activities} where id = any(array(select id from fitting))
    order by external_id collate "C", id for no key update
  )
  update ${activities} as here
  set is_named_by_caller = here.is_named_by_caller or meant.by_id,
    is_numbered_by_caller = here.is_numbered_by_caller or meant.by_number
  from (
    select id, bool_or(not by_number) as by_id, bool_or(by_number) as by_number
    from fitting group by id
  ) as meant join locked on locked.id = meant.id
  where here.id = meant.id`

type Taking = { account: string; connectionId: number | null }

/**
 * A row has the shop's id of an order or its number: a page shows either. A page of a shop that has numbers
 * rarely shows the id, which can be another order's number, so only one of the same days is meant. If a row could be two orders, its
 * number decides. If an order could be two rows of the caller, the other one is next; a page's is deleted.
 *
 * Checks the account again after it waited for a lock: another shop can have taken the row meanwhile.
 */
const adoptOrders = (
  site: SiteScope,
  rows: readonly NewActivityRow[],
  { account, connectionId }: Taking,
): SQL => sql`
  with ${givenOf(rows)},
  found as (
    select distinct on (here.id) here.*, given.external_id as own_id, given.order_number as number
    from given ${forEach(sql`
      select here.id, here.kind, here.external_id, ${isOfPage} as is_of_page,
        here.approval = 'approved' and here.is_showable as is_plain, false as by_number
      from ${activities} as here
      where ${inSite(here, site)} and ${isGiven(here)} and here.account = ''
        and ((${isOfPage} and (given.order_number is null or ${isNear(here)})) or ${fits(here)})
      union all
      select here.id, here.kind, here.external_id, ${isOfPage},
        here.approval = 'approved' and here.is_showable, true
      from ${activities} as here
      where ${inSite(here, site)} and ${here.kind} = given.kind
        and ${here.externalId} = given.order_number and here.account = ''
        and (${isOfPage} or ${fits(here)})`)} as here
    order by here.id, here.by_number desc, given.external_id
  ),
  one as (
    select distinct on (kind, own_id) * from found order by kind, own_id, is_of_page, by_number desc, id
  ),
  met as (
    select one.*, theirs.id as kept
    from one ${forEach(sql`
      select theirs.id from ${activities} as theirs
      where ${inSite(theirs, site)} and theirs.kind = one.kind
        and theirs.external_id = one.own_id and theirs.account = ${account}`)} as theirs
  ),
  gone as (
    delete from ${activities}
    where account = '' and id = any(array(
      select id from met where is_of_page or is_plain
      union all
      select id from found where is_of_page and id not in (select id from one)
    ))
    returning id
  ),
  target as (
    select one.*, id as into_id from one where id not in (select id from met)
    union all
    select met.id, kind, external_id, is_of_page, is_plain, by_number, own_id, number, kept
    from met where is_plain and not is_of_page
  ),
  joined as (
    select id from ${activities}
    where account in ('', ${account}) and id = any(array(select into_id from target))
    order by external_id collate "C", id for no key update
  ),
  taken as (
    update ${activities} as here set account = ${account}, external_id = target.own_id,
      order_number = coalesce(here.order_number, target.number),
      source = case when ${isOfPage} then here.source else 'integration' end,
      connection_id = case when here.account = '' and not ${isOfPage} then ${connectionId}::bigint
        else here.connection_id end,
      token_id = case when ${isOfPage} then here.token_id end,
      is_named_by_caller = here.is_named_by_caller or not (${isOfPage} or target.by_number),
      is_numbered_by_caller = here.is_numbered_by_caller or (target.by_number and not ${isOfPage})
    from target join joined on joined.id = target.into_id
    where here.id = target.into_id
  )
  select external_id as was, id::text as row_id, own_id as id, id in (select id from gone) as is_gone
  from found where kind = 'purchase' and (
    id in (select id from gone)
    or (external_id <> own_id and id in (select id from one) and id not in (select id from met))
  )`

/** Orders of shops that the caller's reports mean and don't name yet, by their ids or numbers. */
const fittingOrders = (site: SiteScope): SQL => sql`
  select one.id, one.by_number, given.kind, given.external_id
  from given ${forEach(sql`
    select theirs.id, by_number
    from ${called(theirs, site, sql.raw('given'))}
    where theirs.account <> '' and theirs.source = 'integration' and ${fits(theirs)}
    order by by_number desc, theirs.id
    limit 1`)} as one
  where (
    select here.id from ${called(here, site, sql.raw('given'))}
    where ${isCalledByCaller(here)} or (not by_number and here.account = '' and not ${isOfPage})
    limit 1
  ) is null`

/** For the insert of rows, as `row`: whether none of the site's orders has that name already. */
export const isUnnamed = (site: SiteScope, account: string | undefined): SQL =>
  account
    ? sql`true`
    : sql`(
        select here.id from ${called(here, site, sql.raw('row'))}
        where ${isCalledByCaller(here)}
        limit 1
      ) is null`

/** A shop's order and a caller's report of it are compared by these. */
export type SameOrderFacts = Pick<
  NewActivityRow,
  'amountCents' | 'currency' | 'emailHash' | 'state' | 'occurredAt'
>

/** The orders of shops that reports of the caller will be about, by its ids. Changes nothing. */
export async function findSameOrders(
  tx: Queries,
  site: SiteScope,
  rows: readonly NewActivityRow[],
): Promise<ReadonlyMap<string, SameOrderFacts>> {
  if (rows.length === 0) return new Map()
  const { rows: found } = await tx.execute(sql`
    with ${givenOf(rows)}, fitting as (${fittingOrders(site)})
    select theirs.* from given ${forEach(sql`
      select given.external_id, theirs.amount_cents, theirs.currency, theirs.email_hash,
        theirs.occurred_at
      from ${called(theirs, site, sql.raw('given'))}
      where theirs.account <> '' and (${isCalledByCaller(theirs)} or (theirs.id, given.external_id) in (
        select id, external_id from fitting))`)} as theirs`)
  return new Map(
    found.map((row) => [
      String(row.external_id),
      {
        amountCents: row.amount_cents === null ? null : Number(row.amount_cents),
        currency: row.currency as string | null,
        emailHash: row.email_hash as string | null,
        occurredAt: activities.occurredAt.mapFromDriverValue(row.occurred_at) as Date,
      },
    ]),
  )
}

/** Whether the caller's report of an order that a shop has as well says something else than the shop. */
export function contradicts(stored: SameOrderFacts, report: SameOrderFacts): boolean {
  const differs = (field: 'amountCents' | 'currency' | 'emailHash') => {
    const [one, other] = [stored[field] ?? null, report[field] ?? null]
    return one !== null && other !== null && one !== other
  }
  if (differs('emailHash')) return true
  // A refund can have another amount than its order.
  return report.state === 'confirmed' && (differs('amountCents') || differs('currency'))
}
