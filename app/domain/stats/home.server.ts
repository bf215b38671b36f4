/** Everything that the home screen shows about a site. */
import type { Services } from '../../services.ts'
import { listNudges } from '../nudges/nudges.server.ts'
import type { SiteScope } from '../teams/scope.ts'
import { readLatestActivities, type LatestActivity } from './latest-activities.server.ts'
import { readTotals, readTotalsByNudge } from './totals.server.ts'
import { allTime, clickRate, lastDays, noTotals, type Totals } from './totals.ts'

const latestCount = 10

export type HomeNudge = { uuid: string; name: string; totals: Totals; rate: number | null }

export type HomeFigures = {
  now: Date
  totals: { week: Totals; ever: Totals }
  /** The published ones, in the order in which pages show them. */
  nudges: HomeNudge[]
  activities: LatestActivity[]
  lastReceivedAt: Date | null
}

export async function readHome(services: Services, site: SiteScope): Promise<HomeFigures> {
  const now = services.now()
  const week = await readTotals(services, site, lastDays(7, now))
  const ever = await readTotals(services, site, allTime)
  const byNudge = await readTotalsByNudge(services, site, allTime)
  const nudges = await listNudges(services, site)
  const latest = await readLatestActivities(services, site, latestCount)

  return {
    now,
    totals: { week, ever },
    nudges: nudges
      .filter(({ state }) => state === 'published')
      .map(({ id, uuid, name }) => {
        const totals = byNudge.get(id) ?? noTotals
        return { uuid, name, totals, rate: clickRate(totals) }
      }),
    ...latest,
  }
}
