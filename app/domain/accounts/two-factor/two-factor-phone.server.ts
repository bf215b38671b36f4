/**
 * Two-factor authentication by text message. Its setup is a pending login: the password was
 * correct, and the code verifies the phone, with the same limits and expiry.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#app/db/schema/ground.ts'
import { twoFactors } from '#app/db/schema/accounts.ts'
import { refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { lockUser } from '../lock-user.server.ts'
import { issueLoginProof } from '../login/login-proof.server.ts'
import {
  countCodeAttempt,
  startPendingLogin,
  consumePendingLogin,
  type PendingLogin,
} from '../login/pending-logins.server.ts'
import { writePhone } from '../profile/phone.server.ts'
import {
  checkPassword,
  requireStillConfirmed,
  type AccountRequester,
} from '../profile/profile.server.ts'
import { isSmsCode, sendSmsCode } from './sms-code.server.ts'
import { SmsNotAccepted } from './sms-sender.ts'
import {
  storeUnconfirmedTwoFactor,
  enableTwoFactor,
  type SetupBrowser,
  type EnabledTwoFactor,
} from './two-factor.server.ts'

/** Fixed text of the specification. */
const notEnabled = 'We were not able to enable two-factor authentication for this phone number.'

/** The account's number, formatted; null when none is stored. */
export async function findTwoFactorPhone({ db }: Services, userId: number): Promise<string | null> {
  const [row] = await db.system
    .select({ countryCode: users.countryCode, phone: users.phone })
    .from(users)
    .where(eq(users.id, userId))
  if (!row?.countryCode || !row.phone) return null
  return writePhone({ countryCode: row.countryCode, phone: row.phone })
}

/**
 * Sends the first code. Returns the token for the cookie of the pending login.
 *
 * @throws Refusal `invalid` at the password field, `too_many`, `conflict` when two-factor is on
 */
export async function startPhoneSetup(
  services: Services,
  asker: AccountRequester,
  { password }: { password: string },
): Promise<string> {
  const proof = await checkPassword(services, asker, { password })
  const { userId } = proof
  const { token, login } = await services.db.transaction(async (tx) => {
    await requireStillConfirmed(tx, proof, 'password')
    const row = { method: 'phone', seed: null, createdAt: services.now() } as const
    await storeUnconfirmedTwoFactor(tx, userId, row)
    return startPendingLogin(services, proof, tx)
  })
  try {
    await sendSmsCode(services, login, asker.address)
  } catch (error) {
    if (!(error instanceof SmsNotAccepted)) throw error
    services.log.warn({ err: error }, 'a text message was not taken')
    throw refuseField('', notEnabled)
  }
  return token
}

/**
 * Turns two-factor on and marks the number as verified.
 *
 * @throws Refusal `invalid` at the code field, `too_many`
 */
export async function confirmPhoneSetup(
  services: Services,
  { login, ...browser }: { login: PendingLogin } & SetupBrowser,
  code: string,
): Promise<EnabledTwoFactor> {
  const { userId } = login
  await countCodeAttempt(services, login)
  return services.db.transaction(async (tx) => {
    // Locked, so that the code is that of the number which it marks as verified.
    await lockUser(tx, userId)
    if (!(await isSmsCode(tx, login, code))) {
      throw wrongCode('That code is wrong. Use the one in your latest message.')
    }
    const [row] = await tx
      .select({ userId: twoFactors.userId })
      .from(twoFactors)
      .where(
        and(
          eq(twoFactors.userId, userId),
          eq(twoFactors.method, 'phone'),
          isNull(twoFactors.confirmedAt),
        ),
      )
      .for('update')
    if (!row || !(await consumePendingLogin(tx, login))) {
      throw wrongCode('This setup timed out. Reload the page and start over.')
    }
    await tx.update(users).set({ phoneVerifiedAt: services.now() }).where(eq(users.id, userId))
    const proof = issueLoginProof('code', userId)
    return enableTwoFactor(tx, services, { ...browser, proof, lastStep: null })
  })
}

const wrongCode = (sentence: string) => refuseField('code', sentence)
