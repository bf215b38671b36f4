/**
 * Ids of nudges and claims as pages know them: the last 48 bits of the UUID in base64url. Random
 * ids don't compress, so they take a large share of a payload. Within a site 48 bits are unique:
 * with 100,000 claims, two of them are the same in one of 50,000 sites.
 */

/** @param id a UUID, or a short id, which is returned as it is */
export const shortIdOf = (id: string): string =>
  id.length > 8 ? Buffer.from(id.slice(-12), 'hex').toString('base64url') : id
