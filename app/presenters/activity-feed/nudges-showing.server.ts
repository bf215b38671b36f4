/** Published nudges that show single activities, and their look-back periods. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { ActivitySource } from '#app/contract/activity-sources.ts'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { ConnectableName } from '#app/contract/integrations.ts'
import { nudgeTypes, type NudgeQuery, type NudgeType } from '#app/contract/nudges.ts'
import type { Queries } from '#app/db/db.ts'
import { nudges } from '#app/db/schema/index.ts'
import { isFrom } from '#app/domain/activities/sources.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { allDefinitions, fullQuery, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import type { NudgeDefinition } from '#app/domain/nudges/types/kit/nudge-definition.ts'

/** The type that shows activities of a kind one by one. */
export function singleTypeOf(kind: ActivityKind): NudgeType {
  const single = allDefinitions.find(
    ({ activityKind, basis }) => activityKind === kind && basis === 'activity',
  )
  if (single === undefined) throw new Error(`No nudge type shows single activities: ${kind}`)
  return single.type
}

/** Types that count the orders of a product count some of them, not each. */
const showsAll = ({ activityKind, counts }: NudgeDefinition) =>
  activityKind !== undefined && counts !== 'productOrders'

export type ActivityNudge = { uuid: string; name: string; type: NudgeType; query: NudgeQuery }

const activityNudgeTypes = allDefinitions.filter(showsAll).map(({ type }) => type)

const isActivityNudge = (site: SiteScope) =>
  and(
    inSite(nudges, site),
    eq(nudges.state, 'published'),
    inArray(nudges.type, activityNudgeTypes),
    isNull(nudges.archivedAt),
  )

/** In display order. */
export async function listActivityNudges(tx: Queries, site: SiteScope): Promise<ActivityNudge[]> {
  const rows = await tx
    .select({ uuid: nudges.uuid, name: nudges.name, type: nudges.type, query: nudges.query })
    .from(nudges)
    .where(isActivityNudge(site))
    .orderBy(asc(nudges.position), asc(nudges.id))
  return rows.flatMap(({ type: written, query, ...nudge }) => {
    const type = nudgeTypes.find((known) => known === written)
    return type ? [{ ...nudge, type, query: fullQuery(type, query) }] : []
  })
}

export type ActivityQuery = Pick<ActivityNudge, 'type' | 'query'>

/** Their queries, each once: most of a site's many nudges share a few. Unordered. */
export async function listActivityQueries(tx: Queries, site: SiteScope): Promise<ActivityQuery[]> {
  const rows = await tx
    .selectDistinct({ type: nudges.type, query: nudges.query })
    .from(nudges)
    .where(isActivityNudge(site))
  return rows.flatMap(({ type: written, query }) => {
    const type = nudgeTypes.find((known) => known === written)
    return type ? [{ type, query: fullQuery(type, query) }] : []
  })
}

/** For a kind of activity, the nudge with the longest look-back period. */
export type ActivityWindow = { seconds: number; listSize: number; isPublished: boolean }

export function activityWindowOf(
  nudges: readonly ActivityQuery[],
  kind: ActivityKind,
): ActivityWindow {
  const single = singleTypeOf(kind)
  const showing = nudges.filter(({ type }) => type === single)
  const queries = showing.length > 0 ? showing.map(({ query }) => query) : [fullQuery(single, {})]
  return {
    seconds: Math.max(...queries.map(({ ago }) => ago)),
    listSize: Math.max(...queries.map(({ listSize }) => listSize)),
    isPublished: showing.length > 0,
  }
}

export type ShowableFacts = {
  kind: ActivityKind
  source: ActivitySource
  /** The connected service that delivered it. Null: none did. */
  service: ConnectableName | null
  stars: number | null
  body: string | null
  occurredAt: Date
}

/** Nudges whose query matches an activity that can be shown. */
export const nudgesShowing = (
  nudges: readonly ActivityNudge[],
  { kind, source, service, stars, body, occurredAt }: ShowableFacts,
  at: Date,
): ActivityNudge[] =>
  nudges.filter(({ type, query }) => {
    const { activityKind, basis } = nudgeDefinitions[type]
    if (activityKind !== kind) return false
    if (at.getTime() - occurredAt.getTime() > query.ago * 1000) return false
    if (!isFrom(query.integration, { source, service })) return false
    if (basis !== 'activity' || kind !== 'review') return true
    return (stars ?? 0) >= query.minimum && !(query.hideEmpty && body === null)
  })
