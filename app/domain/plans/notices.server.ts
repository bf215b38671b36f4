/** Notices to owners about plan usage, each step once a month. */
import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { teams, users } from '#app/db/schema/ground.ts'
import { meters } from '#app/db/schema/plans.ts'
import type { Services } from '#app/services.ts'
import { monthOf } from '#app/lib/time.ts'
import { findTeamScope } from '#app/domain/find-scope.server.ts'
import { reachedStep } from './limit.server.ts'
import {
  monthAround,
  readSiteBoosts,
  readUsage,
  type PlanUsage,
  type SiteBoost,
} from './meter.server.ts'

/** One step of one team's meter. */
export type UsageNotice = {
  teamId: number
  /** First day of the month: `2026-03-01`. */
  month: string
  percent: number
}

export type UsageNoticeData = PlanUsage & {
  teamId: number
  ownerId: number
  ownerEmail: string
  teamName: string
  /** Start of the meter's month. */
  month: Date
  /** Start of the next month. */
  renewsAt: Date
  siteBoosts: readonly SiteBoost[]
}

/** More wait for the next run, because the rows stay locked until the caller commits. */
const mostAtOnce = 500

/**
 * Claims steps that were reached this month and not sent, only the highest one per team. The caller
 * stores the email's job in the same transaction: a concurrent process waits, and then finds the
 * step claimed.
 */
export async function claimDueNotices(tx: Queries, at: Date): Promise<UsageNotice[]> {
  const month = monthOf(at)
  const step = reachedStep(at)
  // Locked in the same order as in collection, to avoid deadlocks.
  const due = await tx
    .select({ teamId: meters.teamId, percent: step })
    .from(meters)
    .innerJoin(teams, eq(teams.id, meters.teamId))
    .where(and(eq(meters.month, month), sql`${meters.mailedPercent} < ${step}`))
    .orderBy(meters.teamId)
    .limit(mostAtOnce)
    .for('update', { of: meters })

  for (const { teamId, percent } of due) {
    await tx
      .update(meters)
      .set({ mailedPercent: percent })
      .where(and(eq(meters.teamId, teamId), eq(meters.month, month)))
  }
  return due.map(({ teamId, percent }) => ({ teamId, month, percent }))
}

/**
 * Data for the email. Null when it is outdated, because emails can be delayed: the month is over,
 * the plan was upgraded, or a higher step was reached.
 */
export async function readUsageNotice(
  { db, now }: Services,
  { teamId, month, percent }: UsageNotice,
): Promise<UsageNoticeData | null> {
  const at = now()
  if (monthOf(at) !== month) return null
  const [row] = await db.system
    .select({
      ownerId: users.id,
      ownerEmail: users.email,
      teamName: teams.name,
      step: reachedStep(at),
    })
    .from(meters)
    .innerJoin(teams, eq(teams.id, meters.teamId))
    .innerJoin(users, eq(users.id, teams.ownerId))
    .where(and(eq(meters.teamId, teamId), eq(meters.month, month)))
  const scope = await findTeamScope(db.system, teamId)
  if (row?.step !== percent || !scope) return null

  const { createdAt: _createdAt, ...use } = await readUsage(db.system, scope, at)
  const siteBoosts = await readSiteBoosts(db.system, scope, at)
  const { from, to } = monthAround(at)
  const { ownerId, ownerEmail, teamName } = row
  return { ...use, siteBoosts, teamId, ownerId, ownerEmail, teamName, month: from, renewsAt: to }
}
