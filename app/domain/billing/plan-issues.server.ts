/** Reasons why a team can't switch to a plan. */
import { and, gt } from 'drizzle-orm'
import { sites, teamMembers } from '#app/db/schema/ground.ts'
import { invitations } from '#app/db/schema/teams.ts'
import { findPlan, type Plan } from '#app/domain/plans/catalog.ts'
import { entitlementsOf } from '#app/domain/plans/entitlements.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import type { Services } from '#app/services.ts'
import { channelOf, type TeamChannel } from './channel-of.server.ts'
import { quantityOf } from './plan-quantity.ts'

export type PlanIssues = {
  /** Members and open invitations are more than the plan allows. */
  tooManyMembers: boolean
  /** Another channel sells it, only staff grant it, or it is no longer offered. */
  notEligible: boolean
}

export async function planIssues(
  services: Services,
  scope: TeamScope,
  planId: string,
): Promise<PlanIssues> {
  const plan = findPlan(planId)
  if (!plan) return { tooManyMembers: false, notEligible: true }
  const team = await channelOf(services, scope)
  const { memberLimit } = entitlementsOf({
    ...(await readTeamPlan(services, scope)),
    plan: plan.id,
    meteredBy: plan.meteredBy,
  })
  return {
    tooManyMembers: memberLimit !== null && (await countPeople(services, scope)) > memberLimit,
    notEligible: !isOffered(plan, team),
  }
}

/** Whether a team of this channel can choose the plan today. */
export function isOffered(
  { id, channel, priceCents, isActive }: Plan,
  { freePlanId, plansOf }: Pick<TeamChannel, 'freePlanId' | 'plansOf'>,
): boolean {
  // Free plans with more than the free plan has are staff's to give.
  if (priceCents === 0) return id === freePlanId
  return isActive && channel === plansOf
}

const countPeople = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  scope: TeamScope,
): Promise<number> =>
  db.asTeam(scope, async (tx) => {
    const isOpen = and(inTeam(invitations, scope), gt(invitations.expiresAt, now()))
    const members = await tx.$count(teamMembers, inTeam(teamMembers, scope))
    return members + (await tx.$count(invitations, isOpen))
  })

/** How many units of the plan the team pays for. */
export const readQuantity = async (
  { db }: Pick<Services, 'db'>,
  scope: TeamScope,
  plan: Plan,
): Promise<number> =>
  quantityOf(plan, await db.asTeam(scope, (tx) => tx.$count(sites, inTeam(sites, scope))))
