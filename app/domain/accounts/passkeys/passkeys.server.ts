/** A person's passkeys (WebAuthn credentials): add, list, rename, remove. */
import { and, asc, eq } from 'drizzle-orm'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { passkeys } from '#app/db/schema/accounts.ts'
import { Refusal, refuseField } from '#app/lib/errors.ts'
import { productName } from '#app/lib/product.ts'
import type { Services } from '#app/services.ts'
import type { Account } from '../account.ts'
import { lockUser } from '../lock-user.server.ts'
import { storeChallenge, consumeChallenge } from './passkey-challenges.server.ts'
import { maxPasskeys, type RegistrationAnswer } from './passkey.ts'
import {
  checkPassword,
  requireStillConfirmed,
  type AccountRequester,
} from '../profile/profile.server.ts'
import { notifySecurityEvent } from '../notify-security-event.server.ts'

/** Loaded on demand, because its certificate parsers are large. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

export type Passkey = {
  id: number
  name: string
  createdAt: Date
  lastUsedAt: Date | null
  /** Whether the authenticator can sync it to other devices. */
  isSynced: boolean
}

/** Oldest first. */
export async function listPasskeys({ db }: Services, userId: number): Promise<Passkey[]> {
  return db.system
    .select({
      id: passkeys.id,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
      isSynced: passkeys.isSynced,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id))
}

/** WebAuthn's relying party: the configured host, never the request's. */
export const relyingPartyOf = ({ appUrl }: Services['config']) => ({
  id: new URL(appUrl).hostname,
  origin: appUrl,
})

const tooMany = `You’ve reached the limit of ${String(maxPasskeys)} passkeys. Remove one first.`

/**
 * Creates a challenge for a new passkey. Returns the token for its cookie.
 *
 * @throws Refusal `invalid` at the password field, `too_many`, `conflict` when there are too many
 */
export async function startPasskeyRegistration(
  services: Services,
  asker: AccountRequester,
  { passkeyPassword }: { passkeyPassword: string },
): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; token: string }> {
  const proof = await checkPassword(services, asker, { passkeyPassword })
  const { id: userId, email, name } = asker.account
  const known = await services.db.system
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
  if (known.length >= maxPasskeys) throw new Refusal('conflict', tooMany)

  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: productName,
    rpID: relyingPartyOf(services.config).id,
    userName: email,
    userDisplayName: name,
    userID: handleOf(services, userId),
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { challenge } = options
  const token = await services.db.transaction(async (tx) => {
    await requireStillConfirmed(tx, proof, 'passkeyPassword')
    return storeChallenge(tx, services, { userId, challenge })
  })
  return { options, token }
}

/**
 * Stores a new passkey and notifies its owner. A new password or a first proof of the address ends the
 * challenge, so the account is locked while it is used.
 *
 * @param token of the challenge's cookie
 * @throws Refusal `invalid` about the form as a whole
 */
export async function addPasskey(
  services: Services,
  { account, token }: { account: Account; token: string | null },
  { passkeyName: name, answer }: { passkeyName: string; answer: RegistrationAnswer },
): Promise<void> {
  const userId = account.id
  await loadWebAuthn()
  // A challenge is valid once, also for an answer that is refused: the transaction ends without error.
  const fault = await services.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const challenge = await consumeChallenge(tx, services, { userId, token })
    if (challenge === null) return 'This timed out. Start over.'
    const credential = await verifyRegistration(services, challenge, answer)
    if (!credential) return 'We couldn’t add this passkey. Start over.'
    // Several challenges can be open, so one of them doesn't promise that there is room.
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= maxPasskeys) return tooMany
    const added = await tx
      .insert(passkeys)
      .values({ userId, name, createdAt: services.now(), ...credential })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning({ id: passkeys.id })
    if (added.length === 0) return 'You’ve already added this passkey.'
    await notifySecurityEvent(services, { userId, event: 'passkey-added' }, tx)
    return null
  })
  if (fault !== null) throw refused(fault)
}

async function verifyRegistration(
  { config, log }: Services,
  expectedChallenge: string,
  answer: RegistrationAnswer,
) {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const party = relyingPartyOf(config)
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    })
    if (!registrationInfo) return null
    const { credential, credentialBackedUp, credentialDeviceType } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: answer.response.transports,
      isSynced: credentialBackedUp || credentialDeviceType === 'multiDevice',
    }
  } catch (error) {
    // The library throws for every mismatch. That's a normal outcome, not an error of ours.
    log.info({ err: error }, 'a new passkey was refused')
    return null
  }
}

/** Renames a passkey. Ignores ids of other people's passkeys. */
export async function renamePasskey(
  { db }: Services,
  userId: number,
  { id, name }: { id: number; name: string },
): Promise<void> {
  await db.system
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
}

/**
 * Removes a passkey and notifies its owner. Ignores ids of other people's passkeys.
 *
 * @throws Refusal `invalid` at the password field, `too_many`
 */
export async function removePasskey(
  services: Services,
  asker: AccountRequester,
  { id, password }: { id: number; password: string },
): Promise<void> {
  const proof = await checkPassword(services, asker, { password })
  const userId = asker.account.id
  await services.db.transaction(async (tx) => {
    await requireStillConfirmed(tx, proof, 'password')
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ id: passkeys.id })
    if (removed.length > 0)
      await notifySecurityEvent(services, { userId, event: 'passkey-removed' }, tx)
  })
}

/** The same for all passkeys of a person, without identifying them. */
const handleOf = ({ security: { secrets } }: Services, userId: number) =>
  new Uint8Array(Buffer.from(secrets.fingerprint(String(userId), 'passkey-user'), 'hex'))

const refused = (sentence: string) => refuseField('', sentence)
