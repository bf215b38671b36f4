/** The second factor once more, in a session that runs; require-second-proof.server.ts asks for it. */
import { and, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sessions } from '#app/db/schema/index.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '../account.ts'
import { verifyPasskey } from '../passkeys/passkey-logins.server.ts'
import type { AuthenticationAnswer } from '../passkeys/passkey.ts'
import { consumeLoginCode, type SubmittedCode } from '../login/complete-login.server.ts'

/** The browser that proves it. */
export type StepUpSession = { account: Account; sessionToken: string }

/**
 * By a code of the app, a sent one or a recovery code, with the tries of a login.
 *
 * @param given with the login that waits for the code
 * @throws Refusal `invalid` at the code field, `too_many`
 */
export async function stepUpByCode(
  services: Services,
  { account, sessionToken }: StepUpSession,
  given: SubmittedCode,
): Promise<void> {
  await consumeLoginCode(services, given, (tx, at) =>
    recordStepUp(tx, { userId: account.id, sessionToken, at }),
  )
}

/**
 * By one of the person's own passkeys.
 *
 * @param token of the cookie beside the question
 * @throws Refusal `invalid` about the form as a whole
 */
export async function stepUpByPasskey(
  services: Services,
  { account, sessionToken }: StepUpSession,
  { token, answer }: { token: string | null; answer: AuthenticationAnswer },
): Promise<void> {
  await verifyPasskey(services, { token, owner: account.id, answer }, (tx, { userId, at }) =>
    recordStepUp(tx, { userId, sessionToken, at }),
  )
}

async function recordStepUp(
  tx: Queries,
  { userId, sessionToken, at }: { userId: number; sessionToken: string; at: Date },
): Promise<void> {
  await tx
    .update(sessions)
    .set({ secondFactorAt: at })
    .where(and(eq(sessions.userId, userId), eq(sessions.tokenHash, tokenHash(sessionToken))))
}
