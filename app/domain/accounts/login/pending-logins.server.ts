/**
 * Logins with a correct password that still need a code. Each belongs to one browser, by its
 * cookie.
 */
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { pendingLogins } from '#app/db/schema/accounts.ts'
import { Refusal } from '#app/lib/errors.ts'
import { newSessionToken, tokenHash } from '#app/lib/security/tokens.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { maxCodeAttempts, pendingMinutes } from '../two-factor/two-factor.ts'
import { requireIssued, type VerifiedPassword, type VerifiedSession } from './login-proof.server.ts'

export type PendingLogin = {
  id: string
  userId: number
  /** Hash of the code sent to the phone; null when none was sent. */
  sentCodeHash: Buffer | null
  expiresAt: Date
}

/** Returns the token for the cookie, which isn't stored. */
export async function startPendingLogin(
  { db, now }: Services,
  proof: VerifiedPassword | VerifiedSession,
  queries?: Queries,
): Promise<{ token: string; login: PendingLogin }> {
  const { userId } = requireIssued(proof)
  const token = newSessionToken()
  const at = now()
  const expiresAt = new Date(at.getTime() + pendingMinutes * minuteMillis)
  const [row] = await (queries ?? db.system)
    .insert(pendingLogins)
    .values({ userId, tokenHash: tokenHash(token), createdAt: at, expiresAt })
    .returning({ id: pendingLogins.id })
  if (!row) throw new Error('The login was not stored.')
  return { token, login: { id: row.id, userId, sentCodeHash: null, expiresAt } }
}

/** The login that a cookie refers to; null when it expired, was completed or never existed. */
export async function findPendingLogin(
  { db, now }: Services,
  token: string | null,
): Promise<PendingLogin | null> {
  if (token === null) return null
  const [row] = await db.system
    .select({
      id: pendingLogins.id,
      userId: pendingLogins.userId,
      sentCodeHash: pendingLogins.sentCodeHash,
      expiresAt: pendingLogins.expiresAt,
    })
    .from(pendingLogins)
    .where(and(eq(pendingLogins.tokenHash, tokenHash(token)), gt(pendingLogins.expiresAt, now())))
  return row ?? null
}

/**
 * Counts an attempt before it is checked, so that concurrent requests get no more than five.
 * Returns its number.
 *
 * @throws Refusal `too_many` from the sixth on, with the time until a new login is possible
 */
export async function countCodeAttempt(
  { db, now }: Services,
  login: PendingLogin,
): Promise<number> {
  const [row] = await db.system
    .update(pendingLogins)
    .set({ tries: sql`${pendingLogins.tries} + 1` })
    .where(and(eq(pendingLogins.id, login.id), lt(pendingLogins.tries, maxCodeAttempts)))
    .returning({ tries: pendingLogins.tries })
  if (row) return row.tries

  const seconds = Math.max(1, Math.ceil((login.expiresAt.getTime() - now().getTime()) / 1000))
  const minutes = Math.ceil(seconds / 60)
  throw new Refusal(
    'too_many',
    `Too many wrong codes. Log in again in ${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfterSeconds: seconds },
  )
}

/** Consumes the login. False when a concurrent request was first: one login becomes one session. */
export async function consumePendingLogin(tx: Queries, { id }: PendingLogin): Promise<boolean> {
  const taken = await tx
    .delete(pendingLogins)
    .where(eq(pendingLogins.id, id))
    .returning({ id: pendingLogins.id })
  return taken.length === 1
}

/** Ends all of a person's pending logins, after their password or second factor changed. */
export async function endPendingLogins(queries: Queries, userId: number): Promise<void> {
  await queries.delete(pendingLogins).where(eq(pendingLogins.userId, userId))
}

/** Removes expired logins. Called by a job. */
export async function sweepPendingLogins({ db, now }: Services): Promise<void> {
  await db.system.delete(pendingLogins).where(lt(pendingLogins.expiresAt, now()))
}
