/** Sums that the statement which stores events writes, and their removal with a site. */
import { sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'

/**
 * In the order in which that statement reaches their rows, after those of `meters`. Who wants rows of
 * several takes them in this order too: otherwise both wait for each other, and the database ends one.
 */
export const eventSums: readonly string[] = [
  'site_meters',
  'experiment_days',
  'visitor_days',
  'hourly_pages',
  'hourly_events',
]

/**
 * Before a site is deleted, whose triggers would reach them in another order.
 *
 * @param tx holds the locks of the organization's meters
 */
export async function removeEventSums(tx: Queries, siteIds: readonly number[]): Promise<void> {
  if (siteIds.length === 0) return
  for (const table of eventSums) {
    await tx.execute(sql`
      delete from ${sql.identifier(table)} where site_id in (${sql.join([...siteIds], sql`, `)})`)
  }
}
