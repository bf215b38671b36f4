/**
 * Replacement for a lost phone: ten recovery codes, each valid once, and the token that turns
 * two-factor off.
 */
import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { recoveryCodes, twoFactors } from '#app/db/schema/accounts.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import { randomCrockford, normalizeCrockford } from './crockford.server.ts'
import { recoveryCodeCount, type RecoveryKit } from './two-factor.ts'

/** ASVS 5.0 V6.5.2: a plain hash is enough from 112 bits on. 24 letters are 120. */
const codeLetters = 24
const lettersInGroup = 6

/** Prescribed by the specification. */
const tokenLetters = 40

/**
 * Creates a new kit, which invalidates the previous one. Its texts are returned once and stored
 * only as hashes.
 */
export async function createRecoveryKit(
  tx: Queries,
  userId: number,
  at: Date,
): Promise<RecoveryKit> {
  const codes = Array.from({ length: recoveryCodeCount }, () => randomCrockford(codeLetters))
  const emergencyToken = randomCrockford(tokenLetters)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: tokenHash(code), createdAt: at })))
  await tx
    .update(twoFactors)
    .set({ resetCodeHash: tokenHash(emergencyToken) })
    .where(eq(twoFactors.userId, userId))
  return { codes: codes.map(inGroups), emergencyToken }
}

/** Consumes a recovery code. False when it is wrong or was used before. */
export async function consumeRecoveryCode(
  tx: Queries,
  { userId, code, at }: { userId: number; code: string; at: Date },
): Promise<boolean> {
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, tokenHash(normalizeCrockford(code))),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id })
  return taken.length === 1
}

const inGroups = (code: string): string =>
  (code.match(new RegExp(`.{${String(lettersInGroup)}}`, 'g')) ?? []).join('-')
