/** Counts of nudges, in one query for any number of them. */
import { sql } from 'drizzle-orm'
import type { Services } from '#app/services.ts'
import { hourMillis } from '#app/lib/time.ts'
import { partsOf, readClosedUntil } from '#app/domain/stats/sums.server.ts'
import type { StatsWindow } from '#app/domain/stats/totals.ts'
import type { SiteScope } from '#app/domain/scope.ts'

/** Defined as in the statistics. */
export type NudgeFigures = { shown: number; hovers: number; clicks: number; closes: number }

export const noFigures: NudgeFigures = { shown: 0, hovers: 0, clicks: 0, closes: 0 }

const types = ['impression', 'hover', 'click', 'close'] as const
const nameOf = { impression: 'shown', hover: 'hovers', click: 'clicks', close: 'closes' } as const

/** By nudge id. Omits nudges without counts. */
export async function readNudgeFigures(
  { db, now }: Services,
  site: SiteScope,
  { ids, window }: { ids: readonly number[]; window: StatsWindow },
): Promise<Map<number, NudgeFigures>> {
  if (ids.length === 0) return new Map()
  const ended = { from: window.from, to: window.to ?? new Date(now().getTime() + hourMillis) }
  const wanted = { window: ended, dimension: 'nudge', types, members: ids.map(String) } as const
  const parts = partsOf(site, wanted, await readClosedUntil(db))
  const { rows } = await db.asTeam(site, (tx) =>
    tx.execute<{ nudge: string; type: (typeof types)[number]; total: string }>(sql`
      select member as nudge, type, sum(total) as total from (${parts}) as part group by 1, 2`),
  )
  const figures = new Map<number, NudgeFigures>()
  for (const { nudge, type, total } of rows) {
    const id = Number(nudge)
    figures.set(id, { ...(figures.get(id) ?? noFigures), [nameOf[type]]: Number(total) })
  }
  return figures
}
