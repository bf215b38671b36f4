/** The keys that a connection's orders count by, towards goals of orders. */
import { and, eq, inArray, lt, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import type { OrderKeys } from '#app/domain/goals/conversions.server.ts'
import { orderKey, orderKeyOf } from '#app/domain/goals/goal.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'

/**
 * Pages report orders by their numbers alone, so these are the keys. When two accounts have a number, no
 * one knows which of them a page meant: the order that was stored first has it, and the key of the other
 * one names its account.
 *
 * @param ids of stored orders of the account
 */
export async function readOrderKeys(
  tx: Queries,
  site: SiteScope,
  { ids, account }: { ids: readonly string[]; account: string },
): Promise<OrderKeys> {
  if (account === '' || ids.length === 0) return orderKey
  const theirs = alias(activities, 'theirs')
  const taken = await tx
    .select({ id: activities.externalId })
    .from(activities)
    .innerJoin(
      theirs,
      and(
        eq(theirs.siteId, activities.siteId),
        eq(theirs.kind, activities.kind),
        eq(theirs.externalId, activities.externalId),
        ne(theirs.account, account),
        lt(theirs.id, activities.id),
      ),
    )
    .where(
      and(
        inSite(activities, site),
        eq(activities.kind, 'purchase'),
        eq(activities.account, account),
        inArray(activities.externalId, [...new Set(ids)]),
      ),
    )
  const shared = new Set(taken.map(({ id }) => id))
  return (id) => (shared.has(id) ? orderKeyOf(account, id) : orderKey(id))
}
