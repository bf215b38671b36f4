/**
 * Stored instead of an email address: recognizes two reports of one person, and finds a person's
 * activities for erasure. Without the server's key, addresses can be neither read from it nor
 * tested against it.
 */
import { createHash } from 'node:crypto'
import { activityInput } from '#app/contract/activities.ts'
import type { Secrets } from '#app/lib/security/secrets.server.ts'

/** @param email lower-case and trimmed */
export const fingerprintOfEmail = (secrets: Secrets, email: string): string =>
  fingerprintOfHash(secrets, createHash('sha256').update(email).digest('hex'))

/** @param hash SHA-256 of such an address, in hex, as pages send it */
export const fingerprintOfHash = (secrets: Secrets, hash: string): string =>
  secrets.fingerprint(hash, 'activity email')

/** The id that an activity is stored under: ids that are email addresses are kept as their fingerprint. */
export const storedIdOf = (secrets: Secrets, id: string): string => {
  const email = emailIn(id)
  return email === null ? id : fingerprintOfEmail(secrets, email)
}

const emailInput = activityInput.shape.person.unwrap().unwrap().shape.email

/** The email address that a text is, by the rules of the REST API; null when it isn't one. */
export const emailIn = (text: string): string | null =>
  text.includes('@') ? (emailInput.safeParse(text).data ?? null) : null
