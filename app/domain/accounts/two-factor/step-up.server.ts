/** The second factor once more, in a session that runs; require-second-proof.server.ts asks for it. */
import { and, eq } from 'drizzle-orm'
import type { Queries } from '#app/db/db.ts'
import { sessions } from '#app/db/schema/index.ts'
import { tokenHash } from '#app/lib/security/tokens.server.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '../account.ts'
import { takePasskey } from '../passkeys/passkey-logins.server.ts'
import type { AuthenticationAnswer } from '../passkeys/passkey.ts'
import { spendCode, type GivenCode } from '../login/complete-login.server.ts'

/** The browser that proves it. */
export type Prover = { account: Account; sessionToken: string }

/**
 * By a code of the app, a sent one or a recovery code, with the tries of a login.
 *
 * @param given with the login that waits for the code
 * @throws Refusal `invalid` at the code field, `too_many`
 */
export async function proveByCode(
  services: Services,
  { account, sessionToken }: Prover,
  given: GivenCode,
): Promise<void> {
  await spendCode(services, given, (tx, at) =>
    markProven(tx, { userId: account.id, sessionToken, at }),
  )
}

/**
 * By one of the person's own passkeys.
 *
 * @param token of the cookie beside the question
 * @throws Refusal `invalid` about the form as a whole
 */
export async function proveByPasskey(
  services: Services,
  { account, sessionToken }: Prover,
  { token, answer }: { token: string | null; answer: AuthenticationAnswer },
): Promise<void> {
  await takePasskey(services, { token, owner: account.id, answer }, (tx, { userId, at }) =>
    markProven(tx, { userId, sessionToken, at }),
  )
}

async function markProven(
  tx: Queries,
  { userId, sessionToken, at }: { userId: number; sessionToken: string; at: Date },
): Promise<void> {
  await tx
    .update(sessions)
    .set({ secondFactorAt: at })
    .where(and(eq(sessions.userId, userId), eq(sessions.tokenHash, tokenHash(sessionToken))))
}
