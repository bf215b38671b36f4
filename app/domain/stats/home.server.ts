/** Everything that the home screen shows about a site. */
import type { Services } from '../../services.ts'
import { readEffect, type Effect } from '../experiment/read-effect.server.ts'
import { listNudges } from '../nudges/nudges.server.ts'
import { readMeter, type MeterReading } from '../plans/meter.server.ts'
import type { SiteScope } from '../teams/scope.ts'
import { readLatestActivities, type LatestActivity } from './latest-activities.server.ts'
import { readTotals, readTotalsByNudge } from './totals.server.ts'
import { allTime, clickRate, lastDays, noTotals, type Totals } from './totals.ts'

const latestCount = 10
const effectDays = 30

export type HomeNudge = { uuid: string; name: string; totals: Totals; rate: number | null }

export type HomeUse = Pick<MeterReading, 'billing' | 'used' | 'allowance' | 'percent' | 'forecast'>

export type HomeFigures = {
  now: Date
  totals: { week: Totals; ever: Totals }
  /** The published ones, in the order in which pages show them. */
  nudges: HomeNudge[]
  activities: LatestActivity[]
  use: HomeUse
  effect: Effect
  lastReceivedAt: Date | null
}

export async function readHome(services: Services, site: SiteScope): Promise<HomeFigures> {
  const now = services.now()
  const week = await readTotals(services, site, lastDays(7, now))
  const ever = await readTotals(services, site, allTime)
  const byNudge = await readTotalsByNudge(services, site, allTime)
  const nudges = await listNudges(services, site)
  const latest = await readLatestActivities(services, site, latestCount)

  const { billing, used, allowance, percent, forecast } = await readMeter(services, site)
  const from = new Date(now.getTime() - effectDays * 86_400_000)
  const effect = await readEffect(services, site, { from, to: now })

  return {
    ...{ now, effect, use: { billing, used, allowance, percent, forecast } },
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
