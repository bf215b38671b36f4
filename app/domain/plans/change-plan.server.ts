/** Changes a team's plan and boosts. */
import { isDeepStrictEqual } from 'node:util'
import { and, eq, sql } from 'drizzle-orm'
import type { Queries, Transaction } from '#app/db/db.ts'
import { sites, teams, type PlanOverrides } from '#app/db/schema/ground.ts'
import { meters, planChanges } from '#app/db/schema/plans.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { monthOf } from '#app/lib/time.ts'
import type { TeamScope } from '#app/domain/scope.ts'
import { inTeam } from '#app/domain/scope-conditions.server.ts'
import { findPlan, planLimitOf, type MeteredUnit } from './catalog.ts'
import { entitlementsOf } from './entitlements.ts'
import { isLimitReached, reachedStep } from './limit.server.ts'

/** Who changes a plan, and why. Kept with the change. */
type PlanChangeCause = {
  actor: (typeof planChanges.$inferInsert)['actor']
  /** Null: no person. */
  userId: number | null
  /** In plain words. */
  reason: string
}

/**
 * Changes a team's plan, with immediate effect in all processes. Features that the new plan lacks
 * pause, and continue on a plan that includes them. Nothing is deleted.
 *
 * @param change `meteredBy` defaults to the plan's, `overrides` to the team's
 * @throws Refusal `invalid` for an unknown plan, or one without a limit of that kind
 */
export async function setPlan(
  services: Services,
  scope: TeamScope,
  change: { wanted: WantedPlan; cause: PlanChangeCause },
): Promise<void> {
  await services.db.asTeam(scope, (tx) => storePlan(tx, services, { scope, ...change }))
}

export type PlanColumns = Partial<
  Pick<
    typeof teams.$inferSelect,
    'plan' | 'meteredBy' | 'planLimit' | 'memberLimit' | 'planOverrides'
  >
>

export type WantedPlan = {
  planId: string
  meteredBy?: MeteredUnit | undefined
  overrides?: PlanOverrides | undefined
}

/** @throws Refusal `invalid` for an unknown plan, or one without a limit of that kind */
export function planColumns({
  planId,
  meteredBy: wanted,
  overrides = {},
}: WantedPlan): Required<PlanColumns> {
  const plan = findPlan(planId)
  if (!plan) throw new Refusal('invalid', `Unknown plan: ${planId}`)
  const meteredBy = wanted ?? plan.meteredBy
  const planLimit = planLimitOf(plan, meteredBy)
  const { memberLimit } = entitlementsOf({ plan: plan.id, meteredBy, overrides })
  return { plan: plan.id, meteredBy, planLimit, memberLimit, planOverrides: overrides }
}

/** `setPlan` in an open transaction. */
export async function storePlan(
  tx: Transaction,
  services: Pick<Services, 'siteCache' | 'now'>,
  { scope, wanted, cause }: { scope: TeamScope; wanted: WantedPlan; cause: PlanChangeCause },
): Promise<void> {
  const [before] = await tx
    .select({ plan: teams.plan, meteredBy: teams.meteredBy, overrides: teams.planOverrides })
    .from(teams)
    .where(inTeam(teams, scope))
    .for('no key update')
  if (!before) throw new Refusal('not_found', 'Organization not found.')
  const columns = planColumns({ ...wanted, overrides: wanted.overrides ?? before.overrides })
  const isSame =
    columns.plan === before.plan &&
    columns.meteredBy === before.meteredBy &&
    isDeepStrictEqual(columns.planOverrides, before.overrides)
  await changePlanAndMeter(tx, services, {
    scope,
    work: async (at) => {
      await tx
        .update(teams)
        .set({ ...columns, updatedAt: at })
        .where(inTeam(teams, scope))
      // A provider repeats what it reported.
      if (isSame) return
      await tx.insert(planChanges).values({
        teamId: scope.teamId,
        actor: cause.actor,
        userId: cause.userId,
        reason: cause.reason,
        fromPlan: before.plan,
        toPlan: columns.plan,
        overrides: columns.planOverrides,
        createdAt: at,
      })
    },
  })
}

/**
 * Adds units to a team's monthly limit until they expire. Merged with a running boost: the sum of
 * the units, until the later of the two times.
 *
 * @throws Refusal `invalid` for an empty or already expired boost
 */
export async function addBoost(services: Services, scope: TeamScope, boost: Boost): Promise<void> {
  await services.db.asTeam(scope, (tx) => storeBoost(tx, services, { scope, siteId: null, boost }))
}

export type Boost = { units: number; expiresAt: Date }

/**
 * `addBoost` in an open transaction, or the same for one site: it goes on with these units when the
 * team's limit is reached.
 *
 * @param siteId null: for all sites
 */
export async function storeBoost(
  tx: Transaction,
  services: Pick<Services, 'siteCache' | 'now'>,
  { scope, siteId, boost }: { scope: TeamScope; siteId: number | null; boost: Boost },
): Promise<void> {
  const { units, expiresAt } = boost
  if (!Number.isSafeInteger(units) || units < 1) {
    throw new Refusal('invalid', 'A boost needs at least one unit.')
  }
  if (expiresAt <= services.now()) throw new Refusal('invalid', 'The end time is in the past.')

  if (siteId === null) {
    const work = async (at: Date) => {
      await tx
        .update(teams)
        .set(mergedBoost(teams, boost, at))
        .where(inTeam(teams, scope))
    }
    await changePlanAndMeter(tx, services, { scope, work })
    return
  }
  const [site] = await tx
    .update(sites)
    .set(mergedBoost(sites, boost, services.now()))
    .where(and(inTeam(sites, scope), eq(sites.id, siteId)))
    .returning({ uuid: sites.uuid })
  if (!site) throw new Refusal('not_found', 'Site not found.')
  services.siteCache.invalidateOnCommit(tx, site.uuid)
}

function mergedBoost(
  { visitorBoost, visitorBoostExpiresAt }: typeof teams | typeof sites,
  { units, expiresAt }: Boost,
  at: Date,
) {
  const runs = sql`${visitorBoostExpiresAt} > ${at.toISOString()}::timestamptz`
  return {
    visitorBoost: sql`case when ${runs} then ${visitorBoost} else 0 end + ${units}`,
    // greatest() ignores null, and a time in the past is smaller.
    visitorBoostExpiresAt: sql`greatest(${visitorBoostExpiresAt}, ${expiresAt.toISOString()}::timestamptz)`,
    updatedAt: at,
  }
}

async function changePlanAndMeter(
  tx: Transaction,
  { siteCache, now }: Pick<Services, 'siteCache' | 'now'>,
  { scope, work }: { scope: TeamScope; work: (at: Date) => Promise<void> },
): Promise<void> {
  const at = now()
  await work(at)
  await reconcileMeter(tx, scope, at)
  const rows = await tx.select({ uuid: sites.uuid }).from(sites).where(inTeam(sites, scope))
  for (const { uuid } of rows) siteCache.invalidateOnCommit(tx, uuid)
}

/**
 * Applies the new limit to this month's meter. Resets the notices about a lower limit, so that the
 * owner is notified about the new one.
 */
async function reconcileMeter(tx: Queries, team: TeamScope, at: Date): Promise<void> {
  await tx
    .update(meters)
    .set({
      limitReachedAt: sql`case when ${isLimitReached(at)}
        then coalesce(${meters.limitReachedAt}, ${at.toISOString()}::timestamptz) end`,
      mailedPercent: sql`least(${meters.mailedPercent}, ${reachedStep(at)})`,
    })
    .from(teams)
    .where(and(eq(teams.id, meters.teamId), inTeam(meters, team), eq(meters.month, monthOf(at))))
}
