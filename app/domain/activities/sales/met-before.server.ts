/** Whether new reports meet others of the same people. Few do, and one short statement shows that they don't. */
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { apart, isMaybeGuest } from './buyers.server.ts'
import { isIndexed, reportedRows } from './equal-sales.server.ts'

const theirs = alias(activities, 'theirs')
const customer = alias(activities, 'customer')

type MetBefore = {
  /** Another account has a sale of one of the people. */
  isBoughtElsewhere: boolean
  /** Customers who may be guests came within the same hours. */
  hasMaybeGuests: boolean
}

/**
 * To plan and run the statements that read equal sales and withhold customers takes ten times as long.
 *
 * @param rowIds purchases and sign-ups that a connection of the account reported now
 */
export async function findMetBefore(
  tx: Queries,
  site: SiteScope,
  { account, rowIds }: { account: string; rowIds: readonly number[] },
): Promise<MetBefore> {
  if (rowIds.length === 0) return { isBoughtElsewhere: false, hasMaybeGuests: false }
  const { rows } = await tx.execute<{ is_bought: boolean; has_guests: boolean }>(sql`
    with reported as materialized (
      select here.kind, here.email_hash, here.occurred_at from ${reportedRows(rowIds)}
      where here.email_hash is not null
    )
    select (
      select theirs.id from reported cross join lateral (
        select theirs.* from ${activities} as theirs
        where ${isIndexed(theirs)} and ${theirs.emailHash} = reported.email_hash offset 0
      ) as theirs
      where reported.kind = 'purchase' and ${inSite(theirs, site)} and theirs.account <> ${account}
      limit 1
    ) is not null as is_bought, (
      select ${customer.id} from ${activities} as customer
      where ${inSite(customer, site)} and ${isMaybeGuest(customer)}
        and ${customer.occurredAt} between (select min(occurred_at) from reported) - ${apart}
          and (select max(occurred_at) from reported) + ${apart}
      limit 1
    ) is not null as has_guests`)
  return {
    isBoughtElsewhere: rows[0]?.is_bought === true,
    hasMaybeGuests: rows[0]?.has_guests === true,
  }
}
