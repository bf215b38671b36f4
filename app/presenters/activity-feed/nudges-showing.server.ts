/** Which published nudges tell activities one by one, and how far back they look. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { ActivityKind } from '#app/contract/activities.ts'
import { fullQuery, nudgeTypes, type NudgeQuery, type NudgeType } from '#app/contract/nudges.ts'
import type { Queries } from '#app/db/db.ts'
import { nudges } from '#app/db/schema/index.ts'
import type { SiteScope } from '#app/domain/scope.ts'

/** The types that tell one activity, and those that count them. */
export const typesOf = {
  purchase: { single: 'purchase', counted: 'purchases' },
  signup: { single: 'conversion', counted: 'conversions' },
  review: { single: 'review', counted: 'reviews' },
} as const satisfies Record<ActivityKind, { single: NudgeType; counted: NudgeType }>

export type TellingNudge = { uuid: string; name: string; type: NudgeType; query: NudgeQuery }

const tellingTypes = Object.values(typesOf).flatMap(({ single, counted }) => [single, counted])

/** In the order in which pages show them. */
export async function listTellingNudges(tx: Queries, site: SiteScope): Promise<TellingNudge[]> {
  const rows = await tx
    .select({ uuid: nudges.uuid, name: nudges.name, type: nudges.type, query: nudges.query })
    .from(nudges)
    .where(
      and(
        eq(nudges.teamId, site.teamId),
        eq(nudges.siteId, site.siteId),
        eq(nudges.state, 'published'),
        inArray(nudges.type, tellingTypes),
        isNull(nudges.archivedAt),
      ),
    )
    .orderBy(asc(nudges.position), asc(nudges.id))
  return rows.flatMap(({ type: written, query, ...nudge }) => {
    const type = nudgeTypes.find((known) => known === written)
    return type ? [{ ...nudge, type, query: fullQuery(type, query) }] : []
  })
}

/** What activities of a kind are told by: the nudge that looks back furthest. */
export type Telling = { seconds: number; listSize: number; isPublished: boolean }

export function tellingOf(nudges: readonly TellingNudge[], kind: ActivityKind): Telling {
  const { single } = typesOf[kind]
  const telling = nudges.filter(({ type }) => type === single)
  const queries = telling.length > 0 ? telling.map(({ query }) => query) : [fullQuery(single, {})]
  return {
    seconds: Math.max(...queries.map(({ ago }) => ago)),
    listSize: Math.max(...queries.map(({ listSize }) => listSize)),
    isPublished: telling.length > 0,
  }
}

export type ToldFacts = {
  kind: ActivityKind
  source: string
  stars: number | null
  body: string | null
  occurredAt: Date
}

/** Those whose query an activity fits, if it may be told at all. */
export const nudgesFor = (
  nudges: readonly TellingNudge[],
  { kind, source, stars, body, occurredAt }: ToldFacts,
  at: Date,
): TellingNudge[] =>
  nudges.filter(({ type, query }) => {
    const { single, counted } = typesOf[kind]
    if (type !== single && type !== counted) return false
    if (at.getTime() - occurredAt.getTime() > query.ago * 1000) return false
    if (query.integration !== null && query.integration !== source) return false
    if (type !== 'review') return true
    return (stars ?? 0) >= query.minimum && !(query.hideEmpty && body === null)
  })
