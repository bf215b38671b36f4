/** What happened by nudge, kind of nudge, page, device, country or detail. */
import { sql, type SQL } from 'drizzle-orm'
import type { PixelEventType } from '../../contract/pixel-events.ts'
import type { Services } from '../../services.ts'
import type { SiteScope } from '../teams/scope.ts'
import { partsOf, readClosedUntil } from './sums.server.ts'
import type { StatsWindow } from './totals.ts'

/**
 * What a member is: a nudge's id, a nudge type (empty when the nudge is gone), a page's path, a
 * device, a country's code (empty when unknown), and for `detail` the id of a goal with `goal` or
 * a reason with `not_shown`.
 */
export type BreakdownDimension = 'nudge' | 'kind' | 'page' | 'device' | 'country' | 'detail'

export type BreakdownWanted<Type extends PixelEventType> = {
  window: StatsWindow
  dimension: BreakdownDimension
  /** The first one ranks the members. */
  types: readonly [Type, ...Type[]]
  limit: number
  /** So many of the first are left out; none unless told. */
  offset?: number
}

export type BreakdownRow<Type extends PixelEventType> = {
  member: string
  totals: Record<Type, number>
}

/** The members of which most was counted; those of which nothing was are absent. */
export async function readBreakdown<Type extends PixelEventType>(
  { db }: Services,
  site: SiteScope,
  { window, dimension, types, limit, offset = 0 }: BreakdownWanted<Type>,
): Promise<BreakdownRow<Type>[]> {
  const summed = dimension === 'kind' ? 'nudge' : dimension
  const closedUntil = await readClosedUntil(db)
  const parts = partsOf(site, { window, dimension: summed, types }, closedUntil)
  const members = dimension === 'kind' ? byKind(site, parts) : parts

  return db.asTeam(site, async (tx) => {
    const { rows } = await tx.execute<{ member: string; totals: Partial<Record<Type, number>> }>(
      sql`
        select member, json_object_agg(type, total) as totals
        from (select member, type, sum(total) as total from (${members}) as part group by 1, 2) as sums
        group by member
        order by coalesce(max(total) filter (where type = ${types[0]}), 0) desc, sum(total) desc, member
        limit ${limit} offset ${offset}`,
    )
    return rows.map(({ member, totals }) => ({ member, totals: { ...zeros(types), ...totals } }))
  })
}

const zeros = <Type extends PixelEventType>(types: readonly Type[]) =>
  Object.fromEntries(types.map((type) => [type, 0])) as Record<Type, number>

/** Summed before the nudges are looked up: there are few nudges and many parts. */
const byKind = (site: SiteScope, parts: SQL) => sql`
  select coalesce(nudges.type, '') as member, sums.type, total
  from (select member, type, sum(total) as total from (${parts}) as part group by 1, 2) as sums
  left join nudges on nudges.id = sums.member::bigint
    and nudges.team_id = ${site.teamId} and nudges.site_id = ${site.siteId}`
