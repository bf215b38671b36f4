/** Whether a connection's screens can say that data from before it is being read. */
import type { SiteConnection } from '#app/domain/connections/site-connections.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { findBackfillProgress } from '#app/domain/shops/shops.server.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import type { Services } from '#app/services.ts'
import { isRunning, type Health } from './health.ts'

type ReadConnection = Pick<SiteConnection, 'integration' | 'isOfApp' | 'cursor' | 'pullDueAt'> & {
  health: Health
}

/** True from connecting until each list was read to its end, and not while nothing arrives. */
export async function isReadingPast(
  { db }: Services,
  site: SiteScope,
  { integration, isOfApp, cursor, pullDueAt, health }: ReadConnection,
): Promise<boolean> {
  if (!isRunning(health.state)) return false
  if (isOfApp) {
    const progress = await db.asTeam(site, (tx) => findBackfillProgress(tx, site))
    return progress?.state === 'running'
  }
  const pull = findIntegration(integration)?.pull
  return pull !== undefined && pullDueAt !== null && !pull.hasReadPast(cursor)
}
