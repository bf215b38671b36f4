/** JSON Web Tokens (RFC 7515): signed with an RSA key (RS256), or with a secret that both sides know (HS256). */
import {
  createHmac,
  createPublicKey,
  timingSafeEqual,
  verify as isSignedBy,
  type KeyObject,
} from 'node:crypto'
import { BadRecord, ForgedDelivery } from '../web/provider-errors.ts'

/**
 * The key in a PEM text, which may have lost its line breaks when it was pasted. Null: it's no public
 * RSA key.
 */
export function readPublicKey(pem: string): KeyObject | null {
  const letters = pem.replaceAll(/-----[A-Z ]+-----|\s/g, '')
  try {
    const key = createPublicKey({
      key: Buffer.from(letters, 'base64'),
      format: 'der',
      type: 'spki',
    })
    return key.asymmetricKeyType === 'rsa' ? key : null
  } catch {
    return null
  }
}

/**
 * The token's content.
 *
 * @throws ForgedDelivery when this key didn't sign it, BadRecord when it's no token
 */
export function verifiedClaims(text: string, key: KeyObject | null): unknown {
  const { head, body, signature } = partsOf(text)
  // No other algorithm: the key must never be taken for a shared secret.
  const isSigned =
    key !== null &&
    algorithmOf(head) === 'RS256' &&
    isSignedBy(
      'RSA-SHA256',
      Buffer.from(`${head}.${body}`),
      key,
      Buffer.from(signature, 'base64url'),
    )
  if (!isSigned) throw new ForgedDelivery()
  return decoded(body)
}

/**
 * The content of a token that was signed with a shared secret.
 *
 * @throws ForgedDelivery when this secret didn't sign it, BadRecord when it's no token
 */
export function sharedSecretClaims(text: string, secret: string): unknown {
  const { head, body, signature } = partsOf(text)
  // The algorithm is ours to choose: a token's header could name none, or take a public key for the secret.
  const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  const isSigned =
    algorithmOf(head) === 'HS256' &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  if (!isSigned) throw new ForgedDelivery()
  return decoded(body)
}

/** The same without a look at the signature, for a token that was verified before. */
export const claimsIn = (text: string): unknown => decoded(partsOf(text).body)

function partsOf(text: string): { head: string; body: string; signature: string } {
  const token = text.trim().replace(/^"(.*)"$/, '$1')
  const [head = '', body = '', signature = '', ...others] = token.split('.')
  if (!head || !body || !signature || others.length > 0) {
    throw new BadRecord('This isn’t a signed token.')
  }
  return { head, body, signature }
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    throw new BadRecord('The token is not JSON.')
  }
}

function algorithmOf(head: string): unknown {
  try {
    const header = decoded(head)
    return typeof header === 'object' && header !== null && 'alg' in header ? header.alg : null
  } catch {
    return null
  }
}
