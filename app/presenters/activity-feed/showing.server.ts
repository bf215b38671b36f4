/** Finds out whether visitors see an activity now. */
import type { Queries } from '#app/db/db.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { activityState, type ActivityFacts } from '#app/domain/activities/activity-state.ts'
import type { ActivityView } from '#app/domain/activities/item-details.ts'
import { isFrom } from '#app/domain/activities/sources.ts'
import { listRecentActivities } from '#app/domain/serving/data/recent-activities.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { hasPlace, type PersonFacts } from '#app/domain/wording/person.ts'
import {
  nudgesShowing,
  singleTypeOf,
  type ActivityNudge,
  type ShowableFacts,
} from './nudges-showing.server.ts'
import type { Showing } from './showing.ts'

type Asked = {
  row: ShowableFacts & ActivityFacts & PersonFacts & { id: number }
  /** Published ones that show activities. */
  published: readonly ActivityNudge[]
  options: SiteOptions
  /** The limit of the team's plan, per nudge. */
  reviewsLimit: number
  isPaused: boolean
  windowSeconds: number
  at: Date
}

export async function findShowing(tx: Queries, site: SiteScope, asked: Asked): Promise<Showing> {
  const { row, published, options, isPaused, windowSeconds, at } = asked
  const state = activityState(row, windowSeconds, at)
  if (state !== 'live') return { kind: state }
  if (isPaused) return { kind: 'paused' }

  const single = singleTypeOf(row.kind)
  const ofKind = published.filter(({ type }) => type === single)
  const [counting] = nudgesShowing(published, row, at).filter(({ type }) => type !== single)
  if (ofKind.length === 0 && counting) return { kind: 'counted', nudge: nameOf(counting) }
  const [first] = ofKind
  if (!first) return { kind: 'no_nudge' }
  if (options.showVisitorsWithLocationOnly && !hasPlace(row)) return { kind: 'no_place' }

  const showing = nudgesShowing(ofKind, row, at)
  for (const nudge of showing) {
    const listed = await listRecentActivities(tx, site, viewOf(nudge, asked))
    if (!listed.some(({ id }) => id === row.id)) continue
    const until = new Date(row.occurredAt.getTime() + nudge.query.ago * 1000)
    return { kind: 'shown', nudge: nameOf(nudge), until }
  }
  const [full] = showing
  if (full) {
    const { listSize } = viewOf(full, asked).query
    return { kind: 'newer', nudge: nameOf(full), listSize }
  }
  return misfit(first, row, at)
}

const nameOf = ({ uuid, name }: ActivityNudge) => ({ uuid, name })

/** As the nudge's type reads it. */
function viewOf(
  { query }: ActivityNudge,
  { row: { kind }, options, reviewsLimit, at }: Asked,
): ActivityView {
  if (kind !== 'review') return { kind, query, options, at }
  const { ago, integration } = query
  const listSize = Math.min(query.listSize, reviewsLimit)
  return {
    kind,
    query: { ago, integration, listSize },
    options,
    at,
    minStars: Math.max(query.minimum, 1),
    requiresText: query.hideEmpty,
  }
}

/** Why the nudge's query doesn't match. */
function misfit(
  nudge: ActivityNudge,
  { source, service, stars, occurredAt }: ShowableFacts,
  at: Date,
): Showing {
  const { ago, integration, minimum } = nudge.query
  const named = nameOf(nudge)
  if (!isFrom(integration, { source, service })) return { kind: 'other_source', nudge: named }
  if (at.getTime() - occurredAt.getTime() > ago * 1000) return { kind: 'old' }
  if (stars !== null && stars < minimum) return { kind: 'few_stars', nudge: named, stars: minimum }
  return { kind: 'no_text', nudge: named }
}
