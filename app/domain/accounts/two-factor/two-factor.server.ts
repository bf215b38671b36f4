/**
 * Two-factor authentication of an account: setup with an app, turning it off, and what all methods
 * share.
 */
import { and, count, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { recoveryCodes, twoFactors } from '#app/db/schema/accounts.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { lockUser } from '../lock-user.server.ts'
import { issueLoginProof, requireIssued, type VerifiedCode } from '../login/login-proof.server.ts'
import { endPendingLogins } from '../login/pending-logins.server.ts'
import {
  checkPassword,
  requireStillConfirmed,
  type AccountRequester,
} from '../profile/profile.server.ts'
import { createRecoveryKit } from './recovery-codes.server.ts'
import { endSessions } from '../login/sessions.server.ts'
import { storeSession } from '../login/store-session.server.ts'
import { notifySecurityEvent } from '../notify-security-event.server.ts'
import { otpauthUrl, matchingStep, createSeed } from './totp.server.ts'
import { pendingMinutes, type RecoveryKit, type TwoFactorMethod } from './two-factor.ts'

export type TwoFactor = {
  method: TwoFactorMethod
  since: Date
  /** Unused recovery codes. */
  codesLeft: number
}

/** Null: the password is enough. */
export async function findTwoFactor(
  { db }: { db: { system: Queries } },
  userId: number,
): Promise<TwoFactor | null> {
  const [row] = await db.system
    .select({ method: twoFactors.method, since: twoFactors.confirmedAt })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
  if (!row?.since) return null
  const [left] = await db.system
    .select({ codes: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return { method: row.method, since: row.since, codesLeft: left?.codes ?? 0 }
}

/**
 * Creates a seed for an app. Logins don't change until its first correct code.
 *
 * @throws Refusal `invalid` at the password field, `too_many`, `conflict` when two-factor is on
 */
export async function startAppSetup(
  services: Services,
  asker: AccountRequester,
  { password }: { password: string },
): Promise<{ seed: string; address: string }> {
  const proof = await checkPassword(services, asker, { password })
  const { id: userId, email } = asker.account
  const seed = createSeed()
  const sealed = services.security.secrets.seal(seed, rowName(userId))
  await services.db.transaction(async (tx) => {
    await requireStillConfirmed(tx, proof, 'password')
    const row = { method: 'app', seed: sealed, createdAt: services.now() } as const
    await storeUnconfirmedTwoFactor(tx, userId, row)
  })
  return { seed, address: otpauthUrl(seed, email) }
}

type Unconfirmed = Pick<typeof twoFactors.$inferInsert, 'method' | 'seed' | 'createdAt'>

/** Replaces an unfinished setup. @throws Refusal `conflict` when two-factor is on */
export async function storeUnconfirmedTwoFactor(
  tx: Queries,
  userId: number,
  { method, seed, createdAt }: Unconfirmed,
): Promise<void> {
  const row = { method, seed: seed ?? null, lastStep: null, createdAt }
  const stored = await tx
    .insert(twoFactors)
    .values({ userId, ...row })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: row,
      setWhere: isNull(twoFactors.confirmedAt),
    })
    .returning({ userId: twoFactors.userId })
  if (stored.length === 0) {
    throw new Refusal('conflict', 'Two-factor authentication is already on. Turn it off first.')
  }
}

export type EnabledTwoFactor = {
  kit: RecoveryKit
  /** Token of this browser's new session. Null: an admin's frame has none, and drops cookies. */
  sessionToken: string | null
}

/** Where two-factor is turned on. */
export type SetupBrowser = {
  userAgent: string | null
  /** The session in an admin's frame, if it's there (`Account.frameSessionId`). It just gave the factor. */
  frameSessionId?: string | null
}

/**
 * Turns two-factor on with the first correct code, which no login accepts again.
 *
 * @throws Refusal `invalid` at the code field
 */
export async function confirmAppSetup(
  services: Services,
  { userId, ...browser }: { userId: number } & SetupBrowser,
  code: string,
): Promise<EnabledTwoFactor> {
  const at = services.now()
  const earliest = new Date(at.getTime() - pendingMinutes * minuteMillis)
  const isFresh = and(isNull(twoFactors.confirmedAt), gt(twoFactors.createdAt, earliest))
  return services.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const [row] = await tx
      .select({ seed: twoFactors.seed })
      .from(twoFactors)
      .where(and(eq(twoFactors.userId, userId), eq(twoFactors.method, 'app'), isFresh))
      .for('update')
    if (!row?.seed) throw wrongCode('This setup timed out. Reload the page and start over.')
    const step = matchingStep(services.security.secrets.open(row.seed, rowName(userId)), code, at)
    if (step === null) {
      throw wrongCode('That code is wrong. Codes change every 30 seconds, so use the newest one.')
    }
    const proof = issueLoginProof('code', userId)
    return enableTwoFactor(tx, services, { ...browser, proof, lastStep: step })
  })
}

type EnableOptions = { proof: VerifiedCode; lastStep: number | null } & SetupBrowser

/**
 * Shared by all methods. Ends all sessions, since none of them was confirmed by a second factor. This browser
 * gets a new one (ASVS 5.0 V7.4.3). A session in an admin's frame has no cookie to replace and stays open.
 */
export async function enableTwoFactor(
  tx: Queries,
  services: Services,
  { proof, lastStep, userAgent, frameSessionId = null }: EnableOptions,
): Promise<EnabledTwoFactor> {
  const { userId } = requireIssued(proof)
  const at = services.now()
  await tx
    .update(twoFactors)
    .set({ confirmedAt: at, lastStep })
    .where(eq(twoFactors.userId, userId))
  const kit = await createRecoveryKit(tx, userId, at)
  await endSessions(tx, { userId, at, exceptFrame: frameSessionId })
  const isInFrame = frameSessionId !== null
  const sessionToken = isInFrame ? null : await storeSession(tx, { proof, userAgent, at })
  await notifySecurityEvent(services, { userId, event: 'two-factor-on' }, tx)
  return { kit, sessionToken }
}

/**
 * Consumes a code of the app. False when it is wrong, or when a code of its step or a later one was
 * used.
 *
 * @param taking who uses it, and when
 */
export async function consumeAppCode(
  tx: Queries,
  { security: { secrets } }: Pick<Services, 'security'>,
  taking: { userId: number; code: string; at: Date },
): Promise<boolean> {
  const { userId, code, at } = taking
  const [row] = await tx
    .select({ seed: twoFactors.seed })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
  const step = row?.seed ? matchingStep(secrets.open(row.seed, rowName(userId)), code, at) : null
  if (step === null) return false

  const isNew = or(isNull(twoFactors.lastStep), lt(twoFactors.lastStep, step))
  const taken = await tx
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.userId, userId), isNew))
    .returning({ userId: twoFactors.userId })
  return taken.length === 1
}

/**
 * Turns two-factor off, ends all other sessions and notifies the owner by email.
 *
 * @param asker with the token of the browser that stays logged in
 * @throws Refusal `invalid` at the password field, `too_many`
 */
export async function disableTwoFactor(
  services: Services,
  asker: AccountRequester & { sessionToken: string },
  { offPassword }: { offPassword: string },
): Promise<void> {
  const proof = await checkPassword(services, asker, { offPassword })
  const userId = asker.account.id
  await services.db.transaction(async (tx) => {
    await requireStillConfirmed(tx, proof, 'offPassword')
    if (!(await removeTwoFactor(tx, userId))) return
    const { account, sessionToken: exceptToken } = asker
    const ending = { userId, at: services.now(), exceptToken, exceptFrame: account.frameSessionId }
    await endSessions(tx, ending)
    await notifySecurityEvent(services, { userId, event: 'two-factor-off' }, tx)
  })
}

/** Removes the second factor and everything that belongs to it. False when there was none. */
export async function removeTwoFactor(tx: Queries, userId: number): Promise<boolean> {
  const removed = await tx
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ userId: twoFactors.userId })
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await endPendingLogins(tx, userId)
  return removed.length === 1
}

/**
 * Creates new recovery codes and a new emergency token, which invalidate the old ones.
 *
 * @throws Refusal `invalid` at the password field, `too_many`, `conflict` when two-factor is off
 */
export async function renewRecoveryKit(
  services: Services,
  asker: AccountRequester,
  { kitPassword }: { kitPassword: string },
): Promise<RecoveryKit> {
  const proof = await checkPassword(services, asker, { kitPassword })
  const userId = asker.account.id
  return services.db.transaction(async (tx) => {
    await requireStillConfirmed(tx, proof, 'kitPassword')
    const [row] = await tx
      .select({ confirmedAt: twoFactors.confirmedAt })
      .from(twoFactors)
      .where(eq(twoFactors.userId, userId))
      .for('update')
    if (!row?.confirmedAt) throw new Refusal('conflict', 'Two-factor authentication is off.')
    await notifySecurityEvent(services, { userId, event: 'recovery-kit-renewed' }, tx)
    return createRecoveryKit(tx, userId, services.now())
  })
}

/** Associated data of the seed: moved to another row, it doesn't decrypt. */
const rowName = (userId: number) => `two_factors:${String(userId)}`

const wrongCode = (sentence: string) => refuseField('code', sentence)
