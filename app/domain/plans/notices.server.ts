/** Which owners have to be told how much of their plan is used, each step once a month. */
import { and, eq, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { meters, teams, users } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'
import { monthOf } from '#app/lib/time.ts'
import { provenTeam } from '#app/domain/scope.ts'
import { reachedStep } from './limit.server.ts'
import { monthAround, readUsage, type PlanUsage } from './meter.server.ts'

/** One step of one team's meter. */
export type UsageNotice = {
  teamId: number
  /** First day of the month: `2026-03-01`. */
  month: string
  percent: number
}

export type UsageNoticeData = PlanUsage & {
  ownerId: number
  ownerEmail: string
  teamName: string
  /** Beginning of the meter's month. */
  month: Date
  /** When the next one begins. */
  renewsAt: Date
}

/** More wait for the next turn: the rows stay locked until the caller commits. */
const mostAtOnce = 500

/**
 * Takes this month's steps that were reached and not told yet, of each team the highest alone. Whoever
 * takes one tells it in the same transaction: another process that looks at the same time waits, and
 * then finds it told.
 */
export async function claimDueNotices(tx: Queries, at: Date): Promise<UsageNotice[]> {
  const month = monthOf(at)
  const step = reachedStep(at)
  // Locked in the order in which collection locks them, so that the two can't wait for each other.
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
 * What the owner is told. Null when it is no longer true, since a mail can wait for its server: the
 * month is over, the plan was raised, or a higher step was reached.
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
  if (row?.step !== percent) return null

  const { createdAt: _createdAt, ...use } = await readUsage(db.system, provenTeam(teamId), at)
  const { from, to } = monthAround(at)
  const { ownerId, ownerEmail, teamName } = row
  return { ...use, ownerId, ownerEmail, teamName, month: from, renewsAt: to }
}
