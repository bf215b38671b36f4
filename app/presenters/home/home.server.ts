/** Everything that the home screen shows about a site, queried in parallel. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { goals, nudges, sites } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { readEffect, type Effect } from '#app/domain/stats/effect/read-effect.server.ts'
import { noFigures, readNudgeFigures } from '#app/presenters/nudge-list/figures.server.ts'
import { readReadiness, type ReadyType } from '#app/presenters/nudge-list/gallery.server.ts'
import { recommend } from '#app/presenters/nudge-list/readiness.ts'
import { readMeter, type MeterReading } from '#app/domain/plans/meter.server.ts'
import { readBackfillProgress, type BackfillProgress } from '#app/domain/shops/shops.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { findHomeIssues, type HomeIssue } from './issues.ts'
import { readHomeIssueSources } from './issues.server.ts'
import { readLatestActivities, type LatestActivity } from './latest-activities.server.ts'
import { readTotals } from '#app/domain/stats/totals.server.ts'
import { spanOf, usualRange } from '#app/domain/stats/range.ts'
import { allTime, clickRate, lastDays, type Totals } from '#app/domain/stats/totals.ts'

const latestCount = 10
const nudgeCount = 10

export type HomeNudge = { uuid: string; name: string; totals: Totals; rate: number | null }

/** Refreshed while the screen is open. */
export type HomeLive = {
  now: Date
  pixelSeenAt: Date | null
  totals: { week: Totals; ever: Totals }
  /** The first published ones, in display order. */
  nudges: HomeNudge[]
  /** How many exist, shown here or not. */
  counts: { published: number; drafts: number; goals: number }
  activities: LatestActivity[]
  lastReceivedAt: Date | null
  /** Of the site's shop; null when nothing is being brought in. */
  backfill: BackfillProgress | null
}

export async function readHomeLive(services: Services, site: SiteScope): Promise<HomeLive> {
  const now = services.now()
  const [week, ever, published, latest, backfill] = await Promise.all([
    readTotals(services, site, lastDays(7, now)),
    readTotals(services, site, allTime),
    readNudges(services, site),
    readLatestActivities(services, site, latestCount),
    readBackfillProgress(services, site),
  ])
  return { now, ...published, totals: { week, ever }, ...latest, backfill }
}

async function readNudges(services: Services, site: SiteScope) {
  const { first, pixelSeenAt, counts } = await readPublished(services, site)
  const ids = first.map(({ id }) => id)
  const figures = await readNudgeFigures(services, site, { ids, window: allTime })
  const nudges = first.map(({ id, uuid, name }): HomeNudge => {
    const { shown, clicks } = figures.get(id) ?? noFigures
    const totals = { impressions: shown, clicks }
    return { uuid, name, totals, rate: clickRate(totals) }
  })
  return { nudges, pixelSeenAt, counts }
}

export type HomeUse = Pick<
  MeterReading,
  'meteredBy' | 'used' | 'allowance' | 'percent' | 'forecast'
> & { teamId: number }

/** Loaded once per visit of the screen. */
export type HomeFigures = {
  live: HomeLive
  use: HomeUse
  effect: Effect
  issues: HomeIssue[]
  /** For sites without a published nudge: types that have data today. */
  recommended: ReadyType[]
}

export async function readHome(services: Services, site: SiteScope): Promise<HomeFigures> {
  const [live, meter, effect, sources] = await Promise.all([
    readHomeLive(services, site),
    readMeter(services, site),
    // The days that Statistics show, so that both have the same numbers.
    readEffect(services, site, spanOf(usualRange(services.now()))),
    readHomeIssueSources(services, site),
  ])
  const { pixelSeenAt, lastReceivedAt, counts } = live
  const recommended = counts.published === 0 ? recommend(await readReadiness(services, site)) : []
  const { meteredBy, used, allowance, percent, forecast } = meter

  return {
    live,
    effect,
    recommended,
    use: { teamId: site.teamId, meteredBy, used, allowance, percent, forecast },
    issues: findHomeIssues({ ...sources, pixelSeenAt, lastReceivedAt, usedPercent: percent }),
  }
}

async function readPublished({ db }: Services, site: SiteScope) {
  const isListed = and(inSite(nudges, site), isNull(nudges.archivedAt))
  return db.asTeam(site, async (tx) => {
    const first = await tx
      .select({ id: nudges.id, uuid: nudges.uuid, name: nudges.name })
      .from(nudges)
      .where(and(isListed, eq(nudges.state, 'published')))
      .orderBy(asc(nudges.position), asc(nudges.id))
      .limit(nudgeCount)
    const [counted] = await tx
      .select({
        published: sql<number>`count(*) filter (where ${nudges.state} = 'published')::int`,
        drafts: sql<number>`count(*) filter (where ${nudges.state} = 'draft')::int`,
      })
      .from(nudges)
      .where(isListed)
    const [row] = await tx
      .select({
        pixelSeenAt: sites.pixelSeenAt,
        goals: sql<number>`(select count(*)::int from ${goals} where ${inSite(goals, site)})`,
      })
      .from(sites)
      .where(inSite(sites, site))
    const { published = 0, drafts = 0 } = counted ?? {}
    return {
      first,
      pixelSeenAt: row?.pixelSeenAt ?? null,
      counts: { published, drafts, goals: row?.goals ?? 0 },
    }
  })
}
