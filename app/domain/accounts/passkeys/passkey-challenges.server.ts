/** Passkey challenges: valid once, for five minutes, in the browser that requested them. */
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { passkeyChallenges } from '#app/db/schema/accounts.ts'
import { newSessionToken, tokenHash } from '#app/lib/security/tokens.server.ts'
import { minuteMillis } from '#app/lib/time.ts'
import type { Services } from '#app/services.ts'
import { passkeyMinutes } from './passkey.ts'

/** @param userId whose passkey is added; null for a login. Returns the token for the cookie. */
export async function storeChallenge(
  queries: Queries,
  { now }: Services,
  { userId, challenge }: { userId: number | null; challenge: string },
): Promise<string> {
  const token = newSessionToken()
  await queries.insert(passkeyChallenges).values({
    tokenHash: tokenHash(token),
    userId,
    challenge,
    expiresAt: new Date(now().getTime() + passkeyMinutes * minuteMillis),
  })
  return token
}

/** Consumes a challenge. Null when it expired, was used or belongs to another person. */
export async function consumeChallenge(
  queries: Queries,
  { now }: Services,
  { userId, token }: { userId: number | null; token: string | null },
): Promise<string | null> {
  if (token === null) return null
  const isMine =
    userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId)
  const [row] = await queries
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.tokenHash, tokenHash(token)),
        isMine,
        gt(passkeyChallenges.expiresAt, now()),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
  return row?.challenge ?? null
}

/** Removes expired challenges. Called by a job. */
export async function sweepPasskeyChallenges({ db, now }: Services): Promise<void> {
  await db.system.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now()))
}
