/** Whether nudges have activities to show, for a whole list in one query. */
import { sql, type SQL } from 'drizzle-orm'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { NudgeQuery, NudgeType } from '#app/contract/nudges.ts'
import type { Queries } from '#app/db/db.ts'
import { activities } from '#app/db/schema/index.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import { isInView } from '#app/domain/serving/data/recent-activities.server.ts'

export type AskedNudge = { type: NudgeType; query: NudgeQuery }

export type DataAvailability = {
  /** The newest one that can be shown, regardless of the look-back period. Null: none. */
  newestAt: Date | null
  /** Number within the look-back period, counted up to the number needed. */
  found: number
  needed: number
  /** The shop's data covers the whole time frame, which a count requires. */
  isCovered: boolean
}

/** Practically unlimited. */
const everSeconds = 50 * 366 * 86_400

type AvailabilityRow = { key: string; newest: string | null; found: number; covered: boolean }

/** By `availabilityKey`. Omits nudges that show no activities. */
export async function readDataAvailability(
  tx: Queries,
  site: SiteScope,
  { asked, at }: { asked: readonly AskedNudge[]; at: Date },
): Promise<Map<string, DataAvailability>> {
  const questions = new Map<string, SQL>()
  const needs = new Map<string, number>()
  for (const one of asked) {
    const key = availabilityKey(one)
    if (key === null || questions.has(key)) continue
    needs.set(key, neededOf(one))
    questions.set(key, questionOf(site, { ...one, key, at }))
  }
  if (questions.size === 0) return new Map()

  const { rows } = await tx.execute<AvailabilityRow>(
    sql.join([...questions.values()], sql` union all `),
  )
  return new Map(
    rows.map(({ key, newest, found, covered }) => [
      key,
      {
        newestAt: newest === null ? null : new Date(newest),
        found,
        needed: needs.get(key) ?? 1,
        isCovered: covered,
      },
    ]),
  )
}

/** The same for nudges with the same query. Null: shows no activities. */
export function availabilityKey({ type, query }: AskedNudge): string | null {
  if (nudgeDefinitions[type].activityKind === undefined) return null
  const { ago, minimum, integration, hideEmpty } = query
  return JSON.stringify([type, ago, minimum, integration, hideEmpty])
}

const neededOf = ({ type, query }: AskedNudge) =>
  nudgeDefinitions[type].basis === 'activities' ? Math.max(1, query.minimum) : 1

function questionOf(site: SiteScope, asked: AskedNudge & { key: string; at: Date }): SQL {
  const { type, query, key, at } = asked
  const { activityKind: kind = 'purchase', basis, counts } = nudgeDefinitions[type]
  const isReview = basis === 'activity' && kind === 'review'
  const stars = sql`${activities.stars} >= ${Math.max(1, query.minimum)}`
  const words = query.hideEmpty ? sql` and ${activities.body} is not null` : sql``
  const more = isReview ? sql` and ${stars}${words}` : sql``
  const view = (ago: number) => isInView(site, { kind, at, query: { ...query, ago } })
  return sql`select ${key}::text as key,
    (select ${activities.occurredAt}::text from ${activities}
      where ${view(everSeconds)}${more} order by ${activities.occurredAt} desc limit 1) as newest,
    (select count(*)::int from (select ${counts === 'signups' ? onePerson : sql`1`}
      from ${activities} where ${view(query.ago)}${more} limit ${neededOf(asked)}) as told) as found,
    ${counts === 'orders' || counts === 'signups' ? coverage(site, { kind, query, at }) : sql`true`} as covered`
}

/** Identifies people like the nudge does. Without an email address each report counts. */
const onePerson = sql`distinct coalesce('address ' || ${activities.emailHash}, 'id ' || ${activities.externalId})`

const coverage = (
  site: SiteScope,
  { kind, query, at }: { kind: ActivityKind; query: NudgeQuery; at: Date },
) => sql`exists (select 1 from ${activities} where
  ${inSite(activities, site)}
  and ${activities.kind} = ${kind} and ${activities.trust} <> 'unknown'
  and ${activities.occurredAt} <= ${new Date(at.getTime() - query.ago * 1000).toISOString()}::timestamptz)`
