/** Average and number of reviews as a source publishes them: what is stored here is only a part of them. */
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { QuerySource } from '#app/contract/activity-sources.ts'
import type { ConnectableName } from '#app/contract/integrations.ts'
import type { Queries } from '#app/db/db.ts'
import { connections } from '#app/db/schema/connections.ts'
import { storedAs } from '#app/domain/activities/sources.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { findIntegration } from '#app/integrations/registry.ts'
import { hourMillis } from '#app/lib/time.ts'

export type PublishedRating = {
  /** Out of 5. */
  average: number
  total: number
  service: ConnectableName
  readAt: Date
  /** Shown no longer than that, unless it's read again. */
  keptUntil: Date
}

/** Older numbers may no longer be the source's, and some sources allow less. */
const keptMillis = (service: ConnectableName): number =>
  (findIntegration(service)?.reviews?.keptHours ?? 30 * 24) * hourMillis

/**
 * The rating of the source with the most reviews, among pages that are the site's. Null: none publishes any.
 *
 * @param integration only this source. Null: any
 */
export async function readPublishedRating(
  tx: Queries,
  site: SiteScope,
  { integration, at }: { integration: QuerySource | null; at: Date },
): Promise<PublishedRating | null> {
  const service = integration === null ? null : storedAs(integration).service
  if (integration !== null && service === null) return null
  const rows = await tx
    .select({
      service: connections.integration,
      published: connections.publishedPage,
      proof: connections.pageProof,
    })
    .from(connections)
    .where(
      and(
        inSite(connections, site),
        inArray(connections.state, ['active', 'paused']),
        isNotNull(connections.publishedPage),
        service === null ? undefined : eq(connections.integration, service),
      ),
    )
    .orderBy(connections.id)
  const ratings = rows.flatMap(({ service: name, published, proof }) => {
    const readAt = new Date(published?.readAt ?? 0)
    const keptUntil = new Date(readAt.getTime() + keptMillis(name))
    const isUsable = proof?.proof !== null && at < keptUntil
    return published?.rating && isUsable
      ? [{ ...published.rating, service: name, readAt, keptUntil }]
      : []
  })
  return ratings.sort((one, other) => other.total - one.total)[0] ?? null
}
