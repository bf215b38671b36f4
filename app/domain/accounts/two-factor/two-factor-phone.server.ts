/**
 * Two-factor by text message. Its set-up is a login that waits for its code: the password was right, and
 * the code proves the phone, with the same tries and the same end.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { twoFactors, users } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import {
  spendTry,
  startPendingLogin,
  takePendingLogin,
  type PendingLogin,
} from '../login/pending-logins.server.ts'
import { writePhone } from '../profile/phone.server.ts'
import { checkPassword, type Asker } from '../profile/profile.server.ts'
import { isSentCode, sendCode } from './sms-code.server.ts'
import { SmsNotTaken } from './sms-sender.ts'
import { storeUnconfirmed, turnOn, type TurnedOn } from './two-factor.server.ts'

/** Spec §8. */
const notEnabled = 'We were not able to enable two-factor authentication for this phone number.'

/** The account's number as people read it, or null when none is saved. */
export async function findPhone({ db }: Services, userId: number): Promise<string | null> {
  const [row] = await db.system
    .select({ countryCode: users.countryCode, phone: users.phone })
    .from(users)
    .where(eq(users.id, userId))
  if (!row?.countryCode || !row.phone) return null
  return writePhone({ countryCode: row.countryCode, phone: row.phone })
}

/**
 * Sends the first code. Returns the token for the cookie of the login that waits.
 *
 * @throws Refusal `invalid` at the password field, `too_many`, `conflict` when two-factor is on
 */
export async function startPhoneSetUp(
  services: Services,
  asker: Asker,
  { password }: { password: string },
): Promise<string> {
  await checkPassword(services, asker, { password })
  const userId = asker.account.id
  await storeUnconfirmed(services, userId, { method: 'phone', seed: null })
  const { token, login } = await startPendingLogin(services, userId)
  try {
    await sendCode(services, login, asker.address)
  } catch (error) {
    if (!(error instanceof SmsNotTaken)) throw error
    services.log.warn({ err: error }, 'a text message was not taken')
    throw new Refusal('invalid', notEnabled, { errors: { '': [notEnabled] } })
  }
  return token
}

/**
 * Turns two-factor on, and the number is known to be the person's own.
 *
 * @throws Refusal `invalid` at the code field, `too_many`
 */
export async function confirmPhone(
  services: Services,
  { login, userAgent }: { login: PendingLogin; userAgent: string | null },
  code: string,
): Promise<TurnedOn> {
  const { userId } = login
  await spendTry(services, login)
  if (!(await isSentCode(services.db.system, login, code))) {
    throw wrongCode('This code is not right. Take the newest message.')
  }
  return services.db.transaction(async (tx) => {
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
    if (!row || !(await takePendingLogin(tx, login))) {
      throw wrongCode('This set-up is over. Load the page and begin again.')
    }
    await tx.update(users).set({ phoneVerifiedAt: services.now() }).where(eq(users.id, userId))
    return turnOn(tx, services, { userId, userAgent, lastStep: null })
  })
}

const wrongCode = (sentence: string) =>
  new Refusal('invalid', sentence, { errors: { code: [sentence] } })
