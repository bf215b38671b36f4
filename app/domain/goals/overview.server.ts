/** Latest conversions, for the goal screens. */
import { createHash } from 'node:crypto'
import { and, desc, eq, gte, inArray, max } from 'drizzle-orm'
import { goalConversions } from '#app/db/schema/goals.ts'
import type { Services } from '#app/services.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import type { Goal } from './goal.ts'
import { readGoal } from './goals.server.ts'

/**
 * When each of these goals was last reached; omits those that never were. For goals without recent
 * conversions: it uses the key of conversions, so it reads all of theirs, but only theirs.
 */
export async function readLastConversions(
  { db }: Services,
  site: SiteScope,
  goalIds: readonly number[],
): Promise<Map<number, Date | null>> {
  if (goalIds.length === 0) return new Map<number, Date | null>()
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({ goalId: goalConversions.goalId, at: max(goalConversions.reachedAt) })
      .from(goalConversions)
      .where(and(inSite(goalConversions, site), inArray(goalConversions.goalId, [...goalIds])))
      .groupBy(goalConversions.goalId),
  )
  return new Map(rows.map(({ goalId, at }) => [goalId, at]))
}

export type GoalConversion = {
  /** Identifies the conversion, not the visitor. */
  id: string
  source: 'pixel' | 'rest_api' | 'activity'
  amountCents: number | null
  currency: string | null
  reachedAt: Date
}

const conversionsShown = 10
const conversionDays = 7

/**
 * One goal and its latest conversions.
 *
 * @throws Refusal `not_found`
 */
export async function readGoalConversions(
  services: Services,
  site: SiteScope,
  uuid: string,
): Promise<{ goal: Goal; conversions: GoalConversion[]; now: Date }> {
  const now = services.now()
  const goal = await readGoal(services, site, uuid)
  const since = new Date(now.getTime() - conversionDays * dayMillis)
  const rows = await services.db.asTeam(site, (tx) =>
    tx
      .select({
        key: goalConversions.uniqueKey,
        source: goalConversions.source,
        amountCents: goalConversions.amountCents,
        currency: goalConversions.currency,
        reachedAt: goalConversions.reachedAt,
      })
      .from(goalConversions)
      .where(
        and(
          inSite(goalConversions, site),
          eq(goalConversions.goalId, goal.id),
          gte(goalConversions.reachedAt, since),
        ),
      )
      .orderBy(desc(goalConversions.reachedAt))
      .limit(conversionsShown),
  )
  return {
    goal,
    conversions: rows.map(({ key, ...conversion }) => ({ id: nameOf(key), ...conversion })),
    now,
  }
}

/** Hashed, because a key can contain an order number or a visitor's key. */
const nameOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 16)
