/** Time zones to choose from. */

/** IANA names. UTC first, which the engine's list doesn't contain. */
export const timeZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]
