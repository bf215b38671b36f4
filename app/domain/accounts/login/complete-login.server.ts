/**
 * The second step of a login with two-factor authentication: from a correct password to a session.
 */
import { timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { twoFactors } from '#app/db/schema/accounts.ts'
import { users } from '#app/db/schema/ground.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import { lockUser } from '../lock-user.server.ts'
import { loggedIn, loginRefused, refuseCredentials } from './credentials.server.ts'
import { normalizeCrockford } from '../two-factor/crockford.server.ts'
import {
  issueLoginProof,
  requireIssued,
  type VerifiedCode,
  type VerifiedPassword,
} from './login-proof.server.ts'
import {
  countCodeAttempt,
  startPendingLogin,
  consumePendingLogin,
  type PendingLogin,
} from './pending-logins.server.ts'
import { refuseSuspended } from './suspension.server.ts'
import { consumeRecoveryCode } from '../two-factor/recovery-codes.server.ts'
import { endSessions } from './sessions.server.ts'
import { storeSession } from './store-session.server.ts'
import { isSmsCode, sendLoginSmsCode } from '../two-factor/sms-code.server.ts'
import { SmsNotAccepted } from '../two-factor/sms-sender.ts'
import { notifySecurityEvent } from '../notify-security-event.server.ts'
import { findTwoFactor, removeTwoFactor, consumeAppCode } from '../two-factor/two-factor.server.ts'
import { maxCodeAttempts } from '../two-factor/two-factor.ts'

/** The client that logs in. */
export type LoginClient = {
  /** User-Agent header, for the list of devices. */
  userAgent: string | null
  /** The client's network address, for the limits. */
  address: string
}

/** The result of a correct password: a session, or a pending login that needs a code. */
export type LoginStep = { kind: 'session' | 'pending'; token: string }

/**
 * Also sends the code of people who use text messages. If that fails, the next screen offers to
 * send it again.
 *
 * @throws Refusal `invalid` about the form as a whole when the person is suspended, at the email
 * field when the password was replaced since it was checked
 */
export async function startLogin(
  services: Services,
  proof: VerifiedPassword,
  client: LoginClient,
): Promise<LoginStep> {
  const { userId } = requireIssued(proof)
  await refuseSuspended(services, userId)
  const session = { userAgent: client.userAgent, at: services.now() }
  const { token, pending } = await services.db.transaction(async (tx) => {
    await refuseReplacedPassword(tx, proof)
    const twoFactor = await findTwoFactor({ db: { system: tx } }, userId)
    if (!twoFactor) {
      const passwordOnly = issueLoginProof('password-only', userId)
      return { token: await storeSession(tx, { ...session, proof: passwordOnly }), pending: null }
    }
    const started = await startPendingLogin(services, proof, tx)
    return { token: started.token, pending: { login: started.login, method: twoFactor.method } }
  })
  if (!pending) {
    services.log.info({ userId, by: 'password-only' }, loggedIn)
    return { kind: 'session', token }
  }
  if (pending.method === 'phone') {
    await trySendingLoginCode(services, pending.login, client.address)
  }
  return { kind: 'pending', token }
}

/**
 * A new password ends what the old one opened, also a login whose check took place just before. The lock
 * makes a replacement at the same moment wait, so it finds the session and ends it. A second factor that
 * is turned on at the same moment waits as well. Logins needn't wait for each other, so they share it.
 */
async function refuseReplacedPassword(
  tx: Queries,
  { userId, passwordHash }: VerifiedPassword,
): Promise<void> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash)))
    .for('share')
  if (!row) throw refuseCredentials()
}

async function trySendingLoginCode(
  services: Services,
  login: PendingLogin,
  address: string,
): Promise<void> {
  try {
    await sendLoginSmsCode(services, login, address)
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof SmsNotAccepted)) throw error
    services.log.warn({ err: error, userId: login.userId }, 'a login code was not sent')
  }
}

/**
 * Sends a first or another code for a pending login.
 *
 * @throws Refusal `too_many`, `conflict`, `invalid` about the form when the provider refused it
 */
export async function resendLoginCode(
  services: Services,
  login: PendingLogin,
  address: string,
): Promise<void> {
  try {
    await sendLoginSmsCode(services, login, address)
  } catch (error) {
    if (!(error instanceof SmsNotAccepted)) throw error
    services.log.warn({ err: error, userId: login.userId }, 'a login code was not sent')
    throw refuseField('', 'We couldn’t send the code. Try again or use a recovery code.')
  }
}

/**
 * Completes a login with a code from the app, the one sent for this login, or a recovery code.
 * Returns the new session's token.
 *
 * @throws Refusal `invalid` at the code field, `too_many`
 */
export async function completeLogin(
  services: Services,
  login: PendingLogin,
  { code, userAgent, address }: LoginClient & { code: string },
): Promise<string> {
  const session = await consumeLoginCode(services, { login, code, address }, (tx, { proof, at }) =>
    storeSession(tx, { proof, userAgent, at }),
  )
  services.log.info({ userId: login.userId, by: 'code' }, loggedIn)
  return session
}

/** A right code, and when it was given. */
export type GivenCode = { proof: VerifiedCode; at: Date }

export type SubmittedCode = { login: PendingLogin; code: string; address: string }

/**
 * Counts the attempt, consumes the code and its pending login, and runs the caller's work in the
 * same transaction.
 *
 * @throws Refusal `invalid` at the code field, `too_many`
 */
export async function consumeLoginCode<Outcome>(
  services: Services,
  { login, code, address }: SubmittedCode,
  act: (tx: Queries, given: GivenCode) => Promise<Outcome>,
): Promise<Outcome> {
  const { userId } = login
  const tries = await countCodeAttempt(services, login)
  await services.security.rateLimits.consume('code', String(userId), address)

  const at = services.now()
  const done = await services.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const isTaken = await matchCode(tx, services, { login, code, at })
    if (!isTaken || !(await consumePendingLogin(tx, login))) return null
    return { outcome: await act(tx, { proof: issueLoginProof('code', userId), at }) }
  })
  if (done) {
    await services.security.rateLimits.reset('code', String(userId))
    return done.outcome
  }
  services.log.info({ userId, by: 'code' }, loginRefused)
  // Someone who gets this far knows the password.
  if (tries === maxCodeAttempts)
    await notifySecurityEvent(services, { userId, event: 'codes-refused' })
  throw refuseField('code', 'This code is wrong or has already been used.')
}

type CodeMatch = { login: PendingLogin; code: string; at: Date }

async function matchCode(
  tx: Queries,
  services: Services,
  { login, code, at }: CodeMatch,
): Promise<boolean> {
  const { userId } = login
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) {
    const isTaken = await consumeRecoveryCode(tx, { userId, code, at })
    if (isTaken) await notifySecurityEvent(services, { userId, event: 'recovery-code-used' }, tx)
    return isTaken
  }
  return (
    (await isSmsCode(tx, login, digits)) ||
    consumeAppCode(tx, services, { userId, code: digits, at })
  )
}

/**
 * Completes a login with the emergency token: turns two-factor off, ends all other sessions and
 * notifies the owner. Returns the new session's token.
 *
 * @throws Refusal `invalid` at the token field, `too_many` after three attempts within a minute
 */
export async function completeLoginByEmergencyToken(
  services: Services,
  login: PendingLogin,
  { token, userAgent, address }: LoginClient & { token: string },
): Promise<string> {
  const { userId } = login
  await services.security.rateLimits.consume('emergency', String(userId), address)

  const given = tokenHash(normalizeCrockford(token))
  const at = services.now()
  const session = await services.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const [row] = await tx
      .select({ hash: twoFactors.resetCodeHash })
      .from(twoFactors)
      .where(eq(twoFactors.userId, userId))
      .for('update')
    if (!row?.hash || !timingSafeEqual(row.hash, given)) return null
    // A new password ends the login, and the token is worth nothing without one.
    if (!(await consumePendingLogin(tx, login))) return null
    await removeTwoFactor(tx, userId)
    await endSessions(tx, { userId, at })
    await notifySecurityEvent(services, { userId, event: 'emergency-token-used' }, tx)
    const proof = issueLoginProof('emergency-token', userId)
    return storeSession(tx, { proof, userAgent, at })
  })
  services.log.info({ userId, by: 'emergency-token' }, session === null ? loginRefused : loggedIn)
  // The same message for a wrong token and for one that was used, so it reveals nothing.
  if (session === null) throw refuseField('token', 'The emergency token is invalid.')
  return session
}
