/** What was counted of some nudges: one question, however many there are. */
import { sql, type SQL } from 'drizzle-orm'
import type { Services } from '../../services.ts'
import { cutWindow, dayMillis, hourMillis, type Span } from '../stats/pieces.ts'
import { readClosedUntil } from '../stats/sums.server.ts'
import type { StatsWindow } from '../stats/totals.ts'
import type { SiteScope } from '../teams/scope.ts'

/** As the statistics define them. */
export type NudgeFigures = { shown: number; hovers: number; clicks: number; closes: number }

export const noFigures: NudgeFigures = { shown: 0, hovers: 0, clicks: 0, closes: 0 }

const types = ['impression', 'hover', 'click', 'close'] as const
const nameOf = { impression: 'shown', hover: 'hovers', click: 'clicks', close: 'closes' } as const

/** By nudge id. One of which nothing was counted is absent. */
export async function readNudgeFigures(
  { db, now }: Services,
  site: SiteScope,
  { ids, window }: { ids: readonly number[]; window: StatsWindow },
): Promise<Map<number, NudgeFigures>> {
  if (ids.length === 0) return new Map()
  const ended = { from: window.from, to: window.to ?? new Date(now().getTime() + hourMillis) }
  const { days, hours } = cutWindow(ended, await readClosedUntil(db), { hasMonths: false })
  const whose = sql`team_id = ${site.teamId} and site_id = ${site.siteId}
    and type = any(${sql.param([...types])}::text[])`
  const parts = [
    ...days.map((span) => dailyOf(whose, span, ids)),
    ...hours.map((span) => hourlyOf(whose, span, ids)),
  ]
  const { rows } = await db.asTeam(site, (tx) =>
    tx.execute<{ nudge: string; type: (typeof types)[number]; total: string }>(sql`
      select nudge, type, sum(total) as total from (${sql.join(parts, sql` union all `)}) as part
      group by 1, 2`),
  )
  const figures = new Map<number, NudgeFigures>()
  for (const { nudge, type, total } of rows) {
    const id = Number(nudge)
    figures.set(id, { ...(figures.get(id) ?? noFigures), [nameOf[type]]: Number(total) })
  }
  return figures
}

// Moments are listed one by one: between two of them, an index holds the sums of all other nudges.

const dailyOf = (whose: SQL, span: Span, ids: readonly number[]): SQL => sql`
  select member::bigint as nudge, type, total from daily_events
  where ${whose} and dimension = 'nudge' and day = any(${listOf(span, dayMillis)}::date[])
    and member = any(${sql.param(ids.map(String))}::text[])`

const hourlyOf = (whose: SQL, span: Span, ids: readonly number[]): SQL => sql`
  select nudge_id as nudge, type, total from hourly_events
  where ${whose} and hour = any(${listOf(span, hourMillis)}::timestamptz[])
    and nudge_id = any(${sql.param([...ids])}::bigint[])`

const listOf = ({ from, to }: Span, step: number): SQL => {
  const count = Math.ceil((to.getTime() - from.getTime()) / step)
  const moments = Array.from({ length: count }, (_one, place) =>
    new Date(from.getTime() + place * step).toISOString(),
  )
  return sql`${sql.param(moments)}`
}
