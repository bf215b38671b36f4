/** Sentences about connections that several places know. Safe in the browser. */

/** Stored for a connection whose service refused the access. */
export const refusedAccess = 'The service refused the access that it was given. Connect it again.'

/**
 * The installation has no account at the aggregator, so it can't read pages of reviews.
 *
 * @param service its name
 */
export const aggregatorMissing = (service: string): string =>
  `Reading reviews from ${service} isn’t set up on this installation. Ask its operator to add an account at Datashake.`
