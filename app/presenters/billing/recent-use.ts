/** A team's use in the last 30 days, and what it would have been on a plan. Without I/O. */
import type { MeteredUnit } from '#app/domain/plans/catalog.ts'
import { forecastUsage } from '#app/domain/plans/forecast.ts'
import { dayMillis } from '#app/lib/time.ts'

/** About a month, so that a plan's monthly limit compares with it. */
export const recentDays = 30
export const recentMillis = recentDays * dayMillis

export type RecentUse = {
  used: Readonly<Record<MeteredUnit, number>>
  /** How long use was counted. */
  countedMillis: number
  /** Why it was counted for less than 30 days. Null: it was counted for all of them. */
  gap: 'new' | 'paused' | null
}

/** The part of the use that plans of one unit are compared with. */
export type RecentUnits = {
  meteredBy: MeteredUnit
  used: number
  /** In 30 days: as counted, or projected where there is a gap. Null: too little to project from. */
  estimate: number | null
  gap: RecentUse['gap']
  /** Whole days in which use was counted. */
  days: number
}

export function recentUnits(
  { used, countedMillis, gap }: RecentUse,
  meteredBy: MeteredUnit,
): RecentUnits {
  const counted = used[meteredBy]
  const projected = forecastUsage({
    used: counted,
    since: new Date(0),
    until: new Date(countedMillis),
    end: new Date(recentMillis),
  })
  const estimate = gap === null ? counted : projected
  return {
    meteredBy,
    used: counted,
    // No use shows nothing about the use to come.
    estimate: counted === 0 ? null : estimate,
    gap,
    days: Math.floor(countedMillis / dayMillis),
  }
}

export type RecentOutcome = 'covered' | 'reached' | 'unknown'

/** @param limit per month; null: unlimited */
export function recentOutcome(
  { used, estimate }: RecentUnits,
  limit: number | null,
): RecentOutcome {
  if (limit !== null && used >= limit) return 'reached'
  if (estimate === null) return 'unknown'
  return limit === null || estimate < limit ? 'covered' : 'reached'
}

type Pauses = {
  now: Date
  createdAt: Date
  months: readonly { month: string; limitReachedAt: Date | null }[]
}

/** How much of the last 30 days was counted: not before the team, and not while its limit paused nudges. */
export function countedSpan({
  now,
  createdAt,
  months,
}: Pauses): Pick<RecentUse, 'countedMillis' | 'gap'> {
  const from = Math.max(now.getTime() - recentMillis, createdAt.getTime())
  let paused = 0
  for (const { month, limitReachedAt } of months) {
    if (limitReachedAt === null) continue
    const start = new Date(month)
    const end = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1)
    const [since, until] = [Math.max(limitReachedAt.getTime(), from), Math.min(end, now.getTime())]
    paused += Math.max(0, until - since)
  }
  const isNew = createdAt.getTime() > now.getTime() - recentMillis
  return {
    countedMillis: now.getTime() - from - paused,
    gap: paused > 0 ? 'paused' : isNew ? 'new' : null,
  }
}
