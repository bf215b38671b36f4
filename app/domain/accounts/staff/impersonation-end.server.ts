/**
 * Records the end of impersonation exactly once, with its cause. Code that removes it from a
 * session, or deletes the session, calls this with the affected rows, so that two callers never
 * record the same end.
 */
import { and, eq, inArray, isNotNull, lte, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sessions, staffActs } from '#app/db/schema/accounts.ts'
import type { Services } from '#app/services.ts'

/** Columns of a session as they were before the end. */
export const impersonationColumns = {
  staffId: sessions.userId,
  userId: sessions.impersonatesId,
  endsAt: sessions.impersonationEndsAt,
}
type Carrier = { staffId: number; userId: number | null; endsAt: Date | null }

export type ImpersonationEnd = {
  at: Date
  /** The cause, unless it had expired before. */
  act: 'impersonation.ended' | 'impersonation.logged-out' | 'impersonation.cut-off'
  /** Network address of the request; empty when the staff member sent none. */
  address: string
}

/** Records the end for those sessions that had an impersonation. */
export async function recordImpersonationEnds(
  tx: Queries,
  carriers: readonly Carrier[],
  { at, act, address }: ImpersonationEnd,
): Promise<void> {
  const ends = carriers.flatMap(({ staffId, userId, endsAt }) => {
    if (!endsAt) return []
    const isOver = endsAt <= at
    const how = isOver
      ? { act: 'impersonation.expired' as const, address: '', createdAt: endsAt }
      : { act, address, createdAt: at }
    return [{ staffId, userId, ...how }]
  })
  if (ends.length > 0) await tx.insert(staffActs).values(ends)
}

/**
 * Ends an impersonation without a request of the staff member: it expired, or they are no longer
 * staff.
 */
export async function endLapsedImpersonation(services: Services, sessionId: string): Promise<void> {
  await endImpersonations(services, eq(sessions.id, sessionId))
}

/** Ends expired impersonations of sessions without further requests. Called by a job. */
export async function sweepImpersonations(services: Services): Promise<void> {
  await endImpersonations(services, lte(sessions.impersonationEndsAt, services.now()))
}

async function endImpersonations({ db, now }: Services, which: SQL): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    const carriers = await tx
      .select({ id: sessions.id, ...impersonationColumns })
      .from(sessions)
      .where(and(which, isNotNull(sessions.impersonationEndsAt)))
      .for('update')
    if (carriers.length === 0) return
    const ids = carriers.map(({ id }) => id)
    await tx
      .update(sessions)
      .set({ impersonatesId: null, impersonationEndsAt: null })
      .where(inArray(sessions.id, ids))
    await recordImpersonationEnds(tx, carriers, { at, act: 'impersonation.cut-off', address: '' })
  })
}
