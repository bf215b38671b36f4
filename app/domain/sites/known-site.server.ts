/** The data about a site that the public edge needs for its decisions. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { GoalKind, GoalMatch } from '#app/contract/goals.ts'
import type { Database } from '#app/db/db.ts'
import { sites, teams } from '#app/db/schema/ground.ts'
import { meters, siteMeters } from '#app/db/schema/plans.ts'
import { monthOf } from '#app/lib/time.ts'
import type { Split } from '#app/domain/allocation/assign-variant.ts'
import { provenSite, provenTeam } from '#app/domain/prove-scope.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { fullOptions, type NudgeLanguage } from '#app/contract/site-options.ts'
import { entitlementsOf } from '#app/domain/plans/entitlements.ts'
import { teamPlanColumns } from '#app/domain/plans/team-plan.server.ts'
import { optionsWithinPlan } from '#app/domain/plans/within-plan.ts'
import { isSiteLimitReached, joinsSiteMeter } from '#app/domain/plans/limit.server.ts'

export type KnownSite = {
  siteId: number
  teamId: number
  uuid: string
  url: string
  timeZone: string
  pixelSeenAt: Date | null
  /** The kill switch is on, or staff suspended the team. */
  isPaused: boolean
  /** Percentage of visitors in the holdout group. */
  holdout: number
  /** The site's language, where pages with another one get texts in theirs. Otherwise null. */
  fallbackLanguage: NudgeLanguage | null
  /** This month's plan limit is reached, and the site has no units left in its own boost. */
  isLimitReached: boolean
  /** The plan includes activities that pages report. */
  takesPageActivities: boolean
  /** A published nudge shows live counts of visitors or carts. */
  showsCounts: boolean
  /** The running experiment. */
  experiment: Split | null
  /** Active goals only. */
  goals: readonly KnownGoal[]
}

/** For the public edge, which acts for a site without a login. */
export const scopeOfKnownSite = ({ teamId, siteId, uuid, timeZone }: KnownSite): SiteScope =>
  provenSite(provenTeam(teamId), { id: siteId, uuid, timeZone })

/** Goal data that collection needs. */
export type KnownGoal = {
  id: number
  uuid: string
  kind: GoalKind
  match: GoalMatch | null
  pattern: string | null
  isRepeatable: boolean
  valueCents: number | null
  currency: string | null
}

/** Columns about a site in `sites` that its nudges decide. Their area knows the tables. */
export type NudgeColumns = {
  showsCounts: SQL<boolean>
  experiment: SQL<Split | null>
}

/**
 * Null for an unknown uuid. Prepared once per connection, because planning takes several times as
 * long as running it, and every guessed uuid runs it.
 */
export function createSiteReader({
  db,
  now,
  ofNudges,
}: {
  db: Database
  now: () => Date
  ofNudges: NudgeColumns
}): (uuid: string) => Promise<KnownSite | null> {
  const query = db.system
    .select({
      siteId: sites.id,
      teamId: sites.teamId,
      uuid: sites.uuid,
      url: sites.url,
      timeZone: sites.timeZone,
      pixelSeenAt: sites.pixelSeenAt,
      pausedAt: sites.pausedAt,
      suspendedAt: teams.suspendedAt,
      options: sites.options,
      isLimitReached: isSiteLimitReached(sql.placeholder('at')),
      ...teamPlanColumns,
      ...ofNudges,
      goals: activeGoals,
    })
    .from(sites)
    .innerJoin(teams, eq(teams.id, sites.teamId))
    .leftJoin(
      meters,
      and(eq(meters.teamId, sites.teamId), eq(meters.month, sql.placeholder('month'))),
    )
    .leftJoin(siteMeters, joinsSiteMeter(sql.placeholder('month')))
    .where(eq(sites.uuid, sql.placeholder('uuid')))
    .prepare('known_site')

  return async (uuid) => {
    const at = now()
    const [row] = await query.execute({ uuid, month: monthOf(at), at: at.toISOString() })
    if (!row) return null
    const { options, pausedAt, suspendedAt, plan, meteredBy, overrides, ...known } = row
    const entitlements = entitlementsOf({ plan, meteredBy, overrides })
    const { includes } = entitlements
    const { holdout, language, usePageLanguage } = optionsWithinPlan(
      fullOptions(options),
      entitlements,
    )
    return {
      ...known,
      isPaused: pausedAt !== null || suspendedAt !== null,
      holdout,
      fallbackLanguage: usePageLanguage ? language : null,
      takesPageActivities:
        includes('integrations.javascript') || includes('integrations.form_submissions'),
    }
  }
}

const activeGoals = sql<KnownGoal[]>`coalesce((
  select json_agg(json_build_object('id', id, 'uuid', uuid, 'kind', kind, 'match', match,
    'pattern', pattern, 'isRepeatable', is_repeatable, 'valueCents', value_cents,
    'currency', currency) order by id)
  from goals where goals.site_id = ${sites.id} and goals.is_active), '[]')`
