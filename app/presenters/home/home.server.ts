/** Everything that the home screen shows about a site, queried in parallel. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { goals, nudges, sites } from '#app/db/schema/index.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { readCountedUntil } from '#app/domain/events/log/counted-until.server.ts'
import type { Services } from '#app/services.ts'
import { forecastEffect } from '#app/domain/stats/effect/forecast.ts'
import { describeForecast } from '#app/domain/stats/effect/forecast-text.ts'
import { readEffect, type Effect } from '#app/domain/stats/effect/read-effect.server.ts'
import { noFigures, readNudgeFigures } from '#app/presenters/nudge-list/figures.server.ts'
import { findBackfillProgress } from '#app/domain/shops/shops.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { findHomeIssues, type HomeIssue } from './issues.ts'
import { readHomeIssueSources } from './issues.server.ts'
import { readLatestActivities, type LatestActivity } from './latest-activities.server.ts'
import { lastDays, usualRange } from '#app/domain/stats/range.ts'
import { dayAt, spanOf } from '#app/lib/days/counted-days.ts'
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
import { readHomeWeek, weekDays, type HomeWeek } from './week.server.ts'

const latestCount = 6
const nudgeCount = 5

export type HomeNudge = {
  uuid: string
  /** Its id in the payload of its picture. */
  shortId: string
  name: string
  surface: 'popup' | 'inline' | 'push'
  /** Totals of the week. */
  totals: Totals
  rate: number | null
}

/** Refreshed while the screen is open. */
export type HomeLive = {
  now: Date
  pixelSeenAt: Date | null
  /** In the last five minutes; null when no nudge needs that count, because no one counts then. */
  visitorsNow: number | null
  week: HomeWeek
  /** Newer events wait to be counted. Null: none does for long. */
  countedUntil: Date | null
  /** The first published ones, in display order. */
  nudges: HomeNudge[]
  /** How many exist, shown here or not. */
  counts: { published: number; drafts: number; goals: number }
  activities: LatestActivity[]
  lastReceivedAt: Date | null
  /** About the site's shop. Null when nothing is being imported, and nothing kept back. */
  shop: ShopNotice | null
}

export async function readHomeLive(services: Services, site: SiteScope): Promise<HomeLive> {
  const now = services.now()
  const [week, countedUntil, published, latest] = await Promise.all([
    readHomeWeek(services, site),
    readCountedUntil(services),
    readNudges(services, site, now),
    readLatestActivities(services, site, latestCount),
  ])
  return { now, ...published, week, countedUntil, ...latest }
}

async function readNudges(services: Services, site: SiteScope, now: Date) {
  const { first, needsVisitors, ...facts } = await readPublished(services, site)
  const ids = first.map(({ id }) => id)
  const { timeZone } = site
  const week = lastDays(dayAt(timeZone, now), weekDays)
  const [figures, live] = await Promise.all([
    readNudgeFigures(services, site, { ids, window: spanOf(timeZone, week) }),
    needsVisitors ? createLiveCounts(services).of(site.siteId) : null,
  ])
  const nudges = first.map(({ id, ...nudge }): HomeNudge => {
    const { shown, clicks } = figures.get(id) ?? noFigures
    const totals = { impressions: shown, clicks }
    return { ...nudge, totals, rate: clickRate(totals) }
  })
  return { nudges, ...facts, visitorsNow: live?.visitors ?? null }
}

/** Loaded once per visit of the screen. */
export type HomeFigures = {
  live: HomeLive
  effect: Effect
  /** How many more visitors the effect needs, and until when; null: nothing is missing. */
  forecast: string | null
  issues: HomeIssue[]
  /** For sites without a published nudge: types that have data today. */
  recommended: ReadyType[]
  /**
   * Previews of the recommended types. An example when there are none. Null: nothing to recommend.
   */
  pictures: PixelPayload | null
}

/** @param may what the person can do about it */
export async function readHome(
  asked: Services,
  site: SiteScope,
  may: { mayPay: boolean },
): Promise<HomeFigures> {
  const services = shareReads(asked)
  const { timeZone } = site
  const today = dayAt(timeZone, services.now())
  const [live, effect, sources] = await Promise.all([
    readHomeLive(services, site),
    // The days that Statistics show, so both have the same numbers.
    readEffect(services, site, spanOf(timeZone, usualRange(today))),
    readHomeIssueSources(services, site, may),
  ])
  const { pixelSeenAt, lastReceivedAt, counts } = live

  return {
    live,
    effect,
    forecast: describeMissing(effect, services.now()),
    ...(counts.published === 0
      ? await readRecommended(services, site)
      : { recommended: [], pictures: null }),
    issues: findHomeIssues({ ...sources, pixelSeenAt, lastReceivedAt }),
  }
}

/** A sentence, so browsers needn't compute it. */
function describeMissing(effect: Effect, now: Date): string | null {
  if (effect.kind !== 'compared') return null
  const forecast = forecastEffect({ ...effect, now })
  return forecast && describeForecast(forecast)
}

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
    const findingFirst = tx
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
      .limit(nudgeCount)
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
      })
      .from(nudges)
      .where(isListed)
    const [first, [counted], backfill] = await Promise.all([
      findingFirst,
      counting,
      findBackfillProgress(tx, site),
    ])
    const { published = 0, drafts = 0, goals: goalCount = 0 } = counted ?? {}
    return {
      first,
      needsVisitors: (counted?.counted ?? 0) > 0,
      pixelSeenAt: counted?.pixelSeenAt ?? null,
      counts: { published, drafts, goals: goalCount },
      shop: backfill && describeShopProgress(backfill),
    }
  })
}
