/** What stands in for a lost phone: ten codes, each once, and the token that ends two-factor. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { recoveryCodes, twoFactors } from '#app/db/schema/index.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import { randomCrockford, normalizeCrockford } from './crockford.server.ts'
import { recoveryCodeCount, type RecoveryKit } from './two-factor.ts'

/** ASVS 5.0 V6.5.2: from 112 bits on a plain hash is enough. 24 letters are 120. */
const codeLetters = 24
const lettersInGroup = 6

/** Spec §3 through platforms.md 9.8: 40 characters. */
const tokenLetters = 40

/** A new kit, which ends the one before it. Its texts are known here once and never again. */
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

/** Takes a recovery code. False when it is wrong or was taken before. */
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
