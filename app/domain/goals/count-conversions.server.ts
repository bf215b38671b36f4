/**
 * The one count of conversions, for the goal screen, the statistics, their files and the reports.
 * A conversion counts on the day it was reached, in the site's time zone. A page, the shop's server or both can
 * report it. Bots and repeats are never stored, and a deleted goal takes its conversions with
 * it.
 */
import { and, asc, count, eq, gte, lt, max, sql, sum } from 'drizzle-orm'
import { goalConversions, goals } from '#app/db/schema/goals.ts'
import type { Services } from '#app/services.ts'
import { gridOf, spanOf, type Days } from '#app/lib/days/counted-days.ts'
import type { SiteScope } from '#app/domain/scope.ts'
import { inSite } from '#app/domain/scope-conditions.server.ts'

/** By day, of all goals or one. Omits days without conversions. */
export async function countConversionsByDay(
  { db }: Services,
  site: SiteScope,
  { goalId, ...days }: Days & { goalId?: number },
): Promise<Map<string, number>> {
  const grid = gridOf(site.timeZone, days)
  const starts = grid.starts.map((start) => start.toISOString())
  const place = sql<number>`width_bucket(${goalConversions.reachedAt}, ${sql.param(starts)}::timestamptz[]) - 1`
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({ place, conversions: count() })
      .from(goalConversions)
      .where(
        and(
          reachedOn(site, days),
          goalId === undefined ? undefined : eq(goalConversions.goalId, goalId),
        ),
      )
      // By its place, because the expression's parameters would differ.
      .groupBy(sql`1`),
  )
  return new Map(rows.map((row) => [grid.days[row.place] ?? '', row.conversions]))
}

export type GoalConversions = {
  /** The goal's id. */
  id: number
  uuid: string
  name: string
  conversions: number
  /** By currency, in cents. Excludes conversions without an amount. */
  amounts: { currency: string; cents: number }[]
  lastConversionAt: Date
}

/** By goal, oldest first. Omits goals without conversions. */
export async function countConversionsByGoal(
  { db }: Services,
  site: SiteScope,
  days: Days,
): Promise<GoalConversions[]> {
  const rows = await db.asTeam(site, (tx) =>
    tx
      .select({
        id: goals.id,
        uuid: goals.uuid,
        name: goals.name,
        currency: goalConversions.currency,
        conversions: count(),
        cents: sum(goalConversions.amountCents),
        lastConversionAt: max(goalConversions.reachedAt),
      })
      .from(goalConversions)
      .innerJoin(goals, eq(goals.id, goalConversions.goalId))
      .where(reachedOn(site, days))
      .groupBy(goals.id, goalConversions.currency)
      .orderBy(asc(goals.id), asc(goalConversions.currency)),
  )

  const counted = new Map<number, GoalConversions>()
  for (const { id, uuid, name, currency, conversions, cents, lastConversionAt } of rows) {
    if (lastConversionAt === null) continue
    const goal = counted.get(id) ?? {
      id,
      uuid,
      name,
      lastConversionAt,
      conversions: 0,
      amounts: [],
    }
    goal.conversions += conversions
    if (lastConversionAt > goal.lastConversionAt) goal.lastConversionAt = lastConversionAt
    if (currency !== null) goal.amounts.push({ currency, cents: Number(cents ?? 0) })
    counted.set(id, goal)
  }
  return [...counted.values()]
}

/** Conversions that count. */
function reachedOn(site: SiteScope, days: Days) {
  const { from, to } = spanOf(site.timeZone, days)
  return and(
    inSite(goalConversions, site),
    gte(goalConversions.reachedAt, from),
    lt(goalConversions.reachedAt, to),
  )
}
