/** Signed-in browsers. */
import { and, eq, gt, lt, ne } from 'drizzle-orm'
import type { Queries } from '../../db/db.ts'
import { sessions, users } from '../../db/schema/index.ts'
import { newSessionToken, tokenHash } from '../../lib/token-text.server.ts'
import type { Services } from '../../services.ts'
import type { Account } from './account.ts'
import { nameDevice } from './device-name.server.ts'

/** Spec §9: the token cookie lives 365 days; the server may end it earlier. */
export const sessionDays = 365

const dayMillis = 86_400_000
/** Last use is written at most this often: a page view must not cost a write. */
const touchMillis = 60 * 60 * 1000

/**
 * The token for the cookie. It is known here once and never again.
 *
 * @param userAgent the browser's header, for the list of devices
 */
export async function startSession(
  { db, now }: Services,
  userId: number,
  userAgent: string | null,
): Promise<string> {
  const token = newSessionToken()
  const at = now()
  await db.system.insert(sessions).values({
    userId,
    tokenHash: tokenHash(token),
    deviceName: nameDevice(userAgent),
    createdAt: at,
    lastUsedAt: at,
    expiresAt: new Date(at.getTime() + sessionDays * dayMillis),
  })
  return token
}

/** Who the token belongs to, or null when it is unknown, ended or too old. */
export async function findAccount({ db, now }: Services, token: string): Promise<Account | null> {
  const at = now()
  const [row] = await db.system
    .select({
      sessionId: sessions.id,
      lastUsedAt: sessions.lastUsedAt,
      id: users.id,
      name: users.name,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      isAdmin: users.isAdmin,
      currentTeamId: users.currentTeamId,
      currentSiteId: users.currentSiteId,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash(token)), gt(sessions.expiresAt, at)))
  if (!row) return null

  const { sessionId, lastUsedAt, emailVerifiedAt, ...account } = row
  if (at.getTime() - lastUsedAt.getTime() > touchMillis) {
    await db.system.update(sessions).set({ lastUsedAt: at }).where(eq(sessions.id, sessionId))
  }
  return { ...account, isVerified: emailVerifiedAt !== null }
}

/**
 * Ends every sign-in of a person.
 *
 * @param exceptToken of the browser that stays signed in
 */
export async function endSessions(
  queries: Queries,
  userId: number,
  exceptToken?: string,
): Promise<void> {
  const others =
    exceptToken === undefined ? undefined : ne(sessions.tokenHash, tokenHash(exceptToken))
  await queries.delete(sessions).where(and(eq(sessions.userId, userId), others))
}

/** Ends one sign-in. Ending an unknown one is no error. */
export async function endSession({ db }: Services, token: string): Promise<void> {
  await db.system.delete(sessions).where(eq(sessions.tokenHash, tokenHash(token)))
}

/** Removes what expired; a job calls it. */
export async function sweepSessions({ db, now }: Services): Promise<void> {
  await db.system.delete(sessions).where(lt(sessions.expiresAt, now()))
}
