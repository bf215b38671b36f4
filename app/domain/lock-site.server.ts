import type { Queries } from '#app/db/db.ts'
import { sites } from '#app/db/schema/ground.ts'
import type { SiteScope } from './scope.ts'
import { inSite } from './scope-conditions.server.ts'

/**
 * Serializes changes to one site. Call it before counting what the site may have so many of: on
 * PostgreSQL, concurrent requests would count the same rows and exceed the limit together. Before any
 * other row of the site, see "Locks" in docs/architecture.md.
 */
export async function lockSite(tx: Queries, site: SiteScope): Promise<void> {
  await tx.select({ id: sites.id }).from(sites).where(inSite(sites, site)).for('no key update')
}
