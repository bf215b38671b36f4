/** The keys that a connection's orders count by, towards goals of orders. */
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/activities.ts'
import { joinConversions, type OrderKeys } from '#app/domain/goals/conversions.server.ts'
import { orderKey, orderKeyOf } from '#app/domain/goals/goal.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { JoinedOrder } from './same-order.server.ts'

const here = alias(activities, 'here')

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
  // Looked up for each by the index of the key, also when the database doesn't know yet how many rows there
  // are.
  const { rows: taken } = await tx.execute<{ id: string }>(sql`
    select given.id from json_array_elements_text(${JSON.stringify([...new Set(ids)])}::json) as given (id)
    cross join lateral (
      select min(here.id) as first, min(here.id) filter (where here.account = ${account}) as own
      from ${activities} as here
      where ${inSite(here, site)} and here.kind = 'purchase' and here.external_id = given.id
      offset 0
    ) as numbered
    where numbered.first < numbered.own`)
  const shared = new Set(taken.map(({ id }) => id))
  return (id) => (shared.has(id) ? orderKeyOf(account, id) : orderKey(id))
}

/** Orders that came by two doors count by one key from then on, which is the shop's. */
export async function joinOrderKeys(
  tx: Queries,
  site: SiteScope,
  { joined, account }: { joined: readonly JoinedOrder[]; account: string },
): Promise<void> {
  const renamed = joined.filter(({ was, id }) => was !== id)
  const keyOfOrder = await readOrderKeys(tx, site, { ids: renamed.map(({ id }) => id), account })
  const others = await findOthers(tx, site, renamed)
  await joinConversions(tx, site, [
    ...renamed.flatMap(({ was, rowId, id }) => {
      const other = others.get(was)
      const kept = { was: orderKey(was), key: keyOfOrder(id) }
      if (!other) return [kept]
      // The key was that of the other order, which was stored first.
      if (other.id < BigInt(rowId)) return []
      // The other order was second, and has the number to itself from then on.
      return [kept, { was: orderKeyOf(other.account, was), key: orderKey(was) }]
    }),
    // The number alone is their key.
    ...joined
      .filter(({ was, id, isGone }) => isGone && was === id)
      .map(({ id }) => ({ was: orderKeyOf(account, id), key: orderKey(id) })),
  ])
}

/** The first of the other orders that have the number that an order was called by, by that number. */
async function findOthers(
  tx: Queries,
  site: SiteScope,
  renamed: readonly JoinedOrder[],
): Promise<ReadonlyMap<string, { id: bigint; account: string }>> {
  if (renamed.length === 0) return new Map()
  const numbers = JSON.stringify([...new Set(renamed.map(({ was }) => was))])
  const rows = JSON.stringify(renamed.map(({ rowId }) => rowId))
  const { rows: found } = await tx.execute<{ was: string; id: string; account: string }>(sql`
    select given.was, first.id::text as id, first.account
    from json_array_elements_text(${numbers}::json) as given (was)
    cross join lateral (
      select here.id, here.account from ${activities} as here
      where ${inSite(here, site)} and here.kind = 'purchase' and here.external_id = given.was
        and here.id <> all(array(select id::bigint from json_array_elements_text(${rows}::json) as joined (id)))
      order by here.id limit 1
    ) as first`)
  return new Map(found.map(({ was, id, account }) => [was, { id: BigInt(id), account }]))
}
