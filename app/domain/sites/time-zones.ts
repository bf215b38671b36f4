/** The time zones that a site's days may begin in. */

/** IANA, by name; UTC first, which the list of the engine leaves out. */
export const timeZones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]
