/** Sessions of logged-in browsers. */
import { and, eq, gt, isNull, lt, ne, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '#app/db/db.ts'
import { users } from '#app/db/schema/ground.ts'
import { frameSessions, sessions } from '#app/db/schema/accounts.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import { dayMillis, hourMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import {
  endLapsedImpersonation,
  impersonationColumns,
  recordImpersonationEnds,
} from '../staff/impersonation-end.server.ts'
import type { Account } from '../account.ts'
import { hasPasswordOf } from '../account-with-email.server.ts'
import { issueLoginProof, type VerifiedSession } from './login-proof.server.ts'

/** Lifetime of the token cookie. The server can end a session earlier. */
export const sessionDays = 365

/** A session without a request for so long has ended, so an unused browser doesn't stay logged in. */
export const sessionIdleDays = 30

/** Sessions that are neither too old nor idle for too long. */
export const isRunningSession = (at: Date) =>
  and(gt(sessions.expiresAt, at), gt(sessions.lastUsedAt, idleSince(at)))

const idleSince = (at: Date) => new Date(at.getTime() - sessionIdleDays * dayMillis)

/** Last use is written at most this often, so that page views don't cost a write. */
const touchMillis = hourMillis

/** Null when the token is no running session of that person. */
export async function verifySession(
  { db, now }: Pick<Services, 'now'> & { db: { system: Queries } },
  { userId, sessionToken }: { userId: number; sessionToken: string },
): Promise<VerifiedSession | null> {
  const [row] = await db.system
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.tokenHash, tokenHash(sessionToken)),
        isRunningSession(now()),
      ),
    )
  return row ? issueLoginProof('session', userId) : null
}

/** The person whom a member of staff impersonates. */
const target = alias(users, 'target')

/**
 * The account that a token acts for; null when the token is unknown, expired or revoked, or its
 * person is suspended. During
 * impersonation this is another account than the one that logged in. Staff can't be impersonated,
 * and revoking staff ends impersonation immediately.
 */
export async function findSessionAccount(
  services: Services,
  token: string,
): Promise<Account | null> {
  const { db, now } = services
  const at = now()
  const [row] = await db.system
    .select({
      sessionId: sessions.id,
      lastUsedAt: sessions.lastUsedAt,
      secondFactorAt: sessions.secondFactorAt,
      endsAt: sessions.impersonationEndsAt,
      person: {
        id: users.id,
        name: users.name,
        email: users.email,
        emailVerifiedAt: users.emailVerifiedAt,
        isStaff: users.isStaff,
        hasPassword: hasPasswordOf(users),
        photoId: users.photoId,
        currentTeamId: users.currentTeamId,
        currentSiteId: users.currentSiteId,
      },
      other: {
        id: target.id,
        name: target.name,
        email: target.email,
        emailVerifiedAt: target.emailVerifiedAt,
        isStaff: target.isStaff,
        hasPassword: hasPasswordOf(target),
        photoId: target.photoId,
        currentTeamId: target.currentTeamId,
        currentSiteId: target.currentSiteId,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(
      target,
      and(
        eq(target.id, sessions.impersonatesId),
        gt(sessions.impersonationEndsAt, at),
        eq(users.isStaff, true),
        eq(target.isStaff, false),
      ),
    )
    .where(
      and(
        eq(sessions.tokenHash, tokenHash(token)),
        isRunningSession(at),
        isNull(users.suspendedAt),
      ),
    )
  if (!row) return null

  const { sessionId, lastUsedAt, secondFactorAt, endsAt, person: owner, other: impersonated } = row
  if (at.getTime() - lastUsedAt.getTime() > touchMillis) {
    await db.system.update(sessions).set({ lastUsedAt: at }).where(eq(sessions.id, sessionId))
  }
  if (endsAt && !impersonated) await endLapsedImpersonation(services, sessionId)
  const { emailVerifiedAt, ...account } = impersonated ?? owner
  return {
    ...account,
    isVerified: emailVerifiedAt !== null,
    shopProof: null,
    frameSessionId: null,
    // A second factor of the impersonating staff member doesn't count for the impersonated user.
    secondFactorAt: impersonated ? null : secondFactorAt,
    impersonator: impersonated && endsAt ? { id: owner.id, name: owner.name, endsAt } : null,
  }
}

type Ending = {
  userId: number
  at: Date
  /** Session token of the browser that stays logged in. */
  exceptToken?: string | undefined
  /** Session in an admin's frame that stays (`Account.frameSessionId`). */
  exceptFrame?: string | null
}

/** Ends all sessions of a person, those in frames of other systems’ admins included. */
export async function endSessions(
  tx: Queries,
  { userId, at, exceptToken, exceptFrame = null }: Ending,
): Promise<void> {
  const others =
    exceptToken === undefined ? undefined : ne(sessions.tokenHash, tokenHash(exceptToken))
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .returning(impersonationColumns)
  const otherFrames = exceptFrame === null ? undefined : ne(frameSessions.id, exceptFrame)
  await tx.delete(frameSessions).where(and(eq(frameSessions.userId, userId), otherFrames))
  await recordImpersonationEnds(tx, ended, { at, act: 'impersonation.cut-off', address: '' })
}

/**
 * Logs out: ends the session, and its impersonation. Does nothing for an unknown token.
 *
 * @param address the client's network address, for the record
 */
export async function endSession(
  { db, now }: Services,
  token: string,
  address: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(eq(sessions.tokenHash, tokenHash(token)))
      .returning(impersonationColumns)
    await recordImpersonationEnds(tx, ended, {
      at: now(),
      act: 'impersonation.logged-out',
      address,
    })
  })
}

/** Removes expired and idle sessions. Called by a job. */
export async function sweepSessions({ db, now }: Services): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(or(lt(sessions.expiresAt, at), lt(sessions.lastUsedAt, idleSince(at))))
      .returning(impersonationColumns)
    await recordImpersonationEnds(tx, ended, { at, act: 'impersonation.cut-off', address: '' })
  })
}
