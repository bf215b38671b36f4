/**
 * What is kept of an address: it tells whether two reports are of one person, and finds what is to be
 * erased on request. Nobody can read an address from it, or try addresses without the server's key.
 */
import { createHash } from 'node:crypto'
import type { Secrets } from '#app/lib/security/secrets.server.ts'

/** @param email in lower case, without blanks around it */
export const fingerprintOfEmail = (secrets: Secrets, email: string): string =>
  fingerprintOfHash(secrets, createHash('sha256').update(email).digest('hex'))

/** @param hash SHA-256 of such an address, in hex: all that a page sends of one */
export const fingerprintOfHash = (secrets: Secrets, hash: string): string =>
  secrets.fingerprint(hash, 'activity email')
