/** Orders and payments that can be the same sale, as they are stored. */
import { sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { mostApartMillis, type EqualSales } from './assign-payments.ts'
import { isOfPart } from './sale-part.server.ts'

const here = alias(activities, 'here')
const theirs = alias(activities, 'theirs')

type Aliased = typeof here | typeof theirs

/** As the partial index has them. */
export const isIndexed = (row: Aliased): SQL =>
  sql`${row.kind} = 'purchase' and ${row.account} <> '' and ${row.emailHash} is not null`

/** Can be part of a sale that has another part. Nothing was paid for an order that was canceled before it was paid. */
const canBePart = (row: Aliased): SQL => sql`(
  ${isIndexed(row)} and ${row.amountCents} > 0 and ${row.state} is not null
  and ${row.isTest} is not true and (
    (${isOfPart(row.account, 'payment')} and not ${row.isKeptApart})
    or (${isOfPart(row.account, 'order')} and ${row.isConfirmed} is not false)
  )
)`

/**
 * A payment that an order has, by the index: of `exists` the planner makes a list of all payments of the
 * installation when it doesn't know how few there are.
 */
const aPaymentOf = (id: SQL, condition: SQL = sql`true`): SQL => sql`(
  select payment.id from ${activities} as payment
  where payment.same_sale_as = ${id} and ${condition} limit 1
)`

const hasPartner = (row: Aliased): SQL =>
  sql`(${row.sameSaleAs} is not null or ${aPaymentOf(sql`${row.id}`)} is not null)`

/**
 * How far away others can be that give one up to the reported one: each pair is ten minutes apart at most. A chain
 * of more pairs is cut.
 */
const reach = sql.raw(`interval '1 hour'`)

/** Limit of equal sales that are read around each reported one. A buyer usually has a few at most. */
const mostAround = 60

export type Reported = {
  account: string
  /** The rows of the purchases that were reported now. */
  rowIds: readonly number[]
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

/** As `here`, each by its key alone: also while the planner takes the site's index for the better one. */
export const reportedRows = (rowIds: readonly number[]): SQL => sql`
  json_array_elements_text(${JSON.stringify(rowIds)}::json) as given (id)
  cross join lateral (
    select here.* from ${activities} as here where ${here.id} = given.id::bigint offset 0
  ) as here`

/** Sales of the persons and worths of those that were reported and have no partner, by the indexes alone. */
export async function readGroups(
  tx: Queries,
  site: SiteScope,
  rowIds: readonly number[],
): Promise<readonly EqualSales[]> {
  const { rows } = await tx.execute<Around>(sql`
    with mine as materialized (
      select here.email_hash, here.amount_cents, here.currency, here.occurred_at
      from ${reportedRows(rowIds)}
      where ${inSite(here, site)} and ${canBePart(here)} and not ${hasPartner(here)}
    ),
    around as materialized (
      select distinct one.* from mine cross join lateral (
        select ${theirs.id}, ${theirs.account}, ${theirs.emailHash}, ${theirs.amountCents},
          ${theirs.currency}, ${theirs.occurredAt}, ${theirs.state}, ${theirs.sameSaleAs}
        from (
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
      ${aPaymentOf(sql`around.id`, sql`payment.id not in (select id from around)`)} is not null as is_taken
    from around order by around.id`)
  return groupsOf(rows)
}

const isPayment = (row: Aliased): SQL => isOfPart(row.account, 'payment')

/** When a payment was captured, if its service says so; when an order was sold. */
const laterMoment = (row: Aliased): SQL => sql`case when ${isPayment(row)}
  then case when ${row.state} = 'confirmed' then ${row.stateAt} end else ${row.occurredAt} end`

const mostApart = sql.raw(`interval '${String(mostApartMillis)} milliseconds'`)

/**
 * Like `readGroups`, for payments that were captured later than they were created. Some shops date an order
 * by its creation, some by the capture. Reads only payments without a partner by their creation, so no
 * existing pair is broken up.
 */
export async function readCaptured(
  tx: Queries,
  site: SiteScope,
  rowIds: readonly number[],
): Promise<readonly EqualSales[]> {
  const { rows } = await tx.execute<Around>(sql`
    with mine as materialized (
      select here.email_hash, here.amount_cents, here.currency, ${laterMoment(here)} as moment
      from ${reportedRows(rowIds)}
      where ${inSite(here, site)} and ${canBePart(here)} and not ${hasPartner(here)}
        and ${laterMoment(here)} is not null
    ),
    around as materialized (
      select distinct one.* from mine cross join lateral (
        select theirs.id, ${isPayment(theirs)} as is_payment, theirs.email_hash, theirs.amount_cents,
          theirs.currency, theirs.state, ${laterMoment(theirs)} as moment
        from (
          select theirs.* from ${activities} as theirs
          where ${isIndexed(theirs)} and ${theirs.emailHash} = mine.email_hash
            and ${theirs.amountCents} = mine.amount_cents
          offset 0
        ) as theirs
        where ${inSite(theirs, site)} and theirs.currency = mine.currency and ${canBePart(theirs)}
          and not ${hasPartner(theirs)}
          and ${laterMoment(theirs)} between mine.moment - ${mostApart} and mine.moment + ${mostApart}
        order by theirs.id
        limit ${mostAround}
      ) as one
    )
    select id::text, is_payment, email_hash || ' ' || amount_cents || ' ' || currency as sale,
      (extract(epoch from moment) * 1000)::bigint::text as at, state = 'confirmed' as is_live,
      null as same_sale_as, false as is_taken
    from around order by around.id`)
  return groupsOf(rows)
}

function groupsOf(rows: readonly Around[]): readonly EqualSales[] {
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
