/**
 * How it ends that a member of staff stands in for a person: each end is on record once, with what ended
 * it (T06, security.md). Whoever takes it off a session, or the session away, records it here, with the
 * rows in hand: so no two can record the same.
 */
import { and, eq, inArray, isNotNull, lte, type SQL } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sessions, staffActs } from '#app/db/schema/index.ts'
import type { Services } from '#app/services.ts'

/** Of a session, as they stood before the end. */
export const impersonationColumns = {
  staffId: sessions.userId,
  userId: sessions.impersonatesId,
  endsAt: sessions.impersonationEndsAt,
}
type Carrier = { staffId: number; userId: number | null; endsAt: Date | null }

export type ImpersonationEnd = {
  at: Date
  /** What ended it, unless its time was over already. */
  act: 'impersonation.ended' | 'impersonation.logged-out' | 'impersonation.cut-off'
  /** The network address that it came from; empty when no request of the staff member's ended it. */
  address: string
}

/** Records the end of those among the sessions that carried one. */
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
 * A session whose owner is the own self again, although nobody ended it: the hour is over, or the right
 * to it is gone.
 */
export async function endLapsedImpersonation(services: Services, sessionId: string): Promise<void> {
  await endImpersonations(services, eq(sessions.id, sessionId))
}

/** Ends what ran out and was not asked for since; a job calls it. */
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
