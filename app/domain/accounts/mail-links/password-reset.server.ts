/** A new password for who forgot the old one. Security.md T07: 60 minutes, once, only its hash is kept. */
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { passwordResets, users } from '#app/db/schema/index.ts'
import { newSessionToken, tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import { accountEmailJobs } from '../account-email-jobs.ts'
import { refuseCommonPassword } from '../common-passwords.server.ts'
import { storePassword } from '../store-password.server.ts'

export const resetMinutes = 60

/**
 * Has a link sent to the address, when it has an account. Takes the same steps for every address, so
 * that neither words nor time tell whether there is one.
 *
 * @param address the client's network address, for the limits
 * @throws Refusal `too_many`
 */
export async function requestPasswordReset(
  { db, rateLimits, jobs }: Services,
  email: string,
  address: string,
): Promise<void> {
  await rateLimits.consume('mail', email, address)
  const [user] = await db.system.select({ id: users.id }).from(users).where(eq(users.email, email))
  await jobs.send(accountEmailJobs.reset, { userId: user?.id ?? 0 })
}

/** A new link, which ends the one before it; null when there is no such account. */
export async function createResetLink(
  { db, config, now }: Services,
  userId: number,
): Promise<{ email: string; link: string } | null> {
  const [user] = await db.system
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) return null

  const token = newSessionToken()
  const at = now()
  const row = {
    tokenHash: tokenHash(token),
    createdAt: at,
    expiresAt: new Date(at.getTime() + resetMinutes * 60_000),
  }
  await db.system
    .insert(passwordResets)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: passwordResets.userId, set: row })
  return { email: user.email, link: `${config.appUrl}/auth/reset/${token}` }
}

/** Whose password the link may change, or null when it expired, was used or was never made. */
export async function findPasswordReset(
  { db, now }: Services,
  token: string,
): Promise<{ userId: number; email: string; name: string } | null> {
  const [found] = await db.system
    .select({ userId: users.id, email: users.email, name: users.name })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(passwordResets.tokenHash, tokenHash(token)), gt(passwordResets.expiresAt, now())))
  return found ?? null
}

/**
 * Sets the password; every sign-in of the account ends, and the person is told by mail. False when the
 * link holds no longer.
 *
 * @throws Refusal `invalid` at the password field
 */
export async function resetPassword(
  services: Services,
  token: string,
  password: string,
): Promise<boolean> {
  const { db, passwords, rateLimits, jobs, now } = services
  const found = await findPasswordReset(services, token)
  if (!found) return false
  await refuseCommonPassword('password', password, found)

  const passwordHash = await passwords.hash(password)
  const at = now()
  const { userId, email } = found
  const isTaken = await db.transaction(async (tx) => {
    // Whoever takes the row away is the one use.
    const taken = await tx
      .delete(passwordResets)
      .where(and(eq(passwordResets.userId, userId), eq(passwordResets.tokenHash, tokenHash(token))))
      .returning({ userId: passwordResets.userId })
    if (taken.length === 0) return false
    await storePassword(tx, { userId, passwordHash, at })
    // Who opened the mail has the address.
    await tx
      .update(users)
      .set({ emailVerifiedAt: at })
      .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    await jobs.send(accountEmailJobs.passwordChanged, { userId, at: at.getTime() }, tx)
    return true
  })
  if (isTaken) await rateLimits.reset('login', email)
  return isTaken
}

/** Removes links that ran out; a job calls it. */
export async function sweepPasswordResets({ db, now }: Services): Promise<void> {
  await db.system.delete(passwordResets).where(lt(passwordResets.expiresAt, now()))
}
