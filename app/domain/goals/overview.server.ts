/** Conversions for the goal screens. */
import { createHash } from 'node:crypto'
import { and, desc, eq, gte, inArray, max, sql } from 'drizzle-orm'
import { goalConversions } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'
import { goalDays, type Goal } from './goal.ts'
import { listGoals, readGoal } from './goals.server.ts'

export type Reached = {
  lastConversionAt: Date | null
  conversions: number
  /** In the previous period. */
  previousConversions: number
  /** Value of the period's conversions by currency. */
  amounts: { currency: string; cents: number }[]
}

export type ReachedGoal = Goal & { reached: Reached }

const never: Reached = {
  lastConversionAt: null,
  conversions: 0,
  previousConversions: 0,
  amounts: [],
}

/** Oldest first. */
export async function listReachedGoals(
  services: Services,
  site: SiteScope,
): Promise<{ goals: ReachedGoal[]; now: Date }> {
  const now = services.now()
  const goals = await listGoals(services, site)
  const reached = await readReached(services, site, now)
  const inactive = goals.filter(({ id }) => !reached.has(id)).map(({ id }) => id)
  const lastConversions = await readLastConversions(services, site, inactive)

  return {
    goals: goals.map((goal) => ({
      ...goal,
      reached: reached.get(goal.id) ?? {
        ...never,
        lastConversionAt: lastConversions.get(goal.id) ?? null,
      },
    })),
    now,
  }
}

async function readReached({ db }: Services, site: SiteScope, now: Date) {
  const from = new Date(now.getTime() - goalDays * dayMillis).toISOString()
  const before = new Date(now.getTime() - 2 * goalDays * dayMillis)
  const isCurrent = sql`${goalConversions.reachedAt} >= ${from}::timestamptz`
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({
        goalId: goalConversions.goalId,
        currency: goalConversions.currency,
        lastConversionAt: max(goalConversions.reachedAt),
        conversions: sql<number>`(count(*) filter (where ${isCurrent}))::int`,
        previousConversions: sql<number>`(count(*) filter (where not ${isCurrent}))::int`,
        cents: sql<string | null>`sum(${goalConversions.amountCents}) filter (where ${isCurrent})`,
      })
      .from(goalConversions)
      .where(and(inSite(goalConversions, site), gte(goalConversions.reachedAt, before)))
      .groupBy(goalConversions.goalId, goalConversions.currency),
  )

  const reached = new Map<number, Reached>()
  for (const {
    goalId,
    currency,
    lastConversionAt,
    conversions,
    previousConversions,
    cents,
  } of rows) {
    const known = reached.get(goalId) ?? never
    reached.set(goalId, {
      lastConversionAt: laterOf(known.lastConversionAt, lastConversionAt),
      conversions: known.conversions + conversions,
      previousConversions: known.previousConversions + previousConversions,
      amounts:
        currency === null || cents === null
          ? known.amounts
          : [...known.amounts, { currency, cents: Number(cents) }],
    })
  }
  return reached
}

/** For goals without recent conversions. Uses the key of conversions, so it reads only theirs. */
async function readLastConversions({ db }: Services, site: SiteScope, goalIds: readonly number[]) {
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

const laterOf = (one: Date | null, other: Date | null) =>
  one !== null && (other === null || one > other) ? one : other
