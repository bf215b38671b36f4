/** The format of tokens, and their hashes. */
import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'nk_'

/** A session token: 256 random bits, base64url. */
export const newSessionToken = () => randomBytes(32).toString('base64url')

/**
 * An API token: the fixed prefix and the checksum let scanners recognize a leaked one without
 * asking us (as GitHub does since 2021).
 */
export function newApiToken(): string {
  const body = randomBytes(24).toString('hex')
  return `${prefix}${body}${checksum(body)}`
}

/** False for anything that we can't have issued, which saves a database lookup. */
export function looksLikeApiToken(token: string): boolean {
  const match = /^nk_([0-9a-f]{48})([0-9a-f]{8})$/.exec(token)
  return match !== null && checksum(match[1] ?? '') === match[2]
}

/** Stored instead of the token. Tokens are random, so a plain hash can't be guessed. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()

const checksum = (body: string) => crc32(body).toString(16).padStart(8, '0')
