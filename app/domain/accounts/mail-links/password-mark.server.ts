import type { Services } from '#app/services.ts'

/**
 * Mark of a password, which stays the same as long as the password does. It ends links that an old
 * password confirmed, and reveals nothing of it.
 *
 * @param hash null: the person has none
 */
export const markPassword = (
  { security: { secrets } }: Pick<Services, 'security'>,
  hash: string | null,
): string => (hash === null ? '' : secrets.fingerprint(hash, 'email-change'))
