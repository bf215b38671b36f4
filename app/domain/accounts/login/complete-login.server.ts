/** A login's second step: from a right password to a session, when two-factor is on. */
import { timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { twoFactors } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import { readPaperText } from '../two-factor/crockford.server.ts'
import {
  spendTry,
  startPendingLogin,
  takePendingLogin,
  type PendingLogin,
} from './pending-logins.server.ts'
import { takeRecoveryCode } from '../two-factor/recovery-codes.server.ts'
import { endSessions, startSession, storeSession } from './sessions.server.ts'
import { isSentCode, sendLoginCode } from '../two-factor/sms-code.server.ts'
import { SmsNotTaken } from '../two-factor/sms-sender.ts'
import { tellOwner } from '../notify-security-event.server.ts'
import { findTwoFactor, removeTwoFactor, takeAppCode } from '../two-factor/two-factor.server.ts'
import { codeTries } from '../two-factor/two-factor.ts'

/** From where somebody logs in. */
export type Place = {
  /** The browser's header, for the list of devices. */
  userAgent: string | null
  /** The client's network address, for the limits. */
  address: string
}

/** What a right password leads to: a session, or a login that waits for its code. */
export type Entry = { kind: 'session' | 'pending'; token: string }

/** Who chose text messages is sent one; when that fails, the next screen offers to send it again. */
export async function enter(services: Services, userId: number, place: Place): Promise<Entry> {
  const twoFactor = await findTwoFactor(services, userId)
  if (!twoFactor) {
    return { kind: 'session', token: await startSession(services, userId, place.userAgent) }
  }
  const { token, login } = await startPendingLogin(services, userId)
  if (twoFactor.method === 'phone') await trySending(services, login, place.address)
  return { kind: 'pending', token }
}

async function trySending(services: Services, login: PendingLogin, address: string): Promise<void> {
  try {
    await sendLoginCode(services, login, address)
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof SmsNotTaken)) throw error
    services.log.warn({ err: error, userId: login.userId }, 'a login code was not sent')
  }
}

/**
 * Sends a code, or another one, for a login that waits.
 *
 * @throws Refusal `too_many`, `conflict`, `invalid` about the form when the provider did not take it
 */
export async function sendAnotherCode(
  services: Services,
  login: PendingLogin,
  address: string,
): Promise<void> {
  try {
    await sendLoginCode(services, login, address)
  } catch (error) {
    if (!(error instanceof SmsNotTaken)) throw error
    services.log.warn({ err: error, userId: login.userId }, 'a login code was not sent')
    throw wrong('', 'The message could not be sent. Try again, or use a recovery code.')
  }
}

/**
 * Finishes a login by a code of the app, by the one that was sent for this login, or by a recovery
 * code. Returns the new session's token.
 *
 * @throws Refusal `invalid` at the code field, `too_many`
 */
export async function completeLogin(
  services: Services,
  login: PendingLogin,
  { code, userAgent, address }: Place & { code: string },
): Promise<string> {
  return spendCode(services, { login, code, address }, (tx, at) =>
    storeSession(tx, { userId: login.userId, userAgent, at, secondFactorAt: at }),
  )
}

export type GivenCode = { login: PendingLogin; code: string; address: string }

/**
 * Counts the try, takes the code and the login that waits for it, and does within the same transaction
 * what the code is given for.
 *
 * @throws Refusal `invalid` at the code field, `too_many`
 */
export async function spendCode<Outcome>(
  services: Services,
  { login, code, address }: GivenCode,
  act: (tx: Queries, at: Date) => Promise<Outcome>,
): Promise<Outcome> {
  const { userId } = login
  const tries = await spendTry(services, login)
  await services.attempts.spend('code', String(userId), address)

  const at = services.now()
  const done = await services.db.transaction(async (tx) => {
    const isTaken = await takeCode(tx, services, { login, code, at })
    if (!isTaken || !(await takePendingLogin(tx, login))) return null
    return { outcome: await act(tx, at) }
  })
  if (done) {
    await services.attempts.restore('code', String(userId))
    return done.outcome
  }
  // Whoever got here knows the password.
  if (tries === codeTries) await tellOwner(services, { userId, event: 'codes-refused' })
  throw wrong('code', 'This code is not right, or it was used before.')
}

type Taking = { login: PendingLogin; code: string; at: Date }

async function takeCode(
  tx: Queries,
  services: Services,
  { login, code, at }: Taking,
): Promise<boolean> {
  const { userId } = login
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) {
    const isTaken = await takeRecoveryCode(tx, { userId, code, at })
    if (isTaken) await tellOwner(services, { userId, event: 'recovery-code-used' }, tx)
    return isTaken
  }
  return (
    (await isSentCode(tx, login, digits)) || takeAppCode(tx, services, { userId, code: digits, at })
  )
}

/**
 * Finishes a login by the emergency token: two-factor ends with it, every other session too, and the
 * owner is told. Returns the new session's token.
 *
 * @throws Refusal `invalid` at the token field, `too_many` after three tries within a minute
 */
export async function spendEmergencyToken(
  services: Services,
  login: PendingLogin,
  { token, userAgent, address }: Place & { token: string },
): Promise<string> {
  const { userId } = login
  await services.attempts.spend('emergency', String(userId), address)

  const given = tokenHash(readPaperText(token))
  const at = services.now()
  const session = await services.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ hash: twoFactors.resetCodeHash })
      .from(twoFactors)
      .where(eq(twoFactors.userId, userId))
      .for('update')
    if (!row?.hash || !timingSafeEqual(row.hash, given)) return null
    await removeTwoFactor(tx, userId)
    await endSessions(tx, { userId, at })
    await tellOwner(services, { userId, event: 'emergency-token-used' }, tx)
    return storeSession(tx, { userId, userAgent, at, secondFactorAt: null })
  })
  // Platforms.md 9.8.
  if (session === null) throw wrong('token', 'The emergency token is invalid.')
  return session
}

const wrong = (field: string, sentence: string) =>
  new Refusal('invalid', sentence, { errors: { [field]: [sentence] } })
