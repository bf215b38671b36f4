/**
 * Confirms the second factor again within a running session, as require-step-up.server.ts asks for
 * it.
 */
import { and, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sessions } from '#app/db/schema/accounts.ts'
import { errorCatalog, Refusal } from '#app/lib/errors.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '../account.ts'
import { verifyPasskey } from '../passkeys/passkey-logins.server.ts'
import type { AuthenticationAnswer } from '../passkeys/passkey.ts'
import { lockUser } from '../lock-user.server.ts'
import { consumeLoginCode, type SubmittedCode } from '../login/complete-login.server.ts'
import { requireIssued, type VerifiedTwoFactor } from '../login/login-proof.server.ts'
import {
  findPendingLogin,
  startPendingLogin,
  type PendingLogin,
} from '../login/pending-logins.server.ts'
import { verifySession } from '../login/sessions.server.ts'

/** The browser that is confirmed. */
export type StepUpSession = { account: Account; sessionToken: string }

/**
 * Gives the code to a pending login, so its tries count: the browser's, or a new one. Returns it
 * with the token for the cookie.
 *
 * @param token of the cookie
 * @throws Refusal `unauthenticated` when the session ended in between
 */
export async function awaitStepUpCode(
  services: Services,
  { account, sessionToken }: StepUpSession,
  token: string | null,
): Promise<{ login: PendingLogin; token: string }> {
  const login = await findPendingLogin(services, token)
  if (login?.userId === account.id && token !== null) return { login, token }

  return services.db.transaction(async (tx) => {
    // A new password ends sessions and pending logins: it comes before both or after both.
    await lockUser(tx, account.id)
    const session = { userId: account.id, sessionToken }
    const proof = await verifySession({ ...services, db: { system: tx } }, session)
    if (!proof) throw new Refusal('unauthenticated', errorCatalog.pleaseLogIn)
    return startPendingLogin(services, proof, tx)
  })
}

/**
 * By a code of the app, a sent one or a recovery code, with the tries of a login.
 *
 * @param given with the pending login of the code
 * @throws Refusal `invalid` at the code field, `too_many`
 */
export async function stepUpByCode(
  services: Services,
  { sessionToken }: StepUpSession,
  given: SubmittedCode,
): Promise<void> {
  await consumeLoginCode(services, given, (tx, { proof, at }) =>
    recordStepUp(tx, { proof, sessionToken, at }),
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
  await verifyPasskey(services, { token, owner: account.id, answer }, (tx, { proof, at }) =>
    recordStepUp(tx, { proof, sessionToken, at }),
  )
}

async function recordStepUp(
  tx: Queries,
  { proof, sessionToken, at }: { proof: VerifiedTwoFactor; sessionToken: string; at: Date },
): Promise<void> {
  const { userId } = requireIssued(proof)
  await tx
    .update(sessions)
    .set({ secondFactorAt: at })
    .where(and(eq(sessions.userId, userId), eq(sessions.tokenHash, tokenHash(sessionToken))))
}
