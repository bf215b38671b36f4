/** Issues of a site and its nudges, in a fixed number of queries. */
import { and, eq, isNotNull, isNull, ne, or, sql, type AnyColumn, type SQL } from 'drizzle-orm'
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
import { findMissingData, findPublishBlockers } from '#app/presenters/nudge-list/blockers.ts'
import {
  availabilityKey,
  readDataAvailability,
} from '#app/presenters/nudge-list/data-availability.server.ts'
import { findPaymentToMake } from '#app/domain/billing/stored/find-payment-to-make.server.ts'
import { listLostConnections } from '#app/domain/connections/site-connections.server.ts'
import { entitlementsOf, type Entitlements } from '#app/domain/plans/entitlements.ts'
import { readSiteUsage } from '#app/domain/plans/meter.server.ts'
import { teamPlanColumns } from '#app/domain/plans/team-plan.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { findNudgeIssues, type HomeNudgeState } from './find-nudge-issues.ts'
import type { HomeNudgeIssue } from './nudge-issues.ts'
import { mostWaiting, type GatedSetting, type HomeState } from './issues.ts'
import { dayAt, spanOf, type Span } from '#app/lib/days/counted-days.ts'
import { addDays } from '#app/lib/zoned-days.ts'
import { lastDays } from '#app/domain/stats/range.ts'
import { readEachTotals } from '#app/domain/stats/totals.server.ts'
import { fullQuery, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'

/** Without an impression for so long on visited pages, a nudge may have lost its placement. */
const unseenDays = 7

/** Input that home's live numbers don't contain already. */
export type HomeIssueSources = Omit<HomeState, 'pixelSeenAt' | 'lastReceivedAt'>

export async function readHomeIssueSources(
  services: Services,
  site: SiteScope,
  { mayPay }: { mayPay: boolean },
): Promise<HomeIssueSources> {
  const at = services.now()
  const week = lastWholeDays(site, unseenDays, at)
  const reading = readWeek(services, site, week)
  const { same, stored, entitlements, usage, availability, waiting, lost, payment } =
    await services.db.asTeam(site, async (tx) => {
      const [found, [row], use, waitingCounts, lostOnes, payment] = await Promise.all([
        readNudges(tx, site),
        tx
          .select({ options: sites.options, ...teamPlanColumns })
          .from(sites)
          .innerJoin(teams, eq(teams.id, sites.teamId))
          .where(inSite(sites, site)),
        readSiteUsage(tx, site, at),
        countWaiting(tx, site),
        listLostConnections(tx, site),
        mayPay ? findPaymentToMake(tx, site, at) : null,
      ])
      const asked = found.filter(hasOneOn).map(({ dataQuery }) => dataQuery)
      return {
        same: found,
        stored: row?.options ?? {},
        entitlements: row && entitlementsOf(row),
        usage: use,
        availability: await readDataAvailability(tx, site, { asked, at }),
        waiting: waitingCounts,
        lost: lostOnes,
        payment,
      }
    })
  const seen = await reading
  const { theme } = fullOptions(stored)

  return {
    teamId: site.teamId,
    siteUuid: site.siteUuid,
    now: at,
    payment,
    showsActivities: same.some(
      (one) => hasOneOn(one) && nudgeDefinitions[one.type].activityKind !== undefined,
    ),
    look: { color: stored.color ?? null, theme },
    usedPercent: usage.percent,
    isLifted: usage.isLifted,
    waiting,
    lost: lost.map(({ uuid, integration }) => ({ uuid, service: integrationLabels[integration] })),
    gates: entitlements ? findGates(entitlements, { stored, same }) : [],
    nudges: findIssuesOf(same, { at, availability, seen, week }),
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

type Row = HomeNudgeState & { id: number; position: number }

/**
 * Nudges that differ only by name and state, as most of a site's many do. They are checked once.
 */
type SameNudges = {
  type: NudgeType
  surface: 'popup' | 'inline'
  /**
   * Settings that pages show, or would after publishing. The name is empty because nothing depends
   * on it.
   */
  settings: NudgeSettings
  dataQuery: { type: NudgeType; query: NudgeQuery }
  rows: Row[]
}

const isOn = ({ state }: Pick<Row, 'state'>) => state === 'published'

const hasOneOn = ({ rows }: SameNudges) => rows.some(isOn)

/** It was on before the period started. */
const isOlder = ({ since }: Row, { from }: Span) => since < from.getTime()

/** Times are in milliseconds since 1970. */
type StoredMember = [
  id: number,
  uuid: string,
  name: string,
  state: Row['state'],
  draft: NudgeSettings | null,
  position: number,
  isScheduled: boolean,
  since: number,
  updatedAt: number,
]

/** As JSON. */
type StoredSettings = Record<keyof Omit<NudgeSettings, 'name'>, string | null>

type StoredNudges = StoredSettings & { type: string; surface: string; members: StoredMember[] }

/**
 * Nudges that are on, scheduled, or have unpublished changes. A site may have a thousand: no other
 * columns, no mapping by Drizzle, and settings are read once for all that share them. Any of these
 * takes longer than the query. Texts are grouped faster than the values.
 */
async function readNudges(tx: Queries, site: SiteScope): Promise<SameNudges[]> {
  const isWaiting = and(ne(nudges.state, 'draft'), isNotNull(nudges.draft))
  const { rows } = await tx.execute<StoredNudges>(sql`
    select type, surface, query::text, content::text, rules::text, placement::text, message::text,
      look::text, json_agg(json_build_array(id, uuid, name, state, draft, position,
        ${isNotNull(nudges.publishAt)}, ${millisOf(sql`coalesce(published_at, updated_at)`)},
        ${millisOf(nudges.updatedAt)})) as members
    from ${nudges}
    where ${and(
      inSite(nudges, site),
      isNull(nudges.archivedAt),
      or(eq(nudges.state, 'published'), isNotNull(nudges.publishAt), isWaiting),
    )}
    group by 1, 2, 3, 4, 5, 6, 7, 8`)
  return rows.flatMap(({ type: written, surface, members, ...stored }) => {
    const type = nudgeTypes.find((known) => known === written)
    if (type === undefined || (surface !== 'popup' && surface !== 'inline')) return []
    const settings = readSettings(stored)
    const dataQuery = { type, query: fullQuery(type, settings.query) }
    const same = members.map((member) => readMember(member, { type, surface }))
    return [{ type, surface, settings, dataQuery, rows: same }]
  })
}

/** As the database's own column would be read. */
const readSettings = (stored: StoredSettings) =>
  Object.fromEntries([
    ['name', ''],
    ...Object.entries(stored).map(([key, json]) => [
      key,
      json === null ? null : (JSON.parse(json) as unknown),
    ]),
  ]) as NudgeSettings

/** Each name is written out, since copying the rest of an object takes ten times longer. */
function readMember(
  [id, uuid, name, state, draft, position, isScheduled, since, updatedAt]: StoredMember,
  { type, surface }: Pick<Row, 'type' | 'surface'>,
): Row {
  return { id, uuid, name, type, surface, state, draft, position, isScheduled, since, updatedAt }
}

type FoundFacts = {
  at: Date
  availability: Awaited<ReturnType<typeof readDataAvailability>>
  seen: { hasVisits: boolean; nudges: ReadonlySet<number> }
  week: Span
}

/** In display order. */
function findIssuesOf(
  same: readonly SameNudges[],
  { at, availability, seen, week }: FoundFacts,
): HomeNudgeIssue[] {
  const found: { row: Row; issues: HomeNudgeIssue[] }[] = []
  for (const one of same) {
    const [block] = findPublishBlockers({ ...one, at })
    const { dataQuery } = one
    const known = availability.get(availabilityKey(dataQuery) ?? '')
    const missingData = findMissingData(dataQuery, known)
    for (const row of one.rows) {
      const isUnseen = seen.hasVisits && !seen.nudges.has(row.id) && isOlder(row, week)
      const issues = findNudgeIssues(row, { at, block, missingData, isUnseen })
      if (issues.length > 0) found.push({ row, issues })
    }
  }
  return found
    .sort(({ row: one }, { row: other }) => one.position - other.position || one.id - other.id)
    .flatMap(({ issues }) => issues)
}

const millisOf = (time: AnyColumn | SQL) => sql`(extract(epoch from ${time}) * 1000)::bigint`

/** The last days without today. Complete days can be read from daily sums, which have far fewer rows than hourly ones. */
const lastWholeDays = ({ timeZone }: SiteScope, days: number, at: Date): Span =>
  spanOf(timeZone, lastDays(addDays(dayAt(timeZone, at), -1), days))

async function readWeek(services: Services, site: SiteScope, week: Span) {
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
  { stored, same }: { stored: Partial<SiteOptions>; same: readonly SameNudges[] },
): GatedSetting[] {
  const toSkip = neededPlan('nudge_query_options.skipSeenNudges')
  const toUnbrand = neededPlan('options.branding')
  const skips = same.some((one) => hasOneOn(one) && one.settings.query.skipSeenNudges === true)
  return [
    ...(stored.branding === false && toUnbrand !== null
      ? [{ of: 'branding', plan: toUnbrand } as const]
      : []),
    ...(skips && toSkip !== null ? [{ of: 'skipSeenNudges', plan: toSkip } as const] : []),
  ]
}
