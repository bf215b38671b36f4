/** Event counts of a site. */
import { sql } from 'drizzle-orm'
import type { PixelEventType } from '#app/contract/pixel-events.ts'
import type { Services } from '#app/services.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { partsOf, readClosedUntil, type SumsWanted } from './sums.server.ts'
import type { StatsWindow, Totals } from './totals.ts'

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
async function readMemberTotals(
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
  return db.asTeam(site, (tx) =>
    Promise.all(
      wanted.map(async (one) => {
        const { rows } = await tx.execute<Omit<MemberTotal, 'total'> & { total: string }>(sql`
          select member, type, sum(total) as total
          from (${partsOf(site, one, closedUntil)}) as part group by 1, 2`)
        return rows.map((row) => ({ ...row, total: Number(row.total) }))
      }),
    ),
  )
}
