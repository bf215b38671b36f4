/** What the screens of goals show of how often they were reached. */
import { createHash } from 'node:crypto'
import { and, desc, eq, gte, inArray, max, sql } from 'drizzle-orm'
import { goalHits } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { dayMillis } from '#app/lib/time.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { goalDays, type Goal } from './goal.ts'
import { listGoals, readGoal } from './goals.server.ts'

export type Reached = {
  lastHitAt: Date | null
  hits: number
  /** Of the period before. */
  hitsBefore: number
  /** What the hits of the period are worth, by currency. */
  amounts: { currency: string; cents: number }[]
}

export type ReachedGoal = Goal & { reached: Reached }

const never: Reached = { lastHitAt: null, hits: 0, hitsBefore: 0, amounts: [] }

/** Oldest first. */
export async function listReachedGoals(
  services: Services,
  site: SiteScope,
): Promise<{ goals: ReachedGoal[]; now: Date }> {
  const now = services.now()
  const goals = await listGoals(services, site)
  const reached = await readReached(services, site, now)
  const silent = goals.filter(({ id }) => !reached.has(id)).map(({ id }) => id)
  const lastHits = await readLastHits(services, site, silent)

  return {
    goals: goals.map((goal) => ({
      ...goal,
      reached: reached.get(goal.id) ?? { ...never, lastHitAt: lastHits.get(goal.id) ?? null },
    })),
    now,
  }
}

async function readReached({ db }: Services, site: SiteScope, now: Date) {
  const from = new Date(now.getTime() - goalDays * dayMillis).toISOString()
  const before = new Date(now.getTime() - 2 * goalDays * dayMillis)
  const isCurrent = sql`${goalHits.reachedAt} >= ${from}::timestamptz`
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({
        goalId: goalHits.goalId,
        currency: goalHits.currency,
        lastHitAt: max(goalHits.reachedAt),
        hits: sql<number>`(count(*) filter (where ${isCurrent}))::int`,
        hitsBefore: sql<number>`(count(*) filter (where not ${isCurrent}))::int`,
        cents: sql<string | null>`sum(${goalHits.amountCents}) filter (where ${isCurrent})`,
      })
      .from(goalHits)
      .where(and(ofSite(site), gte(goalHits.reachedAt, before)))
      .groupBy(goalHits.goalId, goalHits.currency),
  )

  const reached = new Map<number, Reached>()
  for (const { goalId, currency, lastHitAt, hits, hitsBefore, cents } of rows) {
    const known = reached.get(goalId) ?? never
    reached.set(goalId, {
      lastHitAt: laterOf(known.lastHitAt, lastHitAt),
      hits: known.hits + hits,
      hitsBefore: known.hitsBefore + hitsBefore,
      amounts:
        currency === null || cents === null
          ? known.amounts
          : [...known.amounts, { currency, cents: Number(cents) }],
    })
  }
  return reached
}

/** Of goals that nobody reached for long: by the hits' key that is a look at theirs alone. */
async function readLastHits({ db }: Services, site: SiteScope, goalIds: readonly number[]) {
  if (goalIds.length === 0) return new Map<number, Date | null>()
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({ goalId: goalHits.goalId, at: max(goalHits.reachedAt) })
      .from(goalHits)
      .where(and(ofSite(site), inArray(goalHits.goalId, [...goalIds])))
      .groupBy(goalHits.goalId),
  )
  return new Map(rows.map(({ goalId, at }) => [goalId, at]))
}

export type Hit = {
  /** Names the hit, and nobody who reached the goal. */
  id: string
  source: 'pixel' | 'rest_api' | 'activity'
  amountCents: number | null
  currency: string | null
  reachedAt: Date
}

const hitsShown = 10
const hitDays = 7

/**
 * One goal and its latest hits of the last days.
 *
 * @throws Refusal `not_found`
 */
export async function readGoalHits(
  services: Services,
  site: SiteScope,
  uuid: string,
): Promise<{ goal: Goal; hits: Hit[]; now: Date }> {
  const now = services.now()
  const goal = await readGoal(services, site, uuid)
  const since = new Date(now.getTime() - hitDays * dayMillis)
  const rows = await services.db.asTeam(site, (tx) =>
    tx
      .select({
        key: goalHits.uniqueKey,
        source: goalHits.source,
        amountCents: goalHits.amountCents,
        currency: goalHits.currency,
        reachedAt: goalHits.reachedAt,
      })
      .from(goalHits)
      .where(and(ofSite(site), eq(goalHits.goalId, goal.id), gte(goalHits.reachedAt, since)))
      .orderBy(desc(goalHits.reachedAt))
      .limit(hitsShown),
  )
  return { goal, hits: rows.map(({ key, ...hit }) => ({ id: nameOf(key), ...hit })), now }
}

/** A key may hold the number of an order, or what a visitor is known by. */
const nameOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 16)

const ofSite = ({ teamId, siteId }: SiteScope) =>
  and(eq(goalHits.teamId, teamId), eq(goalHits.siteId, siteId))

const laterOf = (one: Date | null, other: Date | null) =>
  one !== null && (other === null || one > other) ? one : other
