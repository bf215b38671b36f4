/** Event counts of a site, as a whole and by nudge. */
import { sql } from 'drizzle-orm'
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { partsOf, readClosedUntil, type SumsWanted } from './sums.server.ts'
import { noTotals, type StatsWindow, type Totals } from './totals.ts'

const countedTypes = ['impression', 'click'] as const

/** The whole site. Includes every hour that overlaps the time frame. */
export async function readTotals(
  services: Services,
  site: SiteScope,
  window: StatsWindow,
): Promise<Totals> {
  const counts = await readCounts(services, site, { window, types: countedTypes })
  return { impressions: counts.impression, clicks: counts.click }
}

/** The same by nudge id. Omits nudges without impressions. */
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

/** Count by type; 0 if there are none. */
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

/** One row per member and type with counts, unordered. */
export async function readMemberTotals(
  db: Services['db'],
  site: SiteScope,
  wanted: SumsWanted,
): Promise<MemberTotal[]> {
  const [rows = []] = await readEachTotals(db, site, [wanted])
  return rows
}

/** The same for several wishes, in one transaction. */
export async function readEachTotals(
  db: Services['db'],
  site: SiteScope,
  wanted: readonly SumsWanted[],
): Promise<MemberTotal[][]> {
  const closedUntil = await readClosedUntil(db)
  return db.asTeam(site, async (tx) => {
    const found: MemberTotal[][] = []
    for (const one of wanted) {
      const { rows } = await tx.execute<Omit<MemberTotal, 'total'> & { total: string }>(sql`
        select member, type, sum(total) as total
        from (${partsOf(site, one, closedUntil)}) as part group by 1, 2`)
      found.push(rows.map((row) => ({ ...row, total: Number(row.total) })))
    }
    return found
  })
}
