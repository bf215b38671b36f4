/** The list in which a nudge of the surface stands. */
export const listOf = (surface: 'popup' | 'inline'): string =>
  surface === 'popup' ? '/popup-nudges/list' : '/inline-nudges'
