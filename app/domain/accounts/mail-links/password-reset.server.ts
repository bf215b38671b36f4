/**
 * Password reset by email. A link is valid once, for 60 minutes, and only its hash is stored, so a
 * stolen database resets nothing.
 */
import { and, eq, gt, lt } from 'drizzle-orm'
import { users } from '#app/db/schema/ground.ts'
import { passwordResets } from '#app/db/schema/accounts.ts'
import { newSessionToken, tokenHash } from '#app/lib/security/tokens.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { accountWithEmail } from '../account-with-email.server.ts'
import { proveAddress } from '../address-proof.server.ts'
import { accountEmailJobs } from '../jobs.ts'
import { refuseCommonPassword } from '../common-passwords.server.ts'
import { lockUser } from '../lock-user.server.ts'
import { storePassword } from '../store-password.server.ts'

export const resetMinutes = 60

/**
 * Sends a link if the address has an account. Takes the same steps for every address, so that
 * neither the response nor its timing reveals whether there is one.
 *
 * @param address the client's network address, for the limits
 * @throws Refusal `too_many`
 */
export async function requestPasswordReset(
  { db, jobs, security: { rateLimits } }: Services,
  email: string,
  address: string,
): Promise<void> {
  await rateLimits.consume('mail', email, address)
  const [user] = await db.system.select({ id: users.id }).from(users).where(accountWithEmail(email))
  await jobs.send(accountEmailJobs.reset, { userId: user?.id ?? 0 })
}

/**
 * Creates a link, which invalidates the previous one; null when there is no such account. A link to an
 * address ends when the address is replaced, so it is read under the lock of that.
 */
export async function createResetLink(
  { db, config, now }: Services,
  userId: number,
): Promise<{ email: string; link: string } | null> {
  const token = newSessionToken()
  const at = now()
  const row = {
    tokenHash: tokenHash(token),
    createdAt: at,
    expiresAt: new Date(at.getTime() + resetMinutes * minuteMillis),
  }
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) return null
    await tx
      .insert(passwordResets)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: passwordResets.userId, set: row })
    return { email: user.email, link: `${config.appUrl}/auth/reset/${token}` }
  })
}

type OpenReset = {
  userId: number
  email: string
  name: string
  /** Whether a new password proves the address for the first time, see address-proof.server.ts. */
  isFirstProof: boolean
}

/**
 * The account whose password a link can change; null when the link expired, was used or never
 * existed.
 */
export async function findPasswordReset(
  { db, now }: Services,
  token: string,
): Promise<OpenReset | null> {
  const [found] = await db.system
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      provenAt: users.emailVerifiedAt,
    })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(passwordResets.tokenHash, tokenHash(token)), gt(passwordResets.expiresAt, now())))
  if (!found) return null
  const { provenAt, ...open } = found
  return { ...open, isFirstProof: provenAt === null }
}

/**
 * Sets the password, ends all sessions and logins through shops' admins, and notifies the person by email. An address that wasn't proven
 * is from then on. False when the link is no longer valid.
 *
 * @throws Refusal `invalid` at the password field
 */
export async function resetPassword(
  services: Services,
  token: string,
  password: string,
): Promise<boolean> {
  const {
    db,
    jobs,
    now,
    security: { passwords, rateLimits },
  } = services
  const found = await findPasswordReset(services, token)
  if (!found) return false
  await refuseCommonPassword('password', password, found)

  const passwordHash = await passwords.hash(password)
  const at = now()
  const { userId, email } = found
  const isTaken = await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    // Deleting the row makes the link work once, even for concurrent requests.
    const taken = await tx
      .delete(passwordResets)
      .where(and(eq(passwordResets.userId, userId), eq(passwordResets.tokenHash, tokenHash(token))))
      .returning({ userId: passwordResets.userId })
    if (taken.length === 0) return false
    // Opening the link proves the email address. The first proof ends more than the new password does, and
    // looks at the logins through shops that it would end.
    const removed = await proveAddress(tx, { userId, at, by: 'mailbox' })
    const shopLogins = await storePassword(tx, { userId, passwordHash, at })
    const changed = { userId, at: at.getTime(), removed, shopLogins }
    await jobs.send(accountEmailJobs.passwordChanged, changed, tx)
    return true
  })
  if (isTaken) await rateLimits.reset('login', email)
  return isTaken
}

/** Removes expired links. Called by a job. */
export async function sweepPasswordResets({ db, now }: Services): Promise<void> {
  await db.system.delete(passwordResets).where(lt(passwordResets.expiresAt, now()))
}
