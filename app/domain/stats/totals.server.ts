/** How often a site's nudges were seen and clicked, from the hourly sums. */
import { and, eq, gte, inArray, lt, sum } from 'drizzle-orm'
import { hourlyEvents } from '../../db/schema/index.ts'
import type { Services } from '../../services.ts'
import type { SiteScope } from '../teams/scope.ts'
import { noTotals, type StatsWindow, type Totals } from './totals.ts'

const countedTypes = ['impression', 'click'] as const

/** The whole site. Hours that begin inside of the window count. */
export async function readTotals(
  { db }: Services,
  site: SiteScope,
  window: StatsWindow,
): Promise<Totals> {
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({ type: hourlyEvents.type, total: sum(hourlyEvents.total).mapWith(Number) })
      .from(hourlyEvents)
      .where(hoursOf(site, window))
      .groupBy(hourlyEvents.type),
  )
  return totalsOf(rows)
}

/** The same by nudge id. A nudge that nobody saw is absent. */
export async function readTotalsByNudge(
  { db }: Services,
  site: SiteScope,
  window: StatsWindow,
): Promise<Map<number, Totals>> {
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({
        nudgeId: hourlyEvents.nudgeId,
        type: hourlyEvents.type,
        total: sum(hourlyEvents.total).mapWith(Number),
      })
      .from(hourlyEvents)
      .where(hoursOf(site, window))
      .groupBy(hourlyEvents.nudgeId, hourlyEvents.type),
  )
  const byNudge = new Map<number, typeof rows>()
  for (const row of rows) byNudge.set(row.nudgeId, [...(byNudge.get(row.nudgeId) ?? []), row])
  return new Map([...byNudge].map(([nudgeId, own]) => [nudgeId, totalsOf(own)]))
}

const hoursOf = (site: SiteScope, { from, to }: StatsWindow) =>
  and(
    eq(hourlyEvents.teamId, site.teamId),
    eq(hourlyEvents.siteId, site.siteId),
    inArray(hourlyEvents.type, [...countedTypes]),
    from ? gte(hourlyEvents.hour, from) : undefined,
    to ? lt(hourlyEvents.hour, to) : undefined,
  )

function totalsOf(rows: readonly { type: string; total: number }[]): Totals {
  const of = (type: (typeof countedTypes)[number]) =>
    rows.find((row) => row.type === type)?.total ?? 0
  return rows.length === 0 ? noTotals : { impressions: of('impression'), clicks: of('click') }
}
