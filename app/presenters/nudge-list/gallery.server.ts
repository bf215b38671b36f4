/** Which types of nudges have data on a site today. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { activityKinds, type ActivityKind } from '#app/contract/activities.ts'
import type { PixelPayload } from '#app/contract/pixel.ts'
import { nudgeTypes, type NudgeType } from '#app/contract/nudges.ts'
import type { Queries } from '#app/db/db.ts'
import { shareReads } from '#app/domain/share-reads.server.ts'
import { activities, hourlyEvents, nudges, sites } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { whereAnyShowable } from '#app/domain/serving/data/recent-activities.server.ts'
import { countStocked } from '#app/domain/serving/data/stock.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { contentErrors, fullQuery, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import { availabilityKey, readDataAvailability } from './data-availability.server.ts'
import { findMissingData } from './blockers.ts'
import type { Category } from './words.ts'
import { compilePayload } from '#app/domain/serving/payload.server.ts'
import { readyDays, type Readiness } from '#app/domain/nudges/types/kit/readiness.ts'
import { byRank } from './readiness.ts'
import type { StoredNudge } from '#app/domain/nudges/published-nudges.server.ts'
import type { NudgeData } from '#app/domain/nudges/types/kit/nudge-data.ts'
import { examplePicture } from '#app/domain/wording/example-shop.ts'
import { sampleContent, sampleData } from '#app/domain/nudges/types/kit/sample-data.ts'

export type ReadyType = {
  type: NudgeType
  name: string
  about: string
  category: Category
  readiness: Readiness
  /** Activities of its kind in the last `readyDays` days that can be shown. 0 for types that show none. */
  total: number
}

export type GalleryType = ReadyType & {
  /** The owner has to fill something in first. */
  isForm: boolean
  /** Drawn with sample data: the site has none for it. */
  isExample: boolean
}

export type Gallery = {
  /** The best ones to begin with first. */
  types: GalleryType[]
  /**
   * Every type as the pixel draws it. Its nudges' ids are the types. Null: the site no longer
   * exists.
   */
  pictures: PixelPayload | null
  /** Nudges of the surface, without archived ones. */
  nudgeCount: number
}

/** In three queries, however much data there is. */
export async function readReadiness(services: Services, site: SiteScope): Promise<ReadyType[]> {
  const at = services.now()
  return services.db.asTeam(site, async (tx) => {
    const asked = nudgeTypes.map((type) => ({
      type,
      query: fullQuery(type, {}),
    }))
    const [{ pixelSeenAt, carts, views, ...counts }, stocked, facts] = await Promise.all([
      readCounts(tx, site, at),
      countStocked(tx, site, at),
      readDataAvailability(tx, site, { asked, at }),
    ])
    return asked.map((one) => {
      const found = facts.get(availabilityKey(one) ?? '')
      const definition = nudgeDefinitions[one.type]
      const { activityKind, category, labels } = definition
      const total = activityKind === undefined ? 0 : counts[activityKind]
      const missingData = found === undefined ? null : findMissingData(one, found)
      return {
        type: one.type,
        name: labels.name,
        about: labels.about,
        category,
        total,
        readiness: definition.needs(
          {
            total,
            missingData,
            pixelSeenAt,
            at,
            stocked,
            pages: { carts, views },
          },
          definition,
        ),
      }
    })
  })
}

export async function readGallery(
  asked: Services,
  site: SiteScope,
  surface: 'popup' | 'inline',
): Promise<Gallery> {
  const services = shareReads(asked)
  const ofSurface = nudgeTypes.filter((type) => nudgeDefinitions[type].surfaces.includes(surface))
  const at = services.now()
  // Compiles in parallel instead of waiting to know which types have data.
  const [all, nudgeCount, real, samples] = await Promise.all([
    readReadiness(services, site),
    countNudges(services, site, surface),
    compileTypes(services, site, {
      drafts: ofSurface.filter(needsNoContent).map((type) => draftOf(type, surface, null)),
    }),
    compileTypes(services, site, {
      drafts: ofSurface.map((type) =>
        draftOf(type, surface, sampleContent(nudgeDefinitions[type], at)),
      ),
      data: sampleData(at, examplePicture(services.config.appUrl)),
    }),
  ])
  const realNudges = new Map(real?.nudges.map((nudge) => [nudge.id, nudge]))
  const types = all
    .filter(({ type }) => ofSurface.includes(type))
    .map((ready) => ({
      ...ready,
      isForm: !needsNoContent(ready.type),
      isExample: ready.readiness.state !== 'ready' || !realNudges.has(ready.type),
    }))
  const isReal = new Set<string>(types.filter((one) => !one.isExample).map(({ type }) => type))
  return {
    types: byRank(types),
    nudgeCount,
    pictures: samples && {
      ...samples,
      nudges: samples.nudges.map((nudge) =>
        isReal.has(nudge.id) ? (realNudges.get(nudge.id) ?? nudge) : nudge,
      ),
    },
  }
}

/** Popups of the types as the pixel draws them, with sample data or the site's. Their ids are the types. */
export function compilePictures(
  services: Services,
  site: SiteScope,
  { types, isExample }: { types: readonly NudgeType[]; isExample: boolean },
): Promise<PixelPayload | null> {
  const at = services.now()
  const drafts = types.map((type) =>
    draftOf(type, 'popup', isExample ? sampleContent(nudgeDefinitions[type], at) : null),
  )
  if (!isExample) return compileTypes(services, site, { drafts })
  const data = sampleData(at, examplePicture(services.config.appUrl))
  return compileTypes(services, site, { drafts, data })
}

/** Others show nothing before their owner has filled something in. */
const needsNoContent = (type: NudgeType) => Object.keys(contentErrors(type, null)).length === 0

const countNudges = ({ db }: Services, site: SiteScope, surface: 'popup' | 'inline') =>
  db.asTeam(site, (tx) =>
    tx.$count(
      nudges,
      and(inSite(nudges, site), eq(nudges.surface, surface), sql`${nudges.archivedAt} is null`),
    ),
  )

/** It isn't stored and has no id, so its type identifies it. */
const draftOf = (type: NudgeType, surface: 'popup' | 'inline', content: unknown): StoredNudge => ({
  id: 0,
  uuid: type,
  shortId: type,
  version: 1,
  type,
  surface,
  query: {},
  content,
  rules: {},
  placement: null,
  message: null,
  look: {},
})

function compileTypes(
  { db, log, now, security, config: { appUrl } }: Services,
  site: SiteScope,
  { drafts, data }: { drafts: StoredNudge[]; data?: NudgeData },
): Promise<PixelPayload | null> {
  return compilePayload({ db, log, now, appUrl }, site, {
    withheld: undefined,
    counts: undefined,
    screen: security.secrets,
    preview: () => Promise.resolve(drafts),
    ...(data ? { data: () => data } : {}),
  })
}

/** One pass over the site's activities counts all kinds, as most sites have few older ones. */
async function readCounts(tx: Queries, site: SiteScope, at: Date) {
  const counted = tx
    .select({
      purchase: countOf('purchase').as('purchase'),
      signup: countOf('signup').as('signup'),
      review: countOf('review').as('review'),
    })
    .from(activities)
    .where(
      and(
        whereAnyShowable(site, { seconds: readyDays * 86_400, at }),
        // The index has the kind before the time.
        inArray(activities.kind, [...activityKinds]),
      ),
    )
    .as('counted')
  const [row] = await tx
    .select({
      purchase: counted.purchase,
      signup: counted.signup,
      review: counted.review,
      carts: onPages(site, 'cart', at),
      views: onPages(site, 'product_view', at),
      pixelSeenAt: sites.pixelSeenAt,
    })
    .from(sites)
    .crossJoin(counted)
    .where(inSite(sites, site))
  return row ?? noCounts
}

const countOf = (kind: ActivityKind) =>
  sql<number>`count(*) filter (where ${eq(activities.kind, kind)})`.mapWith(Number)

const noCounts = {
  purchase: 0,
  signup: 0,
  review: 0,
  carts: 0,
  views: 0,
  pixelSeenAt: null,
}

/**
 * Reported by pages within 24 hours. Read hour by hour, because a scan would also read the nudges'
 * sums.
 */
const onPages = (site: SiteScope, type: 'cart' | 'product_view', at: Date) =>
  sql<number>`(select coalesce(sum(told.total), 0)
    from generate_series(
      date_trunc('hour', ${at.toISOString()}::timestamptz, 'UTC') - interval '23 hours',
      ${at.toISOString()}::timestamptz, interval '1 hour') as hours (hour)
    cross join lateral (
      select sum(total) as total from hourly_events
      where ${inSite(hourlyEvents, site)} and hour = hours.hour
        and nudge_id = 0 and type = ${type}) as told)`.mapWith(Number)
