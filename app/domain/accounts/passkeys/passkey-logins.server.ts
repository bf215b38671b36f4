/**
 * Logging in by a passkey alone. The device checks who holds it (user verification), so that having it
 * and being its owner are two factors, and no code is asked for.
 */
import { eq } from 'drizzle-orm'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Queries } from '#app/db/db.ts'
import { passkeys } from '#app/db/schema/index.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Services } from '#app/services.ts'
import { storeChallenge, takeChallenge } from './passkey-challenges.server.ts'
import type { AuthenticationAnswer } from './passkey.ts'
import { loadWebAuthn, partyOf } from './passkeys.server.ts'
import { storeSession } from '../login/sessions.server.ts'
import type { Place } from '../login/complete-login.server.ts'

/**
 * The question for a login, whoever answers it. Returns the token for the cookie beside it.
 *
 * @param address the client's network address, for the limits
 * @throws Refusal `too_many`
 */
export async function askForPasskey(
  services: Services,
  address: string,
): Promise<{ options: PublicKeyCredentialRequestOptionsJSON; token: string }> {
  await services.attempts.spend('passkey', address, address)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: partyOf(services.config).id,
    userVerification: 'required',
  })
  return { options, token: await storeChallenge(services, null, options.challenge) }
}

/**
 * Returns the new session's token.
 *
 * @param token of the cookie beside the question
 * @throws Refusal `invalid` about the form as a whole
 */
export async function logInByPasskey(
  services: Services,
  { token, userAgent }: { token: string | null } & Pick<Place, 'userAgent'>,
  answer: AuthenticationAnswer,
): Promise<string> {
  return takePasskey(services, { token, owner: null, answer }, (tx, { userId, at }) =>
    storeSession(tx, { userId, userAgent, at, secondFactorAt: at }),
  )
}

type Answered = {
  token: string | null
  /** The only one whose passkeys count; null for anybody's. */
  owner: number | null
  answer: AuthenticationAnswer
}

/**
 * Judges the answer, notes the use, and does within the same transaction what the passkey is used for.
 *
 * @throws Refusal `invalid` about the form as a whole
 */
export async function takePasskey<Outcome>(
  services: Services,
  { token, owner, answer }: Answered,
  act: (tx: Queries, use: { userId: number; at: Date }) => Promise<Outcome>,
): Promise<Outcome> {
  const challenge = await takeChallenge(services, null, token)
  if (challenge === null) throw refused('This took too long. Try again.')
  const [known] = await services.db.system
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, answer.id))
  if (!known || (owner !== null && known.userId !== owner))
    throw refused('This passkey is not known here. Log in with your password.')
  const used = await verify(services, challenge, { known, answer })
  if (!used) throw refused('This passkey was not accepted. Log in with your password.')

  const at = services.now()
  const { id, userId } = known
  return services.db.transaction(async (tx) => {
    await tx
      .update(passkeys)
      .set({ counter: used.counter, isSynced: used.isSynced, lastUsedAt: at })
      .where(eq(passkeys.id, id))
    return act(tx, { userId, at })
  })
}

type Use = { known: typeof passkeys.$inferSelect; answer: AuthenticationAnswer }

async function verify(
  { config, log }: Services,
  expectedChallenge: string,
  { known, answer }: Use,
): Promise<{ counter: number; isSynced: boolean } | null> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const party = partyOf(config)
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
    // The library throws for everything that does not fit: an outcome, and no fault of ours.
    log.info({ err: error }, 'a passkey was refused')
    return null
  }
}

const refused = (sentence: string) =>
  new Refusal('invalid', sentence, { errors: { '': [sentence] } })
