/** Plans, trials and boosts that staff give a team. */
import type { Queries } from '#app/db/db.ts'
import { teams } from '#app/db/schema/index.ts'
import { findPlan } from '#app/domain/plans/catalog.ts'
import { addBoost, setPlan } from '#app/domain/plans/change-plan.server.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { startTrial } from '../grants.server.ts'
import { giftEmailJob, type Gift } from '../jobs.ts'
import { sendIfServed } from '../stored/send-if-served.server.ts'
import { findMain } from '../stored/store-subscriptions.server.ts'
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
      await requireNoSubscription(services, scope)
      const { actor, reason } = cause
      await setPlan(services, scope, {
        wanted: { planId },
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
      await requireNoSubscription(services, scope)
      const until = daysFrom(services, days)
      await startTrial(services, scope, { planId, until, reason: cause.reason })
      await sendGift(services, scope, { kind: 'trial', planId, until: until.getTime() })
    },
  })

/** @param units visitors or impressions, as the team is metered */
export const giveBoostByStaff = (
  services: Services,
  scope: TeamScope,
  { units, days, cause }: { units: number; days: number; cause: StaffCause },
): Promise<void> =>
  actOnTeam(services, scope, {
    ...cause,
    act: 'boost.given',
    details: { units, days },
    async work() {
      const limit = await services.db.asTeam(scope, (tx) => findLimit(tx, scope))
      if (limit === null)
        throw new Refusal('conflict', 'The plan has no limit that could be raised.')
      const expiresAt = daysFrom(services, days)
      await addBoost(services, scope, { units, expiresAt })
      await sendGift(services, scope, { kind: 'boost', units, until: expiresAt.getTime() })
    },
  })

async function findLimit(tx: Queries, scope: TeamScope): Promise<number | null> {
  const [row] = await tx.select({ limit: teams.planLimit }).from(teams).where(inTeam(teams, scope))
  return row?.limit ?? null
}

const daysFrom = ({ now }: Services, days: number) => new Date(now().getTime() + days * dayMillis)

async function requireNoSubscription(services: Services, scope: TeamScope): Promise<void> {
  const main = await services.db.asTeam(scope, (tx) => findMain(tx, scope))
  if (main === null) return
  throw new Refusal(
    'conflict',
    'The organization has a subscription, which decides its plan. The owner can switch or cancel it under Billing.',
  )
}

/** The owner gets an email about it. */
export const sendGift = (services: Services, { teamId }: TeamScope, gift: Gift): Promise<void> =>
  services.db.transaction((tx) =>
    sendIfServed(tx, services, [giftEmailJob, { teamId, at: services.now().getTime(), gift }]),
  )
