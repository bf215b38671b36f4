/** Plans, trials, boosts and seats that staff give a team. */
import type { Queries } from '#app/db/db.ts'
import { teams } from '#app/db/schema/ground.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { setPlan, storeBoost } from '#app/domain/plans/change-plan.server.ts'
import { withSeats, type SeatLimits } from '#app/domain/plans/entitlements.ts'
import { readTeamPlan } from '#app/domain/plans/team-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { replacePlan, requireNoSubscription, startTrial } from '../grants.server.ts'
import { giftEmailJob, type Gift } from '../jobs.ts'
import { sendIfServed } from '../stored/send-if-served.server.ts'
import { findSiteName } from '../stored/settle-purchase.server.ts'
import { actOnTeam, type StaffCause } from './staff-gift.server.ts'

/**
 * Sets the plan of a team that pays for none.
 *
 * @throws Refusal `conflict` while a provider charges for a subscription: it decides the plan;
 * `invalid` for an unknown plan; and what `actOnTeam` throws
 */
export const changePlanByStaff = (
  services: Services,
  scope: TeamScope,
  { planId, cause }: { planId: string; cause: StaffCause },
): Promise<void> =>
  actOnTeam(services, scope, {
    ...cause,
    act: 'plan.changed',
    details: { plan: planId },
    async work() {
      if (!findPlan(planId)) throw refuseField('plan', 'Choose a plan from the list.')
      await services.db.asTeam(scope, (tx) => requireNoSubscription(tx, scope))
      const { actor, reason } = cause
      await replacePlan(services, scope, {
        planId,
        cause: { actor: 'staff', userId: actor.staffId, reason },
      })
      await sendGift(services, scope, { kind: 'plan', planId })
    },
  })

/** @param days from now; a trial that runs ends then instead */
export const extendTrialByStaff = (
  services: Services,
  scope: TeamScope,
  { planId, days, cause }: { planId: string; days: number; cause: StaffCause },
): Promise<void> =>
  actOnTeam(services, scope, {
    ...cause,
    act: 'trial.extended',
    details: { plan: planId, days },
    async work() {
      const isPaid = (findPlan(planId)?.priceCents ?? 0) > 0
      if (!isPaid) throw refuseField('plan', 'Choose a paid plan.')
      const until = daysFrom(services, days)
      const { actor, reason } = cause
      await startTrial(services, scope, { planId, until, reason, userId: actor.staffId })
      await sendGift(services, scope, { kind: 'trial', planId, until: until.getTime() })
    },
  })

type GivenBoost = {
  /** Visitors or impressions, as the team is metered. */
  units: number
  /** From now. */
  days: number
  /** Null: for all sites. */
  siteId: number | null
}

/**
 * Gives a boost, of all sites or of one.
 *
 * @throws Refusal `conflict` for an unlimited plan; `invalid` at the site; and what `actOnTeam` throws
 */
export const giveBoostByStaff = (
  services: Services,
  scope: TeamScope,
  { units, days, siteId, cause }: GivenBoost & { cause: StaffCause },
): Promise<void> =>
  actOnTeam(services, scope, {
    ...cause,
    act: 'boost.given',
    details: { units, days, site: siteId },
    async work() {
      const expiresAt = daysFrom(services, days)
      const site = await services.db.asTeam(scope, async (tx) => {
        const limit = await findLimit(tx, scope)
        if (limit === null) {
          throw new Refusal('conflict', 'The plan has no limit that could be raised.')
        }
        const name = await findSiteName(tx, scope, siteId)
        if (siteId !== null && name === null) {
          throw refuseField('site', 'Choose a site from the list.')
        }
        await storeBoost(tx, services, { scope, siteId, boost: { units, expiresAt } })
        return name
      })
      await sendGift(services, scope, { kind: 'boost', units, until: expiresAt.getTime(), site })
    },
  })

/**
 * Sets how many members and sites the team can have, also while a provider decides its plan. Members
 * and sites over a limit keep working, and no more can be added.
 *
 * @throws Refusal what `actOnTeam` throws
 */
export const changeSeatsByStaff = (
  services: Services,
  scope: TeamScope,
  { members, sites, cause }: SeatLimits & { cause: StaffCause },
): Promise<void> =>
  actOnTeam(services, scope, {
    ...cause,
    act: 'seats.changed',
    details: { members, sites },
    async work() {
      const { plan: planId, meteredBy, overrides } = await readTeamPlan(services, scope)
      const { actor, reason } = cause
      await setPlan(services, scope, {
        wanted: { planId, meteredBy, overrides: withSeats(overrides, { members, sites }) },
        cause: { actor: 'staff', userId: actor.staffId, reason },
      })
    },
  })

async function findLimit(tx: Queries, scope: TeamScope): Promise<number | null> {
  const [row] = await tx.select({ limit: teams.planLimit }).from(teams).where(inTeam(teams, scope))
  return row?.limit ?? null
}

const daysFrom = ({ now }: Services, days: number) => new Date(now().getTime() + days * dayMillis)

/** The owner gets an email about it. */
export const sendGift = (services: Services, { teamId }: TeamScope, gift: Gift): Promise<void> =>
  services.db.transaction((tx) =>
    sendIfServed(tx, services, [giftEmailJob, { teamId, at: services.now().getTime(), gift }]),
  )
