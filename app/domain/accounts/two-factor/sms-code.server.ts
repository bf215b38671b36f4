/** Codes by text message: each is valid for one pending login and one number. */
import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { users } from '#app/db/schema/ground.ts'
import { pendingLogins } from '#app/db/schema/accounts.ts'
import { Refusal } from '#app/lib/errors.ts'
import { productName } from '#app/lib/product.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import type { PendingLogin } from '../login/pending-logins.server.ts'
import { readPhone } from '../profile/phone.server.ts'
import { findTwoFactor } from './two-factor.server.ts'
import { pendingMinutes } from './two-factor.ts'

/**
 * Sends a new code to the account's number, verified or not, and invalidates the previous one.
 *
 * @param address the client's network address, for the limits
 * @throws Refusal `too_many`, `conflict` when there is no number or no provider; SmsNotAccepted
 */
export async function sendSmsCode(
  services: Services,
  login: PendingLogin,
  address: string,
): Promise<void> {
  const {
    db,
    mail: { sms },
    security: { rateLimits },
  } = services
  if (!sms) throw new Refusal('conflict', 'Text messages aren’t set up on this server.')
  const number = await findNumber(db.system, login.userId)
  if (!number) throw new Refusal('conflict', 'Add a phone number first.')
  await rateLimits.consume('text', String(login.userId), address)
  await rateLimits.consume('textNumber', number.e164, address)

  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const text = `${code} is your ${productName} code. It expires in ${String(pendingMinutes)} minutes. Never share it.`
  await sms.send({ to: number.e164, text })
  await db.system
    .update(pendingLogins)
    .set({ sentCodeHash: hashOf(login, number.e164, code) })
    .where(eq(pendingLogins.id, login.id))
}

/**
 * The same for a login: only for a verified number of a person who chose text messages.
 *
 * @throws Refusal `conflict` otherwise, and as `sendSmsCode` does
 */
export async function sendLoginSmsCode(
  services: Services,
  login: PendingLogin,
  address: string,
): Promise<void> {
  const twoFactor = await findTwoFactor(services, login.userId)
  const number = await findNumber(services.db.system, login.userId)
  if (twoFactor?.method !== 'phone' || !number?.isProven) {
    throw new Refusal('conflict', 'We can’t send a code for this login. Use a recovery code.')
  }
  await sendSmsCode(services, login, address)
}

/** Whether this code was sent for this login, to the account's current number. */
export async function isSmsCode(
  queries: Queries,
  login: PendingLogin,
  code: string,
): Promise<boolean> {
  if (!login.sentCodeHash) return false
  const number = await findNumber(queries, login.userId)
  return number !== null && login.sentCodeHash.equals(hashOf(login, number.e164, code))
}

async function findNumber(
  queries: Queries,
  userId: number,
): Promise<{ e164: string; isProven: boolean } | null> {
  const [row] = await queries
    .select({ country: users.countryCode, phone: users.phone, provenAt: users.phoneVerifiedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (!row?.country || !row.phone) return null
  const { e164 } = await readPhone({ country: row.country, phone: row.phone })
  return { e164, isProven: row.provenAt !== null }
}

const hashOf = ({ id }: PendingLogin, e164: string, code: string): Buffer =>
  tokenHash([id, e164, code].join(':'))
