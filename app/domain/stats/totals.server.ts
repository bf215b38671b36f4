/** How often something happened on a site's pages, as a whole and for each nudge. */
import { sql } from 'drizzle-orm'
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { partsOf, readClosedUntil, type SumsWanted } from './sums.server.ts'
import { noTotals, type StatsWindow, type Totals } from './totals.ts'

const countedTypes = ['impression', 'click'] as const

/** The whole site. Every hour that the window touches counts. */
export async function readTotals(
  services: Services,
  site: SiteScope,
  window: StatsWindow,
): Promise<Totals> {
  const counts = await readCounts(services, site, { window, types: countedTypes })
  return { impressions: counts.impression, clicks: counts.click }
}

/** The same by nudge id. A nudge that nobody saw is absent. */
export async function readTotalsByNudge(
  { db }: Services,
  site: SiteScope,
  window: StatsWindow,
): Promise<Map<number, Totals>> {
  const rows = await readMemberTotals(db, site, { window, dimension: 'nudge', types: countedTypes })
  const byNudge = new Map<number, Totals>()
  for (const { member, type, total } of rows) {
    const nudge = byNudge.get(Number(member)) ?? noTotals
    const key = type === 'click' ? 'clicks' : 'impressions'
    byNudge.set(Number(member), { ...nudge, [key]: total })
  }
  return byNudge
}

export type CountsWanted<Type extends PixelEventType> = {
  window: StatsWindow
  types: readonly Type[]
}

/** How often each type happened; 0 for one that never did. */
export async function readCounts<Type extends PixelEventType>(
  { db }: Pick<Services, 'db'>,
  site: SiteScope,
  { window, types }: CountsWanted<Type>,
): Promise<Record<Type, number>> {
  const rows = await readMemberTotals(db, site, { window, dimension: 'site', types })
  const totalOf = (type: Type) => rows.find((row) => row.type === type)?.total ?? 0
  return Object.fromEntries(types.map((type) => [type, totalOf(type)])) as Record<Type, number>
}

export type MemberTotal = { member: string; type: PixelEventType; total: number }

/** One row for each member and type that was counted, in no order. */
export async function readMemberTotals(
  db: Services['db'],
  site: SiteScope,
  wanted: SumsWanted,
): Promise<MemberTotal[]> {
  const parts = partsOf(site, wanted, await readClosedUntil(db))
  return db.asTeam(site, async (tx) => {
    const { rows } = await tx.execute<Omit<MemberTotal, 'total'> & { total: string }>(sql`
      select member, type, sum(total) as total from (${parts}) as part group by 1, 2`)
    return rows.map((row) => ({ ...row, total: Number(row.total) }))
  })
}
