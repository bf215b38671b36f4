/** Sentences about pages whose reviews are read through the aggregator. Safe in the browser. */

/** Stored as the fault of a connection whose page is gone. */
export const pageGone = 'The page can’t be found, or its reviews can’t be read.'

/** @param service its name */
export const aggregatorMissing = (service: string): string =>
  `Reading reviews from ${service} isn’t set up on this installation. Ask its operator to add an account at Datashake.`
