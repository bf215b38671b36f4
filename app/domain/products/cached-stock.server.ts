/** Stock of products that was read for nudges is cached, and ends here when it changes. */
import { eq, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'

/**
 * Drops cached stock. Call it in the transaction that hides or removes products, or that completes
 * a read, before anything else of the site changes in it: it locks the site ("Locks" in
 * docs/architecture.md).
 */
export async function dropCachedStock(tx: Queries, siteId: number): Promise<void> {
  await tx
    .update(sites)
    .set({ withdrawals: sql`${sites.withdrawals} + 1` })
    .where(eq(sites.id, siteId))
}
