/** The browsers in which a person is logged in. */
import { and, desc, eq } from 'drizzle-orm'
import { sessions } from '#app/db/schema/accounts.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '../account.ts'
import { impersonationColumns, recordImpersonationEnds } from '../staff/impersonation-end.server.ts'
import { endSessions, isRunningSession } from './sessions.server.ts'

export type SessionDevice = {
  id: string
  /** Browser and operating system from the User-Agent; null when it isn't recognized. */
  name: string | null
  /** The browser of this request. */
  isThis: boolean
  startedAt: Date
  /** Accurate to an hour. */
  lastUsedAt: Date
}

/** Last used first. */
export async function listDevices(
  { db, now }: Services,
  userId: number,
  sessionToken: string,
): Promise<SessionDevice[]> {
  const currentHash = tokenHash(sessionToken)
  const rows = await db.system
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isRunningSession(now())))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt))
  return rows.map(({ id, deviceName, tokenHash: hash, createdAt, lastUsedAt }) => ({
    id,
    name: deviceName,
    isThis: hash.equals(currentHash),
    startedAt: createdAt,
    lastUsedAt,
  }))
}

/** Logs the person out in one browser. Ignores ids of other people's sessions. */
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

/** Logs the person out in all other browsers and frames. @param sessionToken of the current browser */
export async function endOtherDevices(
  { db, now }: Services,
  { id: userId, frameSessionId: exceptFrame }: Pick<Account, 'id' | 'frameSessionId'>,
  sessionToken: string,
): Promise<void> {
  const ending = { userId, at: now(), exceptToken: sessionToken, exceptFrame }
  await db.transaction((tx) => endSessions(tx, ending))
}
