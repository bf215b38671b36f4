import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { connections } from '#app/db/schema/connections.ts'
import { deliveries } from '#app/db/schema/deliveries.ts'
import { shops } from '#app/db/schema/shops.ts'

/**
 * Removes the bodies that are kept of deliveries to these sites which no longer wait: those to their
 * connections, and those to their shop's app that failed. Any of them may name a person who is erased.
 */
export async function dropKeptBodies(tx: Queries, siteIds: readonly number[]): Promise<void> {
  const ofSites = tx
    .select({ id: connections.id })
    .from(connections)
    .where(inArray(connections.siteId, [...siteIds]))
  const domains = tx
    .select({ domain: shops.domain })
    .from(shops)
    .where(inArray(shops.siteId, [...siteIds]))
  const toApp = and(
    isNull(deliveries.connectionId),
    eq(deliveries.provider, 'shopify'),
    inArray(deliveries.account, domains),
  )
  await tx
    .update(deliveries)
    .set({ body: null })
    .where(
      and(or(inArray(deliveries.connectionId, ofSites), toApp), ne(deliveries.state, 'waiting')),
    )
}
