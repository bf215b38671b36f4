/** The plans that a team can choose, compared with its use of the last 30 days and three complete months. */
import { and, asc, gte, lt, notInArray, sql } from 'drizzle-orm'
import { hourlyEvents, teams, visitorDays } from '#app/db/schema/index.ts'
import type { Queries } from '#app/db/db.ts'
import type { TeamChannel } from '#app/domain/billing/channel-of.server.ts'
import { isOffered } from '#app/domain/billing/plan-issues.server.ts'
import { plans, type Plan } from '#app/domain/plans/catalog.ts'
import { entitlementsOf, type TeamPlan } from '#app/domain/plans/entitlements.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { readMeterHistory, type MeteredMonth } from '#app/domain/stats/meter-history.server.ts'
import type { Services } from '#app/services.ts'
import { describePauses } from '#app/presenters/plan-pauses-text.ts'
import { readPlanPauses, type PlanPauses } from '#app/presenters/plan-pauses.server.ts'
import {
  comparedMonths,
  comparePlans,
  type PlanComparison,
  type UsedMonth,
} from './compare-plans.ts'
import { readRecentUse } from './read-recent-use.server.ts'

type Offer = Pick<TeamChannel, 'freePlanId' | 'plansOf'>

/** Cheapest first: what the team can choose, and what it has. */
const offeredPlans = (offer: Offer, currentId: string): Plan[] =>
  plans
    .filter((plan) => plan.id === currentId || isOffered(plan, offer))
    .toSorted((one, other) => one.priceCents - other.priceCents)

export async function readPlanComparison(
  services: Services,
  scope: TeamScope,
  offer: Offer,
): Promise<PlanComparison> {
  const team = await readTeamPlan(services, scope)
  const offered = offeredPlans(offer, team.plan)
  const pauses = new Map<string, string[]>()
  for (const plan of offered) {
    pauses.set(plan.id, await readAddedPauses(services, scope, plan))
  }
  const history = await readMeterHistory(services, scope)
  const months = await readUsedMonths(services, scope, history)
  const recent = await readRecentUse(services, scope, history)
  return comparePlans({ offered, currentId: team.plan, months, recent, pauses })
}

/**
 * Features that the current plan pauses, in sentences. None for members who see only some sites:
 * the sentences name others.
 */
export async function readPausedNow(services: Services, scope: TeamScope): Promise<string[]> {
  if (scope.siteIds !== null) return []
  const plan = entitlementsOf(await readTeamPlan(services, scope))
  return describePauses(await services.db.asTeam(scope, (tx) => readPlanPauses(tx, scope, plan)))
}

/** Features in use that a plan pauses, in sentences. None for such a member. */
export async function readAddedPauses(
  services: Services,
  scope: TeamScope,
  plan: Plan,
): Promise<string[]> {
  if (scope.siteIds !== null) return []
  const team = await readTeamPlan(services, scope)
  const wanted = { ...team, plan: plan.id, meteredBy: plan.meteredBy }
  return services.db.asTeam(scope, async (tx) => {
    const pausesOn = (one: TeamPlan) => readPlanPauses(tx, scope, entitlementsOf(one))
    return describePauses(addedPauses(await pausesOn(wanted), await pausesOn(team)))
  })
}

/** Features that a plan pauses in addition to those paused now. */
function addedPauses(wanted: PlanPauses, now: PlanPauses): PlanPauses {
  const added = (names: readonly string[], paused: readonly string[]) => {
    const left = [...paused]
    // Names can repeat: each one that is paused now accounts for one.
    return names.filter((name) => {
      const at = left.indexOf(name)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  }
  const more = (count: number, paused: number) => Math.max(0, count - paused)
  return {
    nudges: added(wanted.nudges, now.nudges),
    nudgeSettings: added(wanted.nudgeSettings, now.nudgeSettings),
    siteOptions: added(wanted.siteOptions, now.siteOptions),
    connections: added(wanted.connections, now.connections),
    feeds: more(wanted.feeds, now.feeds),
    forms: more(wanted.forms, now.forms),
    sitesOver: more(wanted.sitesOver, now.sitesOver),
    membersOver: more(wanted.membersOver, now.membersOver),
  }
}

/** Null while the team is younger than three complete months. */
async function readUsedMonths(
  services: Services,
  scope: TeamScope,
  history: readonly MeteredMonth[],
): Promise<UsedMonth[] | null> {
  const at = services.now()
  const monthBefore = (count: number) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - count))
  const [from, to] = [monthBefore(comparedMonths), monthBefore(0)]
  const read = await services.db.asTeam(scope, async (tx) => {
    const [team] = await tx
      .select({ createdAt: teams.createdAt })
      .from(teams)
      .where(inTeam(teams, scope))
    if (!team || team.createdAt > from) return null
    return readDays(tx, scope, { from, to })
  })
  if (read === null) return null
  return Array.from({ length: comparedMonths }, (_, index) => {
    const month = monthBefore(comparedMonths - index)
      .toISOString()
      .slice(0, 10)
    const row = history.find((one) => one.month === month)
    const ofMonth = (days: readonly DayUnits[]) =>
      days.filter(({ day }) => day.slice(0, 7) === month.slice(0, 7))
    return {
      month,
      // A month without usage has no row.
      used: {
        visitors: row?.visitors ?? 0,
        impressions: row?.impressions ?? 0,
      },
      limitReachedAt: row?.limitReachedAt ?? null,
      days: {
        visitors: ofMonth(read.visitors),
        impressions: ofMonth(read.impressions),
      },
    }
  })
}

type DayUnits = { day: string; units: number }

/** Units only of existing sites. For deleted ones, only the month's sum is kept. */
async function readDays(
  tx: Queries,
  scope: TeamScope,
  { from, to }: { from: Date; to: Date },
): Promise<{ visitors: DayUnits[]; impressions: DayUnits[] }> {
  const [first, last] = [from.toISOString(), to.toISOString()]
  const visitors = await tx
    .select({
      day: visitorDays.day,
      units: sql<number>`sum(${visitorDays.visitors})::float8`,
    })
    .from(visitorDays)
    .where(
      and(
        inTeam(visitorDays, scope),
        // They see nothing and aren't billed.
        notInArray(visitorDays.arm, ['holdout', 'paused']),
        gte(visitorDays.day, first.slice(0, 10)),
        lt(visitorDays.day, last.slice(0, 10)),
      ),
    )
    .groupBy(visitorDays.day)
    .orderBy(asc(visitorDays.day))
  const day = sql<string>`to_char(${hourlyEvents.hour} at time zone 'UTC', 'YYYY-MM-DD')`
  const impressions = await tx
    .select({ day, units: sql<number>`sum(${hourlyEvents.total})::float8` })
    .from(hourlyEvents)
    .where(
      and(
        inTeam(hourlyEvents, scope),
        sql`${hourlyEvents.type} = 'impression'`,
        sql`${hourlyEvents.hour} >= ${first}::timestamptz`,
        sql`${hourlyEvents.hour} < ${last}::timestamptz`,
      ),
    )
    .groupBy(sql`1`)
    .orderBy(sql`1`)
  return { visitors, impressions }
}
