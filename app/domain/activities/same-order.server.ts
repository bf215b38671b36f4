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
import type { NewActivityRow } from './activity-row.server.ts'
import { isReplaceable, sourcesWhere } from './sources.ts'

/**
 * The row as the report's account names it. A caller's id goes on naming an order that a shop has, which
 * then has precedence over a page's report of the same number.
 */
export const namedByCaller = sql`(${activities.account} = '' or ${activities.isNamedByCaller})`

const here = alias(activities, 'here')
const theirs = alias(activities, 'theirs')
const isOfPage = inArray(here.source, sourcesWhere(isReplaceable))

/** Files have days of any time zone. */
const mostApart = sql.raw(`interval '36 hours'`)

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
  and ${stored.occurredAt} between given.occurred_at - ${mostApart} and given.occurred_at + ${mostApart}
)`

const givenColumns = [
  activities.kind,
  activities.externalId,
  activities.amountCents,
  activities.currency,
  activities.emailHash,
  activities.firstName,
  activities.occurredAt,
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
  }))
  return sql`given as (select * from json_to_recordset(${JSON.stringify(values)}::json) as row (${givenTypes}))`
}

const isGiven = (stored: typeof here | typeof theirs): SQL =>
  sql`${stored.kind} = given.kind and ${stored.externalId} = given.external_id`

/**
 * Prepares the insert of the rows, which all have one account, in the order in which it locks rows itself.
 *
 * A shop takes over what a page or the caller reported of its orders: the row keeps its id, its approval
 * and what it has. A page doesn't know which of the site's shops its order is from, so the first one that
 * reports the number has it. Both doors at the same moment can store an order twice. The next report of
 * the shop deletes the other row, unless something was decided about it.
 *
 * The caller's report of a shop's order gives that row its second name. If several shops have an order
 * that fits, no one knows which is meant, and it is stored for itself.
 *
 * @returns ids of orders whose other row is deleted: they can have reached a goal twice
 */
export async function joinSameOrders(
  tx: Queries,
  site: SiteScope,
  rows: readonly NewActivityRow[],
): Promise<string[]> {
  const [first] = rows
  if (!first) return []
  const { account = '', connectionId = null } = first
  const { rows: gone } = await tx.execute<{ external_id: string }>(
    account === '' ? nameOrders(site, rows) : adoptOrders(site, rows, { account, connectionId }),
  )
  return gone.map(({ external_id: id }) => id)
}

/** Looked up for each row by the index of the key: also when the database doesn't know yet how many rows there are. */
const forEach = (subquery: SQL) => sql`cross join lateral (${subquery} offset 0)`

const nameOrders = (site: SiteScope, rows: readonly NewActivityRow[]): SQL => sql`
  with ${givenOf(rows)}, fitting as (${fittingOrders(site)}),
  locked as (
    select id from ${activities} where id = any(array(select id from fitting))
    order by external_id collate "C", id for no key update
  )
  update ${activities} set is_named_by_caller = true where id = any(array(select id from locked))`

type Taking = { account: string; connectionId: number | null }

/** Checks the account again after it waited for a lock: another shop can have taken the row meanwhile. */
const adoptOrders = (
  site: SiteScope,
  rows: readonly NewActivityRow[],
  { account, connectionId }: Taking,
): SQL => sql`
  with ${givenOf(rows)},
  found as (
    select here.* from given ${forEach(sql`
      select here.id, here.kind, here.external_id, ${isOfPage} as is_of_page,
        here.approval = 'approved' and here.is_showable as is_plain
      from ${activities} as here
      where ${inSite(here, site)} and ${isGiven(here)} and here.account = ''
        and (${isOfPage} or ${fits(here)})`)} as here
  ),
  met as (
    select found.id, found.is_of_page, found.is_plain, theirs.id as kept
    from found ${forEach(sql`
      select theirs.id from ${activities} as theirs
      where ${inSite(theirs, site)} and theirs.kind = found.kind
        and theirs.external_id = found.external_id and theirs.account = ${account}`)} as theirs
  ),
  gone as (
    delete from ${activities}
    where id = any(array(select id from met where is_of_page or is_plain)) and account = ''
    returning kind, external_id
  ),
  joined as (
    select id from ${activities}
    where account in ('', ${account}) and id = any(array(
      select id from found where id not in (select id from met)
      union all select kept from met where is_plain and not is_of_page
    ))
    order by external_id collate "C", id for no key update
  ),
  taken as (
    update ${activities} as here set account = ${account},
      source = case when ${isOfPage} then here.source else 'integration' end,
      connection_id = case when here.account = '' and not ${isOfPage} then ${connectionId}::bigint
        else here.connection_id end,
      token_id = case when ${isOfPage} then here.token_id end,
      is_named_by_caller = not ${isOfPage}
    where here.id = any(array(select id from joined))
  )
  select external_id from gone where kind = 'purchase'`

/** Orders of shops that the caller's reports mean and don't name yet, by their numbers. */
const fittingOrders = (site: SiteScope): SQL => sql`
  select one.id, given.kind, given.external_id
  from given ${forEach(sql`
    select min(theirs.id) as id, count(*) as found from ${activities} as theirs
    where ${inSite(theirs, site)} and ${isGiven(theirs)} and theirs.account <> ''
      and theirs.source = 'integration' and ${fits(theirs)}`)} as one
  where one.found = 1 and (
    select here.id from ${activities} as here
    where ${inSite(here, site)} and ${isGiven(here)}
      and (here.is_named_by_caller or (here.account = '' and not ${isOfPage}))
    limit 1
  ) is null`

/** For the insert of rows, as `row`: whether none of the site's orders has that name already. */
export const isUnnamed = (site: SiteScope, account: string | undefined): SQL =>
  account
    ? sql`true`
    : sql`(
        select here.id from ${activities} as here
        where ${inSite(here, site)} and here.kind = row.kind and here.external_id = row.external_id
          and here.is_named_by_caller
        limit 1
      ) is null`

/** A shop's order and a caller's report of it are compared by these. */
export type SameOrderFacts = Pick<
  NewActivityRow,
  'amountCents' | 'currency' | 'emailHash' | 'state' | 'occurredAt'
>

/** The orders of shops that reports of the caller will be about, by their numbers. Changes nothing. */
export async function findSameOrders(
  tx: Queries,
  site: SiteScope,
  rows: readonly NewActivityRow[],
): Promise<ReadonlyMap<string, SameOrderFacts>> {
  if (rows.length === 0) return new Map()
  const { rows: found } = await tx.execute(sql`
    with ${givenOf(rows)}, fitting as (${fittingOrders(site)})
    select theirs.* from given ${forEach(sql`
      select theirs.external_id, theirs.amount_cents, theirs.currency, theirs.email_hash, theirs.occurred_at
      from ${activities} as theirs
      where ${inSite(theirs, site)} and ${isGiven(theirs)} and theirs.account <> ''
        and (theirs.is_named_by_caller or theirs.id in (select id from fitting))`)} as theirs`)
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
