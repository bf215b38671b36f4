/** How often one activity was shown, in which nudges and on which pages. From single events. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { claimDays } from '#app/contract/claims.ts'
import type { Queries } from '#app/db/db.ts'
import { pixelEvents } from '#app/db/schema/events.ts'
import { claims, nudges } from '#app/db/schema/nudges.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { dayMillis } from '#app/lib/time.ts'
import { eventsOf } from './definitions.ts'

const counted = ['impressions', 'clicks', 'closes'] as const
type Counts = Record<(typeof counted)[number], number>

export type ActivityExposure = {
  totals: Counts
  /** Time of the first impression. Null: there are none. */
  firstAt: Date | null
  lastAt: Date | null
  /** The ones with the most impressions. */
  pages: readonly ({ page: string } & Counts)[]
  /** All of them. */
  pageCount: number
  nudges: readonly ({ uuid: string; name: string; surface: string } & Counts)[]
}

/** An activity's claims, newest first. */
export type ActivityClaim = {
  id: string
  nudge: string
  text: string
  rule: string
  createdAt: Date
  /** To the day. */
  lastShownAt: Date
}

const mostPages = 5

/** Nothing was claimed about an activity that no payload has contained. */
export const listActivityClaims = (
  tx: Queries,
  site: SiteScope,
  activityId: number,
): Promise<ActivityClaim[]> =>
  tx
    .select({
      id: claims.id,
      nudge: nudges.name,
      text: claims.text,
      rule: claims.rule,
      createdAt: claims.createdAt,
      lastShownAt: claims.lastShownAt,
    })
    .from(claims)
    .innerJoin(nudges, eq(nudges.id, claims.nudgeId))
    .where(and(inSite(claims, site), eq(claims.activityId, activityId)))
    .orderBy(sql`${claims.createdAt} desc`, claims.id)

type Row = { dimension: string; member: string; members: string } & Record<
  (typeof counted)[number] | 'first' | 'last',
  string | null
>

/**
 * Counts as the statistics do, but only events that name one of the claims: a nudge that counts
 * orders shows no single one.
 */
export async function readActivityExposure(
  tx: Queries,
  site: SiteScope,
  made: readonly ActivityClaim[],
): Promise<ActivityExposure> {
  if (made.length === 0) return nothingShown
  const rows = await sumEvents(tx, site, made)
  const of = (dimension: string) => rows.filter((row) => row.dimension === dimension)
  const [all] = of('all')
  const byPage = of('page')
  const byNudge = of('nudge')
  const names = await tx
    .select({
      id: nudges.id,
      uuid: nudges.uuid,
      name: nudges.name,
      surface: nudges.surface,
    })
    .from(nudges)
    .where(
      and(
        inSite(nudges, site),
        inArray(
          nudges.id,
          byNudge.map(({ member }) => Number(member)),
        ),
      ),
    )
  return {
    totals: all ? countsOf(all) : nothingShown.totals,
    firstAt: momentOf(all?.first),
    lastAt: momentOf(all?.last),
    pages: byPage.map((row) => Object.assign(countsOf(row), { page: row.member })),
    pageCount: Number(byPage[0]?.members ?? 0),
    nudges: byNudge.flatMap((row) => {
      const found = names.find(({ id }) => id === Number(row.member))
      if (!found) return []
      const { uuid, name, surface } = found
      return [Object.assign(countsOf(row), { uuid, name, surface })]
    }),
  }
}

/** Events are stored by day, so the time in which pages may name the claims limits what is read. */
async function sumEvents(
  tx: Queries,
  site: SiteScope,
  made: readonly ActivityClaim[],
): Promise<Row[]> {
  const ids = made.map(({ id }) => id)
  const from = new Date(Math.min(...made.map(({ createdAt }) => createdAt.getTime())))
  const last = Math.max(...made.map(({ lastShownAt }) => lastShownAt.getTime()))
  const until = new Date(last + (claimDays + 1) * dayMillis)
  const types = counted.map((metric) => eventsOf[metric])
  const { rows } = await tx.execute<Row>(sql`
    with shown as materialized (
      select nudge_id, page, type, amount, received_at from pixel_events
      where ${inSite(pixelEvents, site)} and outcome = 'accepted'
        and type = any(${sql.param(types)}::text[])
        and claim_id = any(${sql.param(ids)}::uuid[])
        and received_at >= ${from.toISOString()}::timestamptz
        and received_at < ${until.toISOString()}::timestamptz
    ), sums as (
      select
        case when grouping(page) = 0 then 'page' when grouping(nudge_id) = 0 then 'nudge' else 'all' end
          as dimension,
        coalesce(page, nudge_id::text, '') as member,
        coalesce(sum(amount) filter (where type = ${eventsOf.impressions}), 0) as impressions,
        coalesce(sum(amount) filter (where type = ${eventsOf.clicks}), 0) as clicks,
        coalesce(sum(amount) filter (where type = ${eventsOf.closes}), 0) as closes,
        extract(epoch from min(received_at) filter (where type = ${eventsOf.impressions})) as first,
        extract(epoch from max(received_at) filter (where type = ${eventsOf.impressions})) as last
      from shown
      group by grouping sets ((), (page), (nudge_id))
    ), ranked as (
      select *, count(*) over (partition by dimension) as members,
        row_number() over (partition by dimension order by impressions desc, clicks desc, member)
          as place
      from sums
    )
    select * from ranked where dimension <> 'page' or place <= ${mostPages}
    order by dimension, place`)
  return rows
}

const countsOf = ({ impressions, clicks, closes }: Row): Counts => ({
  impressions: Number(impressions),
  clicks: Number(clicks),
  closes: Number(closes),
})

const momentOf = (seconds: string | null | undefined) =>
  seconds === null || seconds === undefined ? null : new Date(Number(seconds) * 1000)

const nothingShown: ActivityExposure = {
  totals: { impressions: 0, clicks: 0, closes: 0 },
  firstAt: null,
  lastAt: null,
  pages: [],
  pageCount: 0,
  nudges: [],
}
