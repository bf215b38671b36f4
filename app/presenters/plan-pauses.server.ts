/**
 * Everything a team uses that a plan doesn't include, and so pauses. It is derived from the plan,
 * not stored, so a plan that includes it continues it, and nothing is deleted.
 */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { nudgeTypes, type NudgeType } from '#app/contract/nudges.ts'
import { fullOptions, type SiteOptions } from '#app/contract/site-options.ts'
import type { Queries } from '#app/db/db.ts'
import {
  connections,
  formRules,
  nudges,
  productFeeds,
  sites,
  teamMembers,
} from '#app/db/schema/index.ts'
import { fullQuery } from '#app/domain/nudges/types/registry.ts'
import type { Entitlements } from '#app/domain/plans/entitlements.ts'
import { nudgeFlag, optionFlags } from '#app/domain/plans/feature-flags.ts'
import { lackedQuery, optionsWithinPlan } from '#app/domain/plans/within-plan.ts'
import { planForFeeds } from '#app/domain/products/plan-for-feeds.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { integrationLabels } from '#app/integrations/labels.ts'

/** Parts of what a team uses. */
export type PlanPauses = {
  /** Names of live nudges whose type isn't included. */
  nudges: string[]
  /** Names of live nudges that lose a setting or show fewer reviews. */
  nudgeSettings: string[]
  /** Names of sites whose look loses an option, for example no link to us. */
  siteOptions: string[]
  /** Services that send nothing new. */
  connections: string[]
  /** Product feeds that aren't fetched. */
  feeds: number
  /** Forms whose submissions aren't read. */
  forms: number
  /** Sites and members beyond the plan's numbers. They keep working, and no more can be added. */
  sitesOver: number
  membersOver: number
}

/** @param plan the current plan's entitlements, or those of a plan that is considered */
export async function readPlanPauses(
  tx: Queries,
  team: TeamScope,
  plan: Entitlements,
): Promise<PlanPauses> {
  const siteRows = await tx
    .select({ name: sites.name, options: sites.options })
    .from(sites)
    .where(inTeam(sites, team))
    .orderBy(asc(sites.id))
  const live = await listLiveNudges(tx, team)
  const linked = await tx
    .select({ integration: connections.integration })
    .from(connections)
    .where(
      and(
        inTeam(connections, team),
        inArray(connections.state, ['active', 'lost']),
        // A shop's app keeps its access elsewhere.
        sql`${connections.credentials} is not null`,
      ),
    )
    .orderBy(asc(connections.id))
  const members = await tx.$count(teamMembers, inTeam(teamMembers, team))
  const feeds =
    planForFeeds(plan) === null ? 0 : await tx.$count(productFeeds, inTeam(productFeeds, team))
  const forms = plan.includes('integrations.form_submissions')
    ? 0
    : await tx.$count(formRules, and(inTeam(formRules, team), eq(formRules.isActive, true)))

  const lacksType = ({ type, surface }: LiveNudge) => !plan.includes(nudgeFlag(type, surface))
  return {
    nudges: live.filter(lacksType).map(({ name }) => name),
    nudgeSettings: live
      .filter((nudge) => !lacksType(nudge) && losesSetting(nudge, plan))
      .map(({ name }) => name),
    siteOptions: siteRows
      .filter(({ options }) => losesOption(options, plan))
      .map(({ name }) => name),
    connections: linked
      .filter(({ integration }) => !plan.includes(`integrations.${integration}`))
      .map(({ integration }) => integrationLabels[integration]),
    feeds,
    forms,
    sitesOver: over(siteRows.length, plan.siteLimit),
    membersOver: over(members, plan.memberLimit),
  }
}

const over = (used: number, limit: number | null): number =>
  limit === null ? 0 : Math.max(0, used - limit)

type LiveNudge = {
  name: string
  type: NudgeType
  surface: 'popup' | 'inline'
  query: Parameters<typeof lackedQuery>[0]
}

async function listLiveNudges(tx: Queries, team: TeamScope): Promise<LiveNudge[]> {
  const rows = await tx
    .select({ name: nudges.name, type: nudges.type, surface: nudges.surface, query: nudges.query })
    .from(nudges)
    .where(and(inTeam(nudges, team), eq(nudges.state, 'published'), isNull(nudges.archivedAt)))
    .orderBy(asc(nudges.siteId), asc(nudges.position), asc(nudges.id))
  return rows.flatMap(({ type: stored, surface, ...row }) => {
    const type = nudgeTypes.find((one) => one === stored)
    return type === undefined || surface === 'push' ? [] : [{ ...row, type, surface }]
  })
}

const losesSetting = ({ type, query }: LiveNudge, plan: Entitlements): boolean =>
  lackedQuery(query, fullQuery(type, {}), plan).length > 0 ||
  (type === 'review' && fullQuery(type, query).listSize > plan.reviewsLimit)

/** Considers only options that someone set: the defaults hold on every plan. */
function losesOption(stored: Partial<SiteOptions>, plan: Entitlements): boolean {
  const options = fullOptions(stored)
  const within = optionsWithinPlan(options, plan)
  return optionFlags.some(
    (option) =>
      option in stored && JSON.stringify(within[option]) !== JSON.stringify(options[option]),
  )
}
