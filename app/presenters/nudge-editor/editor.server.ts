/** A nudge as its editor shows it: fields, preview, changes, versions and experiments. */
import {
  maxListSize,
  queryDefaults,
  type NudgeQuery,
  type NudgeType,
} from '#app/contract/nudges.ts'
import type { QuerySource } from '#app/contract/activity-sources.ts'
import { offeredSources, querySourceLabel } from '#app/domain/activities/sources.ts'
import { findArm, type BrowserFacts } from '#app/domain/events/find-arm.server.ts'
import { listConnectedServices } from '#app/domain/connections/connections.server.ts'
import { describeChanges } from '#app/domain/nudges/editing/describe-changes.ts'
import { readNudge, type Surface } from '#app/domain/nudges/editing/load-nudge.server.ts'
import { findReadyMessage } from '#app/domain/nudges/ready-message.ts'
import { queryLabel } from '#app/domain/nudges/editing/setting-labels.ts'
import { findScheduleErrors } from '#app/domain/nudges/editing/publish.server.ts'
import { showSettings } from '#app/domain/nudges/editing/show-settings.ts'
import { listVersions, type NudgeVersion } from '#app/domain/nudges/editing/versions.server.ts'
import { countedNoun, reviewNouns } from '#app/domain/nudges/types/kit/nouns.ts'
import { fullQuery, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import {
  entitlementsOf,
  gatesOf,
  planWithMoreReviews,
  type TeamPlan,
} from '#app/domain/plans/entitlements.ts'
import { nudgeFlag } from '#app/domain/plans/feature-flags.ts'
import { lackedQuery } from '#app/domain/plans/within-plan.ts'
import { readSiteUsage } from '#app/domain/plans/meter.server.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import { readSiteOptions } from '#app/domain/sites/site-options.server.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { layoutLabel, layoutsFor } from '#app/domain/wording/card-design/layout-choices.ts'
import { readNudgeExperiments } from '#app/domain/stats/effect/read-experiments.server.ts'
import type { Services } from '#app/services.ts'
import { readWhyNotShown } from '#app/presenters/why-not-shown/why-not-shown.server.ts'
import { previewSettings } from './preview.server.ts'

/** @throws Refusal `not_found` */
export async function readEditor(
  services: Services,
  site: SiteScope,
  { uuid, timeZone, browser }: { uuid: string; timeZone: string; browser: BrowserFacts },
) {
  const nudge = await readNudge(services, site, uuid)
  const { type, surface, settings } = nudge
  const { state, hasDraft, publishAt, publishedAt, archivedAt, version } = nudge
  const [
    preview,
    versions,
    plan,
    experiments,
    { options },
    why,
    usage,
    connected,
    arm,
    scheduleFaults,
  ] = await Promise.all([
    previewSettings(services, site, { nudge, timeZone }),
    listVersions(services, site, uuid),
    readTeamPlan(services, site),
    readNudgeExperiments(services, site, nudge.id),
    readSiteOptions(services, site),
    state === 'draft' ? null : readWhyNotShown(services, site, nudge),
    services.db.asTeam(site, (tx) => readSiteUsage(tx, site, services.now())),
    services.db.asTeam(site, (tx) => listConnectedServices(tx, site)),
    findArm(services, site, browser),
    findScheduleErrors(services, site, nudge),
  ])
  const entitlements = entitlementsOf(plan)
  const lacked = lackedQuery(settings.query, fullQuery(type, {}), entitlements)
  const query = omit(settings.query, lacked)
  return {
    uuid,
    type,
    surface,
    state,
    version,
    hasDraft,
    publishAt,
    /** Sentences about what keeps the saved draft from being published on schedule. */
    scheduleFaults,
    publishedAt,
    name: settings.name,
    isArchived: archivedAt !== null,
    reads: nudgeDefinitions[type].reads,
    form: describeTypeForm(
      type,
      sourceChoices([...connected, settings.query.integration ?? []].flat()),
    ),
    ready: await findReadyMessage(type, { query: settings.query, options, at: services.now() }),
    listSizeHelp: describeReviewsLimit(type, plan),
    // Disabled controls send what takes effect.
    values: showSettings(type, { ...settings, query }, timeZone),
    preview,
    versions: compareVersions(versions, type, timeZone),
    experiments,
    why,
    holdout: options.holdout,
    arm,
    usage: { isLimitReached: usage.isLimitReached, percent: usage.percent },
    siteLook: {
      design: options.design,
      theme: options.theme,
      imagePosition: options.imagePosition,
      color: options.color,
    },
    layouts: listLayouts(type, surface),
    sitePositions: { position: options.position, mobilePosition: options.mobilePosition },
    gates: gatesOf(
      entitlements,
      nudgeDefinitions[type].reads.map((option) => `nudge_query_options.${option}` as const),
    ),
    planForType: entitlements.neededPlan(nudgeFlag(type, surface)),
    timeZone,
    now: services.now(),
  }
}

const omit = (query: Partial<NudgeQuery>, names: readonly string[]): Partial<NudgeQuery> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))

/** Each version with its changes since the one before. Null: the first one that is listed. */
const compareVersions = (versions: NudgeVersion[], type: NudgeType, timeZone: string) =>
  versions.map(({ settings: after, ...version }, place) => {
    const before = versions[place + 1]?.settings
    return {
      ...version,
      changes: before ? describeChanges(type, { before, after, timeZone }) : null,
    }
  })

/** The layouts that it can have, with their labels: the card first, or after what new nudges have. */
function listLayouts(type: NudgeType, surface: Surface): (readonly [string, string])[] {
  const others = layoutsFor(type, surface).map((layout) => [layout, layoutLabel(layout)] as const)
  const card = ['', layoutLabel(undefined)] as const
  return surface === 'popup' ? [card, ...others] : [...others, card]
}

/** The parts of the type's definition that the editor's fields are drawn from. */
function describeTypeForm(type: NudgeType, sources: readonly (readonly [string, string])[]) {
  const { about, durationUnit = 'minutes', fields, labels, message, reads } = nudgeDefinitions[type]
  const options = Object.keys(queryDefaults) as (keyof NudgeQuery)[]
  return {
    typeName: labels.name,
    about: `${about.data} Not shown when: ${about.hidesWhen}`,
    durationUnit,
    sources: reads.includes('integration') ? sources : [],
    fields,
    message,
    optionLabels: Object.fromEntries(
      options.map((option) => [option, queryLabel(type, option)]),
    ) as Record<keyof NudgeQuery, string>,
  }
}

/** Choices of a source: those of every site, the connected services and the selected one. */
function sourceChoices(others: readonly QuerySource[]): (readonly [string, string])[] {
  const names = [...new Set<QuerySource>([...offeredSources, ...others])]
  return [['', 'Any source'], ...names.map((name) => [name, querySourceLabel(name)] as const)]
}

/** Null for types without reviews, and for plans that allow as many as a nudge can have. */
function describeReviewsLimit(type: NudgeType, team: TeamPlan): string | null {
  const limit = entitlementsOf(team).reviewsLimit
  const { activityKind, reads } = nudgeDefinitions[type]
  if (activityKind !== 'review' || !reads.includes('listSize') || limit >= maxListSize) return null
  const shown = `Your plan shows up to ${countedNoun(limit, reviewNouns)}.`
  const better = planWithMoreReviews(team)
  return better === null ? shown : `${shown} ${better.name} shows up to ${String(better.limit)}.`
}

export type TypeForm = ReturnType<typeof describeTypeForm>
