/** Everything that the home screen shows about a site, queried in parallel. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { goals, nudges, sites } from '#app/db/schema/index.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { readCountedUntil } from '#app/domain/events/log/counted-until.server.ts'
import type { Services } from '#app/services.ts'
import { forecastEffect, type Forecast } from '#app/domain/stats/effect/forecast.ts'
import { readEffect, type Effect } from '#app/domain/stats/effect/read-effect.server.ts'
import { noFigures, readNudgeFigures } from '#app/presenters/nudge-list/figures.server.ts'
import { findBackfillProgress } from '#app/domain/shops/shops.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { findHomeIssues, type HomeIssue } from './issues.ts'
import { readHomeIssueSources } from './issues.server.ts'
import { readLatestActivities, type LatestActivity } from './latest-activities.server.ts'
import { spanOf, type Days } from '#app/lib/days/counted-days.ts'
import { clickRate, type Totals } from '#app/domain/stats/totals.ts'
import { createLiveCounts } from '#app/domain/presence/counts.server.ts'
import { countedTypes } from '#app/contract/counted-types.ts'
import {
  compilePictures,
  readReadiness,
  type ReadyType,
} from '#app/presenters/nudge-list/gallery.server.ts'
import { describeShopProgress, type ShopNotice } from '#app/presenters/shop-progress.ts'
import { recommend } from '#app/presenters/nudge-list/readiness.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import type { HomeLength } from './home-metrics.ts'
import { giveVerdict, type Verdict } from './verdict.ts'
import { homeRange, readHomePeriod, type HomePeriod } from './period.server.ts'

const latestCount = 6
const nudgeCount = 4
/** Their numbers are read before the most seen are chosen. */
const mostPublished = 100

export type HomeNudge = {
  uuid: string
  /** Its id in the payload of its picture. */
  shortId: string
  name: string
  surface: 'popup' | 'inline' | 'push'
  /** Totals of the period. */
  totals: Totals
  rate: number | null
}

/** Refreshed while the screen is open. */
export type HomeLive = {
  now: Date
  pixelSeenAt: Date | null
  /** In the last five minutes; null when no nudge needs that count, because no one counts then. */
  visitorsNow: number | null
  period: HomePeriod
  /** Newer events wait to be counted. Null: none does for long. */
  countedUntil: Date | null
  /** Those that were seen most in the period; before any was, the first published ones. */
  nudges: HomeNudge[]
  /** How many published ones were seen in the period. */
  seenCount: number
  /** How many exist, shown here or not. */
  counts: {
    published: number
    drafts: number
    goals: number
    /** Goals that aren't reached by an order. */
    otherGoals: number
  }
  activities: LatestActivity[]
  lastReceivedAt: Date | null
  /** About the site's shop. Null when nothing is being imported, and nothing kept back. */
  shop: ShopNotice | null
}

export async function readHomeLive(
  services: Services,
  site: SiteScope,
  length: HomeLength,
): Promise<HomeLive> {
  const now = services.now()
  const [period, countedUntil, published, latest] = await Promise.all([
    readHomePeriod(services, site, length),
    readCountedUntil(services),
    readNudges(services, site, homeRange(services, site, length)),
    readLatestActivities(services, site, latestCount),
  ])
  return { now, ...published, period, countedUntil, ...latest }
}

async function readNudges(services: Services, site: SiteScope, range: Days) {
  const { published, needsVisitors, ...facts } = await readPublished(services, site)
  const ids = published.map(({ id }) => id)
  const [figures, live] = await Promise.all([
    readNudgeFigures(services, site, { ids, window: spanOf(site.timeZone, range) }),
    needsVisitors ? createLiveCounts(services).of(site.siteId) : null,
  ])
  const all = published.map(({ id, ...nudge }): HomeNudge => {
    const { shown, clicks } = figures.get(id) ?? noFigures
    const totals = { impressions: shown, clicks }
    return { ...nudge, totals, rate: clickRate(totals) }
  })
  const seen = all
    .filter(({ totals }) => totals.impressions > 0)
    .toSorted((one, other) => other.totals.impressions - one.totals.impressions)
  const nudges = (seen.length > 0 ? seen : all).slice(0, nudgeCount)
  return { nudges, seenCount: seen.length, ...facts, visitorsNow: live?.visitors ?? null }
}

/** Loaded once per visit of the screen. */
export type HomeFigures = {
  live: HomeLive
  verdict: Verdict
  /**
   * The days that the verdict is of: since the holdout group began or changed, whichever period is chosen. From a
   * start that moves on, daily looks would find differences that are only chance. Null: none.
   */
  verdictDays: Days | null
  /** A holdout group measures the effect. */
  isMeasured: boolean
  issues: HomeIssue[]
  /** For sites without a published nudge: types that have data today. */
  recommended: ReadyType[]
  /**
   * Previews of the recommended types. An example when there are none. Null: nothing to recommend.
   */
  pictures: PixelPayload | null
}

/** @param length of the period of the screen's numbers and nudges, in days */
export async function readHome(
  asked: Services,
  site: SiteScope,
  { length, ...may }: { mayPay: boolean; length: HomeLength },
): Promise<HomeFigures> {
  const services = shareReads(asked)
  const [live, effect, sources] = await Promise.all([
    readHomeLive(services, site, length),
    readEffect(services, site, null),
    readHomeIssueSources(services, site, may),
  ])
  const { pixelSeenAt, lastReceivedAt, counts } = live

  return {
    live,
    verdict: giveVerdict(effect, forecastOf(effect, services.now())),
    verdictDays:
      effect.kind === 'no_experiment' || effect.days.from > effect.days.to ? null : effect.days,
    isMeasured: effect.kind !== 'no_experiment',
    ...(counts.published === 0
      ? await readRecommended(services, site)
      : { recommended: [], pictures: null }),
    issues: findHomeIssues({ ...sources, pixelSeenAt, lastReceivedAt }),
  }
}

/** Computed here, so that browsers needn't. */
const forecastOf = (effect: Effect, now: Date): Forecast | null =>
  effect.kind === 'compared' ? forecastEffect({ ...effect, now }) : null

/** Without data, the type that every shop comes to use is drawn with sample data. */
async function readRecommended(services: Services, site: SiteScope) {
  const recommended = recommend(await readReadiness(services, site))
  const isExample = recommended.length === 0
  const types = isExample ? (['purchase'] as const) : recommended.map(({ type }) => type)
  return { recommended, pictures: await compilePictures(services, site, { types, isExample }) }
}

async function readPublished({ db }: Services, site: SiteScope) {
  const isListed = and(inSite(nudges, site), isNull(nudges.archivedAt))
  return db.asTeam(site, async (tx) => {
    const findingPublished = tx
      .select({
        id: nudges.id,
        uuid: nudges.uuid,
        shortId: nudges.shortId,
        name: nudges.name,
        surface: nudges.surface,
      })
      .from(nudges)
      .where(and(isListed, eq(nudges.state, 'published')))
      .orderBy(asc(nudges.position), asc(nudges.id))
      .limit(mostPublished)
    const counting = tx
      .select({
        published: sql<number>`count(*) filter (where ${nudges.state} = 'published')::int`,
        drafts: sql<number>`count(*) filter (where ${nudges.state} = 'draft')::int`,
        counted: sql<number>`count(*) filter
          (where ${nudges.state} = 'published' and ${inArray(nudges.type, [...countedTypes])})::int`,
        pixelSeenAt: sql<Date | null>`(
          select ${sites.pixelSeenAt} from ${sites} where ${inSite(sites, site)})`.mapWith(
          sites.pixelSeenAt,
        ),
        goals: sql<number>`(select count(*)::int from ${goals} where ${inSite(goals, site)})`,
        otherGoals: sql<number>`(select count(*)::int from ${goals}
          where ${inSite(goals, site)} and ${goals.kind} <> 'order')`,
      })
      .from(nudges)
      .where(isListed)
    const [listed, [counted], backfill] = await Promise.all([
      findingPublished,
      counting,
      findBackfillProgress(tx, site),
    ])
    const { published = 0, drafts = 0, goals: goalCount = 0, otherGoals = 0 } = counted ?? {}
    return {
      published: listed,
      needsVisitors: (counted?.counted ?? 0) > 0,
      pixelSeenAt: counted?.pixelSeenAt ?? null,
      counts: { published, drafts, goals: goalCount, otherGoals },
      shop: backfill && describeShopProgress(backfill),
    }
  })
}
