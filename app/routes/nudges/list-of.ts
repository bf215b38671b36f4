/** The list in which a nudge of the surface stands. */
export const listPathOf = (surface: 'popup' | 'inline'): string =>
  surface === 'popup' ? '/popup-nudges/list' : '/inline-nudges'
