/** Finds what webhooks may have missed. */
import { and, eq, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { connections } from '#app/db/schema/connections.ts'
import { shops, type BackfillState } from '#app/db/schema/shops.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { newBackfill, sendBackfill } from './backfill-state.server.ts'

/** Stock is shown for a day after it was read, so this allows for three failures, as for feeds. */
const catalogHours = 6

/** Orders that changed shortly before the last read are read again, in case clocks differ. */
const overlapMillis = hourMillis

/** Starts reading the catalogs of all shops that are due. Called by a job. */
export async function queueCatalogReads(services: Services): Promise<void> {
  const limit = new Date(services.now().getTime() - catalogHours * hourMillis)
  const { productsReadAt: readAt } = connections
  const isDue = and(eq(connections.state, 'active'), or(isNull(readAt), lt(readAt, limit)))
  await repair(services, services.db.system, isDue)
}

/**
 * Brings in what changed since the shop was last read, and connects its storefront again. Without effect
 * while that runs already.
 *
 * @returns false for an organization without an installed shop
 */
export async function repairShop(services: Services, team: TeamScope): Promise<boolean> {
  const { db } = services
  const [shop] = await db.asTeam(team, (tx) =>
    tx
      .select({ id: shops.id })
      .from(shops)
      .where(and(inTeam(shops, team), isNull(shops.uninstalledAt))),
  )
  if (!shop) return false
  await repair(services, db.system, eq(shops.id, shop.id))
  return true
}

/** No backfill runs. One that waits for Shopify's approval keeps no other from reading the catalog. */
const isIdle = and(
  isNull(shops.uninstalledAt),
  or(isNull(shops.backfillDueAt), sql`${shops.backfill}->>'status' = 'waiting'`),
)

const isUnfinished = (former: BackfillState | null): former is BackfillState =>
  former?.status === 'waiting' || former?.status === 'failed'

async function repair(services: Services, queries: Queries, which: SQL | undefined): Promise<void> {
  const at = services.now()
  const rows = await queries
    .select({ id: shops.id, readAt: connections.productsReadAt, former: shops.backfill })
    .from(shops)
    .innerJoin(connections, eq(connections.id, shops.connectionId))
    .where(and(isIdle, which))
  for (const { id, readAt, former } of rows) {
    const since = readAt ? new Date(readAt.getTime() - overlapMillis) : undefined
    await queries
      .update(shops)
      .set(newBackfill(at, since, isUnfinished(former) ? former : undefined))
      .where(and(eq(shops.id, id), isIdle))
  }
  if (rows.length > 0) await sendBackfill(queries, services)
}
