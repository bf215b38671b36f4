/**
 * Login with a passkey only. The device verifies its user, so possession and user verification are
 * two factors, and no code is needed.
 */
import { eq } from 'drizzle-orm'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Queries } from '#app/db/db.ts'
import { passkeys } from '#app/db/schema/accounts.ts'
import { refuseField } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { storeChallenge, consumeChallenge } from './passkey-challenges.server.ts'
import type { AuthenticationAnswer } from './passkey.ts'
import { loadWebAuthn, relyingPartyOf } from './passkeys.server.ts'
import { lockUser } from '../lock-user.server.ts'
import { loggedIn, loginRefused } from '../login/credentials.server.ts'
import { issueLoginProof, type VerifiedPasskey } from '../login/login-proof.server.ts'
import { refuseSuspended } from '../login/suspension.server.ts'
import { storeSession } from '../login/store-session.server.ts'
import type { LoginClient } from '../login/complete-login.server.ts'

/**
 * Creates a challenge for a login with any passkey. Returns the token for its cookie.
 *
 * @param address the client's network address, for the limits
 * @throws Refusal `too_many`
 */
export async function startPasskeyLogin(
  services: Services,
  address: string,
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; token: string }> {
  await services.security.rateLimits.consume('passkey', address, address)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(services.config).id,
    userVerification: 'required',
  })
  return {
    options,
    token: await storeChallenge(services.db.system, services, {
      userId: null,
      challenge: options.challenge,
    }),
  }
}

/**
 * Returns the new session's token.
 *
 * @param token of the challenge's cookie
 * @throws Refusal `invalid` about the form as a whole
 */
export async function completePasskeyLogin(
  services: Services,
  { token, userAgent }: { token: string | null } & Pick<LoginClient, 'userAgent'>,
  answer: AuthenticationAnswer,
): Promise<string> {
  const given = { token, owner: null, answer }
  const { session, userId } = await verifyPasskey(services, given, async (tx, { proof, at }) => {
    await refuseSuspended({ ...services, db: { system: tx } }, proof.userId)
    return { session: await storeSession(tx, { proof, userAgent, at }), userId: proof.userId }
  })
  services.log.info({ userId, by: 'passkey' }, loggedIn)
  return session
}

type Answered = {
  token: string | null
  /** Only this person's passkeys are accepted; null: anyone's. */
  owner: number | null
  answer: AuthenticationAnswer
}

/**
 * Verifies the response, records the use, and runs the caller's work in the same transaction.
 *
 * @throws Refusal `invalid` about the form as a whole
 */
export async function verifyPasskey<Outcome>(
  services: Services,
  { token, owner, answer }: Answered,
  act: (tx: Queries, use: { proof: VerifiedPasskey; at: Date }) => Promise<Outcome>,
): Promise<Outcome> {
  const challenge = await consumeChallenge(services.db.system, services, { userId: null, token })
  if (challenge === null) throw refused('This timed out. Try again.')
  const [known] = await services.db.system
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, answer.id))
  const logRefusal = () => {
    services.log.info({ userId: known?.userId, by: 'passkey' }, loginRefused)
  }
  if (!known || (owner !== null && known.userId !== owner)) {
    logRefusal()
    throw unknown()
  }
  const used = await verify(services, challenge, { known, answer })
  if (!used) {
    logRefusal()
    throw refused('We couldn’t verify this passkey. Log in with your password.')
  }

  const at = services.now()
  const { id, userId } = known
  return services.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const stillThere = await tx
      .update(passkeys)
      .set({ counter: used.counter, isSynced: used.isSynced, lastUsedAt: at })
      .where(eq(passkeys.id, id))
      .returning({ id: passkeys.id })
    if (stillThere.length === 0) throw unknown()
    return act(tx, { proof: issueLoginProof('passkey', userId), at })
  })
}

type Use = { known: typeof passkeys.$inferSelect; answer: AuthenticationAnswer }

async function verify(
  { config, log }: Services,
  expectedChallenge: string,
  { known, answer }: Use,
): Promise<{ counter: number; isSynced: boolean } | null> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const party = relyingPartyOf(config)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: known.credentialId,
        publicKey: new Uint8Array(known.publicKey),
        counter: known.counter,
      },
    })
    if (!verified) return null
    const { newCounter, credentialBackedUp, credentialDeviceType } = authenticationInfo
    const isSynced = credentialBackedUp || credentialDeviceType === 'multiDevice'
    return { counter: newCounter, isSynced }
  } catch (error) {
    // The library throws for every mismatch. That's a normal outcome, not an error of ours.
    log.info({ err: error }, 'a passkey was refused')
    return null
  }
}

const refused = (sentence: string) => refuseField('', sentence)

const unknown = () => refused('We don’t recognize this passkey. Log in with your password.')
