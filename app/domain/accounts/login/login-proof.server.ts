/**
 * Proofs of what a person has shown about themselves. Only the checks themselves issue them (an import
 * rule names those files), and nothing else starts a pending login or a session: the number of an
 * account is not enough, so no login path can skip the second factor by mistake.
 */
declare const verified: unique symbol

type LoginProof<By extends string> = {
  readonly userId: number
  readonly by: By
  readonly [verified]: true
}

/** The account's password. The second factor, where there is one, is still to come. */
export type VerifiedPassword = LoginProof<'password'> & {
  /** Hash that the password matched, by which a login notices that it was replaced meanwhile. */
  readonly passwordHash: string
}

/** A running session of the account, which is asked for its second factor again. */
export type VerifiedSession = LoginProof<'session'>

/** The password of an account without a second factor: all that its login asks for. */
type PasswordOnly = LoginProof<'password-only'>

/** A code of the app, a code sent by text message, or a recovery code. */
export type VerifiedCode = LoginProof<'code'>

/** A passkey whose device checked who holds it. */
export type VerifiedPasskey = LoginProof<'passkey'>

/** The token for people who lost their second factor, which it turns off. */
type VerifiedEmergencyToken = LoginProof<'emergency-token'>

/**
 * A session token by which a shop system vouches for the person. It answers single requests, and starts
 * no session of ours.
 */
export type VerifiedShopSession = LoginProof<'shop-session'>

/** Both factors, one after the other or in one. */
export type VerifiedTwoFactor = VerifiedCode | VerifiedPasskey

/** Enough for a session. */
export type CompletedLogin = PasswordOnly | VerifiedTwoFactor | VerifiedEmergencyToken

/** A type assertion gets past the compiler; what is not in here gets no further. */
const issued = new WeakSet<object>()

/** Call it only where the check just succeeded. */
export const issueLoginProof = <By extends Exclude<AnyProof['by'], 'password'>>(
  by: By,
  userId: number,
): LoginProof<By> => issue<LoginProof<By>>({ userId, by })

/** Call it only where the password just matched this hash, or was just stored as it. */
export function issuePasswordProof(userId: number, passwordHash: string): VerifiedPassword {
  return issue({ userId, by: 'password', passwordHash })
}

function issue<Proof extends LoginProof<string>>(facts: Omit<Proof, typeof verified>): Proof {
  const proof = Object.freeze(facts)
  issued.add(proof)
  return proof as Proof
}

/** @throws Error when no check issued the proof: a bug, and no session comes of it */
export function requireIssued<Proof extends AnyProof>(proof: Proof): Proof {
  if (issued.has(proof)) return proof
  throw new Error('This login proof was not issued by a check.')
}

type AnyProof = VerifiedPassword | VerifiedSession | VerifiedShopSession | CompletedLogin
