/** Issues of a site and its nudges, in a fixed number of queries. */
import { and, eq, isNotNull, isNull, ne, or, sql, type AnyColumn } from 'drizzle-orm'
import type { ActivityKind } from '#app/contract/activities.ts'
import type { NudgeSettings } from '#app/contract/nudge-settings.ts'
import { nudgeTypes, type NudgeQuery, type NudgeType } from '#app/contract/nudges.ts'
import type { SiteOptions } from '#app/contract/site-options.ts'
import type { Queries } from '#app/db/db.ts'
import { activities, nudges, sites, teams } from '#app/db/schema/index.ts'
import { isWaiting } from '#app/presenters/activity-feed/filter.server.ts'
import { integrationLabels } from '#app/integrations/labels.ts'
import type { Services } from '#app/services.ts'
import { fullOptions } from '#app/contract/site-options.ts'
import {
  availabilityKey,
  readDataAvailability,
} from '#app/presenters/nudge-list/data-availability.server.ts'
import { listLostConnections } from '#app/domain/connections/site-connections.server.ts'
import { entitlementsOf, type Entitlements } from '#app/domain/plans/entitlements.ts'
import { readSiteUsage } from '#app/domain/plans/meter.server.ts'
import { teamPlanColumns } from '#app/domain/plans/team-plan.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { findNudgeIssues, type HomeNudgeState } from './find-nudge-issues.ts'
import { mostWaiting, type GatedSetting, type HomeState } from './issues.ts'
import { floorTo } from '#app/domain/stats/split-window.ts'
import { dayMillis } from '#app/lib/time.ts'
import { readEachTotals } from '#app/domain/stats/totals.server.ts'
import type { StatsWindow } from '#app/domain/stats/totals.ts'
import { fullQuery, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'

/** Without an impression for so long on visited pages, a nudge may have lost its placement. */
const unseenDays = 7

/** Input that home's live numbers don't contain already. */
export type HomeIssueSources = Omit<HomeState, 'pixelSeenAt' | 'lastReceivedAt'>

export async function readHomeIssueSources(
  services: Services,
  site: SiteScope,
): Promise<HomeIssueSources> {
  const at = services.now()
  const week = lastWholeDays(unseenDays, at)
  const reading = readWeek(services, site, week)
  const { rows, stored, entitlements, usage, facts, waiting, lost } = await services.db.asTeam(
    site,
    async (tx) => {
      const found = await readNudges(tx, site)
      const asked = found.filter(isOn).map(({ dataQuery }) => dataQuery)
      const [row] = await tx
        .select({ options: sites.options, ...teamPlanColumns })
        .from(sites)
        .innerJoin(teams, eq(teams.id, sites.teamId))
        .where(inSite(sites, site))
      return {
        rows: found,
        stored: row?.options ?? {},
        entitlements: row && entitlementsOf(row),
        usage: await readSiteUsage(tx, site, at),
        facts: await readDataAvailability(tx, site, { asked, at }),
        waiting: await countWaiting(tx, site),
        lost: await listLostConnections(tx, site),
      }
    },
  )
  const seen = await reading
  const { theme } = fullOptions(stored)

  return {
    teamId: site.teamId,
    siteUuid: site.siteUuid,
    now: at,
    showsActivities: rows.some(
      (row) => isOn(row) && nudgeDefinitions[row.dataQuery.type].activityKind !== undefined,
    ),
    look: { color: stored.color ?? null, theme },
    usedPercent: usage.percent,
    isLifted: usage.isLifted,
    waiting,
    lost: lost.map(({ uuid, integration }) => ({ uuid, service: integrationLabels[integration] })),
    gates: entitlements ? findGates(entitlements, { stored, rows }) : [],
    nudges: rows.flatMap((row) =>
      findNudgeIssues(row, {
        at,
        facts: facts.get(availabilityKey(row.dataQuery) ?? ''),
        isUnseen: seen.hasVisits && !seen.nudges.has(row.id) && isOlder(row, week),
      }),
    ),
  }
}

/** The ones that the lists show as waiting, up to `mostWaiting` of each kind. */
async function countWaiting(tx: Queries, site: SiteScope): Promise<HomeState['waiting']> {
  const of = (kind: ActivityKind) =>
    sql<number>`(select count(*)::int from ${tx
      .select({ id: activities.id })
      .from(activities)
      .where(and(inSite(activities, site), eq(activities.kind, kind), isWaiting()))
      .limit(mostWaiting)
      .as('waiting')})`
  const { rows } = await tx.execute<HomeState['waiting']>(
    sql`select ${of('purchase')} as purchase, ${of('signup')} as signup, ${of('review')} as review`,
  )
  return rows[0] ?? { purchase: 0, signup: 0, review: 0 }
}

type Row = HomeNudgeState & { id: number }

const isOn = ({ state }: Pick<Row, 'state'>) => state === 'published'

/** It was on before the period started. */
const isOlder = ({ since }: Row, { from }: StatsWindow) => from !== null && since < from

type StoredNudge = Omit<NudgeSettings, 'name'> & {
  id: string
  uuid: string
  type: string
  surface: string
  name: string
  state: HomeNudgeState['state']
  draft: NudgeSettings | null
  publishAt: number | null
  publishedAt: number | null
  updatedAt: number
}

/**
 * Nudges that are on, scheduled, or have unpublished changes. A site may have a thousand: no other
 * columns, and no mapping by Drizzle, which takes longer than the query.
 */
async function readNudges(tx: Queries, site: SiteScope): Promise<Row[]> {
  const isWaiting = and(ne(nudges.state, 'draft'), isNotNull(nudges.draft))
  const { rows } = await tx.execute<StoredNudge>(sql`
    select id, uuid, type, surface, name, state, query, content, rules, placement, message, look,
      draft, ${millisOf(nudges.publishAt)} as "publishAt",
      ${millisOf(nudges.publishedAt)} as "publishedAt", ${millisOf(nudges.updatedAt)} as "updatedAt"
    from ${nudges}
    where ${and(
      inSite(nudges, site),
      isNull(nudges.archivedAt),
      or(eq(nudges.state, 'published'), isNotNull(nudges.publishAt), isWaiting),
    )}
    order by position, id`)
  return rows.flatMap(({ type: written, surface, ...row }) => {
    const type = nudgeTypes.find((known) => known === written)
    if (type === undefined || (surface !== 'popup' && surface !== 'inline')) return []
    const { id, uuid, name, state, query, content, rules, placement, message, look } = row
    const settings = { name, query, content, rules, placement, message, look }
    const { draft, publishAt, publishedAt, updatedAt } = row
    return [
      {
        id: Number(id),
        uuid,
        name,
        surface,
        state,
        settings,
        draft,
        publishAt: publishAt === null ? null : new Date(publishAt),
        updatedAt: new Date(updatedAt),
        since: new Date(publishedAt ?? updatedAt),
        dataQuery: { type, query: fullQuery(type, query) } satisfies StoredHomeNudge,
      },
    ]
  })
}

const millisOf = (column: AnyColumn) => sql`(extract(epoch from ${column}) * 1000)::float8`

type StoredHomeNudge = { type: NudgeType; query: NudgeQuery }

/** Whole days (UTC), because days have far fewer rows than hours. */
function lastWholeDays(days: number, at: Date): StatsWindow {
  const today = floorTo(dayMillis, at)
  return { from: new Date(today.getTime() - days * dayMillis), to: today }
}

async function readWeek(services: Services, site: SiteScope, week: StatsWindow) {
  const [visits = [], seen = []] = await readEachTotals(services.db, site, [
    { window: week, dimension: 'site', types: ['visit'] },
    { window: week, dimension: 'nudge', types: ['impression'] },
  ])
  return {
    hasVisits: visits.some(({ total }) => total > 0),
    nudges: new Set(seen.map(({ member }) => Number(member))),
  }
}

/**
 * Options that an earlier plan allowed, or that were set by other means than the form, and that
 * have no effect now.
 */
function findGates(
  { neededPlan }: Entitlements,
  { stored, rows }: { stored: Partial<SiteOptions>; rows: readonly Row[] },
): GatedSetting[] {
  const toSkip = neededPlan('nudge_query_options.skipSeenNudges')
  const toUnbrand = neededPlan('options.branding')
  const skips = rows.some((row) => isOn(row) && row.settings.query.skipSeenNudges === true)
  return [
    ...(stored.branding === false && toUnbrand !== null
      ? [{ of: 'branding', plan: toUnbrand } as const]
      : []),
    ...(skips && toSkip !== null ? [{ of: 'skipSeenNudges', plan: toSkip } as const] : []),
  ]
}
