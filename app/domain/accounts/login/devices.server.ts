/** The browsers in which a person is logged in. */
import { and, desc, eq, gt } from 'drizzle-orm'
import { sessions } from '#app/db/schema/index.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import { impersonationColumns, recordImpersonationEnds } from '../staff/impersonation-end.server.ts'
import { endSessions } from './sessions.server.ts'

export type SessionDevice = {
  id: string
  /** Browser and system, as the browser names itself; null when it said nothing that is known. */
  name: string | null
  /** The one that asks. */
  isThis: boolean
  startedAt: Date
  /** Exact to an hour. */
  lastUsedAt: Date
}

/** The newest use first. */
export async function listDevices(
  { db, now }: Services,
  userId: number,
  sessionToken: string,
): Promise<SessionDevice[]> {
  const currentHash = tokenHash(sessionToken)
  const rows = await db.system
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
  return rows.map(({ id, deviceName, tokenHash: hash, createdAt, lastUsedAt }) => ({
    id,
    name: deviceName,
    isThis: hash.equals(currentHash),
    startedAt: createdAt,
    lastUsedAt,
  }))
}

/** Logs one of the person's browsers out. Another person's is not touched. */
export async function endDevice({ db, now }: Services, userId: number, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
      .returning(impersonationColumns)
    await recordImpersonationEnds(tx, ended, {
      at: now(),
      act: 'impersonation.cut-off',
      address: '',
    })
  })
}

/** Logs every other browser of the person out. @param sessionToken of the one that asks */
export async function endOtherDevices(
  { db, now }: Services,
  userId: number,
  sessionToken: string,
): Promise<void> {
  await db.transaction((tx) => endSessions(tx, { userId, at: now(), exceptToken: sessionToken }))
}
