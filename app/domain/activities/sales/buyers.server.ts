/**
 * Buyers who are no sign-ups. Some services create a customer for everyone who pays, guests included, and say
 * nothing of an account: “Emma signed up” would be untrue of them.
 */
import { sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { integrations } from '#app/integrations/registry.ts'

/**
 * A customer comes with the checkout, before or after the order. Who signs up and buys within the hour is
 * shown by the purchase.
 */
export const apart = sql.raw(`interval '1 hour'`)

/** Names that come from the registry, so they need no parameters. */
const services = sql.raw(
  integrations
    .filter(({ hasGuestCustomers }) => hasGuestCustomers)
    .map(({ name }) => `'${name}'`)
    .join(', '),
)

const reported = alias(activities, 'reported')
const proof = alias(activities, 'proof')
const customer = alias(activities, 'customer')

type Aliased = typeof reported | typeof proof | typeof customer

export const isMaybeGuest = ({ kind, account }: Aliased): SQL =>
  sql`(${kind} = 'signup' and split_part(${account}, ':', 1) in (${services}))`

/** A purchase, or a sign-up at a service whose customers have accounts. */
const isCertain = (row: Aliased): SQL =>
  sql`(${row.kind} in ('purchase', 'signup') and not ${isMaybeGuest(row)})`

const isOfPerson = (row: Aliased): SQL => sql`
  ${row.emailHash} = ${reported.emailHash}
  and ${row.occurredAt} between ${reported.occurredAt} - ${apart} and ${reported.occurredAt} + ${apart}`

/**
 * Withholds customers who bought, or signed up at another service of the site, within an hour, by their email
 * address. Either report may come first, so it is called for both, after later reports have completed the rows.
 *
 * @param tx has called `lockSales`
 * @param rowIds of the purchases and sign-ups that a connection reported now
 */
export async function withholdBuyers(
  tx: Queries,
  site: SiteScope,
  rowIds: readonly number[],
): Promise<void> {
  if (rowIds.length === 0) return
  await tx.execute(sql`
    with reported as materialized (
      select one.* from json_array_elements_text(${JSON.stringify(rowIds)}::json) as given (id)
      cross join lateral (
        select one.* from ${activities} as one where one.id = given.id::bigint offset 0
      ) as one
      where one.email_hash is not null
    ),
    buyer as (
      select ${reported.id} from reported
      where ${isMaybeGuest(reported)} and exists (
        select 1 from ${activities} as proof
        where ${inSite(proof, site)} and ${isCertain(proof)} and ${isOfPerson(proof)}
      )
      union
      select customer.id from reported
      cross join lateral (
        select ${customer.id} from ${activities} as customer
        where ${inSite(customer, site)} and ${isMaybeGuest(customer)} and ${isOfPerson(customer)}
        offset 0
      ) as customer
      where ${isCertain(reported)}
    )
    update ${activities} as withheld set is_showable = false
    where withheld.id in (select id from buyer) and withheld.is_showable`)
}
