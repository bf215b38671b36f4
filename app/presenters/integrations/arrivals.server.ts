/** The most recent activities from one source, as they came in. */
import { and, desc, eq } from 'drizzle-orm'
import type { ActivitySource } from '#app/contract/activity-sources.ts'
import { activities, apiTokens } from '#app/db/schema/index.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import type { Services } from '#app/services.ts'

export type Arrival = {
  uuid: string
  kind: 'purchase' | 'signup' | 'review'
  productTitle: string | null
  receivedAt: Date
  /** Name of the API token. Null: it was deleted, or none was needed. */
  tokenName: string | null
}

const mostShown = 10

/** By time of arrival, newest first. */
export const listArrivals = (
  { db }: Services,
  site: SiteScope,
  source: ActivitySource,
): Promise<Arrival[]> =>
  db.asTeam(site, (tx) =>
    tx
      .select({
        uuid: activities.uuid,
        kind: activities.kind,
        productTitle: activities.productTitle,
        receivedAt: activities.receivedAt,
        tokenName: apiTokens.name,
      })
      .from(activities)
      .leftJoin(apiTokens, eq(apiTokens.id, activities.tokenId))
      .where(and(inSite(activities, site), eq(activities.source, source)))
      .orderBy(desc(activities.receivedAt), desc(activities.id))
      .limit(mostShown),
  )
