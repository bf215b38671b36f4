/** A team's plan, as staff see it who change something about it. */
import { desc, eq } from 'drizzle-orm'
import { planChanges, teams, users } from '#app/db/schema/index.ts'
import { readLastStaffAct } from '#app/domain/accounts/staff/run-staff-act.server.ts'
import { readBilling, type BillingState } from '#app/domain/billing/billing-state.server.ts'
import {
  listGivenCoupons,
  type GivenCoupon,
} from '#app/domain/billing/staff/list-coupons.server.ts'
import { plans } from '#app/domain/plans/catalog.ts'
import type { SeatLimits } from '#app/domain/plans/entitlements.ts'
import { readSiteBoosts, type SiteBoost } from '#app/domain/plans/meter.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { listSites } from '#app/domain/sites/sites.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'

/** Shown of each list; the rest is in its own section. */
const shownRows = 10

export type KioskTeamPlan = {
  id: number
  name: string
  meteredBy: 'visitors' | 'impressions'
  /** Null: unlimited. */
  planLimit: number | null
  boost: { units: number; until: Date } | null
  /** Running boosts of single sites. */
  siteBoosts: SiteBoost[]
  /** To choose one of. */
  sites: { id: number; name: string }[]
  planId: string
  channel: BillingState['channel']
  subscription: BillingState['subscription']
  openPayment: BillingState['openPayment']
  trialEndsAt: Date | null
  /** Limits of this organization alone. */
  seats: SeatLimits
  /** Plans of the company that charges the team. */
  plans: { id: string; name: string; priceCents: number }[]
  changes: PlanChange[]
  coupons: GivenCoupon[]
  lastActId: number
}

type PlanChange = {
  id: number
  at: Date
  actor: string
  name: string | null
  from: string
  to: string
  reason: string
}

/** @throws Refusal `not_found` */
export async function readKioskTeamPlan(
  services: Services,
  scope: TeamScope,
): Promise<KioskTeamPlan> {
  const { db, now } = services
  const [team] = await db.system
    .select({
      id: teams.id,
      name: teams.name,
      meteredBy: teams.meteredBy,
      planLimit: teams.planLimit,
      units: teams.visitorBoost,
      until: teams.visitorBoostExpiresAt,
      overrides: teams.planOverrides,
    })
    .from(teams)
    .where(inTeam(teams, scope))
  if (!team) throw new Refusal('not_found', 'Organization not found.')
  const { units, until, overrides, ...facts } = team
  const { channel, planId, subscription, openPayment, trialEndsAt } = await readBilling(
    services,
    scope,
  )
  const priceList = channel === 'free' ? 'card' : channel
  return {
    ...facts,
    seats: { members: overrides.memberLimit ?? null, sites: overrides.siteLimit ?? null },
    boost: until !== null && until > now() ? { units, until } : null,
    siteBoosts: await db.asTeam(scope, (tx) => readSiteBoosts(tx, scope, now())),
    sites: (await listSites(services, scope)).map(({ id, name: site }) => ({ id, name: site })),
    channel,
    planId,
    subscription,
    openPayment,
    trialEndsAt,
    plans: plans
      .filter((plan) => plan.channel === priceList && plan.isActive)
      .map(({ id, name, priceCents }) => ({ id, name, priceCents })),
    changes: await db.system
      .select({
        id: planChanges.id,
        at: planChanges.createdAt,
        actor: planChanges.actor,
        name: users.name,
        from: planChanges.fromPlan,
        to: planChanges.toPlan,
        reason: planChanges.reason,
      })
      .from(planChanges)
      .leftJoin(users, eq(users.id, planChanges.userId))
      .where(inTeam(planChanges, scope))
      .orderBy(desc(planChanges.id))
      .limit(shownRows),
    coupons: (await listGivenCoupons(services, { team: scope, size: shownRows })).coupons,
    lastActId: await readLastStaffAct(services, { teamId: scope.teamId }),
  }
}
