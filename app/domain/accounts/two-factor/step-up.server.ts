/**
 * Confirms the second factor again within a running session, as require-step-up.server.ts asks for
 * it.
 */
import { and, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sessions } from '#app/db/schema/index.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '../account.ts'
import { verifyPasskey } from '../passkeys/passkey-logins.server.ts'
import type { AuthenticationAnswer } from '../passkeys/passkey.ts'
import { consumeLoginCode, type SubmittedCode } from '../login/complete-login.server.ts'

/** The browser that is confirmed. */
export type StepUpSession = { account: Account; sessionToken: string }

/**
 * With a code from the app, a text message or the recovery codes. Limited like a login.
 *
 * @param given with the pending login of the code
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
 * With one of the person's passkeys.
 *
 * @param token of the challenge's cookie
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
