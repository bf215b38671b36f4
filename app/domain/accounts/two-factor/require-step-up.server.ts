/**
 * Asks for the second factor again before sensitive changes when it was last given too long ago. A
 * stolen session must not be enough to take over an account.
 */
import { and, eq, isNotNull } from 'drizzle-orm'
import { passkeys, twoFactors } from '#app/db/schema/accounts.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '../account.ts'
import { hasRecentTwoFactor } from './two-factor.ts'

const sentence = 'Confirm it’s you: enter a fresh code.'

/** @throws Refusal `invalid` about the form as a whole, with the ways to confirm */
export async function requireRecentTwoFactor(
  { db, now }: Services,
  account: Pick<Account, 'id' | 'secondFactorAt'>,
): Promise<void> {
  if (hasRecentTwoFactor(account, now())) return
  const { id: userId } = account
  const [factor] = await db.system
    .select({ method: twoFactors.method })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
  if (!factor) return

  const passkeyCount = await db.system.$count(passkeys, eq(passkeys.userId, userId))
  const proof = { isByPhone: factor.method === 'phone', hasPasskey: passkeyCount > 0 }
  throw new Refusal('invalid', sentence, { errors: { '': [sentence] }, proof })
}
